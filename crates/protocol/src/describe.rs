//! Results of the engine as text, the same in every command.

use std::fmt::Write as _;
use std::ops::Neg;

use amazons::{Color, Move, MoveCount, Position, SquareSet};
use engine::{Analysis, ExactResult, Score, SearchInfo};

/// Maximum number of squares listed of a region.
const MAX_LISTED_SQUARES: usize = 6;

/// Maximum number of winning moves listed.
const MAX_WINNING_MOVES: usize = 4;

/// Capitalized name of a player.
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// A probability in percent. An estimate never reads 0 % or 100 %.
pub fn percent(probability: f64) -> String {
    format!("{:.0} %", (100.0 * probability).clamp(1.0, 99.0))
}

/// Score of a line for its first player: `62 %`, `won in 7`, `lost`. The number of moves, of both
/// players together, is given if the line reaches the end of the game; a proof may be found
/// earlier.
pub fn score_text(position: &Position, line: &SearchInfo) -> String {
    match line.score {
        None => "unknown".to_owned(),
        Some(score @ Score::Estimate(_)) => percent(score.win_probability()),
        Some(Score::Win { plies }) => format!("won{}", mate_distance_text(position, line, plies)),
        Some(Score::Loss { plies }) => format!("lost{}", mate_distance_text(position, line, plies)),
        Some(Score::Draw) => "drawn".to_owned(),
    }
}

/// Score of an analyzed position for a player, as in [`score_text`].
pub fn score_text_for(study: &Analysis, player: Color) -> String {
    let position = study.position();
    let is_to_move = player == position.to_move();
    let Some(line) = study.lines().first() else {
        return match study.score() {
            Some(_) if is_to_move => "lost".to_owned(),
            Some(_) => "won".to_owned(),
            None => "unknown".to_owned(),
        };
    };
    if is_to_move {
        return score_text(position, line);
    }
    let negated = SearchInfo {
        score: line.score.map(Neg::neg),
        ..line.clone()
    };
    score_text(position, &negated)
}

/// Winner and lead; see `endgame::Lead`.
pub fn winner_text(winner: Color, lead: MoveCount) -> String {
    let winner = color_name(winner);
    match lead.exact() {
        Some(0) => format!("{winner} wins by one tempo"),
        None if lead.lower == 0 => format!("{winner} wins"),
        _ => format!("{winner} wins, {}", lead_text(lead)),
    }
}

fn lead_text(lead: MoveCount) -> String {
    match lead.exact() {
        Some(count) => format!("ahead by {}", moves(count)),
        None if lead.lower == 0 => "ahead".to_owned(),
        None => format!("ahead by at least {}", moves(lead.lower)),
    }
}

/// Proven winner, lead, hottest region and winning moves in one line.
pub fn exact_text(exact: &ExactResult) -> String {
    let winner = color_name(exact.winner);
    let mut text = match exact.lead.exact() {
        Some(0) => format!("{winner} wins by one tempo: proven"),
        _ => format!("{winner} {}: proven", lead_text(exact.lead)),
    };
    if let Some(hottest) = &exact.hottest {
        let squares = squares_text(hottest.squares, MAX_LISTED_SQUARES);
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "; hottest region {squares} (temperature {})",
            hottest.temperature
        );
    }
    match exact.winning_moves.as_deref() {
        None | Some([]) => {}
        Some([only]) => {
            let _ = write!(text, "; only {only} keeps the win");
        }
        Some(winning) => {
            let list = moves_text(winning, MAX_WINNING_MOVES);
            let _ = write!(text, "; {} moves keep the win: {list}", winning.len());
        }
    }
    text
}

fn moves(count: u32) -> String {
    match count {
        1 => "1 move".to_owned(),
        _ => format!("{count} moves"),
    }
}

/// The names of squares, for JSON.
pub fn square_names(set: SquareSet) -> Vec<String> {
    set.iter().map(|square| square.to_string()).collect()
}

/// The names of moves, for JSON.
pub fn move_names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// The first `max` items, and the number of further ones.
pub fn list_text(items: impl ExactSizeIterator<Item = String>, max: usize) -> String {
    let more = items.len().saturating_sub(max);
    let more = (more > 0).then(|| format!("and {more} more"));
    items.take(max).chain(more).collect::<Vec<_>>().join(", ")
}

