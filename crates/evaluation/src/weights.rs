//! Weights for the terms of an evaluation by stage of the game, and the file they are kept in.
//!
//! The file is text:
//!
//! ```text
//! thermodon evaluation weights, version 1
//! provenance: where these numbers come from, in one line
//! stages: openness 0 20 50 90
//! tempo: -0.5 0.1 0.1 0.1
//! …
//! cramped: 0 -0.01 -0.02 -0.02
//! checksum: 1a2b3c4d
//! ```
//!
//! A weight is in logits for one of its [`Term`], one number for each stage; between two stages it changes
//! evenly. The stages are numbers of empty squares (`stages: empty …`), of open ones, or of those that somebody
//! reaches (`stages: share …`), where a weight is for all of them and one square has its share of it. All
//! terms must be there, in their order. The checksum is the CRC-32 of all that stands before its line, line ends
//! included, in hexadecimal.

mod checksum;
mod error;
mod read;

use std::fmt::{self, Write as _};
use std::str::FromStr;

use checksum::crc32;
pub use error::WeightsError;

use crate::features::{Features, OPENNESS_UNIT};
use crate::terms::Term;

/// The first line of a file.
const HEADER: &str = "thermodon evaluation weights, version 1";

/// What tells how far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Axis {
    /// The number of empty squares.
    Empty,
    /// [`Features::openness`], rounded: squares that are still fought for.
    Openness,
    /// The number of squares that somebody reaches. Terms are then divided by it, as in the paper whose weights
    /// [`Paper`](crate::Paper) has: weights are for a share of these squares, not for one of them.
    Share,
}

impl Axis {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Empty, Self::Openness, Self::Share];

    /// The largest number it can give: all squares of the largest board.
    pub const MOST: usize = 100;

    /// The name, as files spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Openness => "openness",
            Self::Share => "share",
        }
    }

    /// How far from its end the game is in a position, from 0 to [`MOST`](Self::MOST).
    #[must_use]
    #[inline(always)]
    pub fn stage(self, features: &Features) -> usize {
        let stage = match self {
            Self::Empty => u32::from(features.empty),
            Self::Openness => (features.openness() + OPENNESS_UNIT / 2) / OPENNESS_UNIT,
            Self::Share => u32::from(features.reached()),
        };
        (stage as usize).min(Self::MOST)
    }

    /// What terms are divided by at a stage.
    #[must_use]
    pub fn divisor(self, stage: usize) -> f64 {
        match self {
            Self::Empty | Self::Openness => 1.0,
            Self::Share => stage.max(1) as f64,
        }
    }
}

/// Weights for all terms at some stages of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// Where the numbers come from, in one line.
    pub provenance: String,
    axis: Axis,
    stages: Vec<u8>,
    /// For each term in logits, by stage.
    logits: [Vec<f64>; Term::COUNT],
}

impl Weights {
    /// The most stages a file may have.
    pub const MOST_STAGES: usize = 32;

    /// One of a term is worth at most this many logits, and at least its negative.
    pub const LIMIT: f64 = 10.0;

    /// Weights that are all nought.
    ///
    /// # Errors
    /// If the stages do not rise, or are none or too many, or exceed [`Axis::MOST`].
    pub fn zero(axis: Axis, stages: &[u8]) -> Result<Self, WeightsError> {
        let rises = stages.windows(2).all(|pair| pair[0] < pair[1]);
        let fits = stages
            .last()
            .is_some_and(|&last| usize::from(last) <= Axis::MOST);
        if !rises || !fits || stages.len() > Self::MOST_STAGES {
            return Err(WeightsError::Stages);
        }
        Ok(Self {
            provenance: "all nought".to_owned(),
            axis,
            stages: stages.to_vec(),
            logits: std::array::from_fn(|_| vec![0.0; stages.len()]),
        })
    }

    /// What the stages are told by.
    #[must_use]
    pub fn axis(&self) -> Axis {
        self.axis
    }

    /// The stages that have weights of their own.
    #[must_use]
    pub fn stages(&self) -> &[u8] {
        &self.stages
    }

    /// The weight of a term at each of the [`stages`](Self::stages).
    #[must_use]
    pub fn of(&self, term: Term) -> &[f64] {
        &self.logits[term as usize]
    }

    /// Changes the weight of a term at the stage with that index.
    ///
    /// # Errors
    /// If the weight is too large, or not a number.
    ///
    /// # Panics
    /// If there is no such stage.
    pub fn set(&mut self, term: Term, stage: usize, logits: f64) -> Result<(), WeightsError> {
        let limit = self.limit();
        if logits.is_nan() || logits.abs() > limit {
            return Err(WeightsError::TooLarge {
                term: term.name(),
                weight: logits.to_string(),
                limit: limit.to_string(),
            });
        }
        self.logits[term as usize][stage] = logits;
        Ok(())
    }

    /// What one of a term is worth at any stage.
    #[must_use]
    pub fn at(&self, term: Term, stage: usize) -> f64 {
        let weights = self.of(term);
        let [(first, _), (second, share)] = self.between(stage);
        let weight = weights[first] + (weights[second] - weights[first]) * share;
        // What is for a share of many squares may be too much for one of few.
        (weight / self.axis.divisor(stage)).clamp(-Self::LIMIT, Self::LIMIT)
    }

    /// No weight is larger than this, nor smaller than its negative.
    #[must_use]
    pub fn limit(&self) -> f64 {
        Self::LIMIT * self.axis.divisor(Axis::MOST)
    }

    /// The two indices of [`stages`](Self::stages) that a stage lies between, each with its share in what a term
    /// weighs there.
    #[must_use]
    pub fn between(&self, stage: usize) -> [(usize, f64); 2] {
        let next = self.stages.partition_point(|&own| usize::from(own) < stage);
        if next == 0 || next == self.stages.len() {
            let only = next.saturating_sub(1);
            return [(only, 1.0), (only, 0.0)];
        }
        let [from, to] = [self.stages[next - 1], self.stages[next]].map(f64::from);
        let share = (stage as f64 - from) / (to - from);
        [(next - 1, 1.0 - share), (next, share)]
    }
}

impl Default for Weights {
    /// The weights that come with the program.
    fn default() -> Self {
        include_str!("../weights/default.txt")
            .parse()
            .expect("the embedded weights are whole")
    }
}

/// Writes the file.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!(
            "{HEADER}\nprovenance: {}\nstages: {}",
            self.provenance,
            self.axis.name()
        );
        for stage in &self.stages {
            write!(text, " {stage}")?;
        }
        for term in Term::ALL {
            write!(text, "\n{}:", term.name())?;
            for weight in self.of(term) {
                write!(text, " {weight}")?;
            }
        }
        text.push('\n');
        writeln!(f, "{text}checksum: {:08x}", crc32(text.as_bytes()))
    }
}

/// Reads the file.
impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Self, WeightsError> {
        read::weights(text)
    }
}
