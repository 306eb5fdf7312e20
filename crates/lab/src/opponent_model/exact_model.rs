//! `om/amazons`, `om/boards` and `om/depths`: gain of an exact model by board, weights and depths.

use evaluation::TermWeights;

use super::matches::{
    EngineConfig, WeightFiles, model, opening, perturbed, play_pair, prediction_rate,
};
use crate::games::MatchScore;
use crate::prelude::*;

/// Gain of OM search with an exact model over alpha-beta with the same evaluation.
pub type ExactModelGain = Experiment<Config, Matchup, Sample>;

const fn gain(info: ExperimentInfo, config: fn(Scale) -> Config) -> ExactModelGain {
    Experiment {
        info,
        config,
        grid: |config| Grid::of(&config.matchups).repeat(config.openings),
        measure,
        results,
    }
}

const REFERENCE: &str = "Tokuda et al., section 5.2: in Shogi, with the same depth and an exact model, 19 wins and 1 loss \
                         against alpha-beta";

impl ExactModelGain {
    /// Equal depths.
    pub const EQUAL_DEPTHS: Self = gain(
        ExperimentInfo {
            id: "om/amazons",
            title: "Opponent-model search with an exact model (Amazons)",
            reference: REFERENCE,
            description: "Gain of opponent-model search over alpha-beta with the same evaluation and depth, against an opponent \
                          whose every reply is predicted: one with our weights and one with other weights.",
        },
        |scale| config(scale, &[("6x6", 2, 2, 0.0), ("6x6", 2, 2, 0.5)]),
    );

    /// Equal depths on larger boards.
    pub const LARGER_BOARDS: Self = gain(
        ExperimentInfo {
            id: "om/boards",
            title: "Exact model on larger boards and at greater depth",
            reference: REFERENCE,
            description: "As om/amazons, with longer games.",
        },
        |scale| {
            config(
                scale,
                &[("8x8", 2, 2, 0.0), ("10x10", 2, 2, 0.0), ("6x6", 3, 3, 0.0)],
            )
        },
    );

    /// Unequal depths: (D, d)-OM search.
    pub const UNEQUAL_DEPTHS: Self = gain(
        ExperimentInfo {
            id: "om/depths",
            title: "Exact model of a shallower or deeper opponent",
            reference: "beyond the paper, where both depths are equal",
            description: "As om/amazons, for the affordable combinations of our depth and the opponent's.",
        },
        |scale| {
            config(
                scale,
                &[
                    ("6x6", 2, 1, 0.0),
                    ("6x6", 2, 3, 0.0),
                    ("6x6", 3, 1, 0.0),
                    ("6x6", 3, 2, 0.0),
                    ("6x6", 4, 1, 0.0),
                ],
            )
        },
    );
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Openings per matchup; two games each.
    openings: usize,
    opening_plies: usize,
    #[serde(rename = "arrangements")]
    matchups: Vec<Matchup>,
}

/// Board, depths and weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Matchup {
    board: String,
    /// Our depth.
    ours: u32,
    /// The opponent's depth.
    theirs: u32,
    /// Noise of the opponent's weights: standard deviation of their logarithm.
    #[serde(rename = "taste")]
    weight_noise: f64,
}

/// Game pairs from one opening.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Sample {
    opponent_model: MatchScore,
    /// Alpha-beta of the same depth and evaluation.
    alpha_beta: MatchScore,
    /// Alpha-beta one ply deeper.
    deeper: MatchScore,
}

/// Each matchup is a board, our depth, their depth and the noise of their weights.
fn config(scale: Scale, matchups: &[(&str, u32, u32, f64)]) -> Config {
    let matchups = scale.pick(&matchups[..2], matchups).iter();
    let matchup = |&(board, ours, theirs, weight_noise): &(&str, u32, u32, f64)| Matchup {
        board: board.to_owned(),
        ours,
        theirs,
        weight_noise,
    };
    Config {
        openings: scale.pick(4, 200),
        opening_plies: 4,
        matchups: matchups.map(matchup).collect(),
    }
}

fn measure(unit: Unit<'_, Config, Matchup>) -> Result<Sample, BoxError> {
    let matchup = unit.condition;
    let start = opening(&matchup.board, unit.config.opening_plies, unit.rng)?;
    let files = WeightFiles::new()?;
    let weights = perturbed(&TermWeights::default(), matchup.weight_noise, unit.rng);
    let file = files.save("theirs", &weights)?;
    let them = EngineConfig::alpha_beta(matchup.theirs, &file);
    let models = [model(matchup.theirs, &file)];
    let depth = matchup.ours;
    let us = EngineConfig::opponent_model(depth, &models, false);
    Ok(Sample {
        opponent_model: play_pair(&start, &us, &them)?,
        alpha_beta: play_pair(&start, &EngineConfig::alpha_beta(depth, ""), &them)?,
        deeper: play_pair(&start, &EngineConfig::alpha_beta(depth + 1, ""), &them)?,
    })
}

fn results(_: &Config, groups: &Groups<'_, Matchup, Sample>) -> Results {
    let table = ResultTable::over("Score against a modeled opponent, %", groups.iter())
        .column("board", |group| group.condition.board.as_str().to_owned())
        .column("our depth", |group| group.condition.ours)
        .column("their depth", |group| group.condition.theirs)
        .column("their weights", |group| {
            if group.condition.weight_noise == 0.0 { "ours" } else { "other" }
        })
        .column("openings", |group| group.count())
        .estimate("alpha-beta", 1, |group| group.mean(|one| one.alpha_beta.percent()))
        .estimate("one ply deeper", 1, |group| group.mean(|one| one.deeper.percent()))
        .estimate("opponent model", 1, |group| {
            group.mean(|one| one.opponent_model.percent())
        })
        .estimate("gain", 1, |group| {
            group.mean(|one| one.opponent_model.percent() - one.alpha_beta.percent())
        })
        .estimate("predicted", 1, |group| {
            prediction_rate(group.samples.iter().map(|one| one.opponent_model))
        })
        .note(
            "Two games per opening, colors swapped; the gain over alpha-beta of the same depth and evaluation is paired by \
             opening. 95 % intervals.",
        );
    Results::new([table])
}
