//! Learns the depth cost of each kind of move, for any game: equation 3 of Iwai, Suzuki, Kotani and
//! Tsutsumi, "Search Extension by Kind of Move in Shogi".
//!
//! f(p, e) is the value that a search of position p returns if moves of a kind cost e plies instead
//! of one. After each turn every cost takes a gradient step that brings f closer to F, the value of
//! a deeper search:
//!
//! e′ = e + α · { F(p) − f(p, e) } · { f(p, e + δ) − f(p, e) } / δ
//!
//! f is a step function of e, so the difference quotient is often 0 and sometimes large. Updates
//! and costs are therefore clamped.
//!
//! If every move costs one ply, a slightly larger cost changes nothing: a depth of two plies ends
//! after two moves, whether they cost 2 or 2.2. A slightly smaller cost adds a third move, and then
//! nothing changes down to two thirds of a ply. So a fixed δ crosses at most one step of f; callers
//! should draw the size and sign of δ at random for every update, which crosses all of them.

use std::ops::Range;

use game::Game;
use search::alpha_beta::AlphaBetaParameters;
use search::{
    AlphaBeta, Depth, Evaluator, Score, SearchLimits, SearchResult, Searcher, StopSignal,
};
use serde::{Deserialize, Serialize};

/// Configuration of cost learning.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct CostLearningConfig {
    /// Learning rate α, for values in units of [`value_unit`](Self::value_unit).
    pub rate: f64,
    /// Largest change of a cost by one update, in plies. Where a piece is won or lost, the
    /// difference quotient can be a hundred times larger than elsewhere.
    #[serde(rename = "largest")]
    pub max_update: f64,
    /// Lower bound of costs, in plies.
    #[serde(rename = "least")]
    pub min_cost: f64,
    /// Upper bound of costs, in plies.
    #[serde(rename = "most")]
    pub max_cost: f64,
    /// Unit of value in millilogits, such as the value of a pawn.
    #[serde(rename = "unit")]
    pub value_unit: f64,
    /// Depth of the search for f, in plies.
    pub plies: u32,
    /// Additional depth of the search for F, in plies.
    #[serde(rename = "deeper")]
    pub extra_plies: u32,
    /// Source of F.
    #[serde(rename = "teacher")]
    pub target: TargetSearch,
    /// Maximum number of nodes of the search for f.
    pub nodes: u64,
    /// Maximum number of nodes of the search for F.
    #[serde(rename = "teacher_nodes")]
    pub target_nodes: u64,
}

impl CostLearningConfig {
    /// The cost after one update by equation 3, where δ = `step` plies, F = `target`, f(p, e) =
    /// `value` and f(p, e + δ) = `perturbed`.
    #[must_use]
    pub fn updated_cost(
        &self,
        cost: f64,
        step: f64,
        target: f64,
        value: f64,
        perturbed: f64,
    ) -> f64 {
        let slope = (perturbed - value) / step;
        let update = self.rate * (target - value) * slope;
        let update = update.clamp(-self.max_update, self.max_update);
        (cost + update).clamp(self.min_cost, self.max_cost)
    }
}

/// Source of F, the value that f should approach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TargetSearch {
    /// A deeper search in which all moves cost one ply.
    #[serde(rename = "plain")]
    PlainDeeper,
    /// A deeper search with the learned costs.
    #[serde(rename = "learned")]
    LearnedDeeper,
    /// The learner's own value at its next turn (temporal-difference learning).
    #[serde(rename = "later")]
    NextTurn,
}

/// Learns the costs of some kinds of moves.
#[derive(Clone, PartialEq, Debug)]
pub struct CostLearner {
    config: CostLearningConfig,
    /// Indices of the kinds of moves whose costs are learned.
    kinds: Range<usize>,
    /// Cost of each of `kinds`, in plies.
    costs: Vec<f64>,
    /// Values of the last turn, whose target is the value of the next turn. Used by
    /// [`TargetSearch::NextTurn`] only.
    pending: Option<PerturbedValues>,
}

