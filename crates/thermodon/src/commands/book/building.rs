//! `thermodon book build`.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

use amazons::Position;
use amazons::notation::parse_position;
use anyhow::{Context, bail};
use book::{Book, Goal, Key, Plan, Statistics, Store};
use serde_json::json;

use super::Build;
use super::progress::Display;
use super::searching::stop_on_interrupt;
use super::showing::chance;

pub(super) fn run(options: &Build, out: &mut dyn Write) -> anyhow::Result<()> {
    let root = parse_position(&options.position).context("cannot read the position")?;
    let analysts = options.searching.analysts()?;
    let provenance = options.searching.provenance()?.to_json();
    let stop = stop_on_interrupt()?;
    let (store, mut book) = open_or_create(&options.file, &root)?;
    let policy = options.policy.policy();
    let plan = Plan {
        policy: policy.as_ref(),
        width: options.searching.k.get(),
        goal: Goal::Searched(options.size),
        renewals: options.renewals,
        provenance: &provenance,
    };
    let before = book.len();
    let mut display = Display::new(options.size, before);
    let built = book::build(
        &mut book,
        &plan,
        analysts,
        &stop,
        &mut |book, changes| Ok(store.keep(book, changes)?),
        &mut |progress| display.show(progress),
    );
    display.finish();
    built?;
    let statistics = Statistics::of(&book);
    let is_interrupted = stop.load(Ordering::Relaxed) && book.len() < options.size;
    if options.json {
        let all = json!({
            "file": options.file,
            "before": before,
            "complete": !is_interrupted,
            "statistics": statistics,
        });
        writeln!(out, "{all:#}")?;
    } else {
        let value = book.value().map_or_else(|| "unknown".to_owned(), chance);
        writeln!(
            out,
            "{} has {} searched positions, {} more than before, down to depth {}; the player to move has {value} in the root",
            options.file.display(),
            statistics.searched,
            statistics.searched.saturating_sub(before),
            statistics.searched_by_depth.len().saturating_sub(1),
        )?;
    }
    if is_interrupted {
        bail!(
            "interrupted at {} of {} positions; the same command goes on",
            book.len(),
            options.size
        );
    }
    Ok(())
}

/// The book in a file, which must begin at that position; a new one if there is none.
fn open_or_create(file: &Path, root: &Position) -> anyhow::Result<(Store, Book)> {
    if !file.exists() {
        return Ok(Store::create(file, root)?);
    }
    let (store, book) = Store::open(file)?;
    if book.root_key() != Key::of(root).0 {
        bail!(
            "{} begins at another position: --position {} would go on with it",
            file.display(),
            quoted(book.root())
        );
    }
    Ok((store, book))
}

fn quoted(position: &Position) -> String {
    format!("'{}'", amazons::Game::to_text(position))
}
