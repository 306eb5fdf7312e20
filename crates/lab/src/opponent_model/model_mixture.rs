//! `om/mixture`: the opponent is one of several known ones.

use evaluation::TermWeights;

use super::matches::{
    EngineConfig, WeightFiles, model, opening, perturbed, play_pair, prediction_rate,
};
use crate::games::MatchScore;
use crate::prelude::*;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    board: String,
    /// Depth of all players.
    plies: u32,
    opening_plies: usize,
    /// Openings; two games each.
    openings: usize,
    /// Number of possible opponents.
    opponents: usize,
    /// Noise of their weights: standard deviation of the logarithm.
    #[serde(rename = "taste")]
    weight_noise: f64,
}

/// Game pairs from one opening.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Sample {
    alpha_beta: MatchScore,
    /// One model, drawn at random.
    random_model: MatchScore,
    /// All models; the weights are updated by the replies.
    mixture: MatchScore,
    /// The model of the actual opponent.
    exact_model: MatchScore,
}

/// Score of one kind of player.
type ScoreOf = fn(&Sample) -> MatchScore;

const PLAYERS: [(&str, ScoreOf); 4] = [
    ("alpha-beta", |one| one.alpha_beta),
    ("one model, drawn at random", |one| one.random_model),
    ("mixture of all models", |one| one.mixture),
    ("the exact model", |one| one.exact_model),
];

/// A mixture of models against one opponent drawn from it.
pub const MODEL_MIXTURE: Experiment<Config, (), Sample> = Experiment {
    info: ExperimentInfo {
        id: "om/mixture",
        title: "One of several opponents",
        reference: "beyond the paper: probabilistic opponent-model search (PrOM)",
        description: "The opponent is drawn from a few known ones for each opening. Gain of a mixture of models with Bayesian \
                      updates, compared with one model drawn at random and with the exact model.",
    },
    config: |scale| Config {
        board: "6x6".to_owned(),
        plies: 2,
        opening_plies: 4,
        openings: scale.pick(4, 200),
        opponents: 3,
        weight_noise: 0.5,
    },
    grid: |config| Grid::new([()]).repeat(config.openings),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, ()>) -> Result<Sample, BoxError> {
    let Unit { config, rng, .. } = unit;
    let start = opening(&config.board, config.opening_plies, rng)?;
    let weight_files = WeightFiles::new()?;
    let files = (0..config.opponents.max(1))
        .map(|number| {
            let weights = perturbed(&TermWeights::default(), config.weight_noise, rng);
            weight_files.save(&format!("opponent-{number}"), &weights)
        })
        .collect::<Result<Vec<_>, _>>()?;
    let models: Vec<String> = files.iter().map(|file| model(config.plies, file)).collect();
    // Drawn, so that the order of the models does not matter.
    let truth = rng.below(files.len());
    let guess = rng.below(files.len());
    let them = EngineConfig::alpha_beta(config.plies, &files[truth]);
    let with_models = |models: &[String]| {
        let us = EngineConfig::opponent_model(config.plies, models, false);
        play_pair(&start, &us, &them)
    };
    Ok(Sample {
        alpha_beta: play_pair(&start, &EngineConfig::alpha_beta(config.plies, ""), &them)?,
        random_model: with_models(&models[guess..=guess])?,
        mixture: with_models(&models)?,
        exact_model: with_models(&models[truth..=truth])?,
    })
}

fn results(config: &Config, groups: &Groups<'_, (), Sample>) -> Results {
    let group = &groups[0];
    let title = format!(
        "Score against one of {} opponents on {}, %",
        config.opponents, config.board
    );
    let table = ResultTable::over(&title, PLAYERS)
        .column("player", |row| row.0)
        .column("openings", |_| group.count())
        .estimate("score", 1, |row| group.mean(|one| row.1(one).percent()))
        .estimate("gain", 1, |row| {
            group.mean(|one| row.1(one).percent() - one.alpha_beta.percent())
        })
        .estimate("predicted", 1, |row| {
            prediction_rate(group.samples.iter().map(|one| row.1(one)))
        })
        .note(
            "Two games per opening, colors swapped; the gain over alpha-beta is paired by opening. Predicted: for the \
             mixture, by its most likely model. 95 % intervals.",
        );
    Results::new([table])
}
