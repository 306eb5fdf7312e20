//! `td/steps`: strength of each learning method.

use arena::statistics::Pentanomial;
use evaluation::TermWeights;

use super::PAPER;
use super::methods::{METHODS, MethodSpec};
use super::training::{RUNS_DIR, load_weights};
use super::weight_match::{WeightMatchConfig, play_match, total, with_score_columns};
use super::weights::RUNS;
use crate::prelude::*;

/// Matches of each method's weights against the paper's method.
pub struct MethodMatches;

/// Parameters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Directory of the training runs of td/weights and td/methods.
    #[serde(rename = "courses")]
    runs_dir: String,
    /// Game pairs per method.
    pairs: usize,
    /// Game pairs per unit.
    #[serde(rename = "pairs_at_once")]
    batch: usize,
    #[serde(rename = "terms")]
    match_config: WeightMatchConfig,
}

impl Experiment for MethodMatches {
    type Config = Config;
    /// The method; `None` for the default weights.
    type Condition = Option<MethodSpec>;
    type Sample = Pentanomial;

    fn info(&self) -> ExperimentInfo {
        ExperimentInfo {
            id: "td/steps",
            title: "Strength of each learning method",
            reference: PAPER,
            description: "The weights of each method of td/methods, and the default weights, against the paper's method (run A of \
                          td/weights).",
        }
    }

    fn config(&self, scale: Scale) -> Config {
        Config {
            runs_dir: format!("{RUNS_DIR}/{scale}"),
            pairs: scale.pick(4, 200),
            batch: 10,
            match_config: WeightMatchConfig::with_nodes(100),
        }
    }

    fn grid(&self, config: &Config) -> Grid<Option<MethodSpec>> {
        Grid::new(METHODS.map(Some).into_iter().chain([None]))
            .repeat_batches(config.pairs, config.batch)
    }

    fn measure(
        &self,
        config: &Config,
        unit: &Unit<'_, Option<MethodSpec>>,
        rng: &mut SplitMix64,
    ) -> Result<Pentanomial, BoxError> {
        let paper = load_weights(&config.runs_dir, RUNS[0], "td/weights")?;
        let weights = match unit.condition {
            Some(method) => {
                let dir = format!("{}/methods", config.runs_dir);
                load_weights(&dir, method.name, "td/methods")?
            }
            None => TermWeights::default(),
        };
        let pairs = unit.batch(config.pairs, config.batch);
        play_match([&weights, &paper], &config.match_config, pairs, rng)
    }

    fn results(
        &self,
        config: &Config,
        groups: &Groups<'_, Option<MethodSpec>, Pentanomial>,
    ) -> Results {
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
        let table = with_score_columns(table, |group| total(group.samples.iter().copied()));
        Results::new([table.note(&format!(
            "{}, openings of {} random plies with both colors; 95 % intervals, those of Elo over pairs.",
            config.match_config.limit_text(),
            config.match_config.random_plies
        ))])
    }
}
