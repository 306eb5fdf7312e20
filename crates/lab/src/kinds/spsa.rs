//! `kinds/spsa`: costs tuned by who wins, instead of by what a deeper search says.

use std::collections::BTreeMap;

use engine::RandomNumbers;
use game::Color;
use learning::costs::charging;
use learning::spsa::Spsa;
use search::alpha_beta::Parameters;
use search::{AlphaBeta, Limits};
use serde::{Deserialize, Serialize};
use shogi::{Evaluation, Kinds};

use super::course::Course;
use super::games::{Side, opening, play};
use super::showing::{cost_cells, curves, figures, seed_columns};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};

/// The tuning.
pub struct ByResults;

/// How it is done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    seeds: usize,
    /// A round is two games from one opening.
    rounds: u32,
    /// The positions whose moves each lists for a move.
    nodes: u64,
    opening_plies: usize,
    longest: usize,
    spsa: Spsa,
}

/// The list that is tuned.
const KINDS: Kinds = Kinds::Several;

/// How many points of a curve are kept.
const POINTS: u32 = 200;

impl Experiment for ByResults {
    const ABOUT: About = About {
        id: "kinds/spsa",
        title: "Costs of all kinds tuned by who wins",
        paper: "beyond the paper",
        shows: "The list of kinds/all, tuned by simultaneous perturbation: in each round two sets of costs, moved in opposite directions, play two games at \
                equal nodes. kinds/match says what they are worth.",
    };
    type Settings = Settings;
    type Unit = Course;

    fn settings(&self, scale: Scale) -> Settings {
        let (seeds, rounds, nodes, longest) = match scale {
            Scale::Small => (1, 3, 20, 60),
            Scale::Paper => (3, 1_000, 300, 300),
        };
        Settings {
            seeds,
            rounds,
            nodes,
            opening_plies: 4,
            longest,
            spsa: Spsa {
                rate: 0.01,
                reach: 0.15,
                steady: 100.0,
                least: 0.3,
                most: 2.0,
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
        mut numbers: RandomNumbers,
    ) -> Result<Course, Failure> {
        let mut costs = vec![1.0; KINDS.places().len()];
        let mut course = Course {
            curve: vec![(0, costs.clone())],
            ..Course::default()
        };
        let every = (settings.rounds / POINTS).max(1);
        let mut openings = numbers.split();
        for round in 0..settings.rounds {
            settings.spsa.step(
                &mut costs,
                round,
                || numbers.below(2) == 0,
                |one, other| compare(settings, one, other, &mut openings),
            )?;
            if (round + 1).is_multiple_of(every) {
                course.curve.push((round + 1, costs.clone()));
            }
        }
        Ok(course)
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Course>) -> Findings {
        let mut columns = vec!["kind".to_owned()];
        columns.extend(seed_columns(settings.seeds));
        let names: Vec<&str> = columns.iter().map(String::as_str).collect();
        let mut table = Table::new(
            "What a kind of move costs in the end, in plies",
            &names,
            &format!(
                "{} rounds of two games, {} positions expanded a move. Less than 1 is searched deeper.",
                settings.rounds, settings.nodes
            ),
        );
        let kinds = &Kinds::NAMES[KINDS.places()];
        for (place, name) in kinds.iter().enumerate() {
            let of_seed = |seed| {
                units
                    .get(&seed)
                    .map(|course: &Course| course.costs()[place])
            };
            let costs: Vec<Option<f64>> = (0..settings.seeds).map(of_seed).collect();
            let mut row = vec![Cell::from(*name)];
            row.extend(cost_cells(&costs));
            table.rows.push(row);
        }
        let plots = units
            .iter()
            .map(|(seed, course)| curves(format!("seed {}", seed + 1), kinds, course));
        Findings {
            tables: vec![table],
            figures: figures(plots.collect()),
        }
    }
}

/// How much better the first costs do in two games from one opening, from −1 to 1.
fn compare(
    settings: &Settings,
    one: &[f64],
    other: &[f64],
    numbers: &mut RandomNumbers,
) -> Result<f64, Failure> {
    let start = opening(settings.opening_plies, numbers).with_kinds(KINDS);
    let mut points = 0;
    for color in Color::ALL {
        let side = |costs: &[f64]| Side {
            searcher: Box::new(
                AlphaBeta::new(Evaluation::new())
                    .with_memory(1 << 20)
                    .with_parameters(charging(&KINDS.places(), costs, Parameters::plain())),
            ),
            limits: Limits::nodes(settings.nodes),
        };
        let (mut one, mut other) = (side(one), side(other));
        let (black, white) = match color {
            Color::Black => (&mut one, &mut other),
            Color::White => (&mut other, &mut one),
        };
        let outcome = play(&start, black, white, settings.longest, |_, _, _| {})?;
        points += outcome.score_for(color);
    }
    Ok(f64::from(points) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_rounds_repeat_and_are_shown() {
        let settings = Settings {
            rounds: 2,
            nodes: 2,
            longest: 30,
            ..Experiment::settings(&ByResults, Scale::Small)
        };
        let tuned = || {
            ByResults
                .measure(&settings, 0, RandomNumbers::from_seed(1))
                .unwrap()
        };
        let course = tuned();
        assert_eq!(course, tuned());
        assert_eq!(course.curve.len(), 3);
        let findings = ByResults.findings(&settings, &BTreeMap::from([(0, course)]));
        assert_eq!(findings.tables[0].rows.len(), KINDS.places().len());
    }
}
