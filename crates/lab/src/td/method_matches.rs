//! `td/steps`: strength of each learning method.

use arena::statistics::Pentanomial;
use evaluation::TermWeights;

use super::PAPER;
use super::methods::{METHODS, MethodSpec};
use super::training::load_weights;
use super::weight_match::{MatchesConfig, play_match, with_score_columns};
use super::weights::RUNS;
use crate::prelude::*;

/// The method; `None` for the default weights.
type Condition = Option<MethodSpec>;

/// Matches of each method's weights against the paper's method.
pub const METHOD_MATCHES: Experiment<MatchesConfig, Condition, Pentanomial> = Experiment {
    info: ExperimentInfo {
        id: "td/steps",
        title: "Strength of each learning method",
        reference: PAPER,
        description: "The weights of each method of td/methods, and the default weights, against the paper's method (run A of \
                      td/weights).",
    },
    config: |scale| MatchesConfig::new(scale, scale.pick(4, 200)),
    grid: |config| {
        Grid::new(METHODS.map(Some).into_iter().chain([None]))
            .repeat_batches(config.pairs, config.batch)
    },
    measure,
    results,
};

fn measure(unit: Unit<'_, MatchesConfig, Condition>) -> Result<Pentanomial, BoxError> {
    let paper = load_weights(&unit.config.runs_dir, RUNS[0], "td/weights")?;
    let weights = match unit.condition {
        Some(method) => {
            let dir = format!("{}/methods", unit.config.runs_dir);
            load_weights(&dir, method.name, "td/methods")?
        }
        None => TermWeights::default(),
    };
    play_match([&weights, &paper], unit)
}

fn results(config: &MatchesConfig, groups: &Groups<'_, Condition, Pentanomial>) -> Results {
    let table = ResultTable::over("Against the paper's method", groups.iter())
        .column("method", |group| {
            group
                .condition
                .as_ref()
                .map_or("default", |method| method.name)
        })
        .column("description", |group| match group.condition {
            Some(method) => method.description,
            None => "the weights of the program",
        });
    let table = with_score_columns(table, |group| group.samples.iter().copied().sum());
    Results::new([table.note(&format!(
        "{}, {}",
        config.match_config.limit_text(),
        config.note()
    ))])
}
