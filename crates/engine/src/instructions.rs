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
    /// AVX2, with the byte multiplications of AVX-VNNI.
    AvxVnni,
    /// AVX2.
    Avx2,
    /// NEON, with dot products of bytes; the hand-made evaluation has no path of its own there.
    DotProduct,
    /// NEON alone.
    Neon,
    /// Nothing special: any processor.
    Plain,
}

impl Instructions {
    /// All of them, the fastest first.
    pub const ALL: [Self; 6] = [
        Self::Avx512,
        Self::AvxVnni,
        Self::Avx2,
        Self::DotProduct,
        Self::Neon,
        Self::Plain,
    ];

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
            Self::AvxVnni => network::Path::AvxVnni,
            Self::Avx2 => network::Path::Avx2,
            Self::DotProduct => network::Path::DotProduct,
            Self::Neon => network::Path::Neon,
            Self::Plain => network::Path::Plain,
        }
    }

    /// The hand-made evaluation's path with these instructions, if this processor has it.
    #[must_use]
    pub fn evaluation_path(self) -> Option<evaluation::Path> {
        let name = match self {
            Self::Avx512 => "avx512",
            Self::AvxVnni | Self::Avx2 => "avx2",
            Self::DotProduct | Self::Neon | Self::Plain => "portable",
        };
        evaluation::Path::available()
            .into_iter()
            .find(|path| path.to_string() == name)
    }
}

/// `avx512`, `avx-vnni`, `avx2`, `dot-product`, `neon` or `plain`.
impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Avx512 => "avx512",
            Self::AvxVnni => "avx-vnni",
            Self::Avx2 => "avx2",
            Self::DotProduct => "dot-product",
            Self::Neon => "neon",
            Self::Plain => "plain",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_of_the_evaluation_is_reached() {
        let reached: Vec<String> = Instructions::available()
            .filter_map(Instructions::evaluation_path)
            .map(|path| path.to_string())
            .collect();
        for path in evaluation::Path::available() {
            assert!(reached.contains(&path.to_string()), "{path}");
        }
        assert_eq!(Instructions::available().last(), Some(Instructions::Plain));
    }
}
