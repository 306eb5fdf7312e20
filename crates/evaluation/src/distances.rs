//! Distance maps to look at: how many moves each square is away from a side's nearest amazon.
//!
//! The evaluations never build these; they compare maps while they grow. People and tests want to see
//! them.

use amazons::{Color, Square, SquareSet};
use game::PerColor;

use crate::growth::{Onlooker, grow_kings, grow_queens};
use crate::layout::Layout;
use crate::path::{Instructions, Path};

/// One side's distances by one kind of step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Distances {
    /// The squares within one step, within two, …; each holds the one before it and more.
    within: Vec<SquareSet>,
}

impl Distances {
    /// The distance of an empty square; `None` if it cannot be reached.
    #[must_use]
    pub fn to(&self, square: Square) -> Option<usize> {
        self.within
            .iter()
            .position(|squares| squares.contains(square))
            .map(|place| place + 1)
    }

    /// The empty squares that can be reached at all.
    #[must_use]
    pub fn reached(&self) -> SquareSet {
        self.within.last().copied().unwrap_or_default()
    }

    /// The largest distance; 0 if nothing can be reached.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.within.len()
    }

    /// Adds the squares of one more step, if there are any.
    fn grow(&mut self, within: SquareSet) {
        if within != self.reached() {
            self.within.push(within);
        }
    }
}

/// All four maps of a layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Maps {
    /// In queen's moves.
    pub queen: PerColor<Distances>,
    /// In king's moves.
    pub king: PerColor<Distances>,
}

impl Maps {
    /// The maps of a layout.
    #[must_use]
    pub fn of(layout: &Layout) -> Self {
        Self::along(Path::best(), layout)
    }

    /// The maps, grown along one path through the machine; they are the same for all.
    #[must_use]
    pub fn along(path: Path, layout: &Layout) -> Self {
        path.maps(layout)
    }

    /// Grows the maps with these instructions.
    #[inline(always)]
    pub(crate) fn grow<I: Instructions>(instructions: I, layout: &Layout) -> Self {
        let (mut king, mut queen) = (Recorder::default(), Recorder::default());
        let reached = grow_kings(instructions, layout, &mut king);
        grow_queens(instructions, layout, reached, &mut queen);
        Self {
            queen: queen.0,
            king: king.0,
        }
    }
}

/// Writes down every step.
#[derive(Default)]
struct Recorder(PerColor<Distances>);

impl<I: Instructions> Onlooker<I> for Recorder {
    #[inline(always)]
    fn see(&mut self, instructions: I, within: I::Sides) {
        let within = instructions.split(within);
        for color in Color::ALL {
            self.0[color].grow(within[color]);
        }
    }
}