/// f at one position, in units of [`CostLearningConfig::value_unit`].
#[derive(Clone, PartialEq, Debug)]
struct PerturbedValues {
    /// δ, in plies.
    step: f64,
    /// f with the current costs.
    value: f64,
    /// f with each cost changed by δ.
    perturbed: Vec<f64>,
}

/// Result of learning from a position.
#[derive(Clone, PartialEq, Debug)]
pub struct CostUpdate<M> {
    /// Best move of the search with the costs before the update.
    pub mv: Option<M>,
    /// Values used by the update; `None` if there was no update: a search proved the result, or
    /// [`TargetSearch::NextTurn`] has no earlier turn of the game to update from.
    pub values: Option<CostUpdateValues>,
}

/// Values of equation 3, in units of [`CostLearningConfig::value_unit`].
#[derive(Clone, PartialEq, Debug)]
pub struct CostUpdateValues {
    /// F.
    pub target: f64,
    /// f with the costs before the update.
    pub value: f64,
    /// f with each cost changed by δ.
    pub perturbed: Vec<f64>,
}

impl CostLearner {
    /// Creates a learner of the costs of `kinds`, which start at one ply.
    #[must_use]
    pub fn new(config: CostLearningConfig, kinds: Range<usize>) -> Self {
        let costs = vec![1.0; kinds.len()];
        Self {
            config,
            kinds,
            costs,
            pending: None,
        }
    }

    /// Starts a new game: discards the values of the last turn.
    pub fn new_game(&mut self) {
        self.pending = None;
    }

    /// The learned costs in plies, by kind.
    #[must_use]
    pub fn costs(&self) -> &[f64] {
        &self.costs
    }

    /// Parameters of a full-width search with the learned costs.
    fn parameters(&self) -> AlphaBetaParameters {
        with_move_costs(&self.kinds, &self.costs, AlphaBetaParameters::full_width())
    }

    /// Searches a position and updates the costs, with δ = `step` plies (of either sign).
    pub fn learn<G: Game, E: Evaluator<G> + Clone + Send>(
        &mut self,
        position: &G,
        evaluator: &E,
        step: f64,
    ) -> CostUpdate<G::Move> {
        let config = self.config;
        let result = run_search(
            position,
            evaluator,
            self.parameters(),
            config.plies,
            config.nodes,
        );
        let value = estimated_value(&result).map(|value| value / config.value_unit);
        let values =
            value.and_then(|value| self.perturbed_values(position, evaluator, step, value));
        let target = match config.target {
            TargetSearch::NextTurn => value,
            TargetSearch::PlainDeeper => {
                self.target_value(position, evaluator, AlphaBetaParameters::full_width())
            }
            TargetSearch::LearnedDeeper => {
                self.target_value(position, evaluator, self.parameters())
            }
        };
        let values = match config.target {
            TargetSearch::NextTurn => std::mem::replace(&mut self.pending, values),
            TargetSearch::PlainDeeper | TargetSearch::LearnedDeeper => values,
        };
        let values = values.zip(target).map(|(values, target)| {
            for (cost, &perturbed) in self.costs.iter_mut().zip(&values.perturbed) {
                *cost = config.updated_cost(*cost, values.step, target, values.value, perturbed);
            }
            CostUpdateValues {
                target,
                value: values.value,
                perturbed: values.perturbed,
            }
        });
        let mv = result.best_move();
        CostUpdate { mv, values }
    }

    /// f with each cost changed by δ; `None` if a search has proven the result.
    fn perturbed_values<G: Game, E: Evaluator<G> + Clone + Send>(
        &self,
        position: &G,
        evaluator: &E,
        step: f64,
        value: f64,
    ) -> Option<PerturbedValues> {
        let config = self.config;
        let perturbed = (0..self.costs.len()).map(|index| {
            let mut costs = self.costs.clone();
            costs[index] += step;
            let parameters =
                with_move_costs(&self.kinds, &costs, AlphaBetaParameters::full_width());
            let result = run_search(position, evaluator, parameters, config.plies, config.nodes);
            Some(estimated_value(&result)? / config.value_unit)
        });
        let perturbed = perturbed.collect::<Option<_>>()?;
        Some(PerturbedValues {
            step,
            value,
            perturbed,
        })
    }

