//! `thermodon train games`.

use std::io::Write;

use amazons::Game;
use learning::{GameReader, SelfPlayGame};
use serde_json::{Value, json};

use super::GamesArgs;

pub(super) fn run(args: &GamesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let reader = GameReader::open(&args.file)?;
    let heading: Value = serde_json::from_str(reader.header()).unwrap_or_default();
    let (mut games, mut plies, mut first_won) = (0_u64, 0, 0_u64);
    let mut printed = Vec::new();
    for game in reader {
        let game = game?;
        games += 1;
        plies += game.moves.len();
        first_won += u64::from(game.winner == game.start.to_move());
        if printed.len() < args.limit {
            printed.push(game);
        }
    }
    if args.json {
        let texts = printed.iter().map(|game| {
            json!({"number": game.number, "game": game_text(game), "winner": game.winner.to_string()})
        });
        let report = json!({
            "settings": heading,
            "games": games,
            "plies": plies,
            "won_by_first": first_won,
            "printed": texts.collect::<Vec<_>>(),
        });
        writeln!(out, "{report:#}")?;
        return Ok(());
    }
    for game in &printed {
        writeln!(out, "{}", game_text(game))?;
    }
    let mean = |sum: f64| sum / (games.max(1) as f64);
    writeln!(
        out,
        "{games} games of {:.1} plies; the first player won {:.1} %",
        mean(plies as f64),
        100.0 * mean(first_won as f64)
    )?;
    Ok(())
}

/// A game as plain text.
fn game_text(game: &SelfPlayGame) -> String {
    let mut line = format!("{} moves", game.start.to_text());
    for ply in &game.moves {
        line.push_str(&format!(" {}", ply.mv));
    }
    line
}
