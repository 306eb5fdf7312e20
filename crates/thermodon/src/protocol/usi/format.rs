//! What the player says, as USI writes it.

use std::fmt::Write as _;

use search::{Report, Score};
use shogi::{Decision, Evaluation, Move};

/// A line of analysis.
pub(super) fn info(report: &Report<Move>) -> String {
    let mut text = format!(
        "info depth {} multipv {} score {} nodes {}",
        report.depth,
        report.rank,
        score(report.line.score),
        report.nodes
    );
    let milliseconds = report.time.as_millis();
    // Writing to a String cannot fail.
    if let Some(per_second) = (u128::from(report.nodes) * 1000).checked_div(milliseconds) {
        let _ = write!(text, " nps {per_second}");
    }
    let _ = write!(text, " time {milliseconds} pv");
    for mv in &report.line.moves {
        let _ = write!(text, " {}", mv.to_usi());
    }
    text
}

/// What is done with the turn.
pub(super) fn decision(decision: Decision) -> String {
    match decision {
        Decision::Play { mv, expected } => {
            let mut text = format!("bestmove {}", mv.to_usi());
            if let Some(expected) = expected {
                let _ = write!(text, " ponder {}", expected.to_usi());
            }
            text
        }
        Decision::Declare => "bestmove win".to_owned(),
        Decision::Resign => "bestmove resign".to_owned(),
    }
}

/// USI counts plies to the mate; a draw is even.
fn score(score: Score) -> String {
    match score {
        Score::Estimate(thousandths) => format!("cp {}", thousandths * 100 / Evaluation::PAWN),
        Score::Win { plies } => format!("mate {plies}"),
        Score::Loss { plies } => format!("mate -{plies}"),
        Score::Draw => "cp 0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use game::Game;
    use search::Line;
    use shogi::Position;

    use super::*;

    #[test]
    fn scores_are_pawns_or_plies() {
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
    fn a_line_of_analysis_and_a_decision() {
        let mv = Position::start().parse_move("7g7f").unwrap();
        let report = Report {
            depth: 3,
            rank: 1,
            line: Line {
                score: Score::Estimate(167),
                moves: vec![mv],
                visits: None,
            },
            nodes: 3000,
            time: Duration::from_millis(1500),
        };
        assert_eq!(
            info(&report),
            "info depth 3 multipv 1 score cp 100 nodes 3000 nps 2000 time 1500 pv 7g7f"
        );
        let expected = None;
        assert_eq!(decision(Decision::Play { mv, expected }), "bestmove 7g7f");
        assert_eq!(decision(Decision::Declare), "bestmove win");
        assert_eq!(decision(Decision::Resign), "bestmove resign");
    }
}
