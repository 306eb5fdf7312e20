//! `td/methods`: other learning methods.

use std::path::Path;

use learning::{FeatureSet, GameReader, LearningMethod, TexelTarget, TexelTuner, TrainingConfig};

use super::PAPER;
use super::training::{RUNS_DIR, paper_training_config, train};
use crate::prelude::*;

/// A learning method.
#[derive(Clone, Copy, Debug)]
pub struct MethodSpec {
    /// Directory of its training run.
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    /// Divides the number of games, for methods with slow games.
    games_divisor: u32,
    procedure: Procedure,
}

#[derive(Clone, Copy, Debug)]
enum Procedure {
    /// Updates after every game.
    Online(fn(&mut TrainingConfig)),
    /// Regression on all games of a round; its weights play the next round.
    Regression(&'static [TexelTarget]),
}

/// Node limit of searches of depth 3.
const DEPTH_3_NODES: u64 = 400;

pub(super) const METHODS: [MethodSpec; 9] = [
    MethodSpec {
        name: "staged",
        description: "TD, the nine weights in five phases",
        games_divisor: 1,
        procedure: Procedure::Online(|training| training.features = FeatureSet::Staged),
    },
    MethodSpec {
        name: "wide",
        description: "TD, all 23 terms of the engine in five phases",
        games_divisor: 1,
        procedure: Procedure::Online(|training| training.features = FeatureSet::Wide),
    },
    MethodSpec {
        name: "td-leaf",
        description: "TDLeaf, nine weights",
        games_divisor: 1,
        procedure: Procedure::Online(td_leaf),
    },
    MethodSpec {
        name: "deep",
        description: "TD, nine weights, games of depth 3",
        games_divisor: 4,
        procedure: Procedure::Online(depth_3),
    },
    MethodSpec {
        name: "deep-leaf",
        description: "TDLeaf, nine weights, games of depth 3",
        games_divisor: 4,
        procedure: Procedure::Online(|training| {
            depth_3(training);
            td_leaf(training);
        }),
    },
    MethodSpec {
        name: "deep-search",
        description: "targets from searches of depth 3, nine weights",
        games_divisor: 4,
        procedure: Procedure::Online(|training| {
            depth_3(training);
            training.method = LearningMethod::Search;
        }),
    },
    MethodSpec {
        name: "regression",
        description: "regression on results, all terms in eight phases, two rounds",
        games_divisor: 1,
        procedure: Procedure::Regression(&[TexelTarget::Result, TexelTarget::Result]),
    },
    MethodSpec {
        name: "regression-search",
        description: "regression on results, then on search values",
        games_divisor: 1,
        procedure: Procedure::Regression(&[TexelTarget::Result, TexelTarget::Search]),
    },
    MethodSpec {
        name: "regression-both",
        description: "regression on results, then on the mean of results and search values",
        games_divisor: 1,
        procedure: Procedure::Regression(&[TexelTarget::Result, TexelTarget::Both]),
    },
];

fn depth_3(training: &mut TrainingConfig) {
    training.play.depth = Some(3);
    training.play.nodes = Some(DEPTH_3_NODES);
}

fn td_leaf(training: &mut TrainingConfig) {
    training.method = LearningMethod::TdLeaf;
    training.play.record_pv = true;
}

/// A regression uses every n-th position.
const SAMPLE_EVERY: usize = 2;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Directory of the training runs.
    #[serde(rename = "courses")]
    runs_dir: String,
    games: u32,
}

/// Result of a method.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct MethodResult {
    games: u32,
    plies: f64,
    /// Log loss before and after each round of a regression.
    losses: Vec<(f64, f64)>,
}

