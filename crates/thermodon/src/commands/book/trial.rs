//! `thermodon book trial`.

use std::io::Write;

use amazons::Game;
use amazons::notation::parse_position;
use anyhow::{Context, anyhow, bail};
use book::{BookDatabase, BookKey, ResultCount};
use search::Value;
use serde::Deserialize;
use serde_json::json;

use super::{TrialArgs, optional_value_text, trial_games};
use crate::commands::print;
use crate::input;

/// Results of the games from a position, for the side to move.
#[derive(Deserialize)]
struct TrialResult {
    position: String,
    games: u32,
    won: u32,
}

pub(super) fn run(args: &TrialArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let (store, mut book) = BookDatabase::open(&args.file)?;
    let mut trials = store.trials()?;
    if let Some(count) = args.list {
        for key in book.select_trial_positions(&trials, count.get()) {
            if let Some(node) = book.node(&key) {
                writeln!(out, "{}", json!({ "position": node.position().to_text() }))?;
            }
        }
        return Ok(());
    }
    if let Some(file) = &args.results {
        let name = file.to_string_lossy();
        if name != "-" && !file.is_file() {
            bail!("there is no file {name}");
        }
        for (text, line) in input::read_text(&name)?.lines().zip(1..) {
            let (key, played) =
                parse_result(text).with_context(|| format!("{name}, line {line}"))?;
            if book.node(&key).is_none() {
                bail!("{name}, line {line}: the position is not in the book");
            }
            *trials.entry(key).or_default() += played;
        }
    }
    if let Some(games) = args.games {
        trial_games::play_games(args, games.get(), &store, &mut book, &mut trials)?;
    }
    let games: u64 = trials.values().map(|played| u64::from(played.games)).sum();
    let changes = book.learn_from_results(&trials);
    store.save_trials(&book, &changes, &trials)?;
    let corrected = book.nodes().filter(|(_, node)| node.correction() != 0);
    let corrected = corrected.count();
    let report = json!({
        "file": args.file,
        "games": games,
        "tried": trials.len(),
        "corrected": corrected,
        "value": book.value().map(Value::millilogits),
    });
    let text = format!(
        "{}: {games} games from {} positions correct {corrected} of {} positions; value of the \
         root for the side to move: {}",
        args.file.display(),
        trials.len(),
        book.len(),
        optional_value_text(book.value())
    );
    print(out, args.json, &report, &text)
}

fn parse_result(text: &str) -> anyhow::Result<(BookKey, ResultCount)> {
    let TrialResult {
        position,
        games,
        won,
    } = serde_json::from_str(text).map_err(|_| {
        anyhow!(
            "expected a JSON object such as {{\"position\": \"...\", \"games\": 128, \"won\": 71}}"
        )
    })?;
    if won > games {
        bail!("\"won\" ({won}) is greater than \"games\" ({games})");
    }
    let position = parse_position(&position)?;
    Ok((BookKey::new(&position).0, ResultCount { games, wins: won }))
}
