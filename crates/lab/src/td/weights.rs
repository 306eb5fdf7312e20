//! `td/weights`: the nine weights, learned three times (Tables 3 and 4, Figure 3).

use std::path::Path;

use evaluation::DominationDistance;
use evaluation::domination_distance::SQUARE_TYPE_NAMES;

use super::PAPER;
use super::training::{NODES, RUNS_DIR, TrainedWeights, curves, paper_training_config, train};
use crate::prelude::*;

/// Names of the runs in the paper.
pub(super) const RUNS: [&str; 3] = ["A", "B", "C"];

const PAPER_RUNS: [DominationDistance; 3] = [
    DominationDistance::RUN_A,
    DominationDistance::RUN_B,
    DominationDistance::RUN_C,
];

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Directory of the training runs.
    #[serde(rename = "courses")]
    runs_dir: String,
    games: u32,
    nodes: u64,
    /// Games after which the learning rate is halved (1 / (1 + n / N)); linear to zero if `None`.
    #[serde(rename = "half_after")]
    rate_half_life: Option<u32>,
}

/// Training of the paper's nine weights.
/// Condition: name of the run.
pub const NINE_WEIGHTS: Experiment<Config, &'static str, TrainedWeights> = Experiment {
    info: ExperimentInfo {
        id: "td/weights",
        title: "Nine weights, learned three times",
        reference: PAPER,
        description: "The program plays itself and updates its weights after every game by temporal differences, in three runs \
                      (Tables 3 and 4) with their curves (Figure 3).",
    },
    config: |scale| Config {
        runs_dir: format!("{RUNS_DIR}/{scale}"),
        games: scale.pick(200, 10_000),
        nodes: NODES,
        rate_half_life: Some(250),
    },
    grid: |_| Grid::new(RUNS),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, &'static str>) -> Result<TrainedWeights, BoxError> {
    let Unit { config, rng, .. } = unit;
    let mut training = paper_training_config(config.games, rng.next_u64());
    training.rate_decay_games = config.rate_half_life;
    training.play.nodes = Some(config.nodes);
    train(&Path::new(&config.runs_dir).join(unit.condition), &training)
}

fn results(config: &Config, groups: &Groups<'_, &'static str, TrainedWeights>) -> Results {
    let schedule = match config.rate_half_life {
        Some(games) => format!("falls as 1 / (1 + n / {games}) over the games n"),
        None => "falls linearly to zero".to_owned(),
    };
    let note = format!(
        "{} games of {} nodes per move (the paper: 10,000 at one second), λ 0.95, ω 1, all weights start at 1; the learning rate \
         starts at 0.1 and {schedule}.",
        plot::format_number(config.games.into(), 0),
        config.nodes
    );
    let rows = rows(groups);
    let table = |title: &str, note: &str, is_relative: bool| {
        ResultTable::over(title, &rows)
            .column("run", |row| row.0.clone())
            .columns(
                SQUARE_TYPE_NAMES.iter().enumerate(),
                |column| *column.1,
                |row, column| {
                    let unit = if is_relative { row.1[0] } else { 1.0 };
                    ResultCell::decimal(row.1[column.0] / unit, 3)
                },
            )
            .note(note)
    };
    let plots = groups
        .first_samples()
        .flat_map(|(run, training)| curves(&format!("Run {run}"), training));
    Results::new([
        table("Table 3: learned weights", &note, false),
        table("Table 4: relative to Q0", "", true),
        steps(&rows),
    ])
    .figure("weights", plots)
}

/// The paper's runs and ours, with their weights.
fn rows(groups: &Groups<'_, &'static str, TrainedWeights>) -> Vec<(String, Vec<f64>)> {
    let paper = RUNS.iter().zip(&PAPER_RUNS);
    let paper = paper.map(|(run, paper)| (format!("paper, {run}"), paper.weights.to_vec()));
    let ours = groups.first_samples();
    let ours = ours.map(|(run, training)| (format!("ours, {run}"), training.weights().to_vec()));
    let is_complete = |row: &(String, Vec<f64>)| row.1.len() == SQUARE_TYPE_NAMES.len();
    paper.chain(ours).filter(is_complete).collect()
}

/// Whether weights rise with the distance.
fn steps(rows: &[(String, Vec<f64>)]) -> ResultTable {
    type Step = fn(&[f64; 4], f64) -> bool;
    const STEPS: [(&str, Step); 4] = [
        ("tie < 1, 2", |w, _| w[0] < w[1].min(w[2])),
        ("1, 2 < 3+", |w, _| w[1].max(w[2]) < w[3]),
        ("3+ < domain", |w, domain| w[3] < domain),
        ("1 < 2", |w, _| w[1] < w[2]),
    ];
    let yes_or_no = |holds| if holds { "yes" } else { "no" };
    ResultTable::over("Steps", rows)
        .column("run", |row| row.0.clone())
        .columns(
            STEPS,
            |step| step.0,
            |row, step| {
                let &[q0, k0, q1, k1, q2, k2, q3, k3, domain] = row.1.as_slice() else {
                    return ResultCell::Missing;
                };
                let queen = yes_or_no(step.1(&[q0, q1, q2, q3], domain));
                let king = yes_or_no(step.1(&[k0, k1, k2, k3], domain));
                match queen == king {
                    true => queen.into(),
                    false => format!("queen {queen}, king {king}").into(),
                }
            },
        )
        .note("For queen and king distance. The paper's hold except for the last one in its run C.")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::frame::testing::{results, sample};

    #[test]
    fn steps_by_hand() {
        let ours = vec![0.1, 0.1, 1.0, 1.0, 2.0, 0.5, 1.5, 3.0, 4.0];
        let rows = [
            (
                "paper, C".to_owned(),
                DominationDistance::RUN_C.weights.to_vec(),
            ),
            ("ours, B".to_owned(), ours),
        ];
        let table = steps(&rows);
        let text = |row: usize| -> Vec<String> {
            table.rows[row].iter().map(ToString::to_string).collect()
        };
        assert_eq!(text(0), ["paper, C", "yes", "yes", "yes", "no"]);
        let ours = [
            "ours, B",
            "yes",
            "queen no, king yes",
            "yes",
            "queen yes, king no",
        ];
        assert_eq!(text(1), ours);
    }

    #[test]
    fn a_run_is_trained_once() {
        let dir = tempfile::tempdir().unwrap();
        let mut config = (NINE_WEIGHTS.config)(Scale::Small);
        config.runs_dir = dir.path().display().to_string();
        (config.games, config.nodes) = (2, 1);
        let training = sample(&NINE_WEIGHTS, &config, 0, 1);
        let again = sample(&NINE_WEIGHTS, &config, 0, 1);
        assert_eq!(training.weights(), again.weights());
        assert_eq!(training.curve.len(), 3);
        let results = results(&NINE_WEIGHTS, &config, &BTreeMap::from([(0, training)]));
        assert_eq!(results.tables[0].rows.len(), 4);
    }
}
