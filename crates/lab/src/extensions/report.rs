//! Tables and plots of learned costs.

use super::cost_training::CostTraining;
use crate::prelude::*;

/// Final cost of a kind in each run, and whether the runs agree.
pub(super) struct CostRow<'a> {
    pub(super) kind: &'a str,
    pub(super) costs: Vec<Option<f64>>,
}

impl<'a> CostRow<'a> {
    pub(super) fn new(kind: &'a str, index: usize, seeds: usize, runs: &[&CostTraining]) -> Self {
        let cost = |seed: usize| Some(runs.get(seed)?.costs()[index]);
        let costs = (0..seeds).map(cost).collect();
        Self { kind, costs }
    }

    pub(super) fn known(&self) -> Vec<f64> {
        self.costs.iter().flatten().copied().collect()
    }

    pub(super) fn cost(&self, seed: usize) -> ResultCell {
        self.costs[seed]
            .map(|cost| ResultCell::decimal(cost, 2))
            .into()
    }

    /// Whether all runs search the kind deeper or shallower.
    pub(super) fn direction(&self) -> &'static str {
        let known = self.known();
        match () {
            () if known.is_empty() => "–",
            () if known.iter().all(|&cost| cost < 1.0) => "deeper",
            () if known.iter().all(|&cost| cost > 1.0) => "shallower",
            () => "either",
        }
    }
}

/// Heading of the column of a run.
pub(super) fn seed_name(seed: &usize) -> String {
    format!("seed {}", seed + 1)
}

/// A part of a whole in percent.
pub(super) fn share(part: u64, whole: u64) -> ResultCell {
    let share = (whole > 0).then(|| 100.0 * part as f64 / whole as f64);
    share.map(|share| ResultCell::decimal(share, 1)).into()
}

/// Costs over the updates.
pub(super) fn curves(title: String, kinds: &[&str], training: &CostTraining) -> Plot {
    let line = |(index, kind): (usize, &&str)| {
        let points = training.curve.iter();
        let points = points.map(|(updates, costs)| Point::new(f64::from(*updates), costs[index]));
        Series::line(*kind, points)
    };
    let lines = kinds.iter().enumerate().map(line);
    Plot::new(title, "updates", "cost in plies", lines).with_reference_line(1.0, "")
}

/// Adds the figure of all curves, if there are any.
pub(super) fn with_curves(results: Results, plots: Vec<Plot>) -> Results {
    if plots.is_empty() {
        return results;
    }
    results.figure("costs", plots)
}