/// The first `max` squares of a set, and an ellipsis if there are more.
pub fn squares_text(set: SquareSet, max: usize) -> String {
    words_text(&square_names(set), max)
}

/// ` in 7` if the line ends the game after seven moves.
fn mate_distance_text(position: &Position, line: &SearchInfo, plies: u32) -> String {
    let mut end = *position;
    for &mv in &line.pv {
        match end.after(mv) {
            Ok(next) => end = next,
            Err(_) => return String::new(),
        }
    }
    if end.has_legal_move() || line.pv.len() != plies as usize {
        return String::new();
    }
    format!(" in {plies}")
}

/// The first `max` moves of a line, and an ellipsis if there are more.
pub fn moves_text(moves: &[Move], max: usize) -> String {
    words_text(&move_names(moves), max)
}

fn words_text(words: &[String], max: usize) -> String {
    let ellipsis = if words.len() > max { " …" } else { "" };
    words[..words.len().min(max)].join(" ") + ellipsis
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn text(diagram: &str, score: Score, line: &str) -> String {
        let line = SearchInfo {
            depth: 1,
            multipv: 1,
            score: Some(score),
            nodes: 1,
            time: Duration::ZERO,
            visits: None,
            pv: line
                .split_whitespace()
                .map(|mv| mv.parse().unwrap())
                .collect(),
        };
        score_text(&amazons::notation::parse_position(diagram).unwrap(), &line)
    }

    #[test]
    fn estimates_are_never_0_or_100_percent() {
        for (millilogits, expected) in [
            (0, "50 %"),
            (490, "62 %"),
            (24_000, "99 %"),
            (-24_000, "1 %"),
        ] {
            let estimate = Score::Estimate(millilogits);
            assert_eq!(text("x.#o b", estimate, "a1-b1/a1"), expected);
        }
    }

    #[test]
    fn distance_is_shown_if_the_line_reaches_the_end() {
        let won = Score::Win { plies: 1 };
        assert_eq!(text("x.#o b", won, "a1-b1/a1"), "won in 1");
        assert_eq!(text("x.#o. b", won, "a1-b1/a1"), "won");
        let lost = Score::Loss { plies: 2 };
        assert_eq!(text("x.#o. b", lost, "a1-b1/a1 d1-e1/d1"), "lost in 2");
        assert_eq!(text("x.#o. b", lost, "a1-b1/a1"), "lost");
    }

    #[test]
    fn leads_are_shown_as_far_as_they_are_known() {
        let text = |least, most| {
            winner_text(
                Color::White,
                MoveCount {
                    lower: least,
                    upper: most,
                },
            )
        };
        assert_eq!(text(0, 0), "White wins by one tempo");
        assert_eq!(text(1, 1), "White wins, ahead by 1 move");
        assert_eq!(text(3, 3), "White wins, ahead by 3 moves");
        assert_eq!(text(0, 4), "White wins");
        assert_eq!(text(2, 4), "White wins, ahead by at least 2 moves");
        let exact = ExactResult::new(Color::White, MoveCount { lower: 3, upper: 3 });
        assert_eq!(exact_text(&exact), "White ahead by 3 moves: proven");
    }

    #[test]
    fn long_lists_end_with_an_ellipsis() {
        let moves = ["d1-d7/g7", "a7-b7/b1"].map(|mv| mv.parse().unwrap());
        assert_eq!(moves_text(&moves, 2), "d1-d7/g7 a7-b7/b1");
        assert_eq!(moves_text(&moves, 1), "d1-d7/g7 …");
        let squares = Position::standard_start().board();
        assert_eq!(squares_text(squares, 3), "a1 b1 c1 …");
        assert_eq!(squares_text(SquareSet::EMPTY, 3), "");
    }

    #[test]
    fn scores_are_for_either_player() {
        let position = amazons::notation::parse_position("x#o b").unwrap();
        let study = Analysis::new(position);
        assert_eq!(score_text_for(&study, Color::Black), "lost");
        assert_eq!(score_text_for(&study, Color::White), "won");
        let unknown = Analysis::new(Position::standard_start());
        assert_eq!(score_text_for(&unknown, Color::Black), "unknown");
    }
}
