//! Getting to know an opponent from their games: the weights that make their moves most likely, and how far they look.

use std::sync::Arc;

use amazons::{Game, Move, Position};
use evaluation::fitting::{Choice, fit};
use evaluation::{Evaluation, Layout, Path, Staged, Weights};
use search::opponent_model::{Habit, Predictor};
use search::{AlphaBeta, Limits, Signal};
use thiserror::Error;

use crate::candidates::{Fast, STEPS_KEPT, Staging};
use crate::endings::Endings;

/// How many moves a choice is compared with: the best by the weights that ship, and others spread over all.
const BEST_OTHERS: usize = 40;
const OTHERS: usize = 20;

/// How often the weights are corrected.
const ROUNDS: usize = 150;

/// Of so many decisions, one is not learned from but checked against.
const CHECKED: usize = 5;

/// No more decisions than this are checked: each takes a search.
const MOST_CHECKED: usize = 120;

/// Fewer decisions than this tell nothing.
const LEAST_DECISIONS: usize = 20;

/// The depths that an opponent may look to.
const DEPTHS: [u32; 3] = [1, 2, 3];

/// What somebody played, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Where they had to move.
    pub position: Position,
    /// What they played.
    pub mv: Move,
}

/// An opponent as far as their games tell.
#[derive(Clone, PartialEq, Debug)]
pub struct Acquaintance {
    /// The weights that make their moves most likely.
    pub weights: Weights,
    /// How many plies they look ahead, as far as can be told.
    pub depth: u32,
    /// How many decisions were learned from.
    pub learned: usize,
    /// How many others were checked.
    pub checked: usize,
    /// How many of these are foretold with the weights.
    pub foretold: usize,
    /// And how many by the best of the depths with the weights that ship.
    pub foretold_before: usize,
}

/// Why nobody can be known from games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotAcquainted {
    /// Too few moves.
    #[error(
        "there are only {0} moves to learn from, where the game was still open; {LEAST_DECISIONS} are needed at least"
    )]
    TooFew(usize),
}

/// What is being done, of how much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Steps that are done.
    pub done: usize,
    /// All steps.
    pub all: usize,
}

/// Learns from decisions. Those in positions that are decided are left out, since any move does there.
///
/// # Errors
/// If there are too few of them.
pub fn get_acquainted(
    decisions: &[Decision],
    mut observe: impl FnMut(Progress),
) -> Result<Acquaintance, NotAcquainted> {
    let is_open = |decision: &&Decision| {
        let Decision { position, mv } = decision;
        position.proven_outcome().is_none() && position.is_legal(*mv)
    };
    let open: Vec<Decision> = decisions.iter().filter(is_open).copied().collect();
    if open.len() < LEAST_DECISIONS {
        return Err(NotAcquainted::TooFew(open.len()));
    }
    let start = Weights::default();
    let judge = Staged::new(&start);
    let (mut learned, mut checked) = (Vec::new(), Vec::new());
    for (place, decision) in open.iter().enumerate() {
        if place % CHECKED == CHECKED - 1 && checked.len() < MOST_CHECKED {
            checked.push(*decision);
        } else {
            learned.push(choice(decision, &start, &judge));
        }
    }
    let all = ROUNDS + 2 * DEPTHS.len() * checked.len();
    let mut done = 0;
    let mut tick = || {
        done += 1;
        observe(Progress { done, all });
    };
    let mut weights = fit(&start, &learned, ROUNDS, |_, _| tick());
    weights.provenance = format!("fitted to {} moves of an opponent", learned.len());
    let mut best = |weights: &Weights| {
        let hits = DEPTHS.map(|depth| (foretold(&checked, weights, depth, &mut tick), depth));
        // Of depths that do equally well, the least.
        let best = hits
            .into_iter()
            .max_by_key(|&(hits, depth)| (hits, u32::MAX - depth));
        best.unwrap_or_default()
    };
    let (foretold_before, _) = best(&start);
    let (foretold, depth) = best(&weights);
    Ok(Acquaintance {
        weights,
        depth,
        learned: learned.len(),
        checked: checked.len(),
        foretold,
        foretold_before,
    })
}

