//! Runs tasks compiled for the instructions of a kernel.
//!
//! Kernels use intrinsics; the Rust code around them is fast only if it is compiled for the same
//! instructions. So work is a [`KernelTask`] that is inlined into one `target_feature` function per
//! instruction set.

#[cfg(target_arch = "x86_64")]
use super::{Avx2, Avx512, AvxVnni};
use super::{ConvolutionKernel, Kernel, Portable};
#[cfg(target_arch = "aarch64")]
use super::{Neon, NeonDotprod};

/// Work that is compiled once for each kernel.
pub(crate) trait KernelTask {
    type Output;

    /// Implementations are `#[inline(always)]`.
    fn run<K: ConvolutionKernel>(self, kernel: K) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
fn run_avx512<T: KernelTask>(kernel: Avx512, task: T) -> T::Output {
    task.run(kernel)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<K: ConvolutionKernel, T: KernelTask>(kernel: K, task: T) -> T::Output {
    task.run(kernel)
}

impl Kernel {
    /// Runs a task with this kernel, or with the portable one if the CPU does not support it.
    pub(crate) fn run<T: KernelTask>(self, task: T) -> T::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                if let Some(kernel) = Avx512::new() {
                    // SAFETY: the value proves that the CPU has the instructions.
                    return unsafe { run_avx512(kernel, task) };
                }
            }
            #[cfg(target_arch = "x86_64")]
            Self::AvxVnni => {
                if let Some(kernel) = AvxVnni::new() {
                    // SAFETY: as above; AVX-VNNI implies AVX2.
                    return unsafe { run_avx2(kernel, task) };
                }
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                if let Some(kernel) = Avx2::new() {
                    // SAFETY: as above.
                    return unsafe { run_avx2(kernel, task) };
                }
            }
            // NEON is always enabled, so the code around the kernel needs no target feature.
            #[cfg(target_arch = "aarch64")]
            Self::NeonDotprod => {
                if let Some(kernel) = NeonDotprod::new() {
                    return task.run(kernel);
                }
            }
            #[cfg(target_arch = "aarch64")]
            Self::Neon => return task.run(Neon),
            _ => {}
        }
        task.run(Portable)
    }
}
