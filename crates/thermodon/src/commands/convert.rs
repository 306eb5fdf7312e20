//! `thermodon convert`: converts games and positions between formats.

use std::io::Write;
use std::path::PathBuf;

use amazons::records::{self, Format, Record};
use anyhow::Context;
use clap::{Args, ValueHint};
use serde_json::json;

use super::write_atomic;
use crate::input;

#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// Position, file in any format, or - for standard input.
    #[arg(value_name = "POSITION|FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub input: String,
    /// Output format: sgf, ggf, little-golem, text, fen or diagram.
    #[arg(long, value_name = "FORMAT")]
    pub to: Format,
    /// Input format [default: detected].
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<Format>,
    /// Output file [default: standard output].
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Print JSON: the format and a text per game.
    #[arg(long)]
    pub json: bool,
}

/// Converts the games, checking every move. On an error nothing is written.
pub fn run(args: &ConvertArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let text = input::read_text(&args.input)?;
    let games = match args.from {
        Some(format) => records::read_as(&text, format)
            .with_context(|| format!("cannot read the input as {format}"))?,
        None => records::read(&text).context("cannot read the input")?,
    };
    let report = if args.json {
        to_json(&games, args.to)
    } else {
        games
            .iter()
            .map(|game| records::write(game, args.to).trim_end().to_owned() + "\n")
            .collect()
    };
    match &args.output {
        Some(path) => write_atomic(path, &report)?,
        None => out.write_all(report.as_bytes())?,
    }
    Ok(())
}

fn to_json(games: &[Record], format: Format) -> String {
    let texts: Vec<String> = games
        .iter()
        .map(|game| records::write(game, format))
        .collect();
    format!(
        "{}\n",
        json!({ "format": format.to_string(), "games": texts })
    )
}
