//! The command `thermodon`.

use std::process::ExitCode;

/// A search of the network takes 14 % more processor time with musl's allocator than with glibc, and
/// 3 % with this one.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    thermodon::run(std::env::args_os())
}
