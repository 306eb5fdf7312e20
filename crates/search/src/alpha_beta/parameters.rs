//! Every number that steers alpha-beta, in one place.

use crate::Depth;

/// What steers an alpha-beta search. [`Parameters::plain`] leaves out all that could change its
/// result; the default is what plays best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// What a move of each kind costs, by [`Kind`](game::Kind); one ply for kinds beyond the list.
    /// Must be positive.
    pub costs: Vec<Depth>,
    /// The most moves looked at in a position, unless all of these are proved to lose.
    pub kept: usize,
    /// The same in the position that the search starts from.
    pub kept_at_root: usize,
    /// Half the first window around the last value, in thousandths of a logit; doubled at each
    /// failure. None: always the full window.
    pub aspiration: Option<i32>,
    /// Moves that come late in the order are first searched less deep.
    pub late_move_reduction: Option<LateMoveReduction>,
    /// A move that stands alone is searched a ply deeper.
    pub singular: Option<Singular>,
    /// Moves that come very late in the order are not searched near the horizon.
    pub late_move_pruning: Option<LateMovePruning>,
    /// Moves whose value is far below what is needed are not searched near the horizon.
    pub futility: Option<Margin>,
    /// Positions whose value is far above what is needed are not searched near the horizon.
    pub reverse_futility: Option<Margin>,
    /// At most this deep, the moves that cut elsewhere are tried before candidates are asked for.
    pub killers_before_candidates: Depth,
    /// What a killer move adds to its value in the order of moves, in thousandths of a logit.
    pub killer_bonus: i32,
    /// What the best history adds to a value in the order of moves, in thousandths of a logit.
    pub history_bonus: i32,
}

/// Reductions that grow with the logarithms of depth and of place in the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LateMoveReduction {
    /// So many moves are never reduced.
    pub full_moves: usize,
    /// Never reduced where this or less is left.
    pub least_depth: Depth,
    /// What every late move is reduced by.
    pub base: Depth,
    /// What it is further reduced by for log₂ depth · log₂ place = 1.
    pub slope: Depth,
}

/// When a move stands alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Singular {
    /// Never asked where less is left.
    pub least_depth: Depth,
    /// By how much it must be better than all others, in thousandths of a logit.
    pub margin: i32,
}

/// Near the horizon, only the first moves of the order are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LateMovePruning {
    /// Only where this or less is left.
    pub most_depth: Depth,
    /// So many moves are always searched.
    pub base: usize,
    /// And so many more for each ply that is left.
    pub per_ply: usize,
}

/// A margin that grows with depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margin {
    /// Only where this or less is left.
    pub most_depth: Depth,
    /// In thousandths of a logit, with nothing left.
    pub base: i32,
    /// And so much more for each ply that is left.
    pub per_ply: i32,
}

impl Margin {
    /// The margin at a depth; none where it is too deep for one.
    pub(crate) fn at(&self, depth: Depth) -> Option<i32> {
        (depth <= self.most_depth).then(|| {
            self.base + self.per_ply * depth.in_sixty_fourths() / Depth::PLY.in_sixty_fourths()
        })
    }
}

impl Parameters {
    /// All moves, all costing one ply, none reduced or left out: the value of a fixed depth is that
    /// of plain minimax.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            costs: Vec::new(),
            kept: usize::MAX,
            kept_at_root: usize::MAX,
            aspiration: None,
            late_move_reduction: None,
            singular: None,
            late_move_pruning: None,
            futility: None,
            reverse_futility: None,
            killers_before_candidates: Depth::plies(2),
            killer_bonus: 200,
            history_bonus: 500,
        }
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            costs: Vec::new(),
            kept: 60,
            kept_at_root: 120,
            aspiration: Some(150),
            late_move_reduction: Some(LateMoveReduction {
                full_moves: 3,
                least_depth: Depth::PLY,
                base: Depth::sixty_fourths(32),
                slope: Depth::sixty_fourths(20),
            }),
            singular: None,
            late_move_pruning: Some(LateMovePruning {
                most_depth: Depth::plies(3),
                base: 4,
                per_ply: 8,
            }),
            futility: Some(Margin {
                most_depth: Depth::plies(3),
                base: 200,
                per_ply: 300,
            }),
            reverse_futility: Some(Margin {
                most_depth: Depth::plies(3),
                base: 100,
                per_ply: 300,
            }),
            killers_before_candidates: Depth::plies(2),
            killer_bonus: 200,
            history_bonus: 500,
        }
    }
}
