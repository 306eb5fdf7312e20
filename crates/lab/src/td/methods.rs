//! `td/methods` and `td/steps`: past the paper, other ways to learn, and how much each is worth in play.

use std::collections::BTreeMap;
use std::path::Path;

use arena::statistics::PairCounts;
use engine::RandomNumbers;
use evaluation::Weights;
use learning::{Form, GameReader, Method, Settings as Course, Target, Tuning};
use serde::{Deserialize, Serialize};

use super::PAPER;
use super::courses::{FOLDER, course, hold, place, weights_of};
use super::matches::{add, result_cells};
use super::versus::{self, Terms};
use super::weights::RUNS;
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};

/// A way to learn.
struct Way {
    /// The folder of its course.
    name: &'static str,
    says: &'static str,
    /// How often fewer games than usual: where they take longer.
    fewer: u32,
    lesson: Lesson,
}

enum Lesson {
    /// After every game.
    Course(fn(&mut Course)),
    /// From all games at once, in rounds: what was learned in one plays the games of the next.
    Rounds(&'static [Target]),
}

/// The positions that a search of depth 3 may look at, where there are too many.
const DEEP_NODES: u64 = 400;

const WAYS: [Way; 9] = [
    Way {
        name: "staged",
        says: "TD, the nine weights at five stages",
        fewer: 1,
        lesson: Lesson::Course(|course| course.form = Form::Staged),
    },
    Way {
        name: "wide",
        says: "TD, all 23 terms of the engine at five stages",
        fewer: 1,
        lesson: Lesson::Course(|course| course.form = Form::Wide),
    },
    Way {
        name: "td-leaf",
        says: "TDLeaf, nine weights",
        fewer: 1,
        lesson: Lesson::Course(|course| {
            course.method = Method::TdLeaf;
            course.play.keep_lines = true;
        }),
    },
    Way {
        name: "deep",
        says: "TD, nine weights, games of depth 3",
        fewer: 4,
        lesson: Lesson::Course(deep),
    },
    Way {
        name: "deep-leaf",
        says: "TDLeaf, nine weights, games of depth 3",
        fewer: 4,
        lesson: Lesson::Course(|course| {
            deep(course);
            course.method = Method::TdLeaf;
            course.play.keep_lines = true;
        }),
    },
    Way {
        name: "deep-search",
        says: "targets from searches of depth 3, nine weights",
        fewer: 4,
        lesson: Lesson::Course(|course| {
            deep(course);
            course.method = Method::Search;
        }),
    },
    Way {
        name: "regression",
        says: "regression on results, all terms at eight stages, two rounds",
        fewer: 1,
        lesson: Lesson::Rounds(&[Target::Result, Target::Result]),
    },
    Way {
        name: "regression-search",
        says: "regression on results, then on search values",
        fewer: 1,
        lesson: Lesson::Rounds(&[Target::Result, Target::Search]),
    },
    Way {
        name: "regression-both",
        says: "regression on results, then half on results and half on search values",
        fewer: 1,
        lesson: Lesson::Rounds(&[Target::Result, Target::Both]),
    },
];

fn deep(course: &mut Course) {
    course.play.depth = Some(3);
    course.play.nodes = Some(DEEP_NODES);
}

/// One position in so many is taken for a regression.
const EVERY: usize = 2;

/// The experiment that learns.
pub struct Methods;

/// How the courses are held.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MethodSettings {
    /// Where they are kept.
    courses: String,
    games: u32,
}

/// What a way has left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Taught {
    games: u32,
    plies: f64,
    /// By round of a regression: what the numbers that it began with lost, and those that it found.
    losses: Vec<(f64, f64)>,
}

impl Experiment for Methods {
    const ABOUT: About = About {
        id: "td/methods",
        title: "Past the paper: other ways to learn",
        paper: PAPER,
        shows: "Weights by stage of the game, the engine's wider terms, deeper searches, TDLeaf, and logistic regression on \
                results and on search values. td/steps says how much each is worth.",
    };

    type Settings = MethodSettings;
    type Unit = Taught;

    fn settings(&self, scale: Scale) -> MethodSettings {
        let (name, games) = match scale {
            Scale::Small => ("small", 40),
            Scale::Paper => ("paper", 5_000),
        };
        MethodSettings {
            courses: format!("{FOLDER}/{name}/methods"),
            games,
        }
    }

    fn units(&self, _: &MethodSettings) -> usize {
        WAYS.len()
    }

