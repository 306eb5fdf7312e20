//! What each kind of move should cost in a search: the rule of the paper on move-kind extensions, for any game.
//!
//! A search that charges e for a move of a kind, instead of one ply, is worth f(p, e) at a position p. After each own
//! turn every cost is moved so that f comes closer to F, the value of a search that looks deeper (equation 3):
//!
//! e′ = e + α · { F(p) − f(p, e) } · { f(p, e + δ) − f(p, e) } / δ
//!
//! f is a step function of e, so the quotient is often 0 and at times large: every update is handed back to be
//! written down, and costs are kept between bounds. Where every move costs one ply a little more changes nothing: two
//! plies of depth end after two moves, whether those cost 2 or 2.2 together. A little less opens a third. So δ has to be
//! negative for anything to be learned from there on.

use std::ops::Range;

use game::Game;
use search::alpha_beta::Parameters;
use search::{AlphaBeta, Answer, Depth, Evaluator, Limits, Score, Searcher, Signal};
use serde::{Deserialize, Serialize};

/// What steers the learning.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct CostRule {
    /// α, for values in [units](Self::unit).
    pub rate: f64,
    /// δ, in plies; of either sign.
    pub step: f64,
    /// No update changes a cost by more than this: where a piece is won or lost the quotient can be a hundred times what it is elsewhere,
    /// and one such update would decide everything.
    pub largest: f64,
    /// No cost falls below this.
    pub least: f64,
    /// None rises above this.
    pub most: f64,
    /// How many thousandths of a logit make a unit of value, such as a pawn.
    pub unit: f64,
    /// How deep f looks.
    pub plies: u32,
    /// How many plies deeper F looks.
    pub deeper: u32,
    /// Whether F charges what was learned, too; otherwise all its moves cost one ply.
    pub teacher_learns: bool,
    /// The positions that f may look at.
    pub nodes: u64,
    /// The positions that F may look at.
    pub teacher_nodes: u64,
}

impl CostRule {
    /// What a cost becomes, by equation 3.
    #[must_use]
    pub fn updated(&self, cost: f64, taught: f64, own: f64, shifted: f64) -> f64 {
        let slope = (shifted - own) / self.step;
        let change = self.rate * (taught - own) * slope;
        let change = change.clamp(-self.largest, self.largest);
        (cost + change).clamp(self.least, self.most)
    }
}

/// The costs of some kinds of move, being learned.
#[derive(Clone, PartialEq, Debug)]
pub struct CostLearner {
    rule: CostRule,
    /// Which of the game's kinds are learned.
    places: Range<usize>,
    costs: Vec<f64>,
}

/// What came of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct CostLesson<M> {
    /// The move that the search with the costs as they were would play.
    pub mv: Option<M>,
    /// What the costs were corrected by; `None` if a search saw the end of the game, and nothing was learned.
    pub values: Option<CostValues>,
}

/// What equation 3 is computed from, in units.
#[derive(Clone, PartialEq, Debug)]
pub struct CostValues {
    /// F.
    pub taught: f64,
    /// f with the costs as they were.
    pub own: f64,
    /// f with each cost changed by δ.
    pub shifted: Vec<f64>,
}

impl CostLearner {
    /// All of these kinds cost one ply to begin with.
    #[must_use]
    pub fn new(rule: CostRule, places: Range<usize>) -> Self {
        let costs = vec![1.0; places.len()];
        Self {
            rule,
            places,
            costs,
        }
    }

    /// What was learned so far, kind by kind.
    #[must_use]
    pub fn costs(&self) -> &[f64] {
        &self.costs
    }

    /// What steers a search that charges these costs and is plain otherwise.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        charging(&self.places, &self.costs, Parameters::plain())
    }

    /// Learns from one position.
    pub fn learn<G: Game, E: Evaluator<G> + Clone + Send>(
        &mut self,
        position: &G,
        evaluator: &E,
    ) -> CostLesson<G::Move> {
        let rule = self.rule;
        let own = look(
            position,
            evaluator,
            self.parameters(),
            rule.plies,
            rule.nodes,
        );
        let values = estimate(&own).and_then(|own| self.values(position, evaluator, own));
        if let Some(values) = &values {
            for (cost, &shifted) in self.costs.iter_mut().zip(&values.shifted) {
                *cost = rule.updated(*cost, values.taught, values.own, shifted);
            }
        }
        let mv = own.best_move();
        CostLesson { mv, values }
    }

    fn values<G: Game, E: Evaluator<G> + Clone + Send>(
        &self,
        position: &G,
        evaluator: &E,
        own: f64,
    ) -> Option<CostValues> {
        let rule = self.rule;
        let teacher = if rule.teacher_learns {
            self.parameters()
        } else {
            Parameters::plain()
        };
        let plies = rule.plies + rule.deeper;
        let taught = look(position, evaluator, teacher, plies, rule.teacher_nodes);
        let shifted = (0..self.costs.len()).map(|index| {
            let mut costs = self.costs.clone();
            costs[index] += rule.step;
            let parameters = charging(&self.places, &costs, Parameters::plain());
            let answer = look(position, evaluator, parameters, rule.plies, rule.nodes);
            Some(estimate(&answer)? / rule.unit)
        });
        Some(CostValues {
            taught: estimate(&taught)? / rule.unit,
            own: own / rule.unit,
            shifted: shifted.collect::<Option<_>>()?,
        })
    }
}

