//! Instruction sets of the evaluations.
//!
//! The fastest available one is used by default. All give the same results; `thermodon bench`
//! compares them.

use std::fmt;

/// An instruction set that the evaluations have an implementation for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InstructionSet {
    /// AVX-512 with VNNI.
    Avx512,
    /// AVX2 with AVX-VNNI.
    AvxVnni,
    /// AVX2.
    Avx2,
    /// NEON with dot products. The handcrafted evaluation uses its portable backend.
    NeonDotprod,
    /// NEON. The handcrafted evaluation uses its portable backend.
    Neon,
    /// Portable Rust.
    Portable,
}

impl InstructionSet {
    /// Fastest first.
    const ALL: [Self; 6] = [
        Self::Avx512,
        Self::AvxVnni,
        Self::Avx2,
        Self::NeonDotprod,
        Self::Neon,
        Self::Portable,
    ];

    /// The instruction sets of this processor, fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(|set| set.network_kernel().is_available() && set.evaluation_backend().is_some())
    }

    /// The network's kernel for this instruction set.
    #[must_use]
    pub const fn network_kernel(self) -> network::Kernel {
        match self {
            Self::Avx512 => network::Kernel::Avx512,
            Self::AvxVnni => network::Kernel::AvxVnni,
            Self::Avx2 => network::Kernel::Avx2,
            Self::NeonDotprod => network::Kernel::NeonDotprod,
            Self::Neon => network::Kernel::Neon,
            Self::Portable => network::Kernel::Portable,
        }
    }

    /// The handcrafted evaluation's backend for this instruction set, if the processor supports it.
    #[must_use]
    pub fn evaluation_backend(self) -> Option<evaluation::SimdBackend> {
        let name = match self {
            Self::Avx512 => "avx512",
            Self::AvxVnni | Self::Avx2 => "avx2",
            Self::NeonDotprod | Self::Neon | Self::Portable => "portable",
        };
        evaluation::SimdBackend::available()
            .into_iter()
            .find(|path| path.to_string() == name)
    }
}

/// `avx512`, `avx-vnni`, `avx2`, `dot-product`, `neon` or `plain`.
impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Avx512 => "avx512",
            Self::AvxVnni => "avx-vnni",
            Self::Avx2 => "avx2",
            Self::NeonDotprod => "dot-product",
            Self::Neon => "neon",
            Self::Portable => "plain",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_evaluation_backend_is_used() {
        let used: Vec<String> = InstructionSet::available()
            .filter_map(InstructionSet::evaluation_backend)
            .map(|path| path.to_string())
            .collect();
        for path in evaluation::SimdBackend::available() {
            assert!(used.contains(&path.to_string()), "{path}");
        }
        assert_eq!(
            InstructionSet::available().last(),
            Some(InstructionSet::Portable)
        );
    }
}
