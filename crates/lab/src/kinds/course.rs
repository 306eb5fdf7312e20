//! A program learns the costs of kinds of move while it plays against the same program without them.

use engine::RandomNumbers;
use game::{Color, Game, Kind};
use learning::costs::{CostLearner, CostRule, Teacher};
use search::alpha_beta::Parameters;
use search::{AlphaBeta, Limits, Searcher, Signal};
use serde::{Deserialize, Serialize};
use shogi::{Evaluation, Kinds, Position};

use super::games::opening;
use crate::experiment::Failure;

/// How a course is held.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// The updates of each cost.
    pub(super) updates: u32,
    /// α, for values in pawns.
    pub(super) rate: f64,
    #[serde(flatten)]
    pub(super) steps: Steps,
    /// No update changes a cost by more than this.
    pub(super) largest: f64,
    /// No cost falls below this.
    pub(super) least: f64,
    /// None rises above this.
    pub(super) most: f64,
    /// How deep the learner looks.
    pub(super) plies: u32,
    /// How many plies deeper the teacher looks.
    pub(super) deeper: u32,
    /// The positions whose moves the learner lists for a move, and those of the teacher. The paper's 60,000 positions a
    /// move are some 750 of them, with 80 moves each.
    pub(super) nodes: u64,
    pub(super) teacher_nodes: u64,
    /// How far the opponent looks, game by game.
    pub(super) opponent_plies: Vec<u32>,
    /// The random moves that games begin with.
    pub(super) opening_plies: usize,
    /// Games are drawn after so many plies.
    pub(super) longest: usize,
}

/// How δ is chosen.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Steps {
    /// δ, in plies; the largest one where it is drawn.
    pub(super) step: f64,
    /// Whether every update has a δ of its own, of any size up to that and of either sign.
    pub(super) draws_step: bool,
}

impl Steps {
    /// Ours, since the paper does not say: drawn, up to half a ply.
    pub(super) fn paper() -> Self {
        Self {
            step: 0.5,
            draws_step: true,
        }
    }

    /// The δ of the next update. None that is drawn is smaller than a sixteenth of the largest: the quotient would be anything.
    pub(super) fn next(&self, numbers: &mut RandomNumbers) -> f64 {
        if !self.draws_step {
            return self.step;
        }
        let size = self.step * (1 + numbers.below(16)) as f64 / 16.0;
        if numbers.below(2) == 0 { size } else { -size }
    }

    /// In words.
    pub(super) fn words(&self) -> String {
        match self.draws_step {
            true => format!("δ drawn for each from ±{}", self.step),
            false => format!("δ = {}", self.step),
        }
    }
}

impl Terms {
    /// The paper's, with so many updates; δ and α are ours, since the paper does not say.
    pub(super) fn paper(updates: u32) -> Self {
        Self {
            updates,
            rate: 0.000_5,
            steps: Steps::paper(),
            largest: 0.01,
            least: 0.3,
            most: 2.0,
            plies: 2,
            deeper: 1,
            nodes: 750,
            teacher_nodes: 3_000,
            opponent_plies: vec![2, 3],
            opening_plies: 4,
            longest: 300,
        }
    }

    fn rule(&self, teacher: Teacher) -> CostRule {
        CostRule {
            rate: self.rate,
            largest: self.largest,
            least: self.least,
            most: self.most,
            unit: Evaluation::PAWN.into(),
            plies: self.plies,
            deeper: self.deeper,
            teacher,
            nodes: self.nodes,
            teacher_nodes: self.teacher_nodes,
        }
    }
}

/// How a course went.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Course {
    /// The costs after so many updates.
    pub(super) curve: Vec<(u32, Vec<f64>)>,
    /// For each kind: how many moves were legal in the positions learned from, how many of the moves played there were of it,
    /// and how many updates changed its cost.
    pub(super) legal: Vec<u64>,
    pub(super) played: Vec<u64>,
    pub(super) changed: Vec<u64>,
    /// Turns that taught nothing, since a search saw the end.
    pub(super) skipped: u64,
    pub(super) won: u32,
    pub(super) drawn: u32,
    pub(super) lost: u32,
}

/// How many points of a curve are kept.
const POINTS: u32 = 200;

