//! Output of the player in USI notation.

use search::{Score, SearchInfo};
use shogi::{BestMove, Evaluation, Move};

use crate::output::search_counters;

/// An `info` line.
pub(super) fn info(report: &SearchInfo<Move>) -> String {
    let moves: Vec<String> = report.pv.iter().map(|mv| mv.to_usi()).collect();
    format!(
        "info depth {} multipv {} score {} {} pv {}",
        report.depth,
        report.multipv,
        report.score.map_or_else(String::new, score),
        search_counters(report.nodes, report.time),
        moves.join(" ")
    )
}

/// A `bestmove` line.
pub(super) fn decision(decision: BestMove) -> String {
    match decision {
        BestMove::Move { mv, ponder: None } => format!("bestmove {}", mv.to_usi()),
        BestMove::Move {
            mv,
            ponder: Some(reply),
        } => format!("bestmove {} ponder {}", mv.to_usi(), reply.to_usi()),
        BestMove::Win => "bestmove win".to_owned(),
        BestMove::Resign => "bestmove resign".to_owned(),
    }
}

/// `mate` counts plies; a draw is 0 centipawns.
fn score(score: Score) -> String {
    match score {
        Score::Estimate(millilogits) => {
            format!("cp {}", millilogits * 100 / Evaluation::PAWN_MILLILOGITS)
        }
        Score::Win { plies } => format!("mate {plies}"),
        Score::Loss { plies } => format!("mate -{plies}"),
        Score::Draw => "cp 0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use game::Game;
    use shogi::Position;

    use super::*;

    #[test]
    fn scores_are_centipawns_or_plies() {
        for (value, text) in [
            (Score::Estimate(-334), "cp -200"),
            (Score::Win { plies: 3 }, "mate 3"),
            (Score::Loss { plies: 2 }, "mate -2"),
            (Score::Draw, "cp 0"),
        ] {
            assert_eq!(score(value), text);
        }
    }

    #[test]
    fn info_and_bestmove_are_formatted() {
        let mv = Position::start().parse_move("7g7f").unwrap();
        let (score, time) = (Some(Score::Estimate(167)), Duration::from_millis(1500));
        let report = SearchInfo {
            depth: 3,
            nodes: 3000,
            ..SearchInfo::single_move(mv, score, time)
        };
        assert_eq!(
            info(&report),
            "info depth 3 multipv 1 score cp 100 nodes 3000 nps 2000 time 1500 pv 7g7f"
        );
        let ponder = None;
        assert_eq!(decision(BestMove::Move { mv, ponder }), "bestmove 7g7f");
        assert_eq!(decision(BestMove::Win), "bestmove win");
        assert_eq!(decision(BestMove::Resign), "bestmove resign");
    }
}
