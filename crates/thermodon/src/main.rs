//! The command `thermodon`.

use std::process::ExitCode;

/// The allocator of musl is slow.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    thermodon::run(std::env::args_os())
}
