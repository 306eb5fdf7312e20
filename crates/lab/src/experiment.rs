//! What an experiment is.

use std::collections::BTreeMap;
use std::fmt;

use engine::RandomNumbers;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::findings::Findings;

/// Why a unit could not be measured.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What people want to know before they run it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// `PAPER/EXPERIMENT`, in small letters and hyphens.
    pub id: &'static str,
    /// A few words.
    pub title: &'static str,
    /// Where the numbers come from that ours stand beside.
    pub paper: &'static str,
    /// What is done and what can be learned from it.
    pub shows: &'static str,
}

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Seconds, to see how it goes.
    Small,
    /// As much as the paper did, or more.
    Paper,
}

impl Scale {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Small, Self::Paper];
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Small => "small",
            Self::Paper => "paper",
        })
    }
}

/// An experiment.
///
/// Its work is cut into units. A unit follows from the settings, its index and the random numbers
/// that belong to seed and index, and from nothing else: neither from time nor from other units. So
/// units can be measured in any order, on any number of threads, today and tomorrow.
pub trait Experiment: Sync + 'static {
    /// What it is.
    const ABOUT: About;

    /// All that decides about the results, but for the seed.
    type Settings: Serialize + DeserializeOwned;

    /// What one unit measures: the raw results, as they are kept.
    type Unit: Serialize + DeserializeOwned;

    /// The settings of that scale.
    fn settings(&self, scale: Scale) -> Self::Settings;

    /// How many units there are. Their order should not matter: whoever stops half-way wants to have
    /// seen something of everything.
    fn units(&self, settings: &Self::Settings) -> usize;

    /// Measures a unit; seconds are better than minutes, for a unit under way is lost when a run ends.
    ///
    /// # Errors
    /// If it cannot be measured; the run ends then.
    fn measure(
        &self,
        settings: &Self::Settings,
        index: usize,
        numbers: RandomNumbers,
    ) -> Result<Self::Unit, Failure>;

    /// What the units measured so far show: all of them, or those of a run that is not over.
    fn findings(&self, settings: &Self::Settings, units: &BTreeMap<usize, Self::Unit>) -> Findings;
}

/// Any experiment, with its settings and results as they are kept. Every [`Experiment`] is one.
pub trait Listed: Sync {
    /// What it is.
    fn about(&self) -> About;

    /// The settings of that scale.
    fn settings(&self, scale: Scale) -> Value;

    /// How many units there are.
    ///
    /// # Errors
    /// If the settings are not those of this experiment.
    fn units(&self, settings: &Value) -> Result<usize, Failure>;

    /// Measures a unit.
    ///
    /// # Errors
    /// If it cannot be measured.
    fn measure(&self, settings: &Value, seed: u64, index: usize) -> Result<Value, Failure>;

    /// What units show.
    ///
    /// # Errors
    /// If settings or units are not those of this experiment.
    fn findings(
        &self,
        settings: &Value,
        units: &BTreeMap<usize, Value>,
    ) -> Result<Findings, Failure>;
}

impl<E: Experiment> Listed for E {
    fn about(&self) -> About {
        E::ABOUT
    }

    fn settings(&self, scale: Scale) -> Value {
        serde_json::to_value(Experiment::settings(self, scale)).unwrap_or_default()
    }

    fn units(&self, settings: &Value) -> Result<usize, Failure> {
        Ok(Experiment::units(
            self,
            &E::Settings::deserialize(settings)?,
        ))
    }

    fn measure(&self, settings: &Value, seed: u64, index: usize) -> Result<Value, Failure> {
        let settings = E::Settings::deserialize(settings)?;
        let unit = Experiment::measure(self, &settings, index, numbers_of(seed, index))?;
        Ok(serde_json::to_value(unit)?)
    }

    fn findings(
        &self,
        settings: &Value,
        units: &BTreeMap<usize, Value>,
    ) -> Result<Findings, Failure> {
        let settings = E::Settings::deserialize(settings)?;
        let units = units
            .iter()
            .map(|(&index, unit)| Ok((index, E::Unit::deserialize(unit)?)))
            .collect::<Result<_, serde_json::Error>>()?;
        Ok(Experiment::findings(self, &settings, &units))
    }
}

/// The random numbers of a unit: others for every seed and every index.
fn numbers_of(seed: u64, index: usize) -> RandomNumbers {
    let of_seed = RandomNumbers::from_seed(seed).next_bits();
    RandomNumbers::from_seed(of_seed ^ index as u64).split()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_unit_of_every_seed_has_numbers_of_its_own() {
        let first = |seed, index| numbers_of(seed, index).next_bits();
        let all: HashSet<u64> = (0..100)
            .flat_map(|seed| (0..100).map(move |index| first(seed, index)))
            .collect();
        assert_eq!(all.len(), 10_000);
        assert_eq!(first(3, 4), first(3, 4));
    }
}
