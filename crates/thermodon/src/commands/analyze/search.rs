//! Searches of one or many positions, with progress.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use amazons::Position;
use anyhow::Context;
use engine::Analysis;

use crate::commands::progress::ProgressReporter;
use crate::commands::search_args::SearchArgs;

/// Searches a position with several threads.
pub(super) fn search_position(
    position: &Position,
    args: &SearchArgs,
    multipv: usize,
    threads: usize,
) -> anyhow::Result<Analysis> {
    let mut engine = args.engine()?;
    engine.set_option("MultiPV", &multipv.to_string())?;
    engine.set_option("Threads", &threads.to_string())?;
    let limits = args.limits()?;
    let progress = ProgressReporter::spinner("searching");
    let study = engine.analyze(position, limits);
    progress.finish();
    study.context("cannot start the search")
}

/// Searches each position from scratch, `threads` of them at a time. The results do not depend on
/// the number of threads.
pub fn search_positions(
    positions: &[Position],
    args: &SearchArgs,
    multipv: usize,
    threads: usize,
) -> anyhow::Result<Vec<Analysis>> {
    let limits = args.limits()?;
    let progress = ProgressReporter::bar("positions", 0, positions.len() as u64);
    // Positions are handed out one by one, because some take longer than others.
    let next = AtomicUsize::new(0);
    let search = || -> anyhow::Result<Vec<(usize, Analysis)>> {
        let mut engine = args.engine()?;
        engine.set_option("MultiPV", &multipv.to_string())?;
        let mut studies = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(position) = positions.get(index) else {
                return Ok(studies);
            };
            engine.new_game();
            let study = engine.analyze(position, limits.clone());
            studies.push((index, study.context("cannot start the search")?));
            progress.inc(1);
        }
    };
    let mut studies = Vec::new();
    thread::scope(|scope| {
        let count = threads.clamp(1, positions.len().max(1));
        let workers: Vec<_> = (0..count).map(|_| scope.spawn(search)).collect();
        for worker in workers {
            let found = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            studies.extend(found?);
        }
        anyhow::Ok(())
    })?;
    progress.finish();
    studies.sort_by_key(|&(index, _)| index);
    Ok(studies.into_iter().map(|(_, study)| study).collect())
}
