//! `thermodon book show`.

use std::io::Write;

use amazons::{Color, Game, Move, Position};
use book::{CompactBook, Found, FoundMove, Games, Key, Played};
use search::Value;
use serde_json::{Value as Json, json};

use super::Show;
use super::opening::{self, Results};
use crate::commands::input;
use crate::drawing::{self, Marks};
use crate::wording;

/// No line is shown farther than this.
const LONGEST_LINE: usize = 6;

pub(super) fn run(options: &Show, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = input::game(&options.input, 1)?.final_position();
    let (book, results) = opening::open(options.book.as_deref())?.into_compact()?;
    let found = book.find(&position);
    if options.json {
        let moves = found.as_ref().map(|found| {
            let moves = found
                .moves
                .iter()
                .map(|mv| move_json(&book, &results, &position, mv));
            moves.collect::<Vec<_>>()
        });
        let all = json!({
            "position": position.to_text(),
            "in_book": found.is_some(),
            "value": found.as_ref().map(|found| found.value.thousandths()),
            "bounds": found.as_ref().map(|found| [found.bounds.low, found.bounds.high].map(Value::thousandths)),
            "outside": found.as_ref().and_then(|found| found.outside).map(Value::thousandths),
            "visits": found.as_ref().map(|found| found.visits),
            "moves": moves,
            "provenance": book.provenance(),
        });
        writeln!(out, "{all:#}")?;
        return Ok(());
    }
    let marks = Marks {
        flipped: position.to_move() == Color::Black,
        ..Marks::default()
    };
    writeln!(out, "{}", drawing::for_terminal(&position, marks))?;
    match found {
        None => writeln!(
            out,
            "The book, of {} positions, does not know this one.",
            book.len()
        )?,
        Some(found) => tell(&book, &results, &position, &found, out)?,
    }
    Ok(())
}

fn tell(
    book: &CompactBook,
    results: &Results,
    position: &Position,
    found: &Found,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let side = wording::side(position.to_move());
    writeln!(
        out,
        "{side}, to move, has {} ({} to {}), from {} positions looked at here.",
        chance(found.value),
        chance(found.bounds.low),
        chance(found.bounds.high),
        found.visits
    )?;
    // What nobody played needs no column.
    let mut columns = vec![("games", &results.people), ("tried", &results.trials)];
    columns.retain(|(_, games)| {
        let mut moves = found.moves.iter();
        moves.any(|mv| played(games, position, mv).is_some())
    });
    let headings = columns
        .iter()
        .map(|(name, _)| format!("{name:>9}  won"))
        .collect::<String>();
    writeln!(out, "\n  move          value   searched{headings}   then")?;
    for mv in &found.moves {
        let searched = if mv.is_searched { "yes" } else { "no" };
        let cells = columns
            .iter()
            .map(|(_, games)| cell(played(games, position, mv)))
            .collect::<String>();
        let line = continuation(book, position, mv);
        writeln!(
            out,
            "  {:<12} {:>6}   {searched:<8}{cells}   {}",
            mv.mv.to_string(),
            chance(mv.value),
            wording::line(&line, LONGEST_LINE)
        )?;
    }
    if let Some(outside) = found.outside {
        writeln!(out, "  {:<12} {:>6}", "any other", chance(outside))?;
    }
    if !book.provenance().is_empty() {
        writeln!(out, "\n{}", book.provenance())?;
    }
    Ok(())
}

/// The best moves of the book after a move.
fn continuation(book: &CompactBook, position: &Position, mv: &FoundMove) -> Vec<Move> {
    let mut line = Vec::new();
    let mut next = position.after(mv.mv).ok();
    while let Some(position) = next
        && line.len() <= LONGEST_LINE
        && let Some(best) = book
            .find(&position)
            .and_then(|found| found.moves.first().copied())
    {
        line.push(best.mv);
        next = position.after(best.mv).ok();
    }
    line
}

/// How many games went on by a move, and how many of them, in percent, its player won.
fn cell(played: Option<Played>) -> String {
    played.map_or_else(
        || format!("{:>9} {:>4}", "–", ""),
        |Played { games, won }| {
            let percent = 100.0 * f64::from(won) / f64::from(games.max(1));
            format!("{games:>9} {percent:>4.0}")
        },
    )
}

/// How games went on after a move, for the player who made it.
fn played(games: &Games, position: &Position, mv: &FoundMove) -> Option<Played> {
    let next = position.after(mv.mv).ok()?;
    let Played { games, won } = *games.get(&Key::of(&next).0)?;
    // The other one is to move there.
    Some(Played {
        games,
        won: games - won,
    })
}

fn move_json(book: &CompactBook, results: &Results, position: &Position, mv: &FoundMove) -> Json {
    let line = continuation(book, position, mv);
    let people = played(&results.people, position, mv);
    let trials = played(&results.trials, position, mv);
    json!({
        "move": mv.mv.to_string(),
        "value": mv.value.thousandths(),
        "searched": mv.is_searched,
        "line": line.iter().map(Move::to_string).collect::<Vec<_>>(),
        "games": people.map(|played| played.games),
        "won": people.map(|played| played.won),
        "trials": trials.map(|played| played.games),
        "trials_won": trials.map(|played| played.won),
    })
}

/// A value as a chance to win.
pub(super) fn chance(value: Value) -> String {
    if value.is_win() {
        return "a win".to_owned();
    }
    if value.is_loss() {
        return "a loss".to_owned();
    }
    let odds = (f64::from(value.thousandths()) / 1_000.0).exp();
    format!("{:.1} %", (100.0 * odds / (1.0 + odds)).clamp(0.1, 99.9))
}
