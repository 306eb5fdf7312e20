//! What the engine says, as UCI writes it.

use std::fmt::Write as _;

use amazons::Move;
use engine::{EngineOption, Event, Info, Opening, OptionKind, Score};

use crate::wording;

/// A move as `d1d7,d7g7`.
pub(super) fn mv(mv: Move) -> String {
    let Move { from, to, arrow } = mv;
    format!("{from}{to},{to}{arrow}")
}

/// An option as `uci` lists it.
pub(super) fn option(option: &EngineOption) -> String {
    let name = option.name;
    match option.kind {
        OptionKind::Number { default, min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        OptionKind::Choice { default, choices } => {
            let choices = choices.join(" var ");
            format!("option name {name} type combo default {default} var {choices}")
        }
        OptionKind::Text { default } => format!("option name {name} type string default {default}"),
    }
}

/// A line of analysis, or the best move.
pub(super) fn event(event: &Event) -> String {
    match event {
        Event::Exact(exact) => format!("info string {}", wording::exact(exact)),
        Event::Opening(Opening::InBook) => {
            "info string this move is from the opening book".to_owned()
        }
        Event::Opening(Opening::LeftBook) => "info string the opening book is left".to_owned(),
        Event::Info(info) => self::info(info),
        Event::Answer(answer) => {
            let best_move = answer.best_move.map_or("(none)".to_owned(), mv);
            match answer.expected_reply {
                Some(reply) => format!("bestmove {best_move} ponder {}", mv(reply)),
                None => format!("bestmove {best_move}"),
            }
        }
    }
}

fn info(info: &Info) -> String {
    let mut text = format!("info depth {} multipv {}", info.depth, info.rank);
    // Writing to a String cannot fail.
    if let Some(score) = info.score {
        let _ = write!(text, " score {}", self::score(score));
    }
    let _ = write!(text, " nodes {}", info.nodes);
    let milliseconds = info.time.as_millis();
    let thousandfold = u128::from(info.nodes) * 1000;
    if let Some(per_second) = thousandfold.checked_div(milliseconds) {
        let _ = write!(text, " nps {per_second}");
    }
    let _ = write!(text, " time {milliseconds}");
    if !info.line.is_empty() {
        text.push_str(" pv");
        for &played in &info.line {
            let _ = write!(text, " {}", mv(played));
        }
    }
    text
}

/// UCI counts the moves of one player to the end, and calls every end mate. A pawn stands for odds of
/// e to one.
fn score(score: Score) -> String {
    match score {
        Score::Estimate(thousandths) => format!("cp {}", thousandths / 10),
        Score::Win { plies } => format!("mate {}", plies.div_ceil(2)),
        Score::Loss { plies: 0 } => "mate 0".to_owned(),
        Score::Loss { plies } => format!("mate -{}", plies.div_ceil(2)),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::Answer;

    use super::*;

    fn played(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn scores_count_own_moves() {
        for (value, text) in [
            (Score::Estimate(-350), "cp -35"),
            (Score::Win { plies: 1 }, "mate 1"),
            (Score::Win { plies: 3 }, "mate 2"),
            (Score::Loss { plies: 0 }, "mate 0"),
            (Score::Loss { plies: 2 }, "mate -1"),
            (Score::Loss { plies: 4 }, "mate -2"),
        ] {
            assert_eq!(score(value), text);
        }
    }

    #[test]
    fn a_line_of_analysis() {
        let mut line = Info {
            depth: 3,
            rank: 2,
            score: Some(Score::Estimate(120)),
            nodes: 3000,
            time: Duration::from_millis(1500),
            line: vec![played("d1-d7/g7"), played("j10-a10/j1")],
            visits: None,
        };
        assert_eq!(
            info(&line),
            "info depth 3 multipv 2 score cp 12 nodes 3000 nps 2000 time 1500 \
            pv d1d7,d7g7 j10a10,a10j1"
        );
        line.score = None;
        line.time = Duration::from_micros(999);
        line.line.clear();
        assert_eq!(info(&line), "info depth 3 multipv 2 nodes 3000 time 0");
    }

    #[test]
    fn the_best_move() {
        let mut answer = Answer {
            best_move: Some(played("d1-d7/g7")),
            expected_reply: Some(played("a7-a6/a7")),
        };
        assert_eq!(
            event(&Event::Answer(answer)),
            "bestmove d1d7,d7g7 ponder a7a6,a6a7"
        );
        answer.expected_reply = None;
        assert_eq!(event(&Event::Answer(answer)), "bestmove d1d7,d7g7");
        answer.best_move = None;
        assert_eq!(event(&Event::Answer(answer)), "bestmove (none)");
    }
}
