//! The command `thermodon`.

use std::process::ExitCode;

fn main() -> ExitCode {
    thermodon::run(std::env::args_os())
}
