//! `td/weights`: the nine weights, learned three times (Tables 3 and 4, Figure 3).

use std::collections::BTreeMap;

use engine::RandomNumbers;
use evaluation::Paper;
use evaluation::paper::TYPE_NAMES;
use plot::Figure;
use serde::{Deserialize, Serialize};

use super::PAPER;
use super::courses::{self, FOLDER, Learned, course, curves, hold, place};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};

/// The experiment.
pub struct LearnedWeights;

/// The names of the runs, as the paper has them.
pub(super) const RUNS: [&str; 3] = ["A", "B", "C"];

/// How the runs are held.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Where courses are kept, so that a run goes on from where it was left.
    courses: String,
    games: u32,
    nodes: u64,
    /// After how many games the learning rate is halved, from where on it falls as the inverse of the games; evenly
    /// to nothing if none.
    half_after: Option<u32>,
}

impl Experiment for LearnedWeights {
    const ABOUT: About = About {
        id: "td/weights",
        title: "Nine weights, learned three times",
        paper: PAPER,
        shows: "The program plays itself and corrects its weights after every game by temporal differences, in three runs \
                (Tables 3 and 4) with their curves (Figure 3).",
    };

    type Settings = Settings;
    type Unit = Learned;

    fn settings(&self, scale: Scale) -> Settings {
        let (name, games) = match scale {
            Scale::Small => ("small", 200),
            Scale::Paper => ("paper", 10_000),
        };
        Settings {
            courses: format!("{FOLDER}/{name}"),
            games,
            nodes: courses::NODES,
            half_after: Some(250),
        }
    }

    fn units(&self, _: &Settings) -> usize {
        RUNS.len()
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Learned, Failure> {
        let run = RUNS.get(index).ok_or("there is no such run")?;
        let mut course = course(settings.games, numbers.next_bits());
        course.half_after = settings.half_after;
        course.play.nodes = Some(settings.nodes);
        hold(&place(&settings.courses, run), &course)
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Learned>) -> Findings {
        let falls = match settings.half_after {
            Some(games) => format!("as 1 / (1 + n / {games}) over the games n"),
            None => "evenly, to nothing at the end".to_owned(),
        };
        let note = format!(
            "{} games of {} nodes a move (the paper: 10,000 of a second), λ 0.95, ω 1, all weights 1 at the start; the learning \
             rate begins at 0.1 and falls {falls}.",
            plot::format_number(settings.games.into(), 0),
            settings.nodes
        );
        let columns = [&["run"], &TYPE_NAMES[..]].concat();
        let table = |title: &str, note: &str, ratios: bool| {
            let mut table = Table::new(title, &columns, note);
            let mut row = |name: String, weights: &[f64]| {
                let unit = if ratios { weights[0] } else { 1.0 };
                let cells = weights
                    .iter()
                    .map(|weight| Cell::Text(format!("{:.3}", weight / unit)));
                table
                    .rows
                    .push([Cell::Text(name)].into_iter().chain(cells).collect());
            };
            let paper = [Paper::RUN_A, Paper::RUN_B, Paper::RUN_C];
            for (run, paper) in RUNS.iter().zip(paper) {
                row(format!("paper, {run}"), &paper.weights);
            }
            for (&index, learned) in units
                .iter()
                .filter(|(_, learned)| learned.numbers().len() == TYPE_NAMES.len())
            {
                row(format!("ours, {}", RUNS[index]), learned.numbers());
            }
            table
        };
        let plots = units
            .iter()
            .flat_map(|(&index, learned)| curves(&format!("Run {}", RUNS[index]), learned));
        Findings {
            tables: vec![
                table("Table 3: learned weights", &note, false),
                table("Table 4: in parts of Q0", "", true),
                steps(units),
            ],
            figures: vec![(
                "weights".to_owned(),
                Figure {
                    plots: plots.collect(),
                },
            )],
        }
    }
}

/// Whether weights rise with the distance.
fn steps(units: &BTreeMap<usize, Learned>) -> Table {
    let mut table = Table::new(
        "Steps",
        &["run", "tie < 1, 2", "1, 2 < 3+", "3+ < domain", "1 < 2"],
        "For queen's and king's distance. The paper's hold but for the last one in its run C.",
    );
    let mut row = |name: String, weights: &[f64]| {
        let &[q0, k0, q1, k1, q2, k2, q3, k3, domain] = weights else {
            return;
        };
        let both = |queen: bool, king: bool| {
            let word = |holds| if holds { "yes" } else { "no" };
            Cell::Text(if queen == king {
                word(queen).to_owned()
            } else {
                format!("queen {}, king {}", word(queen), word(king))
            })
        };
        table.rows.push(vec![
            Cell::Text(name),
            both(q0 < q1.min(q2), k0 < k1.min(k2)),
            both(q1.max(q2) < q3, k1.max(k2) < k3),
            both(q3 < domain, k3 < domain),
            both(q1 < q2, k1 < k2),
        ]);
    };
    let paper = [Paper::RUN_A, Paper::RUN_B, Paper::RUN_C];
    for (run, paper) in RUNS.iter().zip(paper) {
        row(format!("paper, {run}"), &paper.weights);
    }
    for (&index, learned) in units {
        row(format!("ours, {}", RUNS[index]), learned.numbers());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_by_hand() {
        let learned = Learned {
            names: TYPE_NAMES.map(str::to_owned).to_vec(),
            curve: vec![(1, vec![0.1, 0.1, 1.0, 1.0, 2.0, 0.5, 1.5, 3.0, 4.0])],
            plies: 50.0,
        };
        let table = steps(&BTreeMap::from([(1, learned)]));
        let words: Vec<String> = table.rows[3].iter().map(Cell::text).collect();
        assert_eq!(
            words,
            [
                "ours, B",
                "yes",
                "queen no, king yes",
                "yes",
                "queen yes, king no"
            ]
        );
        let papers: Vec<String> = table.rows[2].iter().map(Cell::text).collect();
        assert_eq!(papers, ["paper, C", "yes", "yes", "yes", "no"]);
    }

    #[test]
    fn a_run_is_learned_and_shown() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = Experiment::settings(&LearnedWeights, Scale::Small);
        settings.courses = folder.path().display().to_string();
        (settings.games, settings.nodes) = (2, 1);
        let numbers = || RandomNumbers::from_seed(1);
        let learned = LearnedWeights.measure(&settings, 0, numbers()).unwrap();
        // What is there already is not played again, and the same.
        let again = LearnedWeights.measure(&settings, 0, numbers()).unwrap();
        assert_eq!(learned.numbers(), again.numbers());
        assert_eq!(learned.curve.len(), 3);
        let findings = LearnedWeights.findings(&settings, &BTreeMap::from([(0, learned)]));
        assert_eq!(findings.tables[0].rows.len(), 4);
    }
}
