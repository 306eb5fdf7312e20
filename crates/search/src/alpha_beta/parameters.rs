//! Parameters of alpha-beta search.

use crate::Depth;

/// Parameters of alpha-beta search. The default plays best; [`AlphaBetaParameters::full_width`]
/// turns off everything that could change the value at a given depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlphaBetaParameters {
    /// Depth cost of each kind of move, by [`MoveKind`](game::MoveKind); one ply for kinds beyond the list.
    /// Must be positive.
    pub move_kind_costs: Vec<Depth>,
    /// Maximum number of moves per position, unless all of these are proven losses.
    pub max_moves: usize,
    /// The same at the root.
    pub max_root_moves: usize,
    /// Half width of the first window around the previous value, in millilogits; doubled at each
    /// failure. `None` always searches the full window.
    pub aspiration_window: Option<i32>,
    /// Reduces the depth of late moves.
    pub late_move_reduction: Option<LateMoveReduction>,
    /// Extends a move without alternative by a ply.
    pub singular_extension: Option<SingularExtension>,
    /// Prunes very late moves near the horizon.
    pub late_move_pruning: Option<LateMovePruning>,
    /// Prunes moves far below alpha near the horizon.
    pub futility: Option<DepthMargin>,
    /// Prunes positions far above beta near the horizon.
    pub reverse_futility: Option<DepthMargin>,
    /// Maximum depth at which killers are searched before candidates are generated.
    pub early_killers_max_depth: Depth,
    /// Ordering bonus of a killer move, in millilogits.
    pub killer_bonus: i32,
    /// Ordering bonus of the best history, in millilogits.
    pub history_bonus: i32,
}

/// Late-move reduction: `base + slope · log₂(depth) · log₂(move number)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LateMoveReduction {
    /// Number of first moves searched at full depth.
    pub full_depth_moves: usize,
    /// No reductions at this depth or below.
    pub min_depth: Depth,
    /// Reduction of every late move.
    pub base: Depth,
    /// Growth with the logarithms of depth and move number.
    pub slope: Depth,
}

/// Conditions of a singular extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SingularExtension {
    /// Minimum depth.
    pub min_depth: Depth,
    /// Minimum lead over all other moves, in millilogits.
    pub margin: i32,
}

/// Late-move pruning: only `base + per_ply · plies left` moves are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LateMovePruning {
    /// Maximum depth.
    pub max_depth: Depth,
    /// Number of moves always searched.
    pub base: usize,
    /// Additional moves per ply left.
    pub per_ply: usize,
}

/// Pruning margin that grows with depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DepthMargin {
    /// Maximum depth.
    pub max_depth: Depth,
    /// Margin at depth 0, in millilogits.
    pub base: i32,
    /// Additional margin per ply left, in millilogits.
    pub per_ply: i32,
}

impl DepthMargin {
    /// Margin at a depth; `None` beyond the maximum depth.
    pub(crate) fn at(&self, depth: Depth) -> Option<i32> {
        (depth <= self.max_depth)
            .then(|| self.base + self.per_ply * depth.as_fraction() / Depth::PLY.as_fraction())
    }
}

impl AlphaBetaParameters {
    /// Full-width search: all moves cost one ply, none is reduced or pruned. The value at a fixed
    /// depth is that of minimax.
    #[must_use]
    pub fn full_width() -> Self {
        Self {
            max_moves: usize::MAX,
            max_root_moves: usize::MAX,
            aspiration_window: None,
            late_move_reduction: None,
            late_move_pruning: None,
            futility: None,
            reverse_futility: None,
            ..Self::default()
        }
    }
}

impl Default for AlphaBetaParameters {
    fn default() -> Self {
        Self {
            move_kind_costs: Vec::new(),
            max_moves: 60,
            max_root_moves: 120,
            aspiration_window: Some(150),
            late_move_reduction: Some(LateMoveReduction {
                full_depth_moves: 3,
                min_depth: Depth::PLY,
                base: Depth::from_fraction(32),
                slope: Depth::from_fraction(20),
            }),
            singular_extension: None,
            late_move_pruning: Some(LateMovePruning {
                max_depth: Depth::from_plies(3),
                base: 4,
                per_ply: 8,
            }),
            futility: Some(DepthMargin {
                max_depth: Depth::from_plies(3),
                base: 200,
                per_ply: 300,
            }),
            reverse_futility: Some(DepthMargin {
                max_depth: Depth::from_plies(3),
                base: 100,
                per_ply: 300,
            }),
            early_killers_max_depth: Depth::from_plies(2),
            killer_bonus: 200,
            history_bonus: 500,
        }
    }
}
