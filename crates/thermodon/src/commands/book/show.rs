//! `thermodon book show`.

use std::io::Write;

use amazons::{Color, Game, Move, Position};
use book::{BookEntry, BookEntryMove, BookKey, CompactBook, GameResults, ResultCount};
use protocol::describe;
use protocol::terminal_board::{self, Highlights};
use search::Value;
use serde_json::{Value as Json, json};

use super::open::{self, BookResults};
use super::{ShowArgs, value_text};

/// Maximum number of moves shown of a line.
const MAX_LINE_PLIES: usize = 6;

pub(super) fn run(args: &ShowArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.position.position()?;
    let (book, results) = open::open(args.book.as_deref())?.into_compact()?;
    let found = book.probe(&position);
    if args.json {
        let found = found.as_ref();
        let to_json = |mv| move_json(&book, &results, &position, mv);
        let bounds = found.map(|found| [found.bounds.low, found.bounds.high]);
        let outside = found.and_then(|found| found.best_deviation);
        let report = json!({
            "position": position.to_text(),
            "in_book": found.is_some(),
            "value": found.map(|found| found.value.millilogits()),
            "bounds": bounds.map(|bounds| bounds.map(Value::millilogits)),
            "outside": outside.map(Value::millilogits),
            "visits": found.map(|found| found.visits),
            "moves": found.map(|found| found.moves.iter().map(to_json).collect::<Vec<_>>()),
            "provenance": book.provenance(),
        });
        writeln!(out, "{report:#}")?;
        return Ok(());
    }
    let highlights = Highlights {
        flipped: position.to_move() == Color::Black,
        ..Highlights::default()
    };
    writeln!(out, "{}", terminal_board::render(&position, highlights))?;
    match found {
        None => writeln!(
            out,
            "This position is not in the book of {} positions.",
            book.len()
        )?,
        Some(found) => write_text(&book, &results, &position, &found, out)?,
    }
    Ok(())
}

fn write_text(
    book: &CompactBook,
    results: &BookResults,
    position: &Position,
    found: &BookEntry,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let player = describe::color_name(position.to_move());
    writeln!(
        out,
        "{player} to move: {} ({} to {}), {} nodes.",
        value_text(found.value),
        value_text(found.bounds.low),
        value_text(found.bounds.high),
        found.visits
    )?;
    // Columns without any game are omitted.
    let mut columns = vec![("games", &results.imported), ("trials", &results.trials)];
    columns.retain(|(_, games)| {
        let mut moves = found.moves.iter();
        moves.any(|mv| played(games, position, mv).is_some())
    });
    let headings = columns
        .iter()
        .map(|(name, _)| format!("{name:>9}  won"))
        .collect::<String>();
    writeln!(
        out,
        "\n  move          value   searched{headings}   continuation"
    )?;
    for mv in &found.moves {
        let searched = if mv.is_expanded { "yes" } else { "no" };
        let cells = columns
            .iter()
            .map(|(_, games)| cell(played(games, position, mv)))
            .collect::<String>();
        let line = continuation(book, position, mv);
        writeln!(
            out,
            "  {:<12} {:>6}   {searched:<8}{cells}   {}",
            mv.mv.to_string(),
            value_text(mv.value),
            describe::moves_text(&line, MAX_LINE_PLIES)
        )?;
    }
    if let Some(outside) = found.best_deviation {
        writeln!(out, "  {:<12} {:>6}", "other moves", value_text(outside))?;
    }
    if !book.provenance().is_empty() {
        writeln!(out, "\n{}", book.provenance())?;
    }
    Ok(())
}

/// The best book moves after a move.
fn continuation(book: &CompactBook, position: &Position, mv: &BookEntryMove) -> Vec<Move> {
    let mut line = Vec::new();
    let mut next = position.after(mv.mv).ok();
    while let Some(position) = next
        && line.len() <= MAX_LINE_PLIES
        && let Some(best) = book
            .probe(&position)
            .and_then(|found| found.moves.first().copied())
    {
        line.push(best.mv);
        next = position.after(best.mv).ok();
    }
    line
}

/// Number of games with a move, and the percentage won by its player.
fn cell(played: Option<ResultCount>) -> String {
    played.map_or_else(
        || format!("{:>9} {:>4}", "–", ""),
        |ResultCount { games, wins: won }| {
            let percent = 100.0 * f64::from(won) / f64::from(games.max(1));
            format!("{games:>9} {percent:>4.0}")
        },
    )
}

/// Results of the games with a move, for its player.
fn played(games: &GameResults, position: &Position, mv: &BookEntryMove) -> Option<ResultCount> {
    let next = position.after(mv.mv).ok()?;
    let ResultCount { games, wins: won } = *games.get(&BookKey::new(&next).0)?;
    // The opponent is to move in the next position.
    Some(ResultCount {
        games,
        wins: games - won,
    })
}

fn move_json(
    book: &CompactBook,
    results: &BookResults,
    position: &Position,
    mv: &BookEntryMove,
) -> Json {
    let line = continuation(book, position, mv);
    let imported = played(&results.imported, position, mv);
    let trials = played(&results.trials, position, mv);
    json!({
        "move": mv.mv.to_string(),
        "value": mv.value.millilogits(),
        "searched": mv.is_expanded,
        "line": describe::move_names(&line),
        "games": imported.map(|played| played.games),
        "won": imported.map(|played| played.wins),
        "trials": trials.map(|played| played.games),
        "trials_won": trials.map(|played| played.wins),
    })
}
