//! `thermodon train games`.

use std::io::Write;

use amazons::Game;
use learning::{GameReader, SelfPlayGame};
use serde_json::{Value, json};

use super::GamesArgs;
use crate::commands::print;

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
    let lines = printed.iter().map(|game| game_text(game) + "\n");
    let mean = |sum: f64| sum / (games.max(1) as f64);
    let text = format!(
        "{}{games} games of {:.1} plies; the first player won {:.1} %",
        lines.collect::<String>(),
        mean(plies as f64),
        100.0 * mean(first_won as f64)
    );
    print(out, args.json, &report, &text)
}

/// A game as plain text.
fn game_text(game: &SelfPlayGame) -> String {
    let mut line = format!("{} moves", game.start.to_text());
    for ply in &game.moves {
        line.push_str(&format!(" {}", ply.mv));
    }
    line
}
