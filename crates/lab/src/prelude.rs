//! What experiments import.

pub(crate) use game::SplitMix64;
pub(crate) use plot::{Axis, Mark, Plot, Point, Series};
pub(crate) use serde::{Deserialize, Serialize};

pub(crate) use crate::frame::statistics::{IntervalEstimate, mean, percent, ratio};
pub(crate) use crate::frame::{
    BoxError, Experiment, ExperimentInfo, Grid, Group, Groups, ResultCell, ResultTable, Results,
    Scale, Unit,
};

/// Names of the player to move first and of the other one.
pub(crate) fn side_name(is_first: bool) -> &'static str {
    if is_first { "first" } else { "second" }
}
