//! The engine as the evaluator of an opening book.

use amazons::{Game, Move, Position};
use book::{BoxError, EvaluatedMove, MoveEvaluator, PositionEvaluation};

use crate::GoLimits;
use crate::analysis::Analysis;
use crate::engine::Engine;
use crate::options::MAX_MULTIPV;

/// Evaluates book positions by searches with a fixed number of nodes. Each search starts with empty
/// memory, so that its result depends on the position only.
#[derive(Debug)]
pub struct EngineEvaluator {
    engine: Engine,
    nodes: u64,
}

impl EngineEvaluator {
    /// Creates an evaluator that searches `nodes` nodes per position.
    #[must_use]
    pub fn new(engine: Engine, nodes: u64) -> Self {
        Self { engine, nodes }
    }
}

impl MoveEvaluator for EngineEvaluator {
    fn evaluate_moves(
        &mut self,
        position: &Position,
        lines: usize,
        excluded: &[Move],
    ) -> Result<PositionEvaluation, BoxError> {
        let mut search_moves = Vec::new();
        if !excluded.is_empty() {
            search_moves = position.moves();
            search_moves.retain(|mv| !excluded.contains(mv));
        }
        if !position.has_legal_move() || !excluded.is_empty() && search_moves.is_empty() {
            return Ok(PositionEvaluation {
                moves: Vec::new(),
                has_more: false,
                nodes: 0,
            });
        }
        self.engine.new_game();
        let multipv = lines.clamp(1, MAX_MULTIPV);
        self.engine.set_option("MultiPV", &multipv.to_string())?;
        let mut limits = GoLimits::nodes(self.nodes);
        limits.search.search_moves = search_moves;
        limits.search.final_report_only = true;
        let analysis = self.engine.analyze(position, limits)?;
        Ok(evaluation_from_analysis(&analysis, multipv, excluded))
    }
}

/// Converts an analysis with `multipv` lines, without the excluded moves.
#[must_use]
pub fn evaluation_from_analysis(
    analysis: &Analysis,
    multipv: usize,
    excluded: &[Move],
) -> PositionEvaluation {
    let moves: Vec<EvaluatedMove> = analysis
        .lines()
        .iter()
        .filter_map(|line| {
            let mv = *line.pv.first()?;
            (!excluded.contains(&mv)).then_some(())?;
            Some(EvaluatedMove {
                mv,
                value: line.score?.into(),
                visits: line.visits.unwrap_or(0),
            })
        })
        .collect();
    PositionEvaluation {
        has_more: analysis.lines().len() >= multipv,
        nodes: analysis.lines().first().map_or(0, |line| line.nodes),
        moves,
    }
}
