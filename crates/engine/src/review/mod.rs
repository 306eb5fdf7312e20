//! Game review: loss of win probability per move, accuracy per side, turning point.
//!
//! A review needs one [`Analysis`] per position. A move is judged by the win probabilities before
//! and after it, so it needs no search of its own.

mod judgement;

use amazons::{Color, Move};
use game::PerColor;

pub use judgement::Judgement;

use crate::analysis::Analysis;

/// Win probability from which a game counts as decided. Moves in decided positions, about half of a
/// game of Amazons, do not count for accuracy.
const DECIDED_PROBABILITY: f64 = 0.98;

/// Loss of win probability at which a move has accuracy 1/e.
const ACCURACY_SCALE: f64 = 0.20;

/// Review of a game.
#[derive(Clone, Debug)]
pub struct GameReview {
    analyses: Vec<Analysis>,
    moves: Vec<ReviewedMove>,
}

/// A move of the game with its judgement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewedMove {
    /// Ply of the game, from 1.
    pub ply: usize,
    /// Side that played the move.
    pub mover: Color,
    /// The move.
    pub mv: Move,
    /// The engine's move.
    pub engine_move: Move,
    /// The mover's win probability before the move.
    pub win_probability_before: f64,
    /// The mover's win probability after the move.
    pub win_probability_after: f64,
    /// Loss of win probability, at least 0.
    pub win_probability_loss: f64,
    /// Judgement by the loss.
    pub judgement: Judgement,
}

/// Summary of one side's moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SideSummary {
    /// Number of moves.
    pub moves: usize,
    /// Number of moves while the game was undecided; the other fields count these only.
    pub counted_moves: usize,
    /// Mean of e^(−loss / 20 %), from 0 to 1; `None` without counted moves.
    pub accuracy: Option<f64>,
    /// Mean loss of win probability.
    pub mean_loss: Option<f64>,
    /// Number of moves per judgement, in the order of [`Judgement::ALL`].
    pub judgements: [usize; Judgement::ALL.len()],
}

/// The last change of the lead.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TurningPoint {
    /// Ply of the move that changed the lead; either side may have played it.
    pub ply: usize,
    /// Side that took the lead.
    pub leader: Color,
    /// The leader's win probability before and after the move.
    pub win_probabilities: [f64; 2],
}

impl GameReview {
    /// Reviews a game from the analyses of the start position and of the position after each move.
    /// `None` if their number does not match or one lacks a score or, before a move, a line.
    #[must_use]
    pub fn new(analyses: Vec<Analysis>, moves: &[Move]) -> Option<Self> {
        let has_no_score = |analysis: &Analysis| analysis.score().is_none();
        if analyses.len() != moves.len() + 1 || analyses.iter().any(has_no_score) {
            return None;
        }
        let reviewed: Option<Vec<ReviewedMove>> = moves
            .iter()
            .zip(analyses.windows(2))
            .zip(1..)
            .map(|((&mv, pair), ply)| review_move(ply, mv, &pair[0], &pair[1]))
            .collect();
        Some(Self {
            moves: reviewed?,
            analyses,
        })
    }

    /// Analyses of the start position and of the position after each move.
    #[must_use]
    pub fn analyses(&self) -> &[Analysis] {
        &self.analyses
    }

    /// The moves of the game.
    #[must_use]
    pub fn moves(&self) -> &[ReviewedMove] {
        &self.moves
    }

    /// A side's win probability at the start and after each move.
    pub fn win_probabilities(&self, side: Color) -> impl Iterator<Item = f64> {
        // `new` has checked that every analysis has a score.
        self.analyses
            .iter()
            .map(move |analysis| analysis.win_probability(side).unwrap_or(0.5))
    }

    /// Inaccuracies and worse, largest loss first.
    #[must_use]
    pub fn worst_moves(&self) -> Vec<&ReviewedMove> {
        let mut worst: Vec<_> = self
            .moves
            .iter()
            .filter(|mv| mv.judgement.is_bad())
            .collect();
        worst.sort_by(|a, b| b.win_probability_loss.total_cmp(&a.win_probability_loss));
        worst
    }

    /// Summary of each side's moves.
    #[must_use]
    pub fn side_summaries(&self) -> PerColor<SideSummary> {
        PerColor::from_fn(|side| {
            let own = self.moves.iter().filter(|mv| mv.mover == side);
            SideSummary::new(&own.collect::<Vec<_>>())
        })
    }

    /// The last change of the lead; `None` if the final leader always led or the game ends even.
    #[must_use]
    pub fn turning_point(&self) -> Option<TurningPoint> {
        let leader = Color::ALL
            .into_iter()
            .find(|&side| self.win_probabilities(side).last() > Some(0.5))?;
        let probabilities: Vec<f64> = self.win_probabilities(leader).collect();
        let is_not_ahead = |&probability: &f64| probability <= 0.5;
        let ply = probabilities.iter().rposition(is_not_ahead)? + 1;
        Some(TurningPoint {
            ply,
            leader,
            win_probabilities: [probabilities[ply - 1], probabilities[ply]],
        })
    }
}

fn review_move(ply: usize, mv: Move, before: &Analysis, after: &Analysis) -> Option<ReviewedMove> {
    let mover = before.position().to_move();
    let engine_move = before.best_move()?;
    let win_probability_before = before.win_probability(mover)?;
    let win_probability_after = after.win_probability(mover)?;
    let is_engine_move = mv == engine_move;
    // Two searches never agree exactly; the engine's own move loses nothing.
    let loss = if is_engine_move {
        0.0
    } else {
        (win_probability_before - win_probability_after).max(0.0)
    };
    Some(ReviewedMove {
        ply,
        mover,
        mv,
        engine_move,
        win_probability_before,
        win_probability_after,
        win_probability_loss: loss,
        judgement: Judgement::from_loss(loss, is_engine_move),
    })
}

impl ReviewedMove {
    /// Whether the game was decided for the same side before and after the move.
    fn was_decided(&self) -> bool {
        let probabilities = [self.win_probability_before, self.win_probability_after];
        let is_won = |probability: &f64| *probability >= DECIDED_PROBABILITY;
        let is_lost = |probability: &f64| *probability <= 1.0 - DECIDED_PROBABILITY;
        probabilities.iter().all(is_won) || probabilities.iter().all(is_lost)
    }
}

impl SideSummary {
    fn new(moves: &[&ReviewedMove]) -> Self {
        let counted: Vec<_> = moves.iter().filter(|mv| !mv.was_decided()).collect();
        let mean = |value: fn(f64) -> f64| {
            let losses = counted.iter().map(|mv| mv.win_probability_loss);
            let sum: f64 = losses.map(value).sum();
            (!counted.is_empty()).then(|| sum / counted.len() as f64)
        };
        Self {
            moves: moves.len(),
            counted_moves: counted.len(),
            accuracy: mean(|loss| (-loss / ACCURACY_SCALE).exp()),
            mean_loss: mean(|loss| loss),
            judgements: Judgement::ALL.map(|judgement| {
                let with_judgement = counted.iter().filter(|mv| mv.judgement == judgement);
                with_judgement.count()
            }),
        }
    }
}

#[cfg(test)]
mod tests;
