//! `kinds/amazons`: what kinds of move should cost in Amazons, learned by the same rule with the engine as it is.

use std::collections::BTreeMap;

use amazons::{Color, Game, Position};
use engine::{Engine, Limits, RandomNumbers, Score};
use game::Kind;
use learning::costs::{CostRule, Teacher};
use serde::{Deserialize, Serialize};

use super::course::{Course, Steps};
use super::showing::{cost_cells, curves, figures, percent, seed_columns};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};

/// So many moves are looked into by everybody, so that a search takes milliseconds.
const WIDTH: &str = "kept=12;kept_at_root=24";

/// The course in Amazons.
pub struct InAmazons;

/// How it is held.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    seeds: usize,
    board: String,
    /// The random moves that games begin with.
    opening_plies: usize,
    updates: u32,
    #[serde(flatten)]
    steps: Steps,
    /// What steers the learning; the nodes do not count here.
    rule: CostRule,
}

/// How many points of a curve are kept.
const POINTS: u32 = 200;

impl Experiment for InAmazons {
    const ABOUT: About = About {
        id: "kinds/amazons",
        title: "What kinds of move should cost in Amazons",
        paper: "beyond the paper, which learns in Shogi",
        shows: "Equation 3 for moves that close a region, free an amazon, burn a square beside an enemy or go where an enemy could, and for all \
                others, with the engine's alpha-beta and a teacher one ply deeper. `thermodon match` plays with what was learned: \
                option.Parameters=cost_closing=…;cost_quiet=….",
    };
    type Settings = Settings;
    type Unit = Course;

    fn settings(&self, scale: Scale) -> Settings {
        let (seeds, board, updates) = match scale {
            Scale::Small => (1, "6x6", 20),
            Scale::Paper => (3, "10x10", 8_000),
        };
        Settings {
            seeds,
            board: board.to_owned(),
            opening_plies: 2,
            updates,
            steps: Steps::paper(),
            rule: CostRule {
                rate: 0.005,
                largest: 0.01,
                least: 0.3,
                most: 2.0,
                unit: 1_000.0,
                plies: 2,
                deeper: 1,
                teacher: Teacher::Plain,
                nodes: u64::MAX,
                teacher_nodes: u64::MAX,
            },
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.seeds
    }

    fn measure(
        &self,
        settings: &Settings,
        _: usize,
        numbers: RandomNumbers,
    ) -> Result<Course, Failure> {
        Lessons::new(settings)?.hold(numbers)
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Course>) -> Findings {
        let mut columns = vec!["kind".to_owned()];
        columns.extend(seed_columns(settings.seeds));
        columns.extend(["of legal moves, %", "of moves played, %"].map(str::to_owned));
        let names: Vec<&str> = columns.iter().map(String::as_str).collect();
        let rule = &settings.rule;
        let mut table = Table::new(
            "What a kind of move costs in the end, in plies",
            &names,
            &format!(
                "{}, {} updates of α = {}, {} plies, values in logits. Less than 1 is searched deeper.",
                settings.board,
                plot::format_number(settings.updates.into(), 0),
                rule.rate,
                settings.steps.words()
            ),
        );
        for (place, name) in Position::KINDS.iter().enumerate() {
            let of_seed = |seed| {
                units
                    .get(&seed)
                    .map(|course: &Course| course.costs()[place])
            };
            let costs: Vec<Option<f64>> = (0..settings.seeds).map(of_seed).collect();
            let mut row = vec![Cell::from(*name)];
            row.extend(cost_cells(&costs));
            let counts: [fn(&Course) -> &Vec<u64>; 2] =
                [|course| &course.legal, |course| &course.played];
            for of in counts {
                let part: u64 = units.values().map(|course| of(course)[place]).sum();
                let whole: u64 = units.values().flat_map(of).sum();
                row.push(percent(part, whole));
            }
            table.rows.push(row);
        }
        let plots = units
            .iter()
            .map(|(seed, course)| curves(format!("seed {}", seed + 1), Position::KINDS, course));
        Findings {
            tables: vec![table],
            figures: figures(plots.collect()),
        }
    }
}

/// A course under way.
struct Lessons<'a> {
    settings: &'a Settings,
    engine: Engine,
    costs: Vec<f64>,
}

impl<'a> Lessons<'a> {
    fn new(settings: &'a Settings) -> Result<Self, Failure> {
        let mut engine = Engine::new();
        for (name, value) in [
            ("Player", "alpha-beta"),
            ("Hash", "0"),
            ("EndgameTable", "none"),
        ] {
            engine.set_option(name, value)?;
        }
        Ok(Self {
            settings,
            engine,
            costs: vec![1.0; Position::KINDS.len()],
        })
    }

