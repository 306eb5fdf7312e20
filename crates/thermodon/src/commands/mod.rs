//! Commands: from parsed arguments to text on a writer.

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

/// Number of threads that the machine runs at a time.
fn num_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Calls `action` on Ctrl-C instead of ending the process.
fn on_interrupt(action: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(action).context("cannot handle interrupts")
}

/// A flag that Ctrl-C sets.
fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    on_interrupt(move || flag.store(true, Ordering::Relaxed))?;
    Ok(stop)
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
