//! A very small network of another form, for searches that look at hundreds of thousands of positions a second.
//!
//! It knows every square by one number, its feature: how many queen's and king's moves both sides are
//! away. Every feature has a row in a table, and the sum of the rows of all squares is all that two small
//! layers above it see. A move changes the features of some squares only, so the [`Sums`] of a position
//! follow from those of the one before. There is no policy, only what a position is worth.
//!
//! `training/pairs.py` teaches it, `training/export_pairs.py` writes its files and says what is in them. All
//! numbers are whole, so that it says the same on every processor.

mod features;
mod file;
mod layers;
mod sums;

use std::path::Path as FilePath;
use std::{fmt, fs};

use evaluation::{Estimate, Layout, Path};

use features::Features;
pub use file::PairsError;
use layers::Layers;
pub use sums::Sums;
use sums::Table;

/// The numbers of one side's sum.
const WIDTH: usize = 64;

/// The numbers of a layer.
const HIDDEN: usize = 32;

/// What stands for 1 in sums and layers; more is cut off.
const ONE: i32 = 200;

/// The network of distance pairs.
pub struct PairNetwork {
    provenance: String,
    table: Table,
    layers: Layers,
}

impl PairNetwork {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is anything but a whole, undamaged file of such a network.
    pub fn load(file: impl AsRef<FilePath>) -> Result<Self, PairsError> {
        Self::from_bytes(&fs::read(file)?)
    }

    /// How these weights were made, for people to read.
    #[must_use]
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// The sums of a layout, from nothing.
    #[must_use]
    pub fn sums(&self, path: Path, layout: &Layout) -> Sums {
        self.table.sum(Features::of(path, layout))
    }

    /// The sums of a layout that differs little from one whose sums are known: the same as
    /// [`sums`](Self::sums), sooner.
    #[must_use]
    #[inline]
    pub fn follow(&self, path: Path, before: &Sums, layout: &Layout) -> Sums {
        self.table.follow(path, before, Features::of(path, layout))
    }

    /// What a layout is worth to the player to move.
    #[must_use]
    #[inline]
    pub fn judge(&self, path: Path, sums: &Sums, layout: &Layout) -> Estimate {
        let inputs = sums.seen_by(layout.to_move());
        Estimate::from_thousandths(self.layers.thousandths(path, &inputs))
    }
}

impl fmt::Debug for PairNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PairNetwork({})", self.provenance)
    }
}
