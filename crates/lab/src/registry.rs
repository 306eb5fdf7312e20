//! All experiments in the order in which they are listed.

use std::sync::LazyLock;

use crate::frame::DynExperiment;
use crate::{book, extensions, first_move, opponent_model, prediction, subgames, td};

/// Every experiment.
pub static EXPERIMENTS: LazyLock<Vec<&dyn DynExperiment>> = LazyLock::new(|| {
    let others: &[&dyn DynExperiment] = &[
        &first_move::FIRST_MOVE_ADVANTAGE,
        &prediction::WINNER_PREDICTION,
    ];
    [
        others,
        subgames::EXPERIMENTS,
        opponent_model::EXPERIMENTS,
        td::EXPERIMENTS,
        book::EXPERIMENTS,
        extensions::EXPERIMENTS,
    ]
    .concat()
});

/// No experiment has this id.
#[derive(Debug, thiserror::Error)]
#[error("there is no experiment {0:?}; experiments: {ids}", ids = ids().join(", "))]
pub struct UnknownExperimentError(String);

/// Finds an experiment by id.
///
/// # Errors
/// If there is none.
pub fn find(id: &str) -> Result<&'static dyn DynExperiment, UnknownExperimentError> {
    EXPERIMENTS
        .iter()
        .copied()
        .find(|entry| entry.info().id == id)
        .ok_or_else(|| UnknownExperimentError(id.to_owned()))
}

fn ids() -> Vec<&'static str> {
    EXPERIMENTS.iter().map(|entry| entry.info().id).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::frame::Scale;

    #[test]
    fn ids_are_unique_and_every_experiment_has_units() {
        let mut ids = HashSet::new();
        for entry in EXPERIMENTS.iter() {
            let info = entry.info();
            let (group, name) = info.id.split_once('/').expect("GROUP/NAME");
            let is_plain = |text: &str| {
                let mut letters = text.chars();
                letters
                    .next()
                    .is_some_and(|first| first.is_ascii_lowercase())
                    && letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            };
            assert!(is_plain(group) && is_plain(name), "{}", info.id);
            assert!(ids.insert(info.id), "{} is listed twice", info.id);
            assert!(find(info.id).is_ok());
            for scale in Scale::ALL {
                let units = entry.unit_count(&entry.config(scale)).unwrap();
                assert!(units > 0, "{} {scale}", info.id);
            }
        }
        assert!(find("game/nothing").is_err());
    }
}