/// Training by each method.
pub const METHOD_TRAINING: Experiment<Config, MethodSpec, MethodResult> = Experiment {
    info: ExperimentInfo {
        id: "td/methods",
        title: "Other learning methods",
        reference: PAPER,
        description: "Weights by game phase, the engine's wider terms, deeper searches, TDLeaf, and logistic regression on results \
                      and on search values. td/steps measures their strength.",
    },
    config: |scale| Config {
        runs_dir: format!("{RUNS_DIR}/{scale}/methods"),
        games: scale.pick(40, 5_000),
    },
    grid: |_| Grid::new(METHODS),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, MethodSpec>) -> Result<MethodResult, BoxError> {
    let method = unit.condition;
    let dir = Path::new(&unit.config.runs_dir).join(method.name);
    let games = (unit.config.games / method.games_divisor).max(2);
    let mut training = paper_training_config(games, unit.rng.next_u64());
    match method.procedure {
        Procedure::Online(change) => {
            training.rate_decay_games = Some(250);
            change(&mut training);
            Ok(MethodResult {
                games: training.games,
                plies: train(&dir, &training)?.plies,
                losses: Vec::new(),
            })
        }
        Procedure::Regression(targets) => regression(&dir, &training, targets),
    }
}

fn results(_: &Config, groups: &Groups<'_, MethodSpec, MethodResult>) -> Results {
    let table = ResultTable::over("Learning methods", groups.first_samples())
        .column("method", |row| row.0.name)
        .column("description", |row| row.0.description)
        .column("games", |row| row.1.games)
        .column("plies", |row| ResultCell::decimal(row.1.plies, 1))
        .column("log loss", |row| {
            let losses = row.1.losses.iter();
            let losses: Vec<String> = losses
                .map(|(before, after)| format!("{before:.4} → {after:.4}"))
                .collect();
            (!losses.is_empty()).then(|| losses.join(", "))
        })
        .note("Log loss of a regression before and after each round, over its training positions.");
    Results::new([table])
}

/// Alternates self-play and regression.
fn regression(
    dir: &Path,
    training: &TrainingConfig,
    targets: &[TexelTarget],
) -> Result<MethodResult, BoxError> {
    let form = FeatureSet::Engine;
    let mut training = TrainingConfig {
        features: form,
        learning_rate: 0.0,
        policy_lag: 16,
        initial_params: Some(form.initial_params()),
        ..training.clone()
    };
    let mut result = MethodResult::default();
    for (round, &target) in (1..).zip(targets) {
        let round = dir.join(format!("round-{round}"));
        result.plies = train(&round, &training)?.plies;
        result.games += training.games;
        let mut tuning = TexelTuner::new(form, target, SAMPLE_EVERY);
        for game in GameReader::open(&round.join("games.bin"))? {
            tuning.add(&game?);
        }
        let start = training.initial_params.take().unwrap_or_default();
        let tuned = tuning.tune(&start);
        result.losses.push((tuned.loss_before, tuned.loss_after));
        training.initial_params = Some(tuned.params);
        training.seed = training.seed.wrapping_add(1);
    }
    let provenance = format!(
        "regression on {targets:?} of {} games of self-play at {:?} nodes per move",
        result.games, training.play.nodes
    );
    let weights = form.weights(
        &training.initial_params.unwrap_or_default(),
        1.0,
        &provenance,
    );
    std::fs::write(dir.join("weights.txt"), weights.to_string())?;
    Ok(result)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::training::load_weights;
    use super::*;
    use crate::frame::testing::{results, sample};

    #[test]
    fn every_method_saves_weights() {
        let dir = tempfile::tempdir().unwrap();
        let config = Config {
            runs_dir: format!("{}/methods", dir.path().display()),
            games: 3,
        };
        let mut samples = BTreeMap::new();
        for (index, method) in METHODS.iter().enumerate() {
            // Games of depth 3 take too long for a test.
            if method.games_divisor == 1 {
                samples.insert(
                    index,
                    sample(&METHOD_TRAINING, &config, index, index as u64),
                );
                load_weights(&config.runs_dir, method.name, "td/methods").unwrap();
            }
        }
        let results = results(&METHOD_TRAINING, &config, &samples);
        assert_eq!(results.tables[0].rows.len(), samples.len());
    }
}