/// A decision among the moves that come into question.
fn choice(decision: &Decision, weights: &Weights, judge: &Staged) -> Choice {
    let after = |mv: Move| {
        let mut child = decision.position;
        child.play(mv);
        Layout::of(&child)
    };
    let mut others: Vec<(i32, Layout)> = decision
        .position
        .moves()
        .into_iter()
        .filter(|&mv| mv != decision.mv)
        .map(|mv| {
            let layout = after(mv);
            (judge.evaluate(&layout).thousandths(), layout)
        })
        .collect();
    // What is least to the opponent is best.
    others.sort_by_key(|&(value, _)| value);
    let rest = others.len().saturating_sub(BEST_OTHERS);
    let stride = rest.div_ceil(OTHERS).max(1);
    let spread = others.iter().skip(BEST_OTHERS).step_by(stride);
    let taken = others.iter().take(BEST_OTHERS).chain(spread);
    Choice::new(
        weights,
        &after(decision.mv),
        taken.map(|(_, layout)| layout),
    )
}

/// How many decisions are foretold by alpha-beta of that depth with those weights.
fn foretold(
    decisions: &[Decision],
    weights: &Weights,
    depth: u32,
    tick: &mut impl FnMut(),
) -> usize {
    let evaluation = Fast::HandMade(Arc::new(Staged::new(weights)));
    let staging = Staging::new(evaluation, Path::best(), STEPS_KEPT, Endings::NONE);
    let mut habit = Habit::new(AlphaBeta::new(staging).with_memory(0), Limits::depth(depth));
    let mut is_right = |decision: &&Decision| {
        let foreseen = habit.predict(&decision.position, 1, &Signal::new());
        tick();
        foreseen.is_some_and(|foreseen| foreseen.mv == decision.mv)
    };
    decisions.iter().filter(&mut is_right).count()
}

#[cfg(test)]
mod tests {
    use evaluation::Term;

    use super::*;

    /// Games of somebody with a taste of their own who looks one ply ahead, on a small board.
    fn games(weights: &Weights, count: u64) -> Vec<Decision> {
        let judge = Staged::new(weights);
        let mut decisions = Vec::new();
        for game in 0..count {
            let mut position = Position::parse("6x6").expect("it is a size");
            let mut numbers = crate::RandomNumbers::from_seed(game);
            for _ in 0..3 {
                let moves = position.moves();
                position.play(moves[numbers.below(moves.len())]);
            }
            while position.proven_outcome().is_none() {
                let value = |&mv: &Move| {
                    let mut child = position;
                    child.play(mv);
                    judge.evaluate(&Layout::of(&child)).thousandths()
                };
                let mv = position.moves().into_iter().min_by_key(value);
                let mv = mv.expect("there is a move");
                decisions.push(Decision { position, mv });
                position.play(mv);
            }
        }
        decisions
    }

    #[test]
    fn a_taste_is_learned_from_games() {
        let mut theirs = Weights::default();
        for stage in 0..theirs.stages().len() {
            // Somebody who is afraid of being shut in.
            theirs.set(Term::Mobility, stage, 0.3).expect("it is small");
        }
        let decisions = games(&theirs, 14);
        let mut last = None;
        let known =
            get_acquainted(&decisions, |progress| last = Some(progress)).expect("there is enough");
        assert!(known.checked >= 20, "{known:?}");
        assert!(known.foretold > known.foretold_before, "{known:?}");
        assert!(last.is_some_and(|last| last.done == last.all));
    }

    #[test]
    fn too_few_moves_are_said() {
        let decisions = games(&Weights::default(), 1);
        let refused = get_acquainted(&decisions[..3], |_| {}).expect_err("there are too few");
        assert_eq!(
            refused.to_string(),
            "there are only 3 moves to learn from, where the game was still open; 20 are needed at least"
        );
    }
}
