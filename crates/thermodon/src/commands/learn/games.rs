//! `thermodon learn games`.

use std::io::Write;

use amazons::Game;
use learning::{GameReader, PlayedGame};
use serde_json::{Value, json};

use super::Games;

pub(super) fn run(options: &Games, out: &mut dyn Write) -> anyhow::Result<()> {
    let reader = GameReader::open(&options.file)?;
    let heading: Value = serde_json::from_str(reader.heading()).unwrap_or_default();
    let (mut games, mut plies, mut first_won) = (0_u64, 0, 0_u64);
    let mut printed = Vec::new();
    for game in reader {
        let game = game?;
        games += 1;
        plies += game.plies.len();
        first_won += u64::from(game.winner == game.start.to_move());
        if printed.len() < options.print {
            printed.push(game);
        }
    }
    if options.json {
        let texts = printed.iter().map(|game| {
            json!({"number": game.number, "game": text(game), "winner": game.winner.to_string()})
        });
        let all = json!({
            "settings": heading,
            "games": games,
            "plies": plies,
            "won_by_first": first_won,
            "printed": texts.collect::<Vec<_>>(),
        });
        writeln!(out, "{all:#}")?;
        return Ok(());
    }
    for game in &printed {
        writeln!(out, "{}", text(game))?;
    }
    let each = |sum: f64| sum / (games.max(1) as f64);
    writeln!(
        out,
        "{games} games of {:.1} plies; who moved first won {:.1} %",
        each(plies as f64),
        100.0 * each(first_won as f64)
    )?;
    Ok(())
}

/// The game in plain text.
fn text(game: &PlayedGame) -> String {
    let mut line = format!("{} moves", game.start.to_text());
    for ply in &game.plies {
        line.push_str(&format!(" {}", ply.mv));
    }
    line
}
