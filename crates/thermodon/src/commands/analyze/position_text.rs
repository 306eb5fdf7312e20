//! Analysis of a position as text: board, score and best lines.

use std::fmt::Write as _;

use amazons::{Color, Game, Move, Outcome};
use anstyle::Style;
use engine::Analysis;
use protocol::describe;
use protocol::terminal_board::{self, Highlights};

/// Maximum number of moves shown of a line.
const MAX_LINE_PLIES: usize = 6;

pub(super) fn to_text(study: &Analysis, last_move: Option<Move>) -> String {
    let position = study.position();
    let highlights = Highlights {
        last_move,
        ..Highlights::default()
    };
    let mut text = terminal_board::render(position, highlights);
    // Writing to a String cannot fail.
    let to_move = describe::color_name(position.to_move());
    if let Some(Outcome::Win(winner)) = position.outcome() {
        let winner = describe::color_name(winner);
        let _ = writeln!(text, "\n{to_move} cannot move: {winner} has won.");
        return text;
    }
    let [black, white] = Color::ALL.map(|side| describe::score_text_for(study, side));
    let _ = writeln!(text, "\n{to_move} to move. White {white}, Black {black}.\n");
    if let Some(exact) = study.exact() {
        let _ = writeln!(text, "{}.\n", describe::exact_text(exact));
    }
    let bold = Style::new().bold();
    let _ = writeln!(text, "{bold}{to_move:>9}  best lines{bold:#}");
    for line in study.lines() {
        let score = describe::score_text(position, line);
        let moves = describe::moves_text(&line.pv, MAX_LINE_PLIES);
        let _ = writeln!(text, "{score:>9}  {moves}");
    }
    if let Some(first) = study.lines().first() {
        let dim = Style::new().dimmed();
        let _ = writeln!(
            text,
            "\n{dim}{} nodes in {:.1} s, depth {}{dim:#}",
            first.nodes,
            first.time.as_secs_f64(),
            first.depth,
        );
    }
    text
}
