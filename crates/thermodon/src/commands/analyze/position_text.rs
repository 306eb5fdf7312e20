//! The analysis of a position for people: the board, what it is worth, and the best lines.

use std::fmt::Write as _;

use amazons::{Color, Game, Move, Outcome};
use anstyle::Style;
use engine::Study;

use crate::drawing::{self, Marks};
use crate::wording;

/// So many moves of a line fit beside its value.
const LINE_LENGTH: usize = 6;

/// Everything.
pub(super) fn text(study: &Study, last_move: Option<Move>) -> String {
    let position = study.position();
    let marks = Marks {
        last_move,
        ..Marks::default()
    };
    let mut text = drawing::for_terminal(position, marks);
    // Writing to a String cannot fail.
    let to_move = wording::side(position.to_move());
    if let Some(Outcome::Win(winner)) = position.outcome() {
        let winner = wording::side(winner);
        let _ = writeln!(text, "\n{to_move} cannot move: {winner} has won.");
        return text;
    }
    let [black, white] = Color::ALL.map(|side| wording::prospects(study, side));
    let _ = writeln!(text, "\n{to_move} to move. White {white}, Black {black}.\n");
    if let Some(exact) = study.exact() {
        let _ = writeln!(text, "{}.\n", wording::exact(exact));
    }
    let head = Style::new().bold();
    let _ = writeln!(text, "{head}{to_move:>9}  best lines{head:#}");
    for line in study.lines() {
        let value = wording::value(position, line);
        let moves = wording::line(&line.line, LINE_LENGTH);
        let _ = writeln!(text, "{value:>9}  {moves}");
    }
    if let Some(first) = study.lines().first() {
        let dim = Style::new().dimmed();
        let _ = writeln!(
            text,
            "\n{dim}{} positions looked at in {:.1} s, {} moves deep{dim:#}",
            first.nodes,
            first.time.as_secs_f64(),
            first.depth,
        );
    }
    text
}
