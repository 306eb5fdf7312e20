//! `thermodon book build`.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use amazons::Position;
use amazons::notation::parse_position;
use anyhow::{Context, bail};
use book::{Book, BookDatabase, BookKey, BookSize, BookStatistics, BuildConfig, BuildProgress};
use serde_json::json;

use super::{BuildArgs, optional_value_text};
use crate::commands::progress::ProgressReporter;
use crate::commands::{interrupt_flag, print};

pub(super) fn run(args: &BuildArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let root = parse_position(&args.start).context("cannot read the start position")?;
    let searchers = args.search.searchers()?;
    let provenance = args.search.provenance()?.to_json();
    let stop = interrupt_flag()?;
    let (store, mut book) = open_or_create(&args.file, &root)?;
    let policy = args.policy.policy();
    let plan = BuildConfig {
        policy: policy.as_ref(),
        moves_per_node: args.search.width.get(),
        size: BookSize::Nodes(args.max_positions),
        replacement_rounds: args.replacement_rounds,
        provenance: &provenance,
    };
    let before = book.len();
    let reporter =
        ProgressReporter::bar("positions", before as u64, args.max_positions as u64).eager();
    let built = book::build(
        &mut book,
        &plan,
        searchers,
        &stop,
        &mut |book, changes| Ok(store.save(book, changes)?),
        &mut |progress| report_progress(&reporter, progress, args.max_positions),
    );
    reporter.finish();
    built?;
    let statistics = BookStatistics::new(&book);
    let is_interrupted = stop.load(Ordering::Relaxed) && book.len() < args.max_positions;
    let report = json!({
        "file": args.file,
        "before": before,
        "complete": !is_interrupted,
        "statistics": statistics,
    });
    let text = format!(
        "{}: {} searched positions ({} new), depth {}; value of the root for the side to move: {}",
        args.file.display(),
        statistics.nodes,
        statistics.nodes.saturating_sub(before),
        statistics.nodes_by_depth.len().saturating_sub(1),
        optional_value_text(book.value()),
    );
    print(out, args.json, &report, &text)?;
    if is_interrupted {
        bail!(
            "interrupted at {} of {} positions; the same command continues the build",
            book.len(),
            args.max_positions
        );
    }
    Ok(())
}

/// Shows the progress of a build towards `total` positions.
pub(super) fn report_progress(reporter: &ProgressReporter, progress: &BuildProgress, total: usize) {
    reporter.update(progress.nodes as u64, total as u64, || {
        format!(
            "depth {} (maximum {}), value {}",
            progress.depth,
            progress.max_depth,
            optional_value_text(progress.value)
        )
    });
}

/// Opens a book, whose root must be `root`, or creates it.
fn open_or_create(file: &Path, root: &Position) -> anyhow::Result<(BookDatabase, Book)> {
    if !file.exists() {
        return Ok(BookDatabase::create(file, root)?);
    }
    let (store, book) = BookDatabase::open(file)?;
    if book.root_key() != BookKey::new(root).0 {
        bail!(
            "{} has another root; continue it with --start '{}'",
            file.display(),
            amazons::Game::to_text(book.root())
        );
    }
    Ok((store, book))
}
