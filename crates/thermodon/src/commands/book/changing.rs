//! `thermodon book prune` and `thermodon book merge`.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use book::policy::DropOut;
use book::{Book, Changes, Key, Store};
use serde_json::json;

use super::{Merge, Prune, opening};

pub(super) fn prune(options: &Prune, out: &mut dyn Write) -> anyhow::Result<()> {
    let (store, mut book) = Store::open(&options.file)?;
    let before = book.len();
    if let Some(most_lost) = options.loss {
        let mut keys: Vec<Key> = book.nodes().map(|(key, _)| *key).collect();
        keys.sort_unstable();
        for key in keys {
            book.narrow(&key, most_lost);
        }
    }
    if let Some(size) = options.size {
        for (_, key) in DropOut::default().dearest(&book) {
            if book.len() <= size.max(1) {
                break;
            }
            book.forget(&key);
        }
    }
    // Whatever was touched lies above or below what is gone, so all is written anew, at once.
    keep_all(&store, &book)?;
    report(&options.file, before, &book, options.json, out)
}

pub(super) fn merge(options: &Merge, out: &mut dyn Write) -> anyhow::Result<()> {
    let (store, mut book) = Store::open(&options.file)?;
    let before = book.len();
    let (mut games, mut trials) = (store.games()?, store.trials()?);
    for file in &options.others {
        let (other, other_store) = opening::open(Some(file))?.into_book()?;
        book.merge(&other)
            .with_context(|| format!("{} cannot be added", file.display()))?;
        let Some(other_store) = other_store else {
            continue;
        };
        for (key, played) in other_store.games()? {
            *games.entry(key).or_default() += played;
        }
        for (key, played) in other_store.trials()? {
            *trials.entry(key).or_default() += played;
        }
    }
    // What each had learned from its own trials becomes what all of them say together.
    book.correct(&trials);
    keep_all(&store, &book)?;
    store.keep_games(&games)?;
    store.keep_trials(&book, &Changes::default(), &trials)?;
    report(&options.file, before, &book, options.json, out)
}

fn keep_all(store: &Store, book: &Book) -> anyhow::Result<()> {
    let written: Vec<Key> = book.nodes().map(|(key, _)| *key).collect();
    let is_gone = |key: &Key| book.node(key).is_none();
    let gone = store.keys()?.into_iter().filter(is_gone).collect();
    Ok(store.keep(book, &Changes { written, gone })?)
}

fn report(
    file: &Path,
    before: usize,
    book: &Book,
    is_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if is_json {
        let all = json!({ "file": file, "before": before, "searched": book.len() });
        writeln!(out, "{all:#}")?;
    } else {
        writeln!(
            out,
            "{} had {before} searched positions and now has {}",
            file.display(),
            book.len()
        )?;
    }
    Ok(())
}
