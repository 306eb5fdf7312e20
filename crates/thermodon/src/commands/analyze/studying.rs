//! The engine at work on one position or many, with progress on a terminal.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use amazons::Position;
use anyhow::Context;
use engine::{Engine, Limits, Study};
use indicatif::{ProgressBar, ProgressStyle};

use crate::commands::thinking::Thinking;

/// Studies a position with so many threads.
pub(super) fn one(
    position: &Position,
    thinking: &Thinking,
    lines: usize,
    threads: usize,
) -> anyhow::Result<Study> {
    let mut engine = thinking.engine()?;
    engine.set_option("MultiPV", &lines.to_string())?;
    engine.set_option("Threads", &threads.to_string())?;
    let limits = thinking.limits()?;
    let progress = progress_bar(1);
    progress.enable_steady_tick(std::time::Duration::from_millis(100));
    let study = engine.study(position, limits);
    progress.finish_and_clear();
    study.context("cannot start the search")
}

/// Studies all positions, so many at a time, each on its own: the results do not depend on how many, nor
/// on the order.
pub(super) fn all(
    positions: &[Position],
    thinking: &Thinking,
    lines: usize,
    threads: usize,
) -> anyhow::Result<Vec<Study>> {
    let limits = thinking.limits()?;
    let mut engines = Vec::new();
    for _ in 0..threads.clamp(1, positions.len().max(1)) {
        let mut engine = thinking.engine()?;
        engine.set_option("MultiPV", &lines.to_string())?;
        engines.push(engine);
    }
    let progress = progress_bar(positions.len());
    // Positions are handed out one by one: some take longer than others.
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
                        let study = study_afresh(&mut engine, position, limits)?;
                        if let Ok(mut studies) = studies.lock() {
                            studies[index] = Some(study);
                        }
                        progress.inc(1);
                    }
                })
            })
            .collect();
        workers.into_iter().find_map(|worker| match worker.join() {
            Ok(done) => done.err(),
            Err(panic) => std::panic::resume_unwind(panic),
        })
    });
    progress.finish_and_clear();
    if let Some(error) = failure {
        return Err(error);
    }
    let studies = studies.into_inner().unwrap_or_default();
    let studies: Option<Vec<Study>> = studies.into_iter().collect();
    studies.context("a position was not analysed")
}

/// A position without the memory of another.
fn study_afresh(
    engine: &mut Engine,
    position: &Position,
    limits: &Limits,
) -> anyhow::Result<Study> {
    engine.new_game();
    engine
        .study(position, limits.clone())
        .context("cannot start the search")
}

fn progress_bar(positions: usize) -> ProgressBar {
    let style = if positions > 1 {
        "{bar:40} {pos}/{len} positions, {elapsed} gone, {eta} to go"
    } else {
        "{spinner} thinking, {elapsed} gone"
    };
    let style =
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(positions as u64).with_style(style)
}
