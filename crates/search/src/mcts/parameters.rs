//! Parameters of Monte-Carlo tree search.

/// Parameters of tree growth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsParameters {
    /// Maximum number of moves per position, unless all of these are proven losses.
    pub max_moves: usize,
    /// The same at the root.
    pub max_root_moves: usize,
    /// Exploration constant of PUCT.
    pub cpuct: f32,
    /// A move's value mixes the mean over its visits with minimax over its subtree; this is the
    /// weight of the mean.
    pub mean_weight: f32,
    /// Progressive widening: number of moves considered from the start.
    pub widening_base: f32,
    /// Progressive widening: additional moves per square root of the visits.
    pub widening_factor: f32,
    /// Smart pruning: to save time, stop when the best move keeps the most visits even if this
    /// share of the remaining visits goes to the second.
    pub smart_pruning_factor: f32,
}

impl Default for MctsParameters {
    fn default() -> Self {
        Self {
            max_moves: 60,
            max_root_moves: 120,
            cpuct: 0.5,
            mean_weight: 0.5,
            widening_base: 8.0,
            widening_factor: 1.0,
            smart_pruning_factor: 0.7,
        }
    }
}

/// Parameters of [`EvaluatorExpander`](super::EvaluatorExpander).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExpansionParameters {
    /// A leaf's value mixes its static value with that of its best child; this is the weight of the
    /// static value.
    pub static_value_weight: f32,
    /// Softmax temperature of the priors, in millilogits.
    pub prior_temperature: f64,
}

impl Default for ExpansionParameters {
    fn default() -> Self {
        Self {
            static_value_weight: 0.5,
            prior_temperature: 300.0,
        }
    }
}
