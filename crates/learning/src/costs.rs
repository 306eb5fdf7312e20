//! What each kind of move should cost in a search: the rule of the paper on move-kind extensions, for any game.
//!
//! A search that charges e for a move of a kind, instead of one ply, is worth f(p, e) at a position p. After each own
//! turn every cost is moved so that f comes closer to F, the value of a search that looks deeper (equation 3):
//!
//! e′ = e + α · { F(p) − f(p, e) } · { f(p, e + δ) − f(p, e) } / δ
//!
//! f is a step function of e, so the quotient is often 0 and at times large: every update is handed back to be
//! written down, and costs are kept between bounds. Where every move costs one ply a little more changes nothing: two
//! plies of depth end after two moves, whether those cost 2 or 2.2 together. A little less opens a third, and then nothing changes
//! down to two thirds of a ply. So one δ sees one edge of a stair at most; a δ of another size and sign in every
//! lesson sees them all, each as often as it is near.

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
    /// Where F comes from.
    pub teacher: Teacher,
    /// The positions that f may look at.
    pub nodes: u64,
    /// The positions that F may look at.
    pub teacher_nodes: u64,
}

impl CostRule {
    /// What a cost becomes, by equation 3 with δ = `step` plies.
    #[must_use]
    pub fn updated(&self, cost: f64, step: f64, taught: f64, own: f64, shifted: f64) -> f64 {
        let slope = (shifted - own) / step;
        let change = self.rate * (taught - own) * slope;
        let change = change.clamp(-self.largest, self.largest);
        (cost + change).clamp(self.least, self.most)
    }
}

/// Where F comes from, the value that f is to come closer to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Teacher {
    /// A deeper search whose moves all cost one ply.
    Plain,
    /// A deeper search that charges what was learned, too.
    Learned,
    /// The learner itself at its next turn, who knows what was answered: temporal differences.
    Later,
}

/// The costs of some kinds of move, being learned.
#[derive(Clone, PartialEq, Debug)]
pub struct CostLearner {
    rule: CostRule,
    /// Which of the game's kinds are learned.
    places: Range<usize>,
    costs: Vec<f64>,
    /// What was seen at the last turn, where the next one teaches.
    untaught: Option<Seen>,
}

