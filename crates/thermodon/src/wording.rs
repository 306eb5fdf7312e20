//! Words for what the engine says, the same in every command.

use std::fmt::Write as _;

use amazons::{Color, Move, MoveCount, Position, SquareSet};
use engine::{Exact, Info, Score, Study};

/// Squares of a region that are named in a line.
const MOST_SQUARES: usize = 6;

/// Winning moves that are named in a line.
const MOST_WINNING: usize = 4;

/// A side's name as it stands at the beginning of a sentence.
#[must_use]
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// A chance in whole per cent, never called sure while it is an estimate.
#[must_use]
pub fn percent(chance: f64) -> String {
    format!("{:.0} %", (100.0 * chance).clamp(1.0, 99.0))
}

/// What a line is worth to the player who begins it: `62 %`, `won in 7`, `lost`. The number of moves, of
/// both players together, is told where the line goes to the end of the game; a proof may be found
/// long before.
#[must_use]
pub fn value(position: &Position, line: &Info) -> String {
    match line.score {
        None => "unknown".to_owned(),
        Some(Score::Estimate(thousandths)) => percent(Score::Estimate(thousandths).chance()),
        Some(Score::Win { plies }) => format!("won{}", within(position, line, plies)),
        Some(Score::Loss { plies }) => format!("lost{}", within(position, line, plies)),
    }
}

/// What a study says of a side's prospects, in the words of [`value`].
#[must_use]
pub fn prospects(study: &Study, of: Color) -> String {
    let position = study.position();
    let is_own = of == position.to_move();
    let Some(line) = study.lines().first() else {
        return match study.score() {
            Some(_) if is_own => "lost".to_owned(),
            Some(_) => "won".to_owned(),
            None => "unknown".to_owned(),
        };
    };
    if is_own {
        return value(position, line);
    }
    let seen = Info {
        score: line.score.map(for_opponent),
        ..line.clone()
    };
    value(position, &seen)
}

/// Who wins, and how far ahead they are: what that means is said at [`endgame::Lead`].
#[must_use]
pub fn wins_by(winner: Color, ahead: MoveCount) -> String {
    let winner = side(winner);
    match ahead.exactly() {
        Some(0) => format!("{winner} wins, with no move to spare"),
        Some(1) => format!("{winner} wins, ahead by 1 move"),
        Some(moves) => format!("{winner} wins, ahead by {moves} moves"),
        None if ahead.least == 0 => format!("{winner} wins"),
        None => format!("{winner} wins, ahead by at least {}", moves(ahead.least)),
    }
}

