//! Every number that steers the Monte-Carlo search, in one place.

/// What steers the growth of the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// The most children that a position gets, unless all of these are proved to lose.
    pub kept: usize,
    /// The same for the position that the search starts from.
    pub kept_at_root: usize,
    /// How much a move's prior counts against what was found out about it (the c of PUCT).
    pub exploration: f32,
    /// How much more it counts when a position has been visited often: by this share at a thousand visits,
    /// growing with the fourth root of the visits.
    pub exploration_growth: f32,
    /// A move's value is a mixture of the average over its visits and of minimax over its subtree; this
    /// is the average's share.
    pub average_share: f32,
    /// How much less than its first value promises a move is taken to be worth before its first visit.
    pub first_play_reduction: f32,
    /// So many of the best moves are considered from the start.
    pub widening_base: f32,
    /// And so many more, times the square root of the visits.
    pub widening_factor: f32,
    /// When time is worth saving, the search ends as soon as the favourite would stay ahead if this share
    /// of all further visits went to its rival.
    pub rival_share: f32,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            kept: 60,
            kept_at_root: 120,
            exploration: 0.5,
            exploration_growth: 0.0,
            average_share: 0.5,
            first_play_reduction: 0.0,
            widening_base: 8.0,
            widening_factor: 1.0,
            rival_share: 0.7,
        }
    }
}

/// What steers how an evaluator's values become a leaf's value and its children's priors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExpansionParameters {
    /// A leaf's value is a mixture of its own estimate and its best child's; this is its own share.
    pub own_share: f32,
    /// The difference of value, in thousandths of a logit, that makes one move's prior e times another's.
    pub prior_temperature: f64,
}

impl Default for ExpansionParameters {
    fn default() -> Self {
        Self {
            own_share: 0.5,
            prior_temperature: 300.0,
        }
    }
}
