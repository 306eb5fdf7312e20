//! The experiment trait.

use std::collections::BTreeMap;
use std::fmt;

use game::SplitMix64;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::grid::{Grid, Groups, Unit};
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

/// An experiment: conditions, samples of each, and the results that they show.
///
/// Work is split into units. A unit follows from config, seed and index alone, so units can be
/// measured in any order, on any number of threads, and a run can be resumed.
pub trait Experiment: Sync + 'static {
    /// Parameters of the experiment. With the seed they determine the results.
    type Config: Serialize + DeserializeOwned;

    /// One condition: usually a row of the table.
    type Condition;

    /// Raw result of a unit.
    type Sample: Serialize + DeserializeOwned;

    /// Description.
    fn info(&self) -> ExperimentInfo;

    /// Default parameters.
    fn config(&self, scale: Scale) -> Self::Config;

    /// Conditions and units.
    fn grid(&self, config: &Self::Config) -> Grid<Self::Condition>;

    /// Runs one unit. A unit should take seconds: an unfinished unit is lost when the run stops.
    ///
    /// # Errors
    /// If the unit cannot be measured; this ends the run.
    fn measure(
        &self,
        config: &Self::Config,
        unit: &Unit<'_, Self::Condition>,
        rng: &mut SplitMix64,
    ) -> Result<Self::Sample, BoxError>;

    /// Tables and figures of a complete or partial run.
    fn results(
        &self,
        config: &Self::Config,
        groups: &Groups<'_, Self::Condition, Self::Sample>,
    ) -> Results;
}

/// Object-safe [`Experiment`] with config and samples as JSON.
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

impl<E: Experiment> DynExperiment for E {
    fn info(&self) -> ExperimentInfo {
        Experiment::info(self)
    }

    fn config(&self, scale: Scale) -> Value {
        serde_json::to_value(Experiment::config(self, scale)).unwrap_or_default()
    }

    fn unit_count(&self, config: &Value) -> Result<usize, BoxError> {
        Ok(self.grid(&E::Config::deserialize(config)?).unit_count())
    }

    fn measure(&self, config: &Value, seed: u64, index: usize) -> Result<Value, BoxError> {
        let config = E::Config::deserialize(config)?;
        let sample = measure_unit(self, &config, index, unit_rng(seed, index))?;
        Ok(serde_json::to_value(sample)?)
    }

    fn results(&self, config: &Value, units: &BTreeMap<usize, Value>) -> Result<Results, BoxError> {
        let config = E::Config::deserialize(config)?;
        let samples = units
            .iter()
            .map(|(&index, unit)| Ok((index, E::Sample::deserialize(unit)?)))
            .collect::<Result<BTreeMap<_, _>, serde_json::Error>>()?;
        Ok(Experiment::results(
            self,
            &config,
            &self.grid(&config).groups(&samples),
        ))
    }
}

/// Measures the unit with that index.
///
/// # Errors
/// If there is no such unit or it cannot be measured.
pub(crate) fn measure_unit<E: Experiment>(
    experiment: &E,
    config: &E::Config,
    index: usize,
    mut rng: SplitMix64,
) -> Result<E::Sample, BoxError> {
    let grid = experiment.grid(config);
    let unit = grid.unit(index).ok_or("there is no such unit")?;
    Experiment::measure(experiment, config, &unit, &mut rng)
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
    pub fn sample<E: Experiment>(
        experiment: &E,
        config: &E::Config,
        index: usize,
        seed: u64,
    ) -> E::Sample {
        let rng = SplitMix64::from_seed(seed);
        measure_unit(experiment, config, index, rng).expect("the unit can be measured")
    }

    /// The error of a unit that cannot be measured.
    pub fn error<E: Experiment>(experiment: &E, config: &E::Config) -> String {
        match measure_unit(experiment, config, 0, SplitMix64::from_seed(1)) {
            Ok(_) => panic!("the unit was measured"),
            Err(error) => error.to_string(),
        }
    }

    /// Measures every unit, with its index plus one as seed.
    pub fn all_samples<E: Experiment>(
        experiment: &E,
        config: &E::Config,
    ) -> BTreeMap<usize, E::Sample> {
        let units = 0..experiment.grid(config).unit_count();
        units
            .map(|index| (index, sample(experiment, config, index, index as u64 + 1)))
            .collect()
    }

    /// Results of some samples.
    pub fn results<E: Experiment>(
        experiment: &E,
        config: &E::Config,
        samples: &BTreeMap<usize, E::Sample>,
    ) -> Results {
        Experiment::results(experiment, config, &experiment.grid(config).groups(samples))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

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