/// A search that charges costs in plies for these kinds, one ply for all others, and is steered as before otherwise.
#[must_use]
pub fn charging(places: &Range<usize>, costs: &[f64], parameters: Parameters) -> Parameters {
    let ply = f64::from(Depth::PLY.in_sixty_fourths());
    let of_place = |place: usize| {
        let index = place.checked_sub(places.start);
        let cost = index.and_then(|index| costs.get(index)).copied();
        let cost = cost.map_or(ply, |cost| (cost * ply).round().max(1.0));
        Depth::sixty_fourths(cost as i32)
    };
    Parameters {
        costs: (0..places.end).map(of_place).collect(),
        ..parameters
    }
}

/// A search that knows nothing to begin with.
fn look<G: Game, E: Evaluator<G> + Clone + Send>(
    position: &G,
    evaluator: &E,
    parameters: Parameters,
    plies: u32,
    nodes: u64,
) -> Answer<G::Move> {
    let mut searcher = AlphaBeta::new(evaluator.clone())
        .with_memory(0)
        .with_parameters(parameters);
    let limits = Limits {
        depth: Some(plies),
        nodes: Some(nodes),
        ..Limits::none()
    };
    searcher.search(position, &limits, &Signal::new(), &mut |_| {})
}

/// The value that a search found, in thousandths of a logit; `None` if it saw the end.
fn estimate<M: Copy>(answer: &Answer<M>) -> Option<f64> {
    match answer.score()? {
        Score::Estimate(thousandths) => Some(f64::from(thousandths)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use game::Color;
    use search::Value;
    use toys::TicTacToe;

    use super::*;

    fn rule() -> CostRule {
        CostRule {
            rate: 0.1,
            step: -0.25,
            largest: 0.7,
            least: 0.5,
            most: 1.5,
            unit: 100.0,
            plies: 2,
            deeper: 1,
            teacher_learns: false,
            nodes: 10_000,
            teacher_nodes: 10_000,
        }
    }

    /// By hand: an error of 2 and a slope of (0 − 1) / −¼ = 4 make 0.1 · 2 · 4 = 0.8, which is cut off.
    #[test]
    fn equation_3_by_hand() {
        let rule = rule();
        assert_eq!(rule.updated(1.0, 3.0, 1.0, 0.0), 1.5);
        assert_eq!(rule.updated(1.0, 3.0, 1.0, 1.5), 0.6);
        assert_eq!(rule.updated(1.0, 3.0, 1.0, 1.0), 1.0);
        assert_eq!(rule.updated(1.0, 1.0, 1.0, 9.0), 1.0);
        let careful = CostRule {
            largest: 0.25,
            ..rule
        };
        assert_eq!(careful.updated(1.0, 3.0, 1.0, 0.0), 1.25);
        assert_eq!(careful.updated(1.0, 3.0, 1.0, 1.5), 0.75);
    }

    #[test]
    fn only_the_kinds_that_are_learned_are_charged() {
        let parameters = charging(&(2..4), &[0.5, 1.25], Parameters::plain());
        let costs: Vec<i32> = parameters
            .costs
            .iter()
            .map(|cost| cost.in_sixty_fourths())
            .collect();
        assert_eq!(costs, [64, 64, 32, 80]);
    }

    /// Counts the lines that are still open to each.
    #[derive(Clone)]
    struct OpenLines;

    impl Evaluator<TicTacToe> for OpenLines {
        fn evaluate(&mut self, board: &TicTacToe) -> Value {
            let lines = |color: Color| board.open_lines(color) as i32;
            let mover = board.to_move();
            Value::estimate(100 * (lines(mover) - lines(!mover)))
        }
    }

    /// A cheaper move opens a third ply, which is what the teacher sees: the cost falls.
    #[test]
    fn a_lesson_moves_the_cost_towards_what_is_taught() {
        let start = TicTacToe::start();
        let at = |plies, costs: &[f64]| {
            let parameters = charging(&(0..1), costs, Parameters::plain());
            let answer = look(&start, &OpenLines, parameters, plies, 100_000);
            estimate(&answer).unwrap() / 100.0
        };
        let mut learner = CostLearner::new(rule(), 0..1);
        let lesson = learner.learn(&start, &OpenLines);
        assert!(lesson.mv.is_some());
        let values = lesson.values.unwrap();
        assert_eq!(values.own, at(2, &[1.0]));
        assert_eq!(values.taught, at(3, &[1.0]));
        assert_eq!(values.shifted, [at(3, &[1.0])]);
        assert_ne!(values.taught, values.own);
        assert!(learner.costs()[0] < 1.0);
    }

    #[test]
    fn dearer_moves_teach_nothing_where_all_cost_one_ply() {
        let rule = CostRule {
            step: 0.25,
            ..rule()
        };
        let mut learner = CostLearner::new(rule, 0..1);
        let values = learner
            .learn(&TicTacToe::start(), &OpenLines)
            .values
            .unwrap();
        assert_eq!(values.shifted, [values.own]);
        assert_eq!(learner.costs(), [1.0]);
    }

    #[test]
    fn the_end_of_a_game_teaches_nothing() {
        let mut learner = CostLearner::new(rule(), 0..1);
        let won: TicTacToe = Game::parse("xx./oo./... x").unwrap();
        let lesson = learner.learn(&won, &OpenLines);
        assert!(lesson.mv.is_some() && lesson.values.is_none());
        assert_eq!(learner.costs(), [1.0]);
    }
}
