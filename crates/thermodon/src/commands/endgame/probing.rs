//! `thermodon endgame probe`.

use std::io::Write;

use amazons::{Color, Position, Region};
use anyhow::Context;
use endgame::{ScorePair, ScoreTable, ScoredMove};
use serde_json::{Value, json};

use crate::commands::input;
use crate::drawing;
use crate::wording;

use super::Probe;

/// Moves that are listed of those that are equally good.
const LISTED: usize = 4;

/// A region and what the table knows about it.
struct Known {
    region: Region,
    pair: Option<ScorePair>,
    /// The best moves of Black and of White.
    best: [Vec<ScoredMove>; 2],
}

pub(super) fn run(options: &Probe, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = input::game(&options.input, 1)?;
    let positions = game.positions();
    let ply = options.ply.unwrap_or(positions.len() - 1);
    let position = positions
        .get(ply)
        .with_context(|| format!("the game has {} moves, not {ply}", positions.len() - 1))?;
    let table = options.place.table()?;
    let regions: Vec<Known> = position
        .regions()
        .map(|region| know(&table, position, region))
        .collect::<anyhow::Result<_>>()?;
    if options.json {
        let regions: Vec<Value> = regions.iter().map(to_json).collect();
        writeln!(
            out,
            "{:#}",
            json!({"largest": table.max_size(), "regions": regions})
        )?;
        return Ok(());
    }
    writeln!(
        out,
        "{}",
        drawing::for_terminal(position, drawing::Marks::default())
    )?;
    for known in &regions {
        write_text(known, &table, out)?;
    }
    Ok(())
}

fn know(table: &ScoreTable, position: &Position, region: Region) -> anyhow::Result<Known> {
    let pair = table.probe(&region)?;
    let mut best = [Vec::new(), Vec::new()];
    if pair.is_some() {
        for (side, best) in Color::ALL.into_iter().zip(&mut best) {
            let mut turns = table
                .scored_moves(position, &region, side)?
                .unwrap_or_default();
            let top = turns.first().map(|turn| turn.score);
            turns.retain(|turn| Some(turn.score) == top);
            *best = turns;
        }
    }
    Ok(Known { region, pair, best })
}

fn write_text(known: &Known, table: &ScoreTable, out: &mut dyn Write) -> anyhow::Result<()> {
    let Known { region, pair, best } = known;
    let names: Vec<String> = region.squares().iter().map(|s| s.to_string()).collect();
    let squares = region.squares().len();
    let [black, white] = Color::ALL.map(|side| region.amazons(side).len());
    let shown = if names.len() > table.max_size() {
        format!("from {}", names[0])
    } else {
        names.join(" ")
    };
    writeln!(
        out,
        "{squares} squares ({shown}), {black} black, {white} white"
    )?;
    let Some(pair) = pair else {
        writeln!(
            out,
            "  not in the table, which goes up to {} squares and 4 amazons of a colour",
            table.max_size()
        )?;
        return Ok(());
    };
    for (side, value) in Color::ALL
        .into_iter()
        .zip([pair.black_first, pair.white_first])
    {
        let who = wording::side(side);
        let Some(value) = value else {
            writeln!(out, "  {who} has no move")?;
            continue;
        };
        let moves = &best[usize::from(side == Color::White)];
        let mut list: Vec<String> = moves
            .iter()
            .take(LISTED)
            .map(|t| t.mv.to_string())
            .collect();
        if moves.len() > LISTED {
            list.push(format!("and {} more", moves.len() - LISTED));
        }
        writeln!(out, "  {who} begins: {value:+}  {}", list.join(", "))?;
    }
    Ok(())
}

fn to_json(known: &Known) -> Value {
    let names =
        |set: amazons::SquareSet| -> Vec<String> { set.iter().map(|s| s.to_string()).collect() };
    let moves =
        |turns: &[ScoredMove]| -> Vec<String> { turns.iter().map(|t| t.mv.to_string()).collect() };
    json!({
        "squares": names(known.region.squares()),
        "black": names(known.region.amazons(Color::Black)),
        "white": names(known.region.amazons(Color::White)),
        "known": known.pair.is_some(),
        "black_first": known.pair.and_then(|pair| pair.black_first),
        "white_first": known.pair.and_then(|pair| pair.white_first),
        "best_black": moves(&known.best[0]),
        "best_white": moves(&known.best[1]),
    })
}
