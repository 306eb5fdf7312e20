//! `thermodon book import`.

use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use amazons::records::{self, Record};
use amazons::{Color, Move, Position};
use anyhow::{Context, bail};
use book::policy::PositionList;
use book::{Book, BookChanges, BookDatabase, BookKey, BookSize, BuildConfig, GameResults};
use serde_json::json;

use super::ImportArgs;
use super::build::report_progress;
use crate::commands::progress::ProgressReporter;
use crate::commands::{interrupt_flag, print};
use crate::input;

/// Openings of games by position.
#[derive(Default)]
struct ImportedOpenings {
    /// Games and wins of each position.
    games: GameResults,
    /// The played moves by ply and position.
    moves: Vec<HashMap<BookKey, (Position, Vec<Move>)>>,
    /// Number of games with the root of the book.
    imported: usize,
    /// Number of games with another start position.
    skipped: usize,
}

impl ImportedOpenings {
    fn add(&mut self, record: &Record, book: &Book, max_ply: usize) {
        let mut position = *record.start();
        if BookKey::new(&position).0 != book.root_key() {
            self.skipped += 1;
            return;
        }
        self.imported += 1;
        let winner = record.winner();
        self.moves
            .resize_with(self.moves.len().max(max_ply), HashMap::new);
        self.count(&position, winner);
        for (mv, ply) in record.main_line().take(max_ply).zip(0..) {
            let entry = self.moves[ply].entry(BookKey::new(&position).0);
            // Symmetric positions share an entry, so the move is mapped to the one stored there.
            let (stored, moves) = entry.or_insert((position, Vec::new()));
            let (view, back) = (BookKey::new(&position).1, BookKey::new(stored).1.inverse());
            let mapped = back.apply_to_move(view.apply_to_move(mv));
            if !moves.contains(&mapped) {
                moves.push(mapped);
            }
            let Ok(next) = position.after(mv) else { break };
            position = next;
            self.count(&position, winner);
        }
    }

    fn count(&mut self, position: &Position, winner: Option<Color>) {
        let played = self.games.entry(BookKey::new(position).0).or_default();
        played.games += 1;
        played.wins += u32::from(winner == Some(position.to_move()));
    }

    fn is_frequent(&self, position: &Position, min_games: u32) -> bool {
        let played = self.games.get(&BookKey::new(position).0);
        played.is_some_and(|played| played.games >= min_games)
    }
}

pub(super) fn run(args: &ImportArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let (store, mut book) = BookDatabase::open(&args.file)?;
    let mut openings = ImportedOpenings::default();
    for file in &args.games {
        let name = file.to_string_lossy();
        let text = input::read_text(&name)?;
        let records = records::read(&text).with_context(|| format!("cannot read {name}"))?;
        for record in &records {
            openings.add(record, &book, args.max_ply);
        }
    }
    if openings.imported == 0 {
        bail!(
            "none of the {} games starts at the root of the book",
            openings.skipped
        );
    }
    let stop = interrupt_flag()?;
    let before = book.len();
    search(args, &store, &mut book, &openings, &stop)?;
    let mut games = store.games()?;
    if stop.load(Ordering::Relaxed) {
        bail!("interrupted before any game was counted; the same command continues the import");
    }
    for (key, played) in openings.games {
        *games.entry(key).or_default() += played;
    }
    store.save_games(&games)?;
    let report = json!({
        "games": openings.imported,
        "left_out": openings.skipped,
        "before": before,
        "searched": book.len(),
    });
    let text = format!(
        "{} games imported, {} with another start skipped; {}: {} searched positions ({} new)",
        openings.imported,
        openings.skipped,
        args.file.display(),
        book.len(),
        book.len().saturating_sub(before)
    );
    print(out, args.json, &report, &text)
}

/// Searches ply by ply, so that a position is in the book before its moves are added.
fn search(
    args: &ImportArgs,
    store: &BookDatabase,
    book: &mut Book,
    openings: &ImportedOpenings,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let provenance = args.search.provenance()?.to_json();
    let is_wanted = |position: &Position| openings.is_frequent(position, args.min_games);
    let mut wanted = vec![*book.root()];
    for moves_at_ply in openings.moves.iter().map(Some).chain([None]) {
        let policy = PositionList(wanted);
        let plan = BuildConfig {
            policy: &policy,
            moves_per_node: args.search.width.get(),
            size: BookSize::Nodes(usize::MAX),
            replacement_rounds: 0,
            provenance: &provenance,
        };
        let total = book.len() + policy.0.len();
        let reporter = ProgressReporter::bar("positions", book.len() as u64, total as u64);
        let built = book::build(
            book,
            &plan,
            args.search.searchers()?,
            stop,
            &mut |book, changes| Ok(store.save(book, changes)?),
            &mut |progress| report_progress(&reporter, progress, total),
        );
        reporter.finish();
        built?;
        wanted = Vec::new();
        let Some(moves_at_ply) = moves_at_ply else {
            break;
        };
        let mut changes = BookChanges::default();
        for (position, moves) in moves_at_ply.values() {
            for &mv in moves {
                let Ok(next) = position.after(mv) else {
                    continue;
                };
                if book.node(&BookKey::new(position).0).is_some() && is_wanted(&next) {
                    changes.updated.push(book.add_move(position, mv)?);
                    wanted.push(next);
                }
            }
        }
        // The book must not depend on the order of a hash map.
        wanted.sort_unstable_by_key(|position| BookKey::new(position).0);
        store.save(book, &changes)?;
    }
    Ok(())
}
