//! `thermodon book import`.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use amazons::records::{self, Record};
use amazons::{Move, Position};
use anyhow::{Context, bail};
use book::policy::Wanted;
use book::{Book, Changes, Games, Goal, Key, Plan, Store};
use serde_json::json;

use super::Import;
use super::progress::Display;
use super::searching::stop_on_interrupt;
use crate::commands::input;

/// Openings of games, by position.
#[derive(Default)]
struct Openings {
    /// How often each position came up.
    games: Games,
    /// The moves that were played, by depth and position.
    moves: Vec<HashMap<Key, (Position, Vec<Move>)>>,
    taken: usize,
    left_out: usize,
}

impl Openings {
    fn add(&mut self, record: &Record, book: &Book, plies: usize) {
        let mut position = *record.start();
        if Key::of(&position).0 != book.root_key() {
            self.left_out += 1;
            return;
        }
        self.taken += 1;
        let winner = record.winner();
        self.moves
            .resize_with(self.moves.len().max(plies), HashMap::new);
        self.count(&position, winner);
        for (mv, layer) in record.main_line().take(plies).zip(0..) {
            let place = self.moves[layer].entry(Key::of(&position).0);
            // Images of a position are one, and so their moves have to be of one of them.
            let (seen, moves) = place.or_insert((position, Vec::new()));
            let (view, back) = (Key::of(&position).1, Key::of(seen).1.inverse());
            let mv_there = back.of_move(view.of_move(mv));
            if !moves.contains(&mv_there) {
                moves.push(mv_there);
            }
            let Ok(next) = position.after(mv) else { break };
            position = next;
            self.count(&position, winner);
        }
    }

    fn count(&mut self, position: &Position, winner: Option<amazons::Color>) {
        let played = self.games.entry(Key::of(position).0).or_default();
        played.games += 1;
        played.won += u32::from(winner == Some(position.to_move()));
    }

    fn is_frequent(&self, position: &Position, least: u32) -> bool {
        let played = self.games.get(&Key::of(position).0);
        played.is_some_and(|played| played.games >= least)
    }
}

pub(super) fn run(options: &Import, out: &mut dyn Write) -> anyhow::Result<()> {
    let (store, mut book) = Store::open(&options.file)?;
    let mut openings = Openings::default();
    for file in &options.games {
        let name = file.to_string_lossy();
        let text = input::read(&name)?;
        let records = records::read(&text).with_context(|| format!("cannot read {name}"))?;
        for record in &records {
            openings.add(record, &book, options.plies);
        }
    }
    if openings.taken == 0 {
        bail!(
            "none of the {} games begins where the book does",
            openings.left_out
        );
    }
    let stop = stop_on_interrupt()?;
    let before = book.len();
    search(options, &store, &mut book, &openings, &stop)?;
    let mut games = store.games()?;
    if stop.load(Ordering::Relaxed) {
        bail!(
            "interrupted; what was searched stays, and no game is counted yet: the same command goes on"
        );
    }
    for (key, played) in openings.games {
        *games.entry(key).or_default() += played;
    }
    store.keep_games(&games)?;
    if options.json {
        let all = json!({
            "games": openings.taken,
            "left_out": openings.left_out,
            "before": before,
            "searched": book.len(),
        });
        writeln!(out, "{all:#}")?;
    } else {
        writeln!(
            out,
            "{} games, {} more that begin elsewhere; {} has {} searched positions, {} more than before",
            openings.taken,
            openings.left_out,
            options.file.display(),
            book.len(),
            book.len().saturating_sub(before)
        )?;
    }
    Ok(())
}

/// Layer by layer, so that every position is in the book before moves lead away from it.
fn search(
    options: &Import,
    store: &Store,
    book: &mut Book,
    openings: &Openings,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<()> {
    let provenance = options.searching.provenance()?.to_json();
    let is_wanted = |position: &Position| openings.is_frequent(position, options.least_games);
    let mut wanted = vec![*book.root()];
    for layer in openings.moves.iter().map(Some).chain([None]) {
        let policy = Wanted(wanted);
        let plan = Plan {
            policy: &policy,
            width: options.searching.k.get(),
            goal: Goal::Searched(usize::MAX),
            renewals: 0,
            provenance: &provenance,
        };
        let mut display = Display::new(book.len() + policy.0.len(), book.len());
        let built = book::build(
            book,
            &plan,
            options.searching.analysts()?,
            stop,
            &mut |book, changes| Ok(store.keep(book, changes)?),
            &mut |progress| display.show(progress),
        );
        display.finish();
        built?;
        wanted = Vec::new();
        let Some(layer) = layer else { break };
        let mut changes = Changes::default();
        for (position, moves) in layer.values() {
            for &mv in moves {
                let Ok(next) = position.after(mv) else {
                    continue;
                };
                if book.node(&Key::of(position).0).is_some() && is_wanted(&next) {
                    changes.written.push(book.add_move(position, mv)?);
                    wanted.push(next);
                }
            }
        }
        // Games are met in no order; a book should not depend on that.
        wanted.sort_unstable_by_key(|position| Key::of(position).0);
        store.keep(book, &changes)?;
    }
    Ok(())
}
