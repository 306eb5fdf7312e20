//! Instruction sets: all give the same results, `thermodon bench` compares them.

use evaluation::SimdBackend;
use network::Kernel;

/// Backend of the handcrafted evaluation that goes with a kernel of the network; `None` if the
/// processor does not support it.
#[must_use]
pub fn evaluation_backend(kernel: Kernel) -> Option<SimdBackend> {
    let name = match kernel {
        Kernel::Avx512 => "avx512",
        Kernel::AvxVnni | Kernel::Avx2 => "avx2",
        Kernel::NeonDotprod | Kernel::Neon | Kernel::Portable => "portable",
    };
    SimdBackend::available()
        .into_iter()
        .find(|backend| backend.to_string() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_evaluation_backend_is_used() {
        let used: Vec<String> = Kernel::available()
            .filter_map(evaluation_backend)
            .map(|backend| backend.to_string())
            .collect();
        for backend in SimdBackend::available() {
            assert!(used.contains(&backend.to_string()), "{backend}");
        }
    }
}