    /// F by a deeper search; `None` if it has proven the result.
    fn target_value<G: Game, E: Evaluator<G> + Clone + Send>(
        &self,
        position: &G,
        evaluator: &E,
        parameters: AlphaBetaParameters,
    ) -> Option<f64> {
        let config = self.config;
        let plies = config.plies + config.extra_plies;
        let result = run_search(position, evaluator, parameters, plies, config.target_nodes);
        Some(estimated_value(&result)? / config.value_unit)
    }
}

/// Returns `parameters` with the given costs, in plies, for `kinds` and one ply for all others.
#[must_use]
pub fn with_move_costs(
    kinds: &Range<usize>,
    costs: &[f64],
    parameters: AlphaBetaParameters,
) -> AlphaBetaParameters {
    let ply = f64::from(Depth::PLY.as_fraction());
    let depth_cost = |kind: usize| {
        let index = kind.checked_sub(kinds.start);
        let cost = index.and_then(|index| costs.get(index)).copied();
        let cost = cost.map_or(ply, |cost| (cost * ply).round().max(1.0));
        Depth::from_fraction(cost as i32)
    };
    AlphaBetaParameters {
        move_kind_costs: (0..kinds.end).map(depth_cost).collect(),
        ..parameters
    }
}

/// Runs a search without a transposition table.
fn run_search<G: Game, E: Evaluator<G> + Clone + Send>(
    position: &G,
    evaluator: &E,
    parameters: AlphaBetaParameters,
    plies: u32,
    nodes: u64,
) -> SearchResult<G::Move> {
    let mut searcher = AlphaBeta::new(evaluator.clone())
        .with_memory_limit(0)
        .with_parameters(parameters);
    let limits = SearchLimits {
        depth: Some(plies),
        nodes: Some(nodes),
        ..SearchLimits::unlimited()
    };
    searcher.search(position, &limits, &StopSignal::new(), &mut |_| {})
}

