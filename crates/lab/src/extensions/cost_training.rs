//! Training of move-kind costs while playing against the same program without costs.

use std::ops::Range;

use game::{Color, Game, Outcome};
use learning::move_costs::{CostLearner, CostLearningConfig};

use crate::prelude::*;

/// How δ is chosen.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct DeltaSchedule {
    /// δ in plies; the maximum if it is random.
    #[serde(rename = "step")]
    pub(super) delta: f64,
    /// Whether every update draws size and sign of δ.
    #[serde(rename = "draws_step")]
    pub(super) is_random: bool,
}

impl DeltaSchedule {
    /// Our choice, since the paper does not say: random, up to half a ply.
    pub(super) const DEFAULT: Self = Self {
        delta: 0.5,
        is_random: true,
    };

    /// δ of the next update; at least 1/16 of the maximum, below which the quotient is noise.
    fn next(&self, rng: &mut SplitMix64) -> f64 {
        if !self.is_random {
            return self.delta;
        }
        let size = self.delta * (1 + rng.below(16)) as f64 / 16.0;
        if rng.below(2) == 0 { size } else { -size }
    }

    pub(super) fn description(&self) -> String {
        match self.is_random {
            true => format!("random δ up to ±{}", self.delta),
            false => format!("δ = {}", self.delta),
        }
    }
}

/// Number of points of a curve.
const CURVE_POINTS: u32 = 200;

/// Result of a training run.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CostTraining {
    /// Number of updates and costs.
    pub(super) curve: Vec<(u32, Vec<f64>)>,
    /// Legal moves by kind in the positions of the learner.
    pub(super) legal: Vec<u64>,
    /// Moves played by kind.
    pub(super) played: Vec<u64>,
    /// Updates that changed the cost, by kind.
    pub(super) changed: Vec<u64>,
    /// Turns without an update, since a search saw the end.
    pub(super) skipped: u64,
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
}

impl CostTraining {
    /// A run that starts with these costs.
    pub(super) fn new(costs: &[f64]) -> Self {
        Self {
            curve: vec![(0, costs.to_vec())],
            legal: vec![0; costs.len()],
            played: vec![0; costs.len()],
            changed: vec![0; costs.len()],
            ..Self::default()
        }
    }

    /// Counts legal moves and the move played by kind, from the first kind of the set.
    fn count<G: Game>(&mut self, position: &G, played: G::Move, first_kind: usize) {
        let index = |mv| usize::from(position.move_kind(mv).0) - first_kind;
        for mv in position.moves() {
            self.legal[index(mv)] += 1;
        }
        self.played[index(played)] += 1;
    }

    /// Records an update of a run of `total` updates.
    pub(super) fn record_update(
        &mut self,
        updates: u32,
        total: u32,
        before: &[f64],
        after: &[f64],
    ) {
        for (changed, (before, after)) in self.changed.iter_mut().zip(before.iter().zip(after)) {
            *changed += u64::from(before != after);
        }
        self.record_point(updates, total, after);
    }

    /// Adds a point to the curve at regular intervals.
    pub(super) fn record_point(&mut self, updates: u32, total: u32, costs: &[f64]) {
        if updates.is_multiple_of((total / CURVE_POINTS).max(1)) {
            self.curve.push((updates, costs.to_vec()));
        }
    }

    /// Final costs.
    pub(super) fn costs(&self) -> &[f64] {
        self.curve.last().map_or(&[], |(_, costs)| costs)
    }

    /// Costs by realization probability: the logarithm of how often a legal move of the kind is
    /// played, scaled so that played moves cost one ply on average.
    pub(super) fn realization_costs(&self) -> Vec<f64> {
        let share = |(&played, &legal): (&u64, &u64)| (played as f64 + 0.5) / (legal as f64 + 1.0);
        let logarithms: Vec<f64> = self
            .played
            .iter()
            .zip(&self.legal)
            .map(share)
            .map(|share| -share.min(1.0).ln())
            .collect();
        let total: u64 = self.played.iter().sum();
        let weighted = self.played.iter().zip(&logarithms);
        let sum = weighted
            .map(|(&played, log)| played as f64 * log)
            .sum::<f64>();
        let mean = (sum / total.max(1) as f64).max(f64::MIN_POSITIVE);
        logarithms.into_iter().map(|log| log / mean).collect()
    }
}

/// The game of a training run and its searches.
pub(super) trait TrainingGame<G: Game> {
    /// Starts a game, numbered from 0.
    fn new_game(&mut self, number: usize, rng: &mut SplitMix64) -> Result<G, BoxError>;

    /// Whether the game is drawn for its length.
    fn is_too_long(&self, _: &G) -> bool {
        false
    }

    /// The search of [`CostLearner::learn`].
    fn search(
        &mut self,
        position: &G,
        costs: &[f64],
        plies: u32,
        nodes: u64,
    ) -> Result<(Option<G::Move>, Option<f64>), BoxError>;

    /// Move of the opponent, the same program without costs.
    fn opponent_move(&mut self, position: &G) -> Result<Option<G::Move>, BoxError>;
}

/// Plays and learns until the number of updates is reached.
pub(super) fn train_costs<G: Game>(
    game: &mut impl TrainingGame<G>,
    rule: CostLearningConfig,
    kinds: &Range<usize>,
    (total, delta): (u32, DeltaSchedule),
    rng: &mut SplitMix64,
) -> Result<CostTraining, BoxError> {
    let mut learner = CostLearner::new(rule, kinds.len());
    let mut training = CostTraining::new(learner.costs());
    let mut deltas = rng.split();
    let mut updates = 0;
    for number in 0.. {
        if updates >= total {
            break;
        }
        let us = Color::ALL[number % 2];
        learner.new_game();
        let mut position = game.new_game(number, rng)?;
        let outcome = loop {
            if let Some(outcome) = position.proven_outcome() {
                break Some(outcome);
            }
            if game.is_too_long(&position) {
                break Some(Outcome::Draw);
            }
            if updates >= total {
                break None;
            }
            let mv = if position.to_move() == us {
                let before = learner.costs().to_vec();
                let update = learner.learn(delta.next(&mut deltas), |costs, plies, nodes| {
                    game.search(&position, costs, plies, nodes)
                })?;
                let mv = update.mv.ok_or("there is no move")?;
                training.count(&position, mv, kinds.start);
                if update.values.is_some() {
                    updates += 1;
                    training.record_update(updates, total, &before, learner.costs());
                } else {
                    training.skipped += 1;
                }
                mv
            } else {
                let mv = game.opponent_move(&position)?;
                mv.ok_or("there is no move")?
            };
            position.play(mv);
        };
        match outcome.map(|outcome| outcome.sign_for(us)) {
            Some(1) => training.wins += 1,
            Some(0) => training.draws += 1,
            Some(_) => training.losses += 1,
            None => {}
        }
    }
    Ok(training)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_that_are_played_often_are_cheap() {
        let training = CostTraining {
            legal: vec![100, 100],
            played: vec![40, 10],
            ..CostTraining::default()
        };
        let costs = training.realization_costs();
        assert!(costs[0] < 1.0 && costs[1] > 1.0, "{costs:?}");
        let mean = (40.0 * costs[0] + 10.0 * costs[1]) / 50.0;
        assert!((mean - 1.0).abs() < 1e-9);
    }
}
