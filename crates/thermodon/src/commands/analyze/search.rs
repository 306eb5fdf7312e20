//! Searches of one or many positions, with progress.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use amazons::Position;
use anyhow::Context;
use engine::{Analysis, Engine, GoLimits};

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
    let mut engines = Vec::new();
    for _ in 0..threads.clamp(1, positions.len().max(1)) {
        let mut engine = args.engine()?;
        engine.set_option("MultiPV", &multipv.to_string())?;
        engines.push(engine);
    }
    let progress = ProgressReporter::bar("positions", 0, positions.len() as u64);
    // Positions are handed out one by one, because some take longer than others.
    let next = AtomicUsize::new(0);
    let studies = Mutex::new(vec![None; positions.len()]);
    let failure = thread::scope(|scope| {
        let workers: Vec<_> = engines
            .into_iter()
            .map(|mut engine| {
                let (next, studies, progress, limits) = (&next, &studies, &progress, &limits);
                scope.spawn(move || -> anyhow::Result<()> {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(position) = positions.get(index) else {
                            return Ok(());
                        };
                        let study = search_from_scratch(&mut engine, position, limits)?;
                        if let Ok(mut studies) = studies.lock() {
                            studies[index] = Some(study);
                        }
                        progress.inc(1);
                    }
                })
            })
            .collect();
        workers.into_iter().find_map(|worker| match worker.join() {
            Ok(result) => result.err(),
            Err(panic) => std::panic::resume_unwind(panic),
        })
    });
    progress.finish();
    if let Some(error) = failure {
        return Err(error);
    }
    let studies = studies.into_inner().unwrap_or_default();
    let studies: Option<Vec<Analysis>> = studies.into_iter().collect();
    studies.context("a position was not analyzed")
}

fn search_from_scratch(
    engine: &mut Engine,
    position: &Position,
    limits: &GoLimits,
) -> anyhow::Result<Analysis> {
    engine.new_game();
    engine
        .analyze(position, limits.clone())
        .context("cannot start the search")
}
