//! `thermodon opponent`: getting to know somebody from their games.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use amazons::Game;
use amazons::records::{self, Record};
use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueHint};
use engine::acquaintance::{Acquaintance, Decision, get_acquainted};
use engine::opponent_file;
use game::Color;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::{input, write_whole};

/// Get to know an opponent.
#[derive(Args, Debug)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What can be done about opponents.
#[derive(Subcommand, Debug)]
pub enum Action {
    /// Find the weights that make somebody's moves most likely, and how far they look.
    Fit(Fit),
}

/// From games to a model.
#[derive(Args, Debug)]
pub struct Fit {
    /// Files with games in any notation, or - for standard input.
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub games: Vec<String>,
    /// Whose moves to learn from, as the records name them; everybody's if left out.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// The model to write; the weights go to a file beside it, with .weights at its end.
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Does what was asked for.
///
/// # Errors
/// If games cannot be read, tell too little, or the model cannot be written; nothing is written then.
pub fn run(options: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let Action::Fit(options) = &options.action;
    let mut games = Vec::new();
    for argument in &options.games {
        let text = input::read(argument)?;
        games.extend(records::read(&text).with_context(|| format!("cannot read {argument}"))?);
    }
    let decisions = decisions(&games, options.player.as_deref())?;
    let bar = ProgressBar::new(1);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent} %, {eta} to go") {
        bar.set_style(style);
    }
    let known = get_acquainted(&decisions, |progress| {
        bar.set_length(progress.all as u64);
        bar.set_position(progress.done as u64);
    });
    bar.finish_and_clear();
    let known = known?;
    let weights = write(&options.output, &known)?;
    let report = if options.json {
        in_json(options, &weights, &known)
    } else {
        in_words(options, &known)
    };
    out.write_all(report.as_bytes())?;
    Ok(())
}

/// What somebody decided in games.
fn decisions(games: &[Record], player: Option<&str>) -> anyhow::Result<Vec<Decision>> {
    let is_theirs =
        |game: &Record, color: Color| player.is_none_or(|name| game.info.players[color] == name);
    let mut decisions = Vec::new();
    for game in games {
        let mut position = *game.start();
        for mv in game.main_line() {
            if is_theirs(game, position.to_move()) {
                decisions.push(Decision { position, mv });
            }
            position.play(mv);
        }
    }
    if let Some(name) = player.filter(|_| decisions.is_empty()) {
        let named: BTreeSet<&str> = games
            .iter()
            .flat_map(|game| Color::ALL.map(|color| game.info.players[color].as_str()))
            .filter(|name| !name.is_empty())
            .collect();
        let named: Vec<&str> = named.into_iter().collect();
        if named.is_empty() {
            bail!("nobody called {name:?} plays in these games, which name nobody");
        }
        bail!(
            "nobody called {name:?} plays in these games, but {}",
            named.join(", ")
        );
    }
    Ok(decisions)
}

/// Writes the weights first, so that a model never names a file that is not there.
fn write(model: &Path, known: &Acquaintance) -> anyhow::Result<PathBuf> {
    let mut name: OsString = model
        .file_name()
        .context("the model needs a name")?
        .to_owned();
    name.push(".weights");
    let weights = model.with_file_name(&name);
    let written = |path: &Path, text: &str| {
        write_whole(path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    written(&weights, &known.weights.to_string())?;
    let depth = known.depth.to_string();
    let name = name.to_string_lossy();
    let options = [("Depth", depth.as_str()), ("WeightsFile", &*name)];
    written(model, &opponent_file(&known.weights.provenance, &options))?;
    Ok(weights)
}

fn in_words(options: &Fit, known: &Acquaintance) -> String {
    let share = |count: usize| 100.0 * count as f64 / known.checked.max(1) as f64;
    format!(
        "Learned from {} moves. Of {} others, {:.0} % are foretold, looking {} {} ahead; with the weights that ship it would \
         be {:.0} %.\n\nTo play somebody who plays like that:\n  thermodon play --opponent {model}\n  thermodon match \
         --player name=knowing,engine,option.Player=opponent-model,option.Opponent={model} --player …\n",
        known.learned,
        known.checked,
        share(known.foretold),
        known.depth,
        if known.depth == 1 { "ply" } else { "plies" },
        share(known.foretold_before),
        model = options.output.display(),
    )
}

fn in_json(options: &Fit, weights: &Path, known: &Acquaintance) -> String {
    let report = json!({
        "model": options.output,
        "weights": weights,
        "depth": known.depth,
        "learned": known.learned,
        "checked": known.checked,
        "foretold": known.foretold,
        "foretold_before": known.foretold_before,
    });
    format!("{report}\n")
}
