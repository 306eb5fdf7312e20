//! `thermodon show`: a position drawn, with what the rules say about it.

use std::io::Write;

use amazons::notation::diagram;
use amazons::records::Record;
use amazons::{Color, Game, Move, Outcome, Position, Region};
use anyhow::bail;
use serde_json::{Value, json};

use super::input;
use crate::cli::Show;
use crate::drawing::{self, Marks};
use crate::wording;

/// A position of a game, and how it came about.
struct Moment {
    position: Position,
    ply: usize,
    plies: usize,
    last_move: Option<Move>,
}

/// Draws and describes.
///
/// # Errors
/// If the input cannot be read, or has no such game or move.
pub fn run(options: &Show, out: &mut dyn Write) -> anyhow::Result<()> {
    let record = &input::game(&options.input, options.game)?;
    let moment = moment(record, options.ply)?;
    if options.json {
        writeln!(out, "{}", to_json(&moment, options.moves))?;
    } else {
        describe(&moment, options, out)?;
    }
    Ok(())
}

fn moment(record: &Record, ply: Option<usize>) -> anyhow::Result<Moment> {
    let moves: Vec<Move> = record.main_line().collect();
    let plies = moves.len();
    let ply = ply.unwrap_or(plies);
    if ply > plies {
        bail!("there is no position after {ply} moves: the game has {plies}");
    }
    let mut position = *record.start();
    for &mv in &moves[..ply] {
        position = position.after(mv)?;
    }
    Ok(Moment {
        position,
        ply,
        plies,
        last_move: ply.checked_sub(1).map(|last| moves[last]),
    })
}

fn describe(moment: &Moment, options: &Show, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = &moment.position;
    let marks = Marks {
        last_move: moment.last_move,
        flipped: options.flip,
        ..Marks::default()
    };
    writeln!(out, "{}", drawing::for_terminal(position, marks))?;
    if let Some(last_move) = moment.last_move {
        writeln!(
            out,
            "after move {} of {}: {last_move}",
            moment.ply, moment.plies
        )?;
    }
    writeln!(out, "{}", standing(position))?;
    if let Some(regions) = contested_regions(position) {
        writeln!(out, "{regions}")?;
    }
    writeln!(out, "FEN      {}", position.to_text())?;
    writeln!(out, "diagram  {}", diagram::write(position))?;
    if options.moves {
        for mv in position.moves() {
            writeln!(out, "{mv}")?;
        }
    }
    Ok(())
}

/// Whose turn it is and how many moves there are, or how the game ended.
fn standing(position: &Position) -> String {
    match position.outcome() {
        Some(Outcome::Win(winner)) => {
            format!(
                "{} cannot move: {winner} has won",
                wording::side(position.to_move())
            )
        }
        _ => {
            let count = position.move_count();
            let noun = if count == 1 { "move" } else { "moves" };
            format!(
                "{} to move, {count} legal {noun}",
                wording::side(position.to_move())
            )
        }
    }
}

/// A sentence about the regions, once fire has made more than one.
fn contested_regions(position: &Position) -> Option<String> {
    let regions: Vec<Region> = position.regions().collect();
    if position.is_separated() {
        let space = |color| -> u32 {
            let own = regions
                .iter()
                .filter(|region| region.owner() == Some(color));
            own.map(|region| region.empty_squares().len()).sum()
        };
        return Some(format!(
            "the players are separated: Black has {} empty squares, White {}",
            space(Color::Black),
            space(Color::White)
        ));
    }
    let contested = regions
        .iter()
        .filter(|region| region.is_contested())
        .count();
    (regions.len() > 1).then(|| format!("{} regions, {contested} of them contested", regions.len()))
}

fn to_json(moment: &Moment, with_moves: bool) -> Value {
    let position = &moment.position;
    let squares = |set: amazons::SquareSet| -> Vec<String> {
        set.iter().map(|square| square.to_string()).collect()
    };
    let regions: Vec<Value> = position
        .regions()
        .map(|region| {
            json!({
                "squares": squares(region.squares()),
                "black": squares(region.amazons(Color::Black)),
                "white": squares(region.amazons(Color::White)),
            })
        })
        .collect();
    let mut report = json!({
        "fen": position.to_text(),
        "diagram": diagram::write(position),
        "size": position.size().to_string(),
        "to_move": position.to_move().to_string(),
        "black": squares(position.amazons(Color::Black)),
        "white": squares(position.amazons(Color::White)),
        "burned": squares(position.burned()),
        "key": format!("{:016x}", position.key()),
        "legal_moves": position.move_count(),
        "winner": position.outcome().and_then(Outcome::winner).map(|winner| winner.to_string()),
        "separated": position.is_separated(),
        "regions": regions,
        "ply": moment.ply,
        "plies": moment.plies,
        "last_move": moment.last_move.map(|mv| mv.to_string()),
    });
    if with_moves {
        report["moves"] = position.moves().iter().map(Move::to_string).collect();
    }
    report
}
