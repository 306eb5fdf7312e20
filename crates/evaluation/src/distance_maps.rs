//! Distance maps: moves from a side's nearest amazon to each square.
//!
//! For display and input planes; the evaluation compares distances during the flood fill without
//! storing them.

use amazons::{Color, Square, SquareSet};
use game::PerColor;

use crate::eval_board::EvalBoard;
use crate::flood_fill::{StepVisitor, flood_king, flood_queen};
use crate::simd::{SimdBackend, SimdOps};

/// One side's distances by queen or king moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DistanceMap {
    /// Squares within 1, 2, … moves; each set contains the one before it.
    within: Vec<SquareSet>,
}

impl DistanceMap {
    /// Distance of an empty square; `None` if it cannot be reached.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<usize> {
        self.within
            .iter()
            .position(|squares| squares.contains(square))
            .map(|index| index + 1)
    }

    /// Empty squares that can be reached.
    #[must_use]
    pub fn reachable(&self) -> SquareSet {
        self.within.last().copied().unwrap_or_default()
    }

    /// Largest distance of a reachable square; 0 if there is none.
    #[must_use]
    pub fn max_distance(&self) -> usize {
        self.within.len()
    }

    /// Empty squares within that many moves.
    #[must_use]
    pub fn within(&self, distance: usize) -> SquareSet {
        match distance.min(self.within.len()) {
            0 => SquareSet::EMPTY,
            distance => self.within[distance - 1],
        }
    }

    fn push(&mut self, within: SquareSet) {
        if within != self.reachable() {
            self.within.push(within);
        }
    }
}

/// Both sides' distances by queen and king moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DistanceMaps {
    /// Distances in queen moves.
    pub queen: PerColor<DistanceMap>,
    /// Distances in king moves.
    pub king: PerColor<DistanceMap>,
}

impl DistanceMaps {
    /// Computes the maps of a board with the fastest backend.
    #[must_use]
    pub fn of(board: &EvalBoard) -> Self {
        SimdBackend::best().distance_maps(board)
    }

    #[inline(always)]
    pub(crate) fn compute<O: SimdOps>(ops: O, board: &EvalBoard) -> Self {
        let (mut king, mut queen) = (MapRecorder::default(), MapRecorder::default());
        let reachable = flood_king(ops, board, &mut king);
        flood_queen(ops, board, reachable, &mut queen);
        Self {
            queen: queen.0,
            king: king.0,
        }
    }
}

/// Records every step of a flood fill.
#[derive(Default)]
struct MapRecorder(PerColor<DistanceMap>);

impl<O: SimdOps> StepVisitor<O> for MapRecorder {
    #[inline(always)]
    fn visit(&mut self, ops: O, within: O::SidePair) {
        let within = ops.unpack(within);
        for color in Color::ALL {
            self.0[color].push(within[color]);
        }
    }
}
