//! `thermodon fit-opponent`: fits an opponent model to the games of a player.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use amazons::Game;
use amazons::records::{self, Record};
use anyhow::{Context, bail};
use clap::{Args, ValueHint};
use engine::format_opponent_file;
use engine::opponent_fit::{FittedOpponent, PlayedMove, fit};
use game::Color;
use serde_json::{Value, json};

use super::progress::ProgressReporter;
use super::write_atomic;
use crate::input;

#[derive(Args, Debug)]
pub struct FitOpponentArgs {
    /// Files with games in any format, or - for standard input.
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub games: Vec<String>,
    /// Player to fit, as named in the records [default: all players].
    #[arg(long, alias = "player", value_name = "NAME")]
    pub name: Option<String>,
    /// Model file to write; the weights go to a file beside it, with `.weights` appended.
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Fits a model and writes it. On an error nothing is written.
pub fn run(args: &FitOpponentArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut games = Vec::new();
    for argument in &args.games {
        let text = input::read_text(argument)?;
        games.extend(records::read(&text).with_context(|| format!("cannot read {argument}"))?);
    }
    let moves = moves_of(&games, args.name.as_deref())?;
    let progress = ProgressReporter::bar("steps", 0, 0);
    let fit = fit(&moves, |step| {
        progress.update(step.done as u64, step.total as u64, String::new);
    });
    progress.finish();
    let fit = fit?;
    let weights = write_model(&args.output, &fit)?;
    if args.json {
        writeln!(out, "{}", to_json(args, &weights, &fit))?;
    } else {
        out.write_all(to_text(args, &fit).as_bytes())?;
    }
    Ok(())
}

/// The moves of a player, or of all players.
fn moves_of(games: &[Record], player: Option<&str>) -> anyhow::Result<Vec<PlayedMove>> {
    let is_target_player =
        |game: &Record, color: Color| player.is_none_or(|name| game.info.players[color] == name);
    let mut moves = Vec::new();
    for game in games {
        let mut position = *game.start();
        for mv in game.main_line() {
            if is_target_player(game, position.to_move()) {
                moves.push(PlayedMove { position, mv });
            }
            position.play(mv);
        }
    }
    if let Some(name) = player.filter(|_| moves.is_empty()) {
        let names: BTreeSet<&str> = games
            .iter()
            .flat_map(|game| Color::ALL.map(|color| game.info.players[color].as_str()))
            .filter(|name| !name.is_empty())
            .collect();
        let names: Vec<&str> = names.into_iter().collect();
        if names.is_empty() {
            bail!("there is no player {name:?}: the games name no players");
        }
        bail!(
            "there is no player {name:?} in these games; players: {}",
            names.join(", ")
        );
    }
    Ok(moves)
}

/// Writes the weights before the model, so that a model never names a missing file. Returns the
/// file of the weights.
fn write_model(model: &Path, fit: &FittedOpponent) -> anyhow::Result<PathBuf> {
    let mut name: OsString = model
        .file_name()
        .context("--output needs a file name")?
        .to_owned();
    name.push(".weights");
    let weights = model.with_file_name(&name);
    write_atomic(&weights, fit.weights.to_string())?;
    let depth = fit.depth.to_string();
    let name = name.to_string_lossy();
    let options = [("Depth", depth.as_str()), ("WeightsFile", &*name)];
    write_atomic(
        model,
        format_opponent_file(&fit.weights.provenance, &options),
    )?;
    Ok(weights)
}

fn to_text(args: &FitOpponentArgs, fit: &FittedOpponent) -> String {
    let percent = |count: usize| 100.0 * count as f64 / fit.test_moves.max(1) as f64;
    format!(
        "Fitted on {} moves. Predicts {:.0} % of {} held-out moves at depth {} (default weights: \
         {:.0} %).\n\nTo use the model:\n  thermodon play --opponent-model {model}\n  \
         thermodon match --engine \
         name=model,builtin,option.Player=opponent-model,option.Opponent={model} --engine …\n",
        fit.training_moves,
        percent(fit.predicted),
        fit.test_moves,
        fit.depth,
        percent(fit.predicted_by_default),
        model = args.output.display(),
    )
}

fn to_json(args: &FitOpponentArgs, weights: &Path, fit: &FittedOpponent) -> Value {
    json!({
        "model": args.output,
        "weights": weights,
        "depth": fit.depth,
        "learned": fit.training_moves,
        "checked": fit.test_moves,
        "foretold": fit.predicted,
        "foretold_before": fit.predicted_by_default,
    })
}
