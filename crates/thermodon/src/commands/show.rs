//! `thermodon show`: draws a position and prints its side to move, regions and FEN.

use std::io::Write;

use amazons::notation::diagram;
use amazons::{Color, Game, Outcome, Position, Region};
use clap::Args;
use protocol::describe;
use protocol::terminal_board::{self, Highlights};
use serde_json::{Value, json};

use crate::input::{PositionArgs, PositionInGame};

#[derive(Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// List the legal moves.
    #[arg(long)]
    pub moves: bool,
    /// Draw Black at the bottom.
    #[arg(long)]
    pub flip: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &ShowArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let chosen = args.position.position_in_game()?;
    if args.json {
        writeln!(out, "{}", to_json(&chosen, args.moves))?;
    } else {
        write_text(&chosen, args, out)?;
    }
    Ok(())
}

fn write_text(chosen: &PositionInGame, args: &ShowArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = &chosen.position;
    let highlights = Highlights {
        last_move: chosen.last_move,
        flipped: args.flip,
        ..Highlights::default()
    };
    writeln!(out, "{}", terminal_board::render(position, highlights))?;
    if let Some(last_move) = chosen.last_move {
        writeln!(
            out,
            "after move {} of {}: {last_move}",
            chosen.ply, chosen.plies
        )?;
    }
    writeln!(out, "{}", status_text(position))?;
    if let Some(regions) = regions_text(position) {
        writeln!(out, "{regions}")?;
    }
    writeln!(out, "FEN      {}", position.to_text())?;
    writeln!(out, "diagram  {}", diagram::write(position))?;
    if args.moves {
        for mv in position.moves() {
            writeln!(out, "{mv}")?;
        }
    }
    Ok(())
}

/// Side to move and number of moves, or the winner.
fn status_text(position: &Position) -> String {
    let player = describe::color_name(position.to_move());
    match position.outcome() {
        Some(Outcome::Win(winner)) => format!("{player} cannot move: {winner} has won"),
        _ => {
            let count = position.move_count();
            let noun = if count == 1 { "move" } else { "moves" };
            format!("{player} to move, {count} legal {noun}")
        }
    }
}

/// Regions and territories, if the board is divided.
fn regions_text(position: &Position) -> Option<String> {
    let regions: Vec<Region> = position.regions().collect();
    if position.is_separated() {
        let space = |color| -> u32 {
            let owned = regions
                .iter()
                .filter(|region| region.owner() == Some(color));
            owned.map(|region| region.empty_squares().len()).sum()
        };
        return Some(format!(
            "the players are separated: Black has {} empty squares, White has {}",
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

fn to_json(chosen: &PositionInGame, with_moves: bool) -> Value {
    let position = &chosen.position;
    let squares = describe::square_names;
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
        "ply": chosen.ply,
        "plies": chosen.plies,
        "last_move": chosen.last_move.map(|mv| mv.to_string()),
    });
    if with_moves {
        report["moves"] = describe::move_names(&position.moves()).into();
    }
    report
}