/// What a search saw, and what it would have seen with other costs.
#[derive(Clone, PartialEq, Debug)]
struct Seen {
    step: f64,
    own: f64,
    shifted: Vec<f64>,
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
            untaught: None,
        }
    }

    /// Another game begins: what comes next follows from nothing that was seen.
    pub fn begin(&mut self) {
        self.untaught = None;
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

    /// Learns from one position, with a δ of `step` plies, of either sign.
    pub fn learn<G: Game, E: Evaluator<G> + Clone + Send>(
        &mut self,
        position: &G,
        evaluator: &E,
        step: f64,
    ) -> CostLesson<G::Move> {
        let rule = self.rule;
        let answer = look(
            position,
            evaluator,
            self.parameters(),
            rule.plies,
            rule.nodes,
        );
        let own = estimate(&answer).map(|own| own / rule.unit);
        let seen = own.and_then(|own| self.see(position, evaluator, step, own));
        let taught = match rule.teacher {
            Teacher::Later => own,
            Teacher::Plain => self.teach(position, evaluator, Parameters::plain()),
            Teacher::Learned => self.teach(position, evaluator, self.parameters()),
        };
        let seen = match rule.teacher {
            Teacher::Later => std::mem::replace(&mut self.untaught, seen),
            Teacher::Plain | Teacher::Learned => seen,
        };
        let values = seen.zip(taught).map(|(seen, taught)| {
            for (cost, &shifted) in self.costs.iter_mut().zip(&seen.shifted) {
                *cost = rule.updated(*cost, seen.step, taught, seen.own, shifted);
            }
            CostValues {
                taught,
                own: seen.own,
                shifted: seen.shifted,
            }
        });
        let mv = answer.best_move();
        CostLesson { mv, values }
    }

    /// What other costs would have seen; `None` if one saw the end.
    fn see<G: Game, E: Evaluator<G> + Clone + Send>(
        &self,
        position: &G,
        evaluator: &E,
        step: f64,
        own: f64,
    ) -> Option<Seen> {
        let rule = self.rule;
        let shifted = (0..self.costs.len()).map(|index| {
            let mut costs = self.costs.clone();
            costs[index] += step;
            let parameters = charging(&self.places, &costs, Parameters::plain());
            let answer = look(position, evaluator, parameters, rule.plies, rule.nodes);
            Some(estimate(&answer)? / rule.unit)
        });
        let shifted = shifted.collect::<Option<_>>()?;
        Some(Seen { step, own, shifted })
    }

    /// What a deeper search sees; `None` if that is the end.
    fn teach<G: Game, E: Evaluator<G> + Clone + Send>(
        &self,
        position: &G,
        evaluator: &E,
        parameters: Parameters,
    ) -> Option<f64> {
        let rule = self.rule;
        let plies = rule.plies + rule.deeper;
        let answer = look(position, evaluator, parameters, plies, rule.teacher_nodes);
        Some(estimate(&answer)? / rule.unit)
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
            largest: 0.7,
            least: 0.5,
            most: 1.5,
            unit: 100.0,
            plies: 2,
            deeper: 1,
            teacher: Teacher::Plain,
            nodes: 10_000,
            teacher_nodes: 10_000,
        }
    }

    /// By hand: an error of 2 and a slope of (0 − 1) / −¼ = 4 make 0.1 · 2 · 4 = 0.8, which is cut off.
    #[test]
    fn equation_3_by_hand() {
        let rule = rule();
        assert_eq!(rule.updated(1.0, -0.25, 3.0, 1.0, 0.0), 1.5);
        assert_eq!(rule.updated(1.0, -0.25, 3.0, 1.0, 1.5), 0.6);
        assert_eq!(rule.updated(1.0, -0.25, 3.0, 1.0, 1.0), 1.0);
        assert_eq!(rule.updated(1.0, -0.25, 1.0, 1.0, 9.0), 1.0);
        let careful = CostRule {
            largest: 0.25,
            ..rule
        };
        assert_eq!(careful.updated(1.0, -0.25, 3.0, 1.0, 0.0), 1.25);
        assert_eq!(careful.updated(1.0, -0.25, 3.0, 1.0, 1.5), 0.75);
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
        let lesson = learner.learn(&start, &OpenLines, -0.25);
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
        let mut learner = CostLearner::new(rule(), 0..1);
        let values = learner
            .learn(&TicTacToe::start(), &OpenLines, 0.25)
            .values
            .unwrap();
        assert_eq!(values.shifted, [values.own]);
        assert_eq!(learner.costs(), [1.0]);
    }

    /// By the definition: the value at the next turn corrects the costs of this one, and nothing is carried into another game.
    #[test]
    fn the_next_turn_teaches_the_last_one() {
        let rule = CostRule {
            teacher: Teacher::Later,
            ..rule()
        };
        let at = |board: &TicTacToe, costs: &[f64]| {
            let parameters = charging(&(0..1), costs, Parameters::plain());
            let answer = look(board, &OpenLines, parameters, 2, 100_000);
            estimate(&answer).unwrap() / 100.0
        };
        let start = TicTacToe::start();
        let later: TicTacToe = Game::parse(".x./o../... x").unwrap();
        let mut learner = CostLearner::new(rule, 0..1);
        assert_eq!(learner.learn(&start, &OpenLines, -0.25).values, None);
        let values = learner.learn(&later, &OpenLines, -0.25).values.unwrap();
        assert_eq!(values.taught, at(&later, &[1.0]));
        assert_eq!(values.own, at(&start, &[1.0]));
        assert_eq!(values.shifted, [at(&start, &[0.75])]);
        let expected = rule.updated(1.0, -0.25, values.taught, values.own, values.shifted[0]);
        assert_eq!(learner.costs(), [expected]);
        assert_ne!(expected, 1.0);
        learner.begin();
        assert_eq!(learner.learn(&start, &OpenLines, -0.25).values, None);
    }

    #[test]
    fn the_end_of_a_game_teaches_nothing() {
        let mut learner = CostLearner::new(rule(), 0..1);
        let won: TicTacToe = Game::parse("xx./oo./... x").unwrap();
        let lesson = learner.learn(&won, &OpenLines, -0.25);
        assert!(lesson.mv.is_some() && lesson.values.is_none());
        assert_eq!(learner.costs(), [1.0]);
    }
}