/// What exact values say for certain, in a line.
#[must_use]
pub fn exact(exact: &Exact) -> String {
    let winner = side(exact.winner);
    let mut text = match exact.ahead.exactly() {
        Some(0) => format!("{winner} ahead, with no move to spare: proved"),
        Some(ahead) => format!("{winner} ahead by {}: proved", moves(ahead)),
        None if exact.ahead.least == 0 => format!("{winner} ahead: proved"),
        None => format!(
            "{winner} ahead by at least {}: proved",
            moves(exact.ahead.least)
        ),
    };
    if let Some(hottest) = &exact.hottest {
        let squares = squares(hottest.squares, MOST_SQUARES);
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "; hottest region {squares} (temperature {})",
            hottest.temperature
        );
    }
    match exact.winning.as_deref() {
        None | Some([]) => {}
        Some([only]) => {
            let _ = write!(text, "; only {only} keeps the win");
        }
        Some(winning) => {
            let list = line(winning, MOST_WINNING);
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

/// The first squares of a set, with a sign that there are more.
#[must_use]
pub fn squares(set: SquareSet, most: usize) -> String {
    let names: Vec<String> = set
        .iter()
        .take(most)
        .map(|square| square.to_string())
        .collect();
    let more = if set.len() as usize > most {
        " …"
    } else {
        ""
    };
    names.join(" ") + more
}

/// ` in 7`, if the line ends the game after seven moves.
fn within(position: &Position, line: &Info, plies: u32) -> String {
    let mut end = *position;
    for &mv in &line.line {
        match end.after(mv) {
            Ok(next) => end = next,
            Err(_) => return String::new(),
        }
    }
    if end.has_move() || line.line.len() != plies as usize {
        return String::new();
    }
    format!(" in {plies}")
}

/// The same score as the other player sees it.
const fn for_opponent(score: Score) -> Score {
    match score {
        Score::Estimate(thousandths) => Score::Estimate(-thousandths),
        Score::Win { plies } => Score::Loss { plies },
        Score::Loss { plies } => Score::Win { plies },
    }
}

/// The first moves of a line, with a sign that there are more.
#[must_use]
pub fn line(moves: &[Move], most: usize) -> String {
    let shown: Vec<String> = moves.iter().take(most).map(Move::to_string).collect();
    let more = if moves.len() > most { " …" } else { "" };
    shown.join(" ") + more
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn said(diagram: &str, score: Score, line: &str) -> String {
        let line = Info {
            depth: 1,
            rank: 1,
            score: Some(score),
            nodes: 1,
            time: Duration::ZERO,
            visits: None,
            line: line
                .split_whitespace()
                .map(|mv| mv.parse().unwrap())
                .collect(),
        };
        value(&amazons::notation::parse_position(diagram).unwrap(), &line)
    }

    #[test]
    fn estimates_are_never_sure() {
        for (thousandths, words) in [
            (0, "50 %"),
            (490, "62 %"),
            (24_000, "99 %"),
            (-24_000, "1 %"),
        ] {
            let estimate = Score::Estimate(thousandths);
            assert_eq!(said("x.#o b", estimate, "a1-b1/a1"), words);
        }
    }

    #[test]
    fn moves_are_counted_where_the_line_shows_the_end() {
        let won = Score::Win { plies: 1 };
        assert_eq!(said("x.#o b", won, "a1-b1/a1"), "won in 1");
        assert_eq!(said("x.#o. b", won, "a1-b1/a1"), "won");
        let lost = Score::Loss { plies: 2 };
        assert_eq!(said("x.#o. b", lost, "a1-b1/a1 d1-e1/d1"), "lost in 2");
        assert_eq!(said("x.#o. b", lost, "a1-b1/a1"), "lost");
    }

    #[test]
    fn a_lead_is_told_as_far_as_it_is_known() {
        let said = |least, most| wins_by(Color::White, MoveCount { least, most });
        assert_eq!(said(0, 0), "White wins, with no move to spare");
        assert_eq!(said(1, 1), "White wins, ahead by 1 move");
        assert_eq!(said(3, 3), "White wins, ahead by 3 moves");
        assert_eq!(said(0, 4), "White wins");
        assert_eq!(said(2, 4), "White wins, ahead by at least 2 moves");
        let exact = Exact::of(Color::White, MoveCount { least: 3, most: 3 });
        assert_eq!(super::exact(&exact), "White ahead by 3 moves: proved");
    }

    #[test]
    fn lines_are_cut_where_they_are_told_to_be() {
        let moves = ["d1-d7/g7", "a7-b7/b1"].map(|mv| mv.parse().unwrap());
        assert_eq!(line(&moves, 2), "d1-d7/g7 a7-b7/b1");
        assert_eq!(line(&moves, 1), "d1-d7/g7 …");
    }

    #[test]
    fn prospects_are_seen_from_either_side() {
        let position = amazons::notation::parse_position("x#o b").unwrap();
        let study = Study::new(position);
        assert_eq!(prospects(&study, Color::Black), "lost");
        assert_eq!(prospects(&study, Color::White), "won");
        let unknown = Study::new(Position::standard_start());
        assert_eq!(prospects(&unknown, Color::Black), "unknown");
    }
}
