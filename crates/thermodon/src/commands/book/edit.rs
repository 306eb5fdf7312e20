//! `thermodon book prune` and `thermodon book merge`.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use book::policy::DropOut;
use book::{Book, BookChanges, BookDatabase, BookKey};
use serde_json::json;

use super::{MergeArgs, PruneArgs, open};
use crate::commands::print;

pub(super) fn prune(args: &PruneArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let (store, mut book) = BookDatabase::open(&args.file)?;
    let before = book.len();
    if let Some(max_loss) = args.max_loss {
        let mut keys: Vec<BookKey> = book.nodes().map(|(key, _)| *key).collect();
        keys.sort_unstable();
        for key in keys {
            book.prune_moves(&key, max_loss);
        }
    }
    if let Some(max_positions) = args.max_positions {
        for (_, key) in DropOut::default().nodes_by_cost(&book) {
            if book.len() <= max_positions.max(1) {
                break;
            }
            book.prune_node(&key);
        }
    }
    // Removed positions affect their ancestors and descendants, so everything is rewritten.
    save_all(&store, &book)?;
    write_report(&args.file, before, &book, args.json, out)
}

pub(super) fn merge(args: &MergeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let (store, mut book) = BookDatabase::open(&args.file)?;
    let before = book.len();
    let (mut games, mut trials) = (store.games()?, store.trials()?);
    for file in &args.others {
        let (other, other_store) = open::open(Some(file))?.into_book()?;
        book.merge(&other)
            .with_context(|| format!("cannot add {}", file.display()))?;
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
    // The trials of all books correct the merged book.
    book.learn_from_results(&trials);
    save_all(&store, &book)?;
    store.save_games(&games)?;
    store.save_trials(&book, &BookChanges::default(), &trials)?;
    write_report(&args.file, before, &book, args.json, out)
}

fn save_all(store: &BookDatabase, book: &Book) -> anyhow::Result<()> {
    let is_removed = |key: &BookKey| book.node(key).is_none();
    let changes = BookChanges {
        updated: book.nodes().map(|(key, _)| *key).collect(),
        removed: store.keys()?.into_iter().filter(is_removed).collect(),
    };
    Ok(store.save(book, &changes)?)
}

fn write_report(
    file: &Path,
    before: usize,
    book: &Book,
    is_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (name, after) = (file.display(), book.len());
    let report = json!({ "file": file, "before": before, "searched": after });
    let text = format!("{name}: {before} searched positions before, {after} now");
    print(out, is_json, &report, &text)
}
