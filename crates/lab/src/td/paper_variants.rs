//! `td/readings`: the nine weights under other readings of the paper.

use std::path::Path;

use evaluation::domination_distance::{SQUARE_TYPE_NAMES, SQUARE_TYPE_TERMS};
use learning::td_lambda::TerminalTarget;
use learning::{FeatureSet, TrainingConfig};

use super::PAPER;
use super::training::{RUNS_DIR, TrainedWeights, curves, paper_training_config, train};
use crate::prelude::*;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Directory of the training runs.
    #[serde(rename = "courses")]
    runs_dir: String,
    games: u32,
}

/// A reading of the paper.
#[derive(Clone, Copy, Debug)]
pub struct PaperVariant {
    /// Directory of its training run.
    name: &'static str,
    description: &'static str,
    change: fn(&mut TrainingConfig),
}

const VARIANTS: [PaperVariant; 7] = [
    PaperVariant {
        name: "as-read",
        description: "as in td/weights",
        change: |_| {},
    },
    PaperVariant {
        name: "even-fall",
        description: "the learning rate falls linearly to zero",
        change: |training| training.rate_decay_games = None,
    },
    PaperVariant {
        name: "to-the-end",
        description: "decided games are played to the last move",
        change: |training| training.play.play_out = true,
    },
    PaperVariant {
        name: "no-ties",
        description: "squares at equal distance count for nobody",
        change: |training| training.features = FeatureSet::NoTies,
    },
    PaperVariant {
        name: "no-result",
        description: "the last P is an evaluation, not the result",
        change: |training| training.td.terminal = TerminalTarget::Evaluation,
    },
    PaperVariant {
        name: "undivided",
        description: "no division in equation 4",
        change: |training| training.features = FeatureSet::Undivided,
    },
    PaperVariant {
        name: "undivided-wide",
        description: "no division, and ω 50 instead of 1",
        change: |training| {
            training.features = FeatureSet::Undivided;
            training.td.omega = 50.0;
        },
    },
];

/// Training with one detail of the paper changed.
pub const PAPER_VARIANTS: Experiment<Config, PaperVariant, TrainedWeights> = Experiment {
    info: ExperimentInfo {
        id: "td/readings",
        title: "The nine weights under other readings of the paper",
        reference: PAPER,
        description: "The training of td/weights with one detail changed: what the paper leaves open, and its division by the \
                      number of reached squares, without which, it says, nothing was learned well.",
    },
    config: |scale| Config {
        runs_dir: format!("{RUNS_DIR}/{scale}/readings"),
        games: scale.pick(100, 3_000),
    },
    grid: |_| Grid::new(VARIANTS),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, PaperVariant>) -> Result<TrainedWeights, BoxError> {
    let variant = unit.condition;
    // One seed for all, so that only the reading differs.
    let mut training = paper_training_config(unit.config.games, 1);
    training.rate_decay_games = Some(250);
    (variant.change)(&mut training);
    train(
        &Path::new(&unit.config.runs_dir).join(variant.name),
        &training,
    )
}

fn results(config: &Config, groups: &Groups<'_, PaperVariant, TrainedWeights>) -> Results {
    let table = ResultTable::over("Weights by reading", groups.first_samples())
        .column("reading", |row| format!("{}: {}", row.0.name, row.0.description))
        .columns(
            SQUARE_TYPE_NAMES.into_iter().zip(SQUARE_TYPE_TERMS),
            |column| column.0,
            |row, column| {
                let mut names = row.1.names.iter();
                let index = names.position(|name| name == column.1.name());
                let weight = index.and_then(|index| row.1.weights().get(index));
                weight.map(|&weight| ResultCell::decimal(weight, 3))
            },
        )
        .column("plies", |row| ResultCell::decimal(row.1.plies, 1))
        .note(&format!(
            "After {} games each. Without the division a weight applies to a square, not to all; all weights start at 1.",
            plot::format_number(config.games.into(), 0)
        ));
    let plots = groups
        .first_samples()
        .flat_map(|(variant, training)| curves(variant.description, training));
    Results::new([table]).figure("readings", plots)
}