/// Plays and learns until there were enough updates.
pub(super) fn hold(
    kinds: Kinds,
    terms: &Terms,
    teacher: Teacher,
    mut numbers: RandomNumbers,
) -> Result<Course, Failure> {
    let mut learner = CostLearner::new(terms.rule(teacher), kinds.places());
    let count = kinds.places().len();
    let mut course = Course {
        curve: vec![(0, learner.costs().to_vec())],
        legal: vec![0; count],
        played: vec![0; count],
        changed: vec![0; count],
        ..Course::default()
    };
    let mut steps = numbers.split();
    let every = (terms.updates / POINTS).max(1);
    let mut updates = 0;
    let mut games = 0;
    while updates < terms.updates {
        let us = Color::ALL[games % 2];
        let plies = terms.opponent_plies[games / 2 % terms.opponent_plies.len().max(1)];
        let mut opponent = plain();
        learner.begin();
        games += 1;
        let mut position = opening(terms.opening_plies, &mut numbers).with_kinds(kinds);
        let outcome = loop {
            if let Some(outcome) = position.proven_outcome() {
                break Some(outcome);
            }
            if position.plies() >= terms.longest || updates >= terms.updates {
                break None;
            }
            let mv = if position.to_move() == us {
                let before = learner.costs().to_vec();
                let step = terms.steps.next(&mut steps);
                let lesson = learner.learn(&position, &Evaluation::new(), step);
                let mv = lesson.mv.ok_or("there is no move")?;
                course.count(kinds, &position, mv);
                if lesson.values.is_some() {
                    updates += 1;
                    course.note(updates, every, &before, learner.costs());
                } else {
                    course.skipped += 1;
                }
                mv
            } else {
                let limits = Limits {
                    depth: Some(plies),
                    nodes: Some(terms.nodes),
                    ..Limits::none()
                };
                let answer = opponent.search(&position, &limits, &Signal::new(), &mut |_| {});
                answer.best_move().ok_or("there is no move")?
            };
            position.play(mv);
        };
        match outcome.map(|outcome| outcome.score_for(us)) {
            Some(1) => course.won += 1,
            Some(-1) => course.lost += 1,
            _ => course.drawn += 1,
        }
    }
    Ok(course)
}

/// The same program without extensions.
fn plain() -> AlphaBeta<Evaluation> {
    AlphaBeta::new(Evaluation::new())
        .with_memory(0)
        .with_parameters(Parameters::plain())
}

impl Course {
    fn count(&mut self, kinds: Kinds, position: &Position, played: shogi::Move) {
        let first = kinds.places().start;
        let place = |mv| {
            let Kind(kind) = position.kind(mv);
            usize::from(kind) - first
        };
        for mv in position.moves() {
            self.legal[place(mv)] += 1;
        }
        self.played[place(played)] += 1;
    }

    /// Notes an update.
    pub(super) fn note(&mut self, updates: u32, every: u32, before: &[f64], after: &[f64]) {
        for (changed, (before, after)) in self.changed.iter_mut().zip(before.iter().zip(after)) {
            *changed += u64::from(before != after);
        }
        if updates.is_multiple_of(every) {
            self.curve.push((updates, after.to_vec()));
        }
    }

    /// The costs at the end.
    pub(super) fn costs(&self) -> &[f64] {
        self.curve.last().map_or(&[], |(_, costs)| costs)
    }

    /// What each kind would cost by how often such a move is played where it is legal, as in searches by realization
    /// probability: the logarithm of that share, scaled so that the moves played cost one ply on average.
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
        let mean = weighted
            .map(|(&played, log)| played as f64 * log)
            .sum::<f64>();
        let mean = (mean / total.max(1) as f64).max(f64::MIN_POSITIVE);
        logarithms.into_iter().map(|log| log / mean).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_course_learns_something_and_repeats() {
        let terms = Terms {
            nodes: 60,
            teacher_nodes: 100,
            ..Terms::paper(12)
        };
        let held = || {
            hold(
                Kinds::Capture,
                &terms,
                Teacher::Plain,
                RandomNumbers::from_seed(2),
            )
            .unwrap()
        };
        let course = held();
        assert_eq!(course, held());
        assert_eq!(course.curve.last().map(|(updates, _)| *updates), Some(12));
        let turns: u64 = course.played.iter().sum();
        assert_eq!(turns, 12 + course.skipped);
        assert!(course.legal.iter().sum::<u64>() > 20 * turns);
        assert!(
            course.changed.iter().any(|&changed| changed > 0),
            "{course:?}"
        );
    }

    /// Two kinds, of which one is played four times as often where it can be.
    #[test]
    fn what_is_played_often_is_cheap() {
        let course = Course {
            legal: vec![100, 100],
            played: vec![40, 10],
            ..Course::default()
        };
        let costs = course.realization_costs();
        assert!(costs[0] < 1.0 && costs[1] > 1.0, "{costs:?}");
        let mean = (40.0 * costs[0] + 10.0 * costs[1]) / 50.0;
        assert!((mean - 1.0).abs() < 1e-9);
    }
}