    fn measure(
        &self,
        settings: &MethodSettings,
        index: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Taught, Failure> {
        let way = WAYS.get(index).ok_or("there is no such way")?;
        let folder = place(&settings.courses, way.name);
        let mut course = course((settings.games / way.fewer).max(2), numbers.next_bits());
        match way.lesson {
            Lesson::Course(change) => {
                course.half_after = Some(250);
                change(&mut course);
                Ok(Taught {
                    games: course.games,
                    plies: hold(&folder, &course)?.plies,
                    losses: Vec::new(),
                })
            }
            Lesson::Rounds(targets) => rounds(&folder, &course, targets),
        }
    }

    fn findings(&self, _: &MethodSettings, units: &BTreeMap<usize, Taught>) -> Findings {
        let mut table = Table::new(
            "Ways to learn",
            &["way", "what it is", "games", "plies", "log-loss"],
            "The log-loss is that of a regression before and after each round, over the positions that it learned from.",
        );
        for (&index, taught) in units {
            let losses = taught.losses.iter();
            let losses = losses.map(|(before, after)| format!("{before:.4} → {after:.4}"));
            table.rows.push(vec![
                WAYS[index].name.into(),
                WAYS[index].says.into(),
                Cell::Count(taught.games.into()),
                Cell::Text(format!("{:.1}", taught.plies)),
                match taught.losses.is_empty() {
                    true => Cell::Unknown,
                    false => Cell::Text(losses.collect::<Vec<_>>().join(", ")),
                },
            ]);
        }
        Findings {
            tables: vec![table],
            figures: Vec::new(),
        }
    }
}

/// Plays games and learns from all of them at once, again and again.
fn rounds(folder: &Path, course: &Course, targets: &[Target]) -> Result<Taught, Failure> {
    let form = Form::Engine;
    let mut course = Course {
        form,
        rate: 0.0,
        lag: 16,
        start: Some(form.start()),
        ..course.clone()
    };
    let mut taught = Taught {
        games: 0,
        plies: 0.0,
        losses: Vec::new(),
    };
    for (round, &target) in (1..).zip(targets) {
        let round = folder.join(format!("round-{round}"));
        taught.plies = hold(&round, &course)?.plies;
        taught.games += course.games;
        let mut tuning = Tuning::new(form, target, EVERY);
        for game in GameReader::open(&round.join("games.bin"))? {
            tuning.add(&game?);
        }
        let start = course.start.take().unwrap_or_default();
        let tuned = tuning.tune(&start);
        taught.losses.push((tuned.loss_before, tuned.loss_after));
        course.start = Some(tuned.numbers);
        course.seed = course.seed.wrapping_add(1);
    }
    let provenance = format!(
        "regression on {targets:?} of {} games of self-play at {:?} nodes a move",
        taught.games, course.play.nodes
    );
    let weights = form.weights(&course.start.unwrap_or_default(), 1.0, &provenance);
    std::fs::write(folder.join("weights.txt"), weights.to_string())?;
    Ok(taught)
}

/// The experiment that compares.
pub struct Steps;

/// How much is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StepSettings {
    /// Where td/weights and td/methods keep their courses.
    courses: String,
    /// The pairs of games that each plays.
    pairs: usize,
    /// Those of a unit.
    pairs_at_once: usize,
    terms: Terms,
}

impl StepSettings {
    fn parts(&self) -> usize {
        self.pairs.div_ceil(self.pairs_at_once.max(1))
    }
}

/// The ways and, last, what ships.
const PLAYERS: usize = WAYS.len() + 1;

impl Experiment for Steps {
    const ABOUT: About = About {
        id: "td/steps",
        title: "How much each way to learn is worth",
        paper: PAPER,
        shows: "What each way of td/methods has learned, and the weights that ship, against the paper's way (run A of \
                td/weights).",
    };

    type Settings = StepSettings;
    type Unit = PairCounts;

    fn settings(&self, scale: Scale) -> StepSettings {
        let (name, pairs) = match scale {
            Scale::Small => ("small", 4),
            Scale::Paper => ("paper", 200),
        };
        StepSettings {
            courses: format!("{FOLDER}/{name}"),
            pairs,
            pairs_at_once: 10,
            terms: Terms::nodes(100),
        }
    }

    fn units(&self, settings: &StepSettings) -> usize {
        PLAYERS * settings.parts()
    }

    fn measure(
        &self,
        settings: &StepSettings,
        index: usize,
        numbers: RandomNumbers,
    ) -> Result<PairCounts, Failure> {
        let paper = weights_of(&settings.courses, RUNS[0], "td/weights")?;
        let weights = match WAYS.get(index % PLAYERS) {
            Some(way) => weights_of(
                &format!("{}/methods", settings.courses),
                way.name,
                "td/methods",
            )?,
            None => Weights::default(),
        };
        let left = settings.pairs - index / PLAYERS * settings.pairs_at_once;
        let pairs = left.min(settings.pairs_at_once);
        versus::play([&weights, &paper], &settings.terms, pairs, numbers)
    }

    fn findings(&self, settings: &StepSettings, units: &BTreeMap<usize, PairCounts>) -> Findings {
        let mut table = Table::new(
            "Against the paper's way",
            &["way", "what it is", "games", "won", "won, %", "Elo"],
            &format!(
                "{}, each opening of {} random plies with both colours; with 95 % intervals, those of Elo over pairs.",
                settings.terms.text(),
                settings.terms.random_plies
            ),
        );
        for player in 0..PLAYERS {
            let mut counts = PairCounts::default();
            let own = units.iter().filter(|(unit, _)| *unit % PLAYERS == player);
            own.for_each(|(_, unit)| add(&mut counts, unit));
            let (name, says) = match WAYS.get(player) {
                Some(way) => (way.name, way.says),
                None => ("shipped", "the weights that come with the program"),
            };
            let mut row = vec![name.into(), says.into()];
            row.extend(result_cells(&counts));
            table.rows.push(row);
        }
        Findings {
            tables: vec![table],
            figures: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way can be gone, and what it leaves can be played with.
    #[test]
    fn every_way_leaves_weights() {
        let folder = tempfile::tempdir().unwrap();
        let courses = folder.path().display().to_string();
        let settings = MethodSettings {
            courses: format!("{courses}/methods"),
            games: 3,
        };
        let mut units = BTreeMap::new();
        for (index, way) in WAYS.iter().enumerate() {
            if way.fewer > 1 {
                // A game of depth 3 takes too long for a test.
                continue;
            }
            let numbers = RandomNumbers::from_seed(index as u64);
            units.insert(index, Methods.measure(&settings, index, numbers).unwrap());
            weights_of(&settings.courses, way.name, "td/methods").unwrap();
        }
        let findings = Methods.findings(&settings, &units);
        assert_eq!(findings.tables[0].rows.len(), units.len());
    }
}