    fn hold(mut self, mut numbers: RandomNumbers) -> Result<Course, Failure> {
        let count = self.costs.len();
        let mut course = Course {
            curve: vec![(0, self.costs.clone())],
            legal: vec![0; count],
            played: vec![0; count],
            changed: vec![0; count],
            ..Course::default()
        };
        let plain = vec![1.0; count];
        let mut steps = numbers.split();
        let every = (self.settings.updates / POINTS).max(1);
        let mut updates = 0;
        let mut games = 0;
        while updates < self.settings.updates {
            let us = Color::ALL[games % 2];
            games += 1;
            let mut position = self.opening(&mut numbers)?;
            while position.proven_outcome().is_none() && updates < self.settings.updates {
                let plies = self.settings.rule.plies;
                let own = position.to_move() == us;
                let costs = if own {
                    self.costs.clone()
                } else {
                    plain.clone()
                };
                let (mv, value) = self.look(&position, &costs, plies)?;
                if own {
                    for legal in position.moves() {
                        course.legal[place(&position, legal)] += 1;
                    }
                    course.played[place(&position, mv)] += 1;
                    let step = self.settings.steps.next(&mut steps);
                    match value {
                        Some(value) if self.learn(&position, step, value)? => {
                            updates += 1;
                            course.note(updates, every, &costs, &self.costs);
                        }
                        _ => course.skipped += 1,
                    }
                }
                position.play(mv);
            }
            match position
                .proven_outcome()
                .map(|outcome| outcome.score_for(us))
            {
                Some(1) => course.won += 1,
                Some(_) => course.lost += 1,
                None => {}
            }
        }
        Ok(course)
    }

    fn opening(&self, numbers: &mut RandomNumbers) -> Result<Position, Failure> {
        let mut position = Position::parse(&self.settings.board)?;
        for _ in 0..self.settings.opening_plies {
            let moves = position.moves();
            if let Some(&mv) = moves.get(numbers.below(moves.len())) {
                position.play(mv);
            }
        }
        Ok(position)
    }

    /// The best move by a search that charges those costs, and its value; no value where it is proved.
    fn look(
        &mut self,
        position: &Position,
        costs: &[f64],
        plies: u32,
    ) -> Result<(amazons::Move, Option<f64>), Failure> {
        let charged = Position::KINDS.iter().zip(costs);
        let charged: Vec<String> = charged
            .map(|(kind, cost)| format!("cost_{kind}={cost}"))
            .collect();
        let parameters = format!("{WIDTH};{}", charged.join(";"));
        self.engine.set_option("Parameters", &parameters)?;
        let limits = Limits {
            depth: Some(plies),
            quiet: true,
            ..Limits::default()
        };
        let study = self.engine.study(position, limits)?;
        let mv = study.best_move().ok_or("the engine has no move")?;
        let value = match study.score() {
            Some(Score::Estimate(thousandths)) => {
                Some(f64::from(thousandths) / self.settings.rule.unit)
            }
            _ => None,
        };
        Ok((mv, value))
    }

    /// Equation 3 for all costs; false if a search saw the end.
    fn learn(&mut self, position: &Position, step: f64, own: f64) -> Result<bool, Failure> {
        let rule = self.settings.rule;
        let teacher = match rule.teacher {
            Teacher::Learned => self.costs.clone(),
            Teacher::Plain => vec![1.0; self.costs.len()],
            Teacher::Later => return Err("in Amazons a deeper search teaches".into()),
        };
        let (_, taught) = self.look(position, &teacher, rule.plies + rule.deeper)?;
        let Some(taught) = taught else {
            return Ok(false);
        };
        let before = self.costs.clone();
        let mut after = before.clone();
        for (index, cost) in after.iter_mut().enumerate() {
            let mut changed = before.clone();
            changed[index] += step;
            let (_, shifted) = self.look(position, &changed, rule.plies)?;
            let Some(shifted) = shifted else {
                return Ok(false);
            };
            *cost = rule.updated(*cost, step, taught, own, shifted);
        }
        self.costs = after;
        Ok(true)
    }
}

fn place(position: &Position, mv: amazons::Move) -> usize {
    let Kind(kind) = position.kind(mv);
    usize::from(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_course_repeats_and_is_shown() {
        let mut settings = Experiment::settings(&InAmazons, Scale::Small);
        settings.board = "5x5".to_owned();
        settings.updates = 4;
        let held = || {
            InAmazons
                .measure(&settings, 0, RandomNumbers::from_seed(1))
                .unwrap()
        };
        let course = held();
        assert_eq!(course, held());
        assert!(course.played.iter().sum::<u64>() >= 4);
        let findings = InAmazons.findings(&settings, &BTreeMap::from([(0, course)]));
        assert_eq!(findings.tables[0].rows.len(), Position::KINDS.len());
    }
}
