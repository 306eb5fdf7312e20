//! The command `thermodon`.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Returns memory to the system after load, which the C library's allocator does not do when many
/// threads have allocated it.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    // A write beyond the limit of file sizes fails, instead of ending the process.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Default::default());
    thermodon::run(std::env::args_os())
}