/// Value of a search in millilogits; `None` if the result is proven.
fn estimated_value<M: Copy>(result: &SearchResult<M>) -> Option<f64> {
    match result.score()? {
        Score::Estimate(millilogits) => Some(f64::from(millilogits)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use game::Color;
    use search::Value;
    use toys::TicTacToe;

    use super::*;

    fn config() -> CostLearningConfig {
        CostLearningConfig {
            rate: 0.1,
            max_update: 0.7,
            min_cost: 0.5,
            max_cost: 1.5,
            value_unit: 100.0,
            plies: 2,
            extra_plies: 1,
            target: TargetSearch::PlainDeeper,
            nodes: 10_000,
            target_nodes: 10_000,
        }
    }

    /// First assertion by hand: an error of 3 − 1 = 2 and a slope of (0 − 1) / −¼ = 4 give
    /// 0.1 · 2 · 4 = 0.8, which `max_update` and `max_cost` clamp.
    #[test]
    fn updates_match_equation_3() {
        let config = config();
        assert_eq!(config.updated_cost(1.0, -0.25, 3.0, 1.0, 0.0), 1.5);
        assert_eq!(config.updated_cost(1.0, -0.25, 3.0, 1.0, 1.5), 0.6);
        assert_eq!(config.updated_cost(1.0, -0.25, 3.0, 1.0, 1.0), 1.0);
        assert_eq!(config.updated_cost(1.0, -0.25, 1.0, 1.0, 9.0), 1.0);
        let small_updates = CostLearningConfig {
            max_update: 0.25,
            ..config
        };
        assert_eq!(small_updates.updated_cost(1.0, -0.25, 3.0, 1.0, 0.0), 1.25);
        assert_eq!(small_updates.updated_cost(1.0, -0.25, 3.0, 1.0, 1.5), 0.75);
    }

    #[test]
    fn other_kinds_cost_one_ply() {
        let parameters = with_move_costs(&(2..4), &[0.5, 1.25], AlphaBetaParameters::full_width());
        let costs: Vec<i32> = parameters
            .move_kind_costs
            .iter()
            .map(|cost| cost.as_fraction())
            .collect();
        assert_eq!(costs, [64, 64, 32, 80]);
    }

    /// Evaluates by the difference of the lines open to each player.
    #[derive(Clone)]
    struct OpenLines;

    impl Evaluator<TicTacToe> for OpenLines {
        fn evaluate(&mut self, board: &TicTacToe) -> Value {
            let lines = |color: Color| board.open_lines(color) as i32;
            let mover = board.to_move();
            Value::from_millilogits(100 * (lines(mover) - lines(!mover)))
        }
    }

    /// A lower cost adds a third ply, as in the target search, so the cost falls.
    #[test]
    fn updates_move_the_value_towards_the_target() {
        let start = TicTacToe::start();
        let value_at = |plies, costs: &[f64]| {
            let parameters = with_move_costs(&(0..1), costs, AlphaBetaParameters::full_width());
            let result = run_search(&start, &OpenLines, parameters, plies, 100_000);
            estimated_value(&result).unwrap() / 100.0
        };
        let mut learner = CostLearner::new(config(), 0..1);
        let update = learner.learn(&start, &OpenLines, -0.25);
        assert!(update.mv.is_some());
        let values = update.values.unwrap();
        assert_eq!(values.value, value_at(2, &[1.0]));
        assert_eq!(values.target, value_at(3, &[1.0]));
        assert_eq!(values.perturbed, [value_at(3, &[1.0])]);
        assert_ne!(values.target, values.value);
        assert!(learner.costs()[0] < 1.0);
    }

    #[test]
    fn larger_costs_change_nothing_if_all_cost_one_ply() {
        let mut learner = CostLearner::new(config(), 0..1);
        let values = learner
            .learn(&TicTacToe::start(), &OpenLines, 0.25)
            .values
            .unwrap();
        assert_eq!(values.perturbed, [values.value]);
        assert_eq!(learner.costs(), [1.0]);
    }

    /// The value at the next turn is the target of this one, except across games.
    #[test]
    fn the_next_turn_is_the_target_of_this_one() {
        let config = CostLearningConfig {
            target: TargetSearch::NextTurn,
            ..config()
        };
        let value_at = |board: &TicTacToe, costs: &[f64]| {
            let parameters = with_move_costs(&(0..1), costs, AlphaBetaParameters::full_width());
            let result = run_search(board, &OpenLines, parameters, 2, 100_000);
            estimated_value(&result).unwrap() / 100.0
        };
        let start = TicTacToe::start();
        let later: TicTacToe = Game::parse(".x./o../... x").unwrap();
        let mut learner = CostLearner::new(config, 0..1);
        assert_eq!(learner.learn(&start, &OpenLines, -0.25).values, None);
        let values = learner.learn(&later, &OpenLines, -0.25).values.unwrap();
        assert_eq!(values.target, value_at(&later, &[1.0]));
        assert_eq!(values.value, value_at(&start, &[1.0]));
        assert_eq!(values.perturbed, [value_at(&start, &[0.75])]);
        let expected =
            config.updated_cost(1.0, -0.25, values.target, values.value, values.perturbed[0]);
        assert_eq!(learner.costs(), [expected]);
        assert_ne!(expected, 1.0);
        learner.new_game();
        assert_eq!(learner.learn(&start, &OpenLines, -0.25).values, None);
    }

    #[test]
    fn proven_results_update_nothing() {
        let mut learner = CostLearner::new(config(), 0..1);
        let won: TicTacToe = Game::parse("xx./oo./... x").unwrap();
        let update = learner.learn(&won, &OpenLines, -0.25);
        assert!(update.mv.is_some() && update.values.is_none());
        assert_eq!(learner.costs(), [1.0]);
    }
}
