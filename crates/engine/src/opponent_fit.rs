//! Fits an opponent model to games: the evaluation weights under which the played moves are most
//! likely, and the search depth that predicts them best.

use std::sync::Arc;

use amazons::{Game, Move, Position};
use evaluation::choice_model::{self, ChoiceSet};
use evaluation::{EvalBoard, EvaluationFunction, SimdBackend, TaperedEvaluation, TermWeights};
use search::opponent_model::{Predictor, SearcherPredictor};
use search::{AlphaBeta, SearchLimits, StopSignal};
use thiserror::Error;

use crate::endgames::EndgameKnowledge;
use crate::noise::EvaluationNoise;
use crate::staged_evaluator::{MAX_STEPS, StagedEvaluator};

/// Alternatives to a played move: the best by the default weights...
const TOP_ALTERNATIVES: usize = 40;

/// ... and a sample of the others.
const SAMPLED_ALTERNATIVES: usize = 20;

/// Iterations of the fit.
const FIT_ITERATIONS: usize = 150;

/// Every n-th move goes to the test set.
const HOLDOUT_INTERVAL: usize = 5;

/// Maximum size of the test set; each move takes a search.
const MAX_TEST_MOVES: usize = 120;

/// Minimum number of moves for a fit.
const MIN_MOVES: usize = 20;

/// Search depths to choose from, in plies.
const CANDIDATE_DEPTHS: [u32; 3] = [1, 2, 3];

/// A move played in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub mv: Move,
}

/// Result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct FittedOpponent {
    /// The fitted weights.
    pub weights: TermWeights,
    /// Depth that predicts the most test moves, in plies.
    pub depth: u32,
    /// Number of moves fitted to.
    pub training_moves: usize,
    /// Number of held-out moves.
    pub test_moves: usize,
    /// Test moves predicted by the fitted weights.
    pub predicted: usize,
    /// Test moves predicted by the default weights, at their best depth.
    pub predicted_by_default: usize,
}

/// Error of fitting an opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum FitError {
    /// Too few moves in undecided positions.
    #[error("too few moves: {0} before the game was decided, at least {MIN_MOVES} needed")]
    TooFewMoves(usize),
}

/// Progress of a fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FitProgress {
    /// Steps done.
    pub done: usize,
    /// Steps in all.
    pub total: usize,
}

/// Fits an opponent to its moves. Moves in decided positions are ignored.
///
/// # Errors
/// If too few moves remain.
pub fn fit(
    moves: &[PlayedMove],
    mut on_progress: impl FnMut(FitProgress),
) -> Result<FittedOpponent, FitError> {
    let is_usable = |PlayedMove { position, mv }: &&PlayedMove| {
        position.proven_outcome().is_none() && position.is_legal(*mv)
    };
    let usable: Vec<PlayedMove> = moves.iter().filter(is_usable).copied().collect();
    if usable.len() < MIN_MOVES {
        return Err(FitError::TooFewMoves(usable.len()));
    }
    let defaults = TermWeights::default();
    let evaluation = TaperedEvaluation::new(&defaults);
    let (mut training_set, mut test_set) = (Vec::new(), Vec::new());
    for (index, played) in usable.iter().enumerate() {
        if index % HOLDOUT_INTERVAL == HOLDOUT_INTERVAL - 1 && test_set.len() < MAX_TEST_MOVES {
            test_set.push(*played);
        } else {
            training_set.push(choice_set(played, &defaults, &evaluation));
        }
    }
    let total = FIT_ITERATIONS + 2 * CANDIDATE_DEPTHS.len() * test_set.len();
    let mut done = 0;
    let mut tick = || {
        done += 1;
        on_progress(FitProgress { done, total });
    };
    let mut weights = choice_model::fit(&defaults, &training_set, FIT_ITERATIONS, |_, _| tick());
    weights.provenance = format!("fitted to {} moves of an opponent", training_set.len());
    let mut best_depth = |weights: &TermWeights| {
        let counts = CANDIDATE_DEPTHS
            .map(|depth| (count_predicted(&test_set, weights, depth, &mut tick), depth));
        // On a tie, the smallest depth.
        let best = counts
            .into_iter()
            .max_by_key(|&(count, depth)| (count, u32::MAX - depth));
        best.unwrap_or_default()
    };
    let (predicted_by_default, _) = best_depth(&defaults);
    let (predicted, depth) = best_depth(&weights);
    Ok(FittedOpponent {
        weights,
        depth,
        training_moves: training_set.len(),
        test_moves: test_set.len(),
        predicted,
        predicted_by_default,
    })
}

