//! `thermodon book trial`.

use std::io::Write;

use amazons::Game;
use amazons::notation::parse_position;
use anyhow::{Context, anyhow, bail};
use book::{Key, Played, Store};
use search::Value;
use serde::Deserialize;
use serde_json::json;

use super::showing::chance;
use super::{Trial, sparring};
use crate::commands::input;

/// How games from a position ended.
#[derive(Deserialize)]
struct Ended {
    position: String,
    games: u32,
    won: u32,
}

pub(super) fn run(options: &Trial, out: &mut dyn Write) -> anyhow::Result<()> {
    let (store, mut book) = Store::open(&options.file)?;
    let mut trials = store.trials()?;
    if let Some(count) = options.list {
        for key in book.most_worth_trying(&trials, count.get()) {
            if let Some(node) = book.node(&key) {
                writeln!(out, "{}", json!({ "position": node.position().to_text() }))?;
            }
        }
        return Ok(());
    }
    if let Some(file) = &options.results {
        let name = file.to_string_lossy();
        if name != "-" && !file.is_file() {
            bail!("there is no file {name}");
        }
        for (text, line) in input::read(&name)?.lines().zip(1..) {
            let (key, played) = read(text).with_context(|| format!("{name}, line {line}"))?;
            if book.node(&key).is_none() {
                bail!("{name}, line {line}: the book does not have that position");
            }
            *trials.entry(key).or_default() += played;
        }
    }
    if let Some(games) = options.play {
        sparring::run(options, games.get(), &store, &mut book, &mut trials)?;
    }
    let games: u64 = trials.values().map(|played| u64::from(played.games)).sum();
    let changes = book.correct(&trials);
    store.keep_trials(&book, &changes, &trials)?;
    let corrected = book.nodes().filter(|(_, node)| node.correction() != 0);
    let corrected = corrected.count();
    if options.json {
        let all = json!({
            "file": options.file,
            "games": games,
            "tried": trials.len(),
            "corrected": corrected,
            "value": book.value().map(Value::thousandths),
        });
        writeln!(out, "{all:#}")?;
    } else {
        let value = book.value().map_or_else(|| "unknown".to_owned(), chance);
        writeln!(
            out,
            "{games} results of games from {} positions correct {corrected} of the {} positions of {}; the player to move has {value} in the root",
            trials.len(),
            book.len(),
            options.file.display()
        )?;
    }
    Ok(())
}

fn read(text: &str) -> anyhow::Result<(Key, Played)> {
    let Ended {
        position,
        games,
        won,
    } = serde_json::from_str(text).map_err(|_| {
        anyhow!("it is no result of games, such as {{\"position\": \"...\", \"games\": 128, \"won\": 71}}")
    })?;
    if won > games {
        bail!("{won} of {games} games cannot be won");
    }
    let position = parse_position(&position)?;
    Ok((Key::of(&position).0, Played { games, won }))
}
