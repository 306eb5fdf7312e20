//! The engine as somebody who says what the moves of a position are worth, for books.

use amazons::{Game, Move, Position};
use book::{Analyst, Appraisal, Appraised, Failure};
use search::Value;

use crate::analysis::Score;
use crate::facade::Engine;
use crate::limits::Limits;
use crate::study::Study;

/// The most lines that a search reports.
const MOST_LINES: usize = 500;

/// Searches of a fixed number of nodes, each as if it were the first: what is said of a position follows from the position alone.
#[derive(Debug)]
pub struct Appraiser {
    engine: Engine,
    nodes: u64,
}

impl Appraiser {
    /// An engine that looks at so many positions for an answer.
    #[must_use]
    pub fn new(engine: Engine, nodes: u64) -> Self {
        Self { engine, nodes }
    }
}

impl Analyst for Appraiser {
    fn appraise(
        &mut self,
        position: &Position,
        lines: usize,
        left_out: &[Move],
    ) -> Result<Appraisal, Failure> {
        let mut search_moves = Vec::new();
        if !left_out.is_empty() {
            search_moves = position.moves();
            search_moves.retain(|mv| !left_out.contains(mv));
        }
        if !position.has_move() || !left_out.is_empty() && search_moves.is_empty() {
            return Ok(Appraisal {
                moves: Vec::new(),
                has_more: false,
                nodes: 0,
            });
        }
        self.engine.new_game();
        let lines = lines.clamp(1, MOST_LINES);
        self.engine.set_option("MultiPV", &lines.to_string())?;
        let limits = Limits {
            nodes: Some(self.nodes),
            search_moves,
            quiet: true,
            ..Limits::default()
        };
        let study = self.engine.study(position, limits)?;
        Ok(appraisal(&study, lines, left_out))
    }
}

/// What a study of so many lines says of the moves of its position, but for those that are left out.
#[must_use]
pub fn appraisal(study: &Study, lines: usize, left_out: &[Move]) -> Appraisal {
    let moves: Vec<Appraised> = study
        .lines()
        .iter()
        .filter_map(|info| {
            let mv = *info.line.first()?;
            (!left_out.contains(&mv)).then_some(())?;
            Some(Appraised {
                mv,
                value: value(info.score?),
                visits: info.visits.unwrap_or(0),
            })
        })
        .collect();
    Appraisal {
        has_more: study.lines().len() >= lines,
        nodes: study.lines().first().map_or(0, |line| line.nodes),
        moves,
    }
}

fn value(score: Score) -> Value {
    match score {
        Score::Estimate(thousandths) => Value::estimate(thousandths),
        Score::Win { plies } => Value::win(plies),
        Score::Loss { plies } => Value::loss(plies),
    }
}