/// The played move and its alternatives.
fn choice_set(
    played: &PlayedMove,
    weights: &TermWeights,
    evaluation: &TaperedEvaluation,
) -> ChoiceSet {
    let layout_after = |mv: Move| {
        let mut child = played.position;
        child.play(mv);
        EvalBoard::from(&child)
    };
    let mut others: Vec<(i32, EvalBoard)> = played
        .position
        .moves()
        .into_iter()
        .filter(|&mv| mv != played.mv)
        .map(|mv| {
            let layout = layout_after(mv);
            (evaluation.evaluate(&layout).millilogits(), layout)
        })
        .collect();
    // Values are for the opponent: the lowest is best.
    others.sort_by_key(|&(value, _)| value);
    let rest = others.len().saturating_sub(TOP_ALTERNATIVES);
    let stride = rest.div_ceil(SAMPLED_ALTERNATIVES).max(1);
    let sampled = others.iter().skip(TOP_ALTERNATIVES).step_by(stride);
    let alternatives = others.iter().take(TOP_ALTERNATIVES).chain(sampled);
    ChoiceSet::new(
        weights,
        &layout_after(played.mv),
        alternatives.map(|(_, layout)| layout),
    )
}

/// Counts the moves that alpha-beta of a depth predicts.
fn count_predicted(
    moves: &[PlayedMove],
    weights: &TermWeights,
    depth: u32,
    tick: &mut impl FnMut(),
) -> usize {
    let evaluator = StagedEvaluator {
        evaluation: Arc::new(TaperedEvaluation::new(weights)),
        backend: SimdBackend::best(),
        max_steps: MAX_STEPS,
        endgame_knowledge: EndgameKnowledge::NONE,
        noise: EvaluationNoise::default(),
    };
    let alpha_beta = Box::new(AlphaBeta::new(evaluator).with_memory_limit(0));
    let mut predictor = SearcherPredictor::new(alpha_beta, SearchLimits::depth(depth));
    let mut is_predicted = |played: &&PlayedMove| {
        let prediction = predictor.predict(&played.position, 1, &StopSignal::new());
        tick();
        prediction.is_some_and(|prediction| prediction.mv == played.mv)
    };
    moves.iter().filter(&mut is_predicted).count()
}

#[cfg(test)]
mod tests {
    use evaluation::Term;

    use super::*;
    use game::SplitMix64;

    /// Moves of a one-ply player with these weights on a small board.
    fn played_moves(weights: &TermWeights, games: u64) -> Vec<PlayedMove> {
        let evaluation = TaperedEvaluation::new(weights);
        let mut played = Vec::new();
        for seed in 0..games {
            let mut position = Position::parse("6x6").expect("valid size");
            let mut rng = SplitMix64::from_seed(seed);
            for _ in 0..3 {
                let moves = position.moves();
                position.play(moves[rng.below(moves.len())]);
            }
            while position.proven_outcome().is_none() {
                let value = |&mv: &Move| {
                    let mut child = position;
                    child.play(mv);
                    evaluation.evaluate(&EvalBoard::from(&child)).millilogits()
                };
                let mv = position.moves().into_iter().min_by_key(value);
                let mv = mv.expect("an undecided position has moves");
                played.push(PlayedMove { position, mv });
                position.play(mv);
            }
        }
        played
    }

    #[test]
    fn fitted_weights_predict_more_moves_than_the_default() {
        let mut theirs = TermWeights::default();
        for stage in 0..theirs.phases().len() {
            // A player that overrates mobility.
            theirs
                .set(Term::Mobility, stage, 0.3)
                .expect("valid weight");
        }
        let moves = played_moves(&theirs, 14);
        let mut last = None;
        let fitted = fit(&moves, |progress| last = Some(progress)).expect("enough moves");
        assert!(fitted.test_moves >= 20, "{fitted:?}");
        assert!(fitted.predicted > fitted.predicted_by_default, "{fitted:?}");
        assert!(last.is_some_and(|last| last.done == last.total));
    }

    #[test]
    fn too_few_moves_are_rejected() {
        let moves = played_moves(&TermWeights::default(), 1);
        let error = fit(&moves[..3], |_| {}).expect_err("too few moves");
        assert_eq!(
            error.to_string(),
            "too few moves: 3 before the game was decided, at least 20 needed"
        );
    }
}
