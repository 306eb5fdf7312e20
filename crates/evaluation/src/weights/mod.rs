//! Weights of evaluation terms by game phase, and their file format.
//!
//! The file is text:
//!
//! ```text
//! thermodon evaluation weights, version 1
//! provenance: origin of the numbers, in one line
//! stages: openness 0 20 50 90
//! tempo: -0.5 0.1 0.1 0.1
//! …
//! cramped: 0 -0.01 -0.02 -0.02
//! checksum: 1a2b3c4d
//! ```
//!
//! `stages` names a [`PhaseAxis`] and the phases that have weights. A weight is in logits per unit
//! of its [`Term`], one number per phase, interpolated linearly between phases. With
//! `stages: share …` a term is divided by the number of reachable squares. All terms are listed in
//! the order of [`Term::ALL`]. The checksum is the CRC-32 of everything before its line, line ends
//! included, in hexadecimal.

mod error;
mod parse;

use std::fmt::{self, Write as _};
use std::str::FromStr;

use strum::{EnumString, IntoStaticStr};

pub use error::WeightsError;

use crate::features::{Features, OPENNESS_UNIT};
use crate::terms::Term;

const HEADER: &str = "thermodon evaluation weights, version 1";

/// Measure of the game phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum PhaseAxis {
    /// Number of empty squares.
    #[strum(serialize = "empty")]
    EmptySquares,
    /// [`Features::openness`], rounded.
    Openness,
    /// Number of reachable squares. Terms are divided by it, as in the paper of
    /// [`DominationDistance`](crate::DominationDistance).
    #[strum(serialize = "share")]
    ReachableSquares,
}

impl PhaseAxis {
    /// All axes.
    pub const ALL: [Self; 3] = [Self::EmptySquares, Self::Openness, Self::ReachableSquares];

    /// Largest phase: all squares of the largest board.
    pub const MAX_PHASE: usize = 100;

    /// Name in weights files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Phase of a position, from [`MAX_PHASE`](Self::MAX_PHASE) down to 0 at the end of the game.
    #[must_use]
    #[inline(always)]
    pub fn phase(self, features: &Features) -> usize {
        let phase = match self {
            Self::EmptySquares => u32::from(features.empty),
            Self::Openness => (features.openness() + OPENNESS_UNIT / 2) / OPENNESS_UNIT,
            Self::ReachableSquares => u32::from(features.reachable()),
        };
        (phase as usize).min(Self::MAX_PHASE)
    }

    /// Divisor of all terms at a phase.
    #[must_use]
    pub fn divisor(self, phase: usize) -> f64 {
        match self {
            Self::EmptySquares | Self::Openness => 1.0,
            Self::ReachableSquares => phase.max(1) as f64,
        }
    }
}

/// Weights of all terms at several game phases.
#[derive(Clone, PartialEq, Debug)]
pub struct TermWeights {
    /// Origin of the numbers, in one line.
    pub provenance: String,
    axis: PhaseAxis,
    phases: Vec<u8>,
    /// Logits by term and index of the phase.
    logits: [Vec<f64>; Term::COUNT],
}

impl TermWeights {
    const MAX_PHASES: usize = 32;

    /// Largest absolute weight of a term, in logits per unit.
    pub const MAX_WEIGHT: f64 = 10.0;

    /// All weights zero.
    ///
    /// # Errors
    /// If the phases are not 1 to 32 ascending numbers up to [`PhaseAxis::MAX_PHASE`].
    pub fn zeros(axis: PhaseAxis, phases: &[u8]) -> Result<Self, WeightsError> {
        let ascends = phases.windows(2).all(|pair| pair[0] < pair[1]);
        let fits = phases
            .last()
            .is_some_and(|&last| usize::from(last) <= PhaseAxis::MAX_PHASE);
        if !ascends || !fits || phases.len() > Self::MAX_PHASES {
            return Err(WeightsError::InvalidPhases);
        }
        Ok(Self {
            provenance: "all zero".to_owned(),
            axis,
            phases: phases.to_vec(),
            logits: std::array::from_fn(|_| vec![0.0; phases.len()]),
        })
    }

    /// The measure of the game phase.
    #[must_use]
    pub fn axis(&self) -> PhaseAxis {
        self.axis
    }

    /// The phases that have weights, ascending.
    #[must_use]
    pub fn phases(&self) -> &[u8] {
        &self.phases
    }

    /// Weights of a term, one for each of [`phases`](Self::phases).
    #[must_use]
    pub fn for_term(&self, term: Term) -> &[f64] {
        &self.logits[term as usize]
    }

    /// Sets the weight of a term at the phase with the given index.
    ///
    /// # Errors
    /// If the weight is NaN or larger than [`max_weight`](Self::max_weight).
    ///
    /// # Panics
    /// If the index is out of range.
    pub fn set(&mut self, term: Term, index: usize, logits: f64) -> Result<(), WeightsError> {
        let max = self.max_weight();
        if logits.is_nan() || logits.abs() > max {
            return Err(WeightsError::WeightOutOfRange {
                term: term.name(),
                weight: logits.to_string(),
                max: max.to_string(),
            });
        }
        self.logits[term as usize][index] = logits;
        Ok(())
    }

    /// Interpolated weight of a term at any phase, in logits per unit of the term.
    #[must_use]
    pub fn at_phase(&self, term: Term, phase: usize) -> f64 {
        let weights = self.for_term(term);
        let [(first, _), (second, share)] = self.interpolation(phase);
        let weight = weights[first] + (weights[second] - weights[first]) * share;
        // A weight for a share of many squares may be too large for one of few.
        (weight / self.axis.divisor(phase)).clamp(-Self::MAX_WEIGHT, Self::MAX_WEIGHT)
    }

    /// Largest absolute weight that [`set`](Self::set) accepts on this axis.
    #[must_use]
    pub fn max_weight(&self) -> f64 {
        Self::MAX_WEIGHT * self.axis.divisor(PhaseAxis::MAX_PHASE)
    }

    /// Indices of the two [`phases`](Self::phases) around a phase, each with its share of the
    /// weight.
    #[must_use]
    pub fn interpolation(&self, phase: usize) -> [(usize, f64); 2] {
        let next = self
            .phases
            .partition_point(|&given| usize::from(given) < phase);
        if next == 0 || next == self.phases.len() {
            let only = next.saturating_sub(1);
            return [(only, 1.0), (only, 0.0)];
        }
        let [from, to] = [self.phases[next - 1], self.phases[next]].map(f64::from);
        let share = (phase as f64 - from) / (to - from);
        [(next - 1, 1.0 - share), (next, share)]
    }
}

impl Default for TermWeights {
    /// The embedded weights.
    fn default() -> Self {
        include_str!("../../weights/default.txt")
            .parse()
            .expect("the embedded weights are valid")
    }
}

/// Writes the file format.
impl fmt::Display for TermWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!(
            "{HEADER}\nprovenance: {}\nstages: {}",
            self.provenance,
            self.axis.name()
        );
        for phase in &self.phases {
            write!(text, " {phase}")?;
        }
        for term in Term::ALL {
            write!(text, "\n{}:", term.name())?;
            for weight in self.for_term(term) {
                write!(text, " {weight}")?;
            }
        }
        text.push('\n');
        let checksum = crc32fast::hash(text.as_bytes());
        writeln!(f, "{text}checksum: {checksum:08x}")
    }
}

/// Parses the file format.
impl FromStr for TermWeights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Self, WeightsError> {
        parse::parse(text)
    }
}
