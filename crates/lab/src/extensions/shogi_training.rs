//! Training of move-kind costs in Shogi.

use learning::move_costs::{CostLearningConfig, TargetSearch, search_with_costs};
use search::alpha_beta::AlphaBetaParameters;
use search::{AlphaBeta, SearchLimits, Searcher, StopSignal};
use shogi::{Evaluation, Move, MoveKindSet, Position};

use super::cost_training::{CostTraining, DeltaSchedule, TrainingGame, train_costs};
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
}
