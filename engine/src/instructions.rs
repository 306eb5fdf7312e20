//! The instructions that the engine computes with.
//!
//! The best that the processor has are taken unless somebody wants to compare: all give the same results,
//! and `thermodon bench` is how that is seen from outside.

use std::fmt;

/// A kind of instructions for which the evaluations have a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Instructions {
    /// AVX-512, with the byte multiplications of VNNI.
    Avx512,
    /// AVX2.
    Avx2,
    /// Nothing special: any processor.
    Plain,
}

impl Instructions {
    /// All of them, the fastest first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Plain];

    /// Those that this processor has, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(|one| one.network_path().is_available() && one.evaluation_path().is_some())
    }

    /// The network's path with these instructions.
    #[must_use]
    pub const fn network_path(self) -> network::Path {
        match self {
            Self::Avx512 => network::Path::Avx512,
            Self::Avx2 => network::Path::Avx2,
            Self::Plain => network::Path::Plain,
        }
    }

    /// The hand-made evaluation's path with these instructions, if this processor has it.
    #[must_use]
    pub fn evaluation_path(self) -> Option<evaluation::Path> {
        let name = match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Plain => "portable",
        };
        evaluation::Path::available()
            .into_iter()
            .find(|path| path.to_string() == name)
    }
}

/// `avx512`, `avx2` or `plain`.
impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Plain => "plain",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_of_the_evaluation_is_reached() {
        let paths = evaluation::Path::available();
        let reached = Instructions::ALL
            .into_iter()
            .filter_map(Instructions::evaluation_path);
        assert_eq!(reached.count(), paths.len());
        assert_eq!(Instructions::available().last(), Some(Instructions::Plain));
    }
}
