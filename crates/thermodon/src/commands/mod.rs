//! Subcommands of `thermodon`. Each takes its parsed arguments and writes its output to a writer.

pub mod analysis_engine;
pub mod analyze;
pub mod bench;
pub mod book;
pub mod convert;
pub mod endgame;
pub mod eval;
pub mod fit_opponent;
pub mod lab;
pub mod manual;
pub mod matches;
pub mod perft;
pub mod play;
mod progress;
pub mod review;
mod search_args;
pub mod serve;
pub mod show;
pub mod train;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use serde_json::Value;

/// Number of threads that can run in parallel on this machine.
fn num_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Calls `action` on Ctrl-C instead of ending the process.
fn on_interrupt(action: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(action).context("cannot install the Ctrl-C handler")
}

/// A flag that Ctrl-C sets, instead of ending the process.
fn interrupt_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let handler_flag = Arc::clone(&flag);
    on_interrupt(move || handler_flag.store(true, Ordering::Relaxed))?;
    Ok(flag)
}

/// Prints a result as JSON or as text.
fn print(out: &mut dyn Write, is_json: bool, json: &Value, text: &str) -> anyhow::Result<()> {
    if is_json {
        writeln!(out, "{json:#}")?;
    } else {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

/// Writes a file atomically.
fn write_atomic(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    storage::write_atomic(path, content).with_context(|| format!("cannot write {}", path.display()))
}
