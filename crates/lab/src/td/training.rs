//! Training runs of units, and their weights.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use evaluation::TermWeights;
use learning::{SelfPlayConfig, TrainingConfig, TrainingRun};

use crate::prelude::*;

/// Default directory of training runs.
pub(super) const RUNS_DIR: &str = "lab-results/td/courses";

/// Nodes per move.
pub(super) const NODES: u64 = 50;

/// Result of a training run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrainedWeights {
    /// Names of the weights.
    pub(super) names: Vec<String>,
    /// Number of games, and the weights.
    pub(super) curve: Vec<(u32, Vec<f64>)>,
    /// Mean number of plies per game.
    pub(super) plies: f64,
}

impl TrainedWeights {
    /// Final weights.
    pub(super) fn weights(&self) -> &[f64] {
        self.curve.last().map_or(&[], |(_, weights)| weights)
    }
}

/// The paper's training, but for the search.
pub(super) fn paper_training_config(games: u32, seed: u64) -> TrainingConfig {
    TrainingConfig {
        games,
        seed,
        // Sequential, as in the paper.
        policy_lag: 1,
        play: SelfPlayConfig {
            nodes: Some(NODES),
            ..SelfPlayConfig::default()
        },
        ..TrainingConfig::default()
    }
}

/// Runs or resumes a training run.
pub(super) fn train(dir: &Path, settings: &TrainingConfig) -> Result<TrainedWeights, BoxError> {
    let mut run = TrainingRun::open(dir, settings)?;
    let mut plies = 0.0;
    run.run(1, &AtomicBool::new(false), &mut |progress| {
        plies = progress.plies as f64 / f64::from(progress.games.max(1));
    })?;
    let curve = run.curve();
    Ok(TrainedWeights {
        names: curve.names.clone(),
        curve: curve.points.clone(),
        plies,
    })
}

/// Maximum size of a weights file.
const MAX_WEIGHTS_BYTES: u64 = 64 << 20;

/// Loads the weights of a finished training run of another experiment.
pub(super) fn load_weights(
    dir: &str,
    name: &str,
    experiment: &str,
) -> Result<TermWeights, BoxError> {
    let file = Path::new(dir).join(name).join("weights.txt");
    let error = |error: String| {
        let file = file.display();
        format!(
            "cannot read weights {file}: {error}; train them with `thermodon lab run {experiment}`, or set their directory with \
             --set courses=DIR"
        )
    };
    let text =
        storage::read_text_file(&file, MAX_WEIGHTS_BYTES).map_err(|io| error(io.to_string()))?;
    Ok(text
        .parse()
        .map_err(|parse: evaluation::WeightsError| error(parse.to_string()))?)
}

/// Weights over games; king distances have a plot of their own, since nine lines are too many.
pub(super) fn curves(title: &str, training: &TrainedWeights) -> [Plot; 2] {
    let plot = |what: &str, is_king: bool| {
        let names = training.names.iter().enumerate();
        let own = names.filter(|(_, name)| name.starts_with("king") == is_king);
        let lines = own.map(|(index, name)| {
            let points = training.curve.iter();
            let points =
                points.map(|(games, weights)| Point::new(f64::from(*games), weights[index]));
            Series::line(name.as_str(), points)
        });
        Plot::new(format!("{title}: {what}"), "games", "weight", lines)
    };
    [
        plot("queen distance and domain", false),
        plot("king distance", true),
    ]
}
