//! `thermodon book stats`.

use std::io::Write;

use book::{Games, Provenance, Statistics};
use serde_json::json;

use super::showing::chance;
use super::{Stats, opening};

pub(super) fn run(options: &Stats, out: &mut dyn Write) -> anyhow::Result<()> {
    let (book, store) = opening::open(options.file.as_deref())?.into_book()?;
    let tried = store.map_or_else(|| Ok(Games::new()), |store| store.trials())?;
    let tried: u64 = tried.values().map(|played| u64::from(played.games)).sum();
    let statistics = Statistics::of(&book);
    let provenances: Vec<Provenance> = book
        .provenances()
        .iter()
        .map(|text| Provenance::read(text))
        .collect();
    if options.json {
        let all = json!({
            "root": amazons::Game::to_text(book.root()),
            "statistics": statistics,
            "fullest_three": statistics.fullest_three(),
            "tried_games": tried,
            "provenance": provenances,
        });
        writeln!(out, "{all:#}")?;
        return Ok(());
    }
    writeln!(
        out,
        "begins at           {}",
        amazons::Game::to_text(book.root())
    )?;
    writeln!(out, "searched positions  {:>9}", statistics.searched)?;
    writeln!(out, "all positions       {:>9}", statistics.positions)?;
    writeln!(out, "moves               {:>9}", statistics.moves)?;
    writeln!(out, "transpositions      {:>9}", statistics.transpositions)?;
    writeln!(out, "positions looked at {:>9}", statistics.visits)?;
    if tried > 0 {
        writeln!(out, "results of trials   {tried:>9}")?;
    }
    if let Some(value) = book.value() {
        writeln!(out, "value of the root   {:>9}", chance(value))?;
    }
    if let Some(error) = statistics.error {
        writeln!(
            out,
            "error of a search   {:>9.0} thousandths of a logit",
            error
        )?;
    }
    writeln!(
        out,
        "fullest three depths {:>7.1} %\n",
        100.0 * statistics.fullest_three()
    )?;
    writeln!(out, "depth  searched  all")?;
    for (depth, all) in statistics.by_depth.iter().enumerate() {
        let searched = statistics.searched_by_depth.get(depth).unwrap_or(&0);
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
