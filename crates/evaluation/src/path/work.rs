//! Parts of the work of counting, for measuring what takes how long.

use std::hint::black_box;

use super::Instructions;
use crate::features::Features;
use crate::growth::{Onlooker, grow_kings, grow_queens};
use crate::layout::Layout;

/// A part of the work of counting; each holds the ones before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// The king's maps of both sides.
    KingMaps,
    /// The queen's maps as well.
    Maps,
    /// All that is counted in the maps as well.
    Comparisons,
    /// Mobility as well: everything.
    Everything,
}

impl Work {
    /// All parts, the smallest first.
    pub const ALL: [Self; 4] = [
        Self::KingMaps,
        Self::Maps,
        Self::Comparisons,
        Self::Everything,
    ];

    /// Does so much of the work, and returns some number of it.
    #[inline(always)]
    pub(super) fn perform<I: Instructions>(self, instructions: I, layout: &Layout) -> u32 {
        match self {
            Self::KingMaps | Self::Maps => {
                let mut steps = StepCounter(0);
                let reached = grow_kings(instructions, layout, &mut steps);
                if self == Self::Maps {
                    grow_queens(instructions, layout, reached, &mut steps);
                }
                steps.0
            }
            Self::Comparisons => {
                u32::from(black_box(Features::count_maps(instructions, layout)).empty)
            }
            Self::Everything => u32::from(black_box(Features::count(instructions, layout)).empty),
        }
    }
}

struct StepCounter(u32);

impl<I: Instructions> Onlooker<I> for StepCounter {
    #[inline(always)]
    fn see(&mut self, _: I, _: I::Sides) {
        self.0 += 1;
    }
}
