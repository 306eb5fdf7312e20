//! `om/error`: the gain of a wrong model, with and without a fallback.

use std::slice::from_ref;

use evaluation::TermWeights;

use super::matches::{
    EngineConfig, WeightFiles, model, opening, perturbed, play_pair, prediction_rate,
};
use crate::games::MatchScore;
use crate::prelude::*;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    board: String,
    /// Our depth.
    ours: u32,
    /// The opponent's depth.
    theirs: u32,
    opening_plies: usize,
    /// Openings per model; two games each.
    openings: usize,
    /// Errors of the model's weights: standard deviation of the logarithm.
    errors: Vec<f64>,
    /// Depth of a model with exact weights and wrong depth.
    wrong_depth: u32,
}

/// What is wrong with the model.
#[derive(Clone, Copy)]
pub enum ModelError {
    Weights(f64),
    Depth(u32),
}

/// Game pairs from one opening.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// OM search without a fallback.
    unguarded: MatchScore,
    /// OM search that drops a model that does not fit.
    guarded: MatchScore,
    alpha_beta: MatchScore,
}

impl Sample {
    fn gain(&self) -> f64 {
        self.unguarded.percent() - self.alpha_beta.percent()
    }

    fn guarded_gain(&self) -> f64 {
        self.guarded.percent() - self.alpha_beta.percent()
    }
}

/// Gain against the error of the model.
pub const MODEL_ERROR_GAIN: Experiment<Config, ModelError, Sample> = Experiment {
    info: ExperimentInfo {
        id: "om/error",
        title: "A wrong model",
        reference: "beyond the paper, whose models are exact",
        description: "Gain over alpha-beta as the model's weights get wrong, by the share of replies that are still predicted; \
                      and with a fallback that drops a model that does not fit.",
    },
    config: |scale| Config {
        board: "6x6".to_owned(),
        ours: 2,
        theirs: 2,
        opening_plies: 4,
        openings: scale.pick(4, 200),
        errors: scale.pick(vec![0.0, 1.0], vec![0.0, 0.1, 0.3, 1.0, 3.0]),
        wrong_depth: 1,
    },
    grid: |config| {
        let errors = config
            .errors
            .iter()
            .map(|&error| ModelError::Weights(error));
        Grid::new(errors.chain([ModelError::Depth(config.wrong_depth)])).repeat(config.openings)
    },
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, ModelError>) -> Result<Sample, BoxError> {
    let Unit { config, rng, .. } = unit;
    let start = opening(&config.board, config.opening_plies, rng)?;
    let files = WeightFiles::new()?;
    let model = match *unit.condition {
        ModelError::Weights(error) => {
            let wrong = perturbed(&TermWeights::default(), error, rng);
            model(config.theirs, &files.save("model", &wrong)?)
        }
        ModelError::Depth(depth) => model(depth, ""),
    };
    let them = EngineConfig::alpha_beta(config.theirs, "");
    let with_model = |has_fallback| {
        let us = EngineConfig::opponent_model(config.ours, from_ref(&model), has_fallback);
        play_pair(&start, &us, &them)
    };
    Ok(Sample {
        unguarded: with_model(false)?,
        guarded: with_model(true)?,
        alpha_beta: play_pair(&start, &EngineConfig::alpha_beta(config.ours, ""), &them)?,
    })
}

fn results(_: &Config, groups: &Groups<'_, ModelError, Sample>) -> Results {
    let predicted = |group: &Group<'_, ModelError, Sample>| {
        prediction_rate(group.samples.iter().map(|one| one.unguarded))
    };
    let table = ResultTable::over("Score with a wrong model, %", groups.iter())
        .column("model", |group| match group.condition {
            ModelError::Weights(error) => format!("weights off by {error}"),
            ModelError::Depth(depth) => format!("depth {depth}"),
        })
        .column("openings", |group| group.count())
        .estimate("predicted", 1, |group| predicted(group))
        .estimate("alpha-beta", 1, |group| group.mean(|one| one.alpha_beta.percent()))
        .estimate("no fallback", 1, |group| group.mean(|one| one.unguarded.percent()))
        .estimate("gain", 1, |group| group.mean(Sample::gain))
        .estimate("with fallback", 1, |group| group.mean(|one| one.guarded.percent()))
        .estimate("gain with fallback", 1, |group| group.mean(Sample::guarded_gain))
        .note(
            "Two games per opening, colors swapped; gains over alpha-beta of the same depth and evaluation are paired by \
             opening. Predicted: replies that the player without fallback predicted. 95 % intervals.",
        );
    let line = |name: &str, gain: fn(&Sample) -> f64| {
        let own = groups
            .iter()
            .filter(|group| matches!(group.condition, ModelError::Weights(_)));
        let points = own.filter_map(|group| Some(group.mean(gain)?.at(predicted(group)?.value)));
        let mut points: Vec<Point> = points.collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        Series::line(name, points)
    };
    let plot = Plot::new(
        "Gain of a model by how often it predicts the reply",
        "predicted replies, %",
        "gain over alpha-beta, percentage points",
        [
            line("no fallback", Sample::gain),
            line("with fallback", Sample::guarded_gain),
        ],
    )
    .with_reference_line(0.0, "alpha-beta");
    Results::new([table]).figure("gain", [plot])
}
