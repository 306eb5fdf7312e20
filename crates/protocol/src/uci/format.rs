//! Output of the engine in UCI notation.

use std::fmt::Write as _;

use amazons::Move;
use engine::{BookStatus, EngineOption, Event, OptionKind, Score, SearchInfo};

use crate::describe;
use crate::output::search_counters;

/// A move as `d1d7,d7g7`.
pub(super) fn mv(mv: Move) -> String {
    let Move { from, to, arrow } = mv;
    format!("{from}{to},{to}{arrow}")
}

/// An option as listed by `uci`.
pub(super) fn option(option: &EngineOption) -> String {
    let name = option.name;
    match option.kind {
        OptionKind::Spin { default, min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => {
            let choices = choices.join(" var ");
            format!("option name {name} type combo default {default} var {choices}")
        }
        OptionKind::String { default } => {
            format!("option name {name} type string default {default}")
        }
    }
}

/// An `info` or `bestmove` line.
pub(super) fn event(event: &Event) -> String {
    match event {
        Event::ExactResult(exact) => format!("info string {}", describe::exact_text(exact)),
        Event::Book(BookStatus::InBook) => "info string book move".to_owned(),
        Event::Book(BookStatus::LeftBook) => "info string out of book".to_owned(),
        Event::Info(info) => self::info(info),
        Event::BestMove(answer) => {
            let best_move = answer.mv.map_or("(none)".to_owned(), mv);
            match answer.ponder {
                Some(reply) => format!("bestmove {best_move} ponder {}", mv(reply)),
                None => format!("bestmove {best_move}"),
            }
        }
    }
}

fn info(info: &SearchInfo) -> String {
    let mut text = format!("info depth {} multipv {}", info.depth, info.multipv);
    // Writing to a String cannot fail.
    if let Some(score) = info.score {
        let _ = write!(text, " score {}", self::score(score));
    }
    let _ = write!(text, " {}", search_counters(info.nodes, info.time));
    if !info.pv.is_empty() {
        text.push_str(" pv");
        for &played in &info.pv {
            let _ = write!(text, " {}", mv(played));
        }
    }
    text
}

/// `mate` counts the moves of one player to the end of the game; 100 centipawns are one logit.
fn score(score: Score) -> String {
    match score {
        Score::Estimate(millilogits) => format!("cp {}", millilogits / 10),
        Score::Win { plies } => format!("mate {}", plies.div_ceil(2)),
        Score::Loss { plies: 0 } => "mate 0".to_owned(),
        Score::Loss { plies } => format!("mate -{}", plies.div_ceil(2)),
        Score::Draw => "cp 0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::BestMove;

    use super::*;

    fn played(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn mate_scores_count_own_moves() {
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
    fn info_lines_are_formatted() {
        let mut line = SearchInfo {
            depth: 3,
            multipv: 2,
            score: Some(Score::Estimate(120)),
            nodes: 3000,
            time: Duration::from_millis(1500),
            pv: vec![played("d1-d7/g7"), played("j10-a10/j1")],
            visits: None,
        };
        assert_eq!(
            info(&line),
            "info depth 3 multipv 2 score cp 12 nodes 3000 nps 2000 time 1500 \
            pv d1d7,d7g7 j10a10,a10j1"
        );
        line.score = None;
        line.time = Duration::from_micros(999);
        line.pv.clear();
        assert_eq!(info(&line), "info depth 3 multipv 2 nodes 3000 time 0");
    }

    #[test]
    fn best_moves_are_formatted() {
        let mut answer = BestMove {
            mv: Some(played("d1-d7/g7")),
            ponder: Some(played("a7-a6/a7")),
        };
        assert_eq!(
            event(&Event::BestMove(answer)),
            "bestmove d1d7,d7g7 ponder a7a6,a6a7"
        );
        answer.ponder = None;
        assert_eq!(event(&Event::BestMove(answer)), "bestmove d1d7,d7g7");
        answer.mv = None;
        assert_eq!(event(&Event::BestMove(answer)), "bestmove (none)");
    }
}
