//! Running a piece of work on a path, compiled for its instructions.
//!
//! Kernels are called by hand-written instructions; the plain Rust around them is fast only if the compiler
//! may use the same instructions there. So a piece of work is a [`Task`], and each path has one function
//! in which all of the task is inlined.

#[cfg(target_arch = "x86_64")]
use super::{Avx2, Avx512, AvxVnni};
#[cfg(target_arch = "aarch64")]
use super::{DotProduct, Neon};
use super::{Kernel, Path, Plain};

/// A piece of work that is compiled once for each path.
pub(crate) trait Task {
    type Output;

    /// Does the work. Implementations are `#[inline(always)]`.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
fn run_avx512<T: Task>(kernel: Avx512, task: T) -> T::Output {
    task.run(kernel)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<K: Kernel, T: Task>(kernel: K, task: T) -> T::Output {
    task.run(kernel)
}

impl Path {
    /// Does a piece of work on this path, or on the plain one where the processor lacks it.
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                if let Some(kernel) = Avx512::new() {
                    // SAFETY: the kernel's value proves that the processor has the instructions.
                    return unsafe { run_avx512(kernel, task) };
                }
            }
            #[cfg(target_arch = "x86_64")]
            Self::AvxVnni => {
                if let Some(kernel) = AvxVnni::new() {
                    // SAFETY: as above; who has AVX-VNNI has AVX2.
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
            // Around the kernels, NEON is all there is to use, and always there.
            #[cfg(target_arch = "aarch64")]
            Self::DotProduct => {
                if let Some(kernel) = DotProduct::new() {
                    return task.run(kernel);
                }
            }
            #[cfg(target_arch = "aarch64")]
            Self::Neon => return task.run(Neon),
            _ => {}
        }
        task.run(Plain)
    }
}
