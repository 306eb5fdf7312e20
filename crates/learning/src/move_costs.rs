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
use search::{AlphaBeta, Depth, Evaluator, Score, SearchLimits, Searcher, StopSignal};
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
    /// Cost of each kind, in plies.
    costs: Vec<f64>,
    /// Values of the last turn, whose target is the value of the next turn. Used by
    /// [`TargetSearch::NextTurn`] only.
    pending: Option<PerturbedValues>,
}

/// f at one position, in units of [`CostLearningConfig::value_unit`].
#[derive(Clone, PartialEq, Debug)]
pub struct PerturbedValues {
    /// δ, in plies.
    pub step: f64,
    /// f with the costs before the update.
    pub value: f64,
    /// f with each cost changed by δ.
    pub perturbed: Vec<f64>,
}

/// Result of learning from a position.
#[derive(Clone, PartialEq, Debug)]
pub struct CostUpdate<M> {
    /// Best move of the search with the costs before the update.
    pub mv: Option<M>,
    /// f and F of the update; `None` if there was no update: a search proved the result, or
    /// [`TargetSearch::NextTurn`] has no earlier turn of the game to update from.
    pub values: Option<(PerturbedValues, f64)>,
}

impl CostLearner {
    /// Creates a learner of the costs of `kinds` kinds, which start at one ply.
    #[must_use]
    pub fn new(config: CostLearningConfig, kinds: usize) -> Self {
        Self {
            config,
            costs: vec![1.0; kinds],
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

    /// Searches a position and updates the costs, with δ = `step` plies (of either sign). `search`
    /// searches the position with these costs to a depth in plies, within a number of nodes. It
    /// returns the best move and its value in millilogits; no value if the result is proven.
    ///
    /// # Errors
    /// If a search fails.
    pub fn learn<M, E>(
        &mut self,
        step: f64,
        mut search: impl FnMut(&[f64], u32, u64) -> Result<(Option<M>, Option<f64>), E>,
    ) -> Result<CostUpdate<M>, E> {
        let config = self.config;
        let mut search = |costs: &[f64], plies: u32, nodes: u64| -> Result<_, E> {
            let (mv, value) = search(costs, plies, nodes)?;
            Ok((mv, value.map(|value| value / config.value_unit)))
        };
        let (mv, value) = search(&self.costs, config.plies, config.nodes)?;
        let target_costs = match config.target {
            TargetSearch::PlainDeeper => Some(vec![1.0; self.costs.len()]),
            TargetSearch::LearnedDeeper => Some(self.costs.clone()),
            TargetSearch::NextTurn => None,
        };
        let target = match target_costs.filter(|_| value.is_some()) {
            Some(costs) => {
                search(
                    &costs,
                    config.plies + config.extra_plies,
                    config.target_nodes,
                )?
                .1
            }
            None => value,
        };
        let mut values = None;
        if let (Some(value), Some(_)) = (value, target) {
            let perturbed_value = |index: usize| -> Result<_, E> {
                let mut costs = self.costs.clone();
                costs[index] += step;
                Ok(search(&costs, config.plies, config.nodes)?.1)
            };
            let perturbed = (0..self.costs.len()).map(perturbed_value);
            let perturbed: Option<Vec<f64>> = perturbed.collect::<Result<_, E>>()?;
            values = perturbed.map(|perturbed| PerturbedValues {
                step,
                value,
                perturbed,
            });
        }
        if config.target == TargetSearch::NextTurn {
            std::mem::swap(&mut self.pending, &mut values);
        }
        let values = values.zip(target);
        if let Some((values, target)) = &values {
            for (cost, &perturbed) in self.costs.iter_mut().zip(&values.perturbed) {
                *cost = config.updated_cost(*cost, values.step, *target, values.value, perturbed);
            }
        }
        Ok(CostUpdate { mv, values })
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

/// A full-width search of [`CostLearner::learn`], without a transposition table: best move, and
/// value in millilogits unless the result is proven.
pub fn search_with_costs<G: Game>(
    position: &G,
    evaluator: impl Evaluator<G> + Clone + Send,
    kinds: &Range<usize>,
    costs: &[f64],
    plies: u32,
    nodes: u64,
) -> (Option<G::Move>, Option<f64>) {
    let parameters = with_move_costs(kinds, costs, AlphaBetaParameters::full_width());
    let mut searcher = AlphaBeta::new(evaluator)
        .with_memory_limit(0)
        .with_parameters(parameters);
    let limits = SearchLimits {
        depth: Some(plies),
        nodes: Some(nodes),
        ..SearchLimits::unlimited()
    };
    let result = searcher.search(position, &limits, &StopSignal::new(), &mut |_| {});
    let value = match result.score() {
        Some(Score::Estimate(millilogits)) => Some(f64::from(millilogits)),
        _ => None,
    };
    (result.best_move(), value)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use game::Color;
    use search::Value;
    use toys::{Cell, TicTacToe};

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

    /// Learns from a position with one kind of moves.
    fn learn(learner: &mut CostLearner, board: &TicTacToe, step: f64) -> CostUpdate<Cell> {
        let Ok(update) = learner.learn(step, |costs, plies, nodes| {
            let found = search_with_costs(board, OpenLines, &(0..1), costs, plies, nodes);
            Ok::<_, Infallible>(found)
        });
        update
    }

    fn value_at(board: &TicTacToe, plies: u32, cost: f64) -> f64 {
        let (_, value) = search_with_costs(board, OpenLines, &(0..1), &[cost], plies, 100_000);
        value.unwrap() / 100.0
    }

    /// A lower cost adds a third ply, as in the target search, so the cost falls.
    #[test]
    fn updates_move_the_value_towards_the_target() {
        let start = TicTacToe::start();
        let mut learner = CostLearner::new(config(), 1);
        let update = learn(&mut learner, &start, -0.25);
        assert!(update.mv.is_some());
        let (values, target) = update.values.unwrap();
        assert_eq!(values.value, value_at(&start, 2, 1.0));
        assert_eq!(target, value_at(&start, 3, 1.0));
        assert_eq!(values.perturbed, [value_at(&start, 3, 1.0)]);
        assert_ne!(target, values.value);
        assert!(learner.costs()[0] < 1.0);
    }

    #[test]
    fn larger_costs_change_nothing_if_all_cost_one_ply() {
        let mut learner = CostLearner::new(config(), 1);
        let update = learn(&mut learner, &TicTacToe::start(), 0.25);
        let (values, _) = update.values.unwrap();
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
        let start = TicTacToe::start();
        let later: TicTacToe = Game::parse(".x./o../... x").unwrap();
        let mut learner = CostLearner::new(config, 1);
        assert_eq!(learn(&mut learner, &start, -0.25).values, None);
        let (values, target) = learn(&mut learner, &later, -0.25).values.unwrap();
        assert_eq!(target, value_at(&later, 2, 1.0));
        assert_eq!(values.value, value_at(&start, 2, 1.0));
        assert_eq!(values.perturbed, [value_at(&start, 2, 0.75)]);
        let expected = config.updated_cost(1.0, -0.25, target, values.value, values.perturbed[0]);
        assert_eq!(learner.costs(), [expected]);
        assert_ne!(expected, 1.0);
        learner.new_game();
        assert_eq!(learn(&mut learner, &start, -0.25).values, None);
    }

    #[test]
    fn proven_results_update_nothing() {
        let mut learner = CostLearner::new(config(), 1);
        let won: TicTacToe = Game::parse("xx./oo./... x").unwrap();
        let update = learn(&mut learner, &won, -0.25);
        assert!(update.mv.is_some() && update.values.is_none());
        assert_eq!(learner.costs(), [1.0]);
    }
}
