//! Training of move-kind costs while playing against the same program without costs.

use std::ops::Range;

use game::{Color, Game, Outcome};
use learning::move_costs::{CostLearner, CostLearningConfig, TargetSearch, search_with_costs};
use search::alpha_beta::AlphaBetaParameters;
use search::{AlphaBeta, SearchLimits, Searcher, StopSignal};
use shogi::{Evaluation, Move, MoveKindSet, Position};

use crate::games::random_opening;
use crate::prelude::*;

/// Parameters of a training run. Names in files are those of the first version.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CostTrainingConfig {
    /// Number of updates of each cost.
    pub(super) updates: u32,
    /// Learning rate α, for values in pawns.
    pub(super) rate: f64,
    #[serde(flatten)]
    pub(super) delta: DeltaSchedule,
    /// Largest change of a cost per update.
    #[serde(rename = "largest")]
    pub(super) max_change: f64,
    /// Lower bound of costs.
    #[serde(rename = "least")]
    pub(super) min_cost: f64,
    /// Upper bound of costs.
    #[serde(rename = "most")]
    pub(super) max_cost: f64,
    /// Depth of the learner.
    pub(super) plies: u32,
    /// Additional plies of the teacher.
    pub(super) deeper: u32,
    /// Expanded nodes per move of the learner. The paper's 60,000 positions per move are some 750
    /// of them with 80 moves each.
    pub(super) nodes: u64,
    /// Expanded nodes per move of the teacher.
    pub(super) teacher_nodes: u64,
    /// Depth of the opponent, alternating by pair of games.
    pub(super) opponent_plies: Vec<u32>,
    /// Random moves at the start of games.
    pub(super) opening_plies: usize,
    /// Games are drawn after this many plies.
    #[serde(rename = "longest")]
    pub(super) max_plies: usize,
}

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

impl CostTrainingConfig {
    /// The paper's parameters; δ and α are ours, since the paper does not say.
    pub(super) fn paper(updates: u32) -> Self {
        Self {
            updates,
            rate: 0.000_5,
            delta: DeltaSchedule::DEFAULT,
            max_change: 0.01,
            min_cost: 0.3,
            max_cost: 2.0,
            plies: 2,
            deeper: 1,
            nodes: 750,
            teacher_nodes: 3_000,
            opponent_plies: vec![2, 3],
            opening_plies: 4,
            max_plies: 300,
        }
    }

    fn rule(&self, teacher: TargetSearch) -> CostLearningConfig {
        CostLearningConfig {
            rate: self.rate,
            max_update: self.max_change,
            min_cost: self.min_cost,
            max_cost: self.max_cost,
            value_unit: Evaluation::PAWN_MILLILOGITS.into(),
            plies: self.plies,
            extra_plies: self.deeper,
            target: teacher,
            nodes: self.nodes,
            target_nodes: self.teacher_nodes,
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

/// Trains the costs of a set of kinds in Shogi.
pub(super) fn train_shogi_costs(
    kinds: MoveKindSet,
    config: &CostTrainingConfig,
    teacher: TargetSearch,
    rng: &mut SplitMix64,
) -> Result<CostTraining, BoxError> {
    let mut game = ShogiTraining {
        kinds,
        config,
        opponent: plain(),
        opponent_plies: 0,
    };
    let (rule, schedule) = (config.rule(teacher), (config.updates, config.delta));
    train_costs(&mut game, rule, &kinds.index_range(), schedule, rng)
}

struct ShogiTraining<'a> {
    kinds: MoveKindSet,
    config: &'a CostTrainingConfig,
    opponent: AlphaBeta<Evaluation>,
    opponent_plies: u32,
}

impl TrainingGame<Position> for ShogiTraining<'_> {
    fn new_game(&mut self, number: usize, rng: &mut SplitMix64) -> Result<Position, BoxError> {
        let plies = &self.config.opponent_plies;
        self.opponent_plies = plies[number / 2 % plies.len().max(1)];
        self.opponent = plain();
        let start = random_opening(&Position::start(), self.config.opening_plies, rng)?;
        Ok(start.with_move_kinds(self.kinds))
    }

    fn is_too_long(&self, position: &Position) -> bool {
        position.plies() >= self.config.max_plies
    }

    fn search(
        &mut self,
        position: &Position,
        costs: &[f64],
        plies: u32,
        nodes: u64,
    ) -> Result<(Option<Move>, Option<f64>), BoxError> {
        let kinds = self.kinds.index_range();
        Ok(search_with_costs(
            position,
            Evaluation::new(),
            &kinds,
            costs,
            plies,
            nodes,
        ))
    }

    fn opponent_move(&mut self, position: &Position) -> Result<Option<Move>, BoxError> {
        let limits = SearchLimits {
            depth: Some(self.opponent_plies),
            nodes: Some(self.config.nodes),
            ..SearchLimits::unlimited()
        };
        let stop = StopSignal::new();
        let result = self.opponent.search(position, &limits, &stop, &mut |_| {});
        Ok(result.best_move())
    }
}

/// The same program without extensions.
fn plain() -> AlphaBeta<Evaluation> {
    AlphaBeta::new(Evaluation::new())
        .with_memory_limit(0)
        .with_parameters(AlphaBetaParameters::full_width())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_learns_and_is_reproducible() {
        let config = CostTrainingConfig {
            nodes: 60,
            teacher_nodes: 100,
            ..CostTrainingConfig::paper(12)
        };
        let train = || {
            let mut rng = SplitMix64::from_seed(2);
            let teacher = TargetSearch::PlainDeeper;
            train_shogi_costs(MoveKindSet::Capture, &config, teacher, &mut rng).unwrap()
        };
        let training = train();
        assert_eq!(training, train());
        assert_eq!(training.curve.last().map(|(updates, _)| *updates), Some(12));
        let turns: u64 = training.played.iter().sum();
        assert_eq!(turns, 12 + training.skipped);
        assert!(training.legal.iter().sum::<u64>() > 20 * turns);
        assert!(
            training.changed.iter().any(|&changed| changed > 0),
            "{training:?}"
        );
    }

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
