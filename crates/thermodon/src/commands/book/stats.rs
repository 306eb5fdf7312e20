//! `thermodon book stats`.

use std::io::Write;

use book::{BookStatistics, GameResults, Provenance};
use serde_json::json;

use super::{StatsArgs, open, value_text};

pub(super) fn run(args: &StatsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let (book, store) = open::open(args.file.as_deref())?.into_book()?;
    let trials = store.map_or_else(|| Ok(GameResults::new()), |store| store.trials())?;
    let trial_games: u64 = trials.values().map(|played| u64::from(played.games)).sum();
    let statistics = BookStatistics::new(&book);
    let provenances: Vec<Provenance> = book
        .provenances()
        .iter()
        .map(|text| Provenance::from_text(text))
        .collect();
    if args.json {
        let report = json!({
            "root": amazons::Game::to_text(book.root()),
            "statistics": statistics,
            "fullest_three": statistics.top_three_depths_share(),
            "tried_games": trial_games,
            "provenance": provenances,
        });
        writeln!(out, "{report:#}")?;
        return Ok(());
    }
    writeln!(out, "{:<20}{}", "root", amazons::Game::to_text(book.root()))?;
    for (name, count) in [
        ("searched positions", statistics.nodes as u64),
        ("all positions", statistics.positions as u64),
        ("moves", statistics.moves as u64),
        ("transpositions", statistics.transpositions as u64),
        ("nodes", statistics.visits),
        ("trial games", trial_games),
    ] {
        if name != "trial games" || count > 0 {
            writeln!(out, "{name:<20}{count:>9}")?;
        }
    }
    if let Some(value) = book.value() {
        writeln!(out, "value of the root   {:>9}", value_text(value))?;
    }
    if let Some(error) = statistics.search_rmse {
        writeln!(out, "search error        {:>9.0} millilogits", error)?;
    }
    writeln!(
        out,
        "fullest three depths {:>7.1} %\n",
        100.0 * statistics.top_three_depths_share()
    )?;
    writeln!(out, "depth  searched  all")?;
    for (depth, all) in statistics.by_depth.iter().enumerate() {
        let searched = statistics.nodes_by_depth.get(depth).unwrap_or(&0);
        writeln!(out, "{depth:>5}  {searched:>8}  {all}")?;
    }
    if !provenances.is_empty() {
        writeln!(out)?;
    }
    for provenance in provenances {
        writeln!(out, "searched by {provenance}")?;
    }
    Ok(())
}
