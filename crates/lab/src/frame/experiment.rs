//! Experiments.

use std::collections::BTreeMap;
use std::fmt;

use game::SplitMix64;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::grid::{Grid, Groups};
use super::results::Results;

/// Error of a unit.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Static description of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExperimentInfo {
    /// `GROUP/NAME` in lower case with hyphens.
    pub id: &'static str,
    /// Title.
    pub title: &'static str,
    /// The paper and its numbers that ours are compared with.
    pub reference: &'static str,
    /// What is measured.
    pub description: &'static str,
}

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Seconds, for a first look and tests.
    Small,
    /// At least as much as the paper.
    Paper,
}

impl Scale {
    /// All scales.
    pub const ALL: [Self; 2] = [Self::Small, Self::Paper];

    /// A value by scale.
    pub fn pick<T>(self, small: T, paper: T) -> T {
        match self {
            Self::Small => small,
            Self::Paper => paper,
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pick("small", "paper"))
    }
}

/// What one unit measures.
pub struct Unit<'a, C, K> {
    /// Parameters of the experiment.
    pub config: &'a C,
    pub condition: &'a K,
    /// Number of earlier units with the same condition.
    pub repetition: usize,
    /// Random numbers of this unit.
    pub rng: &'a mut SplitMix64,
}

impl<C, K> Unit<'_, C, K> {
    /// Number of samples of this unit when `total` samples are split into batches.
    pub fn batch(&self, total: usize, batch: usize) -> usize {
        total.saturating_sub(self.repetition * batch).min(batch)
    }
}

/// An experiment: conditions, samples of each, and the results that they show. `C` are its
/// parameters, `K` is a condition, usually a row of the table, and `S` is the raw result of a unit.
///
/// Work is split into units. A unit follows from config, seed and index alone, so units can be
/// measured in any order, on any number of threads, and a run can be resumed.
pub struct Experiment<C, K, S> {
    pub info: ExperimentInfo,
    /// Default parameters. With the seed they determine the results.
    pub config: fn(Scale) -> C,
    /// Conditions and units.
    pub grid: fn(&C) -> Grid<K>,
    /// Runs one unit. It should take seconds: an unfinished unit is lost when the run stops. An
    /// error ends the run.
    pub measure: fn(Unit<'_, C, K>) -> Result<S, BoxError>,
    /// Tables and figures of a complete or partial run.
    pub results: fn(&C, &Groups<'_, K, S>) -> Results,
}

/// An experiment with config and samples as JSON.
pub trait DynExperiment: Sync {
    /// Description.
    fn info(&self) -> ExperimentInfo;

    /// Default parameters.
    fn config(&self, scale: Scale) -> Value;

    /// Number of units.
    ///
    /// # Errors
    /// If the config does not belong to this experiment.
    fn unit_count(&self, config: &Value) -> Result<usize, BoxError>;

    /// Runs one unit.
    ///
    /// # Errors
    /// If the unit cannot be measured.
    fn measure(&self, config: &Value, seed: u64, index: usize) -> Result<Value, BoxError>;

    /// Tables and figures of the units.
    ///
    /// # Errors
    /// If config or units do not belong to this experiment.
    fn results(&self, config: &Value, units: &BTreeMap<usize, Value>) -> Result<Results, BoxError>;
}

impl<C, K, S> DynExperiment for Experiment<C, K, S>
where
    C: Serialize + DeserializeOwned,
    S: Serialize + DeserializeOwned,
{
    fn info(&self) -> ExperimentInfo {
        self.info
    }

    fn config(&self, scale: Scale) -> Value {
        serde_json::to_value((self.config)(scale)).unwrap_or_default()
    }

    fn unit_count(&self, config: &Value) -> Result<usize, BoxError> {
        Ok((self.grid)(&C::deserialize(config)?).unit_count())
    }

    fn measure(&self, config: &Value, seed: u64, index: usize) -> Result<Value, BoxError> {
        let config = C::deserialize(config)?;
        let sample = measure_unit(self, &config, index, unit_rng(seed, index))?;
        Ok(serde_json::to_value(sample)?)
    }

    fn results(&self, config: &Value, units: &BTreeMap<usize, Value>) -> Result<Results, BoxError> {
        let config = C::deserialize(config)?;
        let samples = units
            .iter()
            .map(|(&index, unit)| Ok((index, S::deserialize(unit)?)))
            .collect::<Result<BTreeMap<_, _>, serde_json::Error>>()?;
        let grid = (self.grid)(&config);
        Ok((self.results)(&config, &grid.groups(&samples)))
    }
}

/// Measures the unit with that index.
fn measure_unit<C, K, S>(
    experiment: &Experiment<C, K, S>,
    config: &C,
    index: usize,
    mut rng: SplitMix64,
) -> Result<S, BoxError> {
    let grid = (experiment.grid)(config);
    let (condition, repetition) = grid.unit(index).ok_or("there is no such unit")?;
    (experiment.measure)(Unit {
        config,
        condition,
        repetition,
        rng: &mut rng,
    })
}

/// Random numbers of a unit, different for every seed and index.
fn unit_rng(seed: u64, index: usize) -> SplitMix64 {
    let of_seed = SplitMix64::from_seed(seed).next_u64();
    SplitMix64::from_seed(of_seed ^ index as u64).split()
}

/// Helpers for tests of experiments.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// Measures one unit with the given seed.
    pub fn sample<C, K, S>(
        experiment: &Experiment<C, K, S>,
        config: &C,
        index: usize,
        seed: u64,
    ) -> S {
        let rng = SplitMix64::from_seed(seed);
        measure_unit(experiment, config, index, rng).expect("the unit can be measured")
    }

    /// The error of a unit that cannot be measured.
    pub fn error<C, K, S>(experiment: &Experiment<C, K, S>, config: &C) -> String {
        let measured = measure_unit(experiment, config, 0, SplitMix64::from_seed(1));
        let error = measured.err().expect("the unit cannot be measured");
        error.to_string()
    }

    /// Measures every unit, with its index plus one as seed.
    pub fn all_samples<C, K, S>(
        experiment: &Experiment<C, K, S>,
        config: &C,
    ) -> BTreeMap<usize, S> {
        let units = 0..(experiment.grid)(config).unit_count();
        units
            .map(|index| (index, sample(experiment, config, index, index as u64 + 1)))
            .collect()
    }

    /// Results of some samples.
    pub fn results<C, K, S>(
        experiment: &Experiment<C, K, S>,
        config: &C,
        samples: &BTreeMap<usize, S>,
    ) -> Results {
        (experiment.results)(config, &(experiment.grid)(config).groups(samples))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_last_batch_has_the_remaining_samples() {
        let batches = [0, 2, 3].map(|repetition| {
            let unit = Unit {
                config: &(),
                condition: &(),
                repetition,
                rng: &mut SplitMix64::from_seed(1),
            };
            unit.batch(5, 2)
        });
        assert_eq!(batches, [2, 1, 0]);
    }

    #[test]
    fn units_have_distinct_random_numbers() {
        let first = |seed, index| unit_rng(seed, index).next_u64();
        let all: HashSet<u64> = (0..100)
            .flat_map(|seed| (0..100).map(move |index| first(seed, index)))
            .collect();
        assert_eq!(all.len(), 10_000);
        assert_eq!(first(3, 4), first(3, 4));
    }
}
