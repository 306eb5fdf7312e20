//! `thermodon convert`: a game or position from one notation into another.

use std::io::Write;

use amazons::records::{self, Format, Record};
use anyhow::Context;
use serde_json::json;

use super::{input, write_whole};
use crate::cli::Convert;

/// Reads, checks every move, and writes.
///
/// # Errors
/// If the input cannot be read or the output not be written; nothing is written in that case.
pub fn run(options: &Convert, out: &mut dyn Write) -> anyhow::Result<()> {
    let text = input::read(&options.input)?;
    let games = match options.from {
        Some(format) => records::read_as(&text, format)
            .with_context(|| format!("cannot read the input as {format}"))?,
        None => records::read(&text).context("cannot read the input")?,
    };
    let report = if options.json {
        in_json(&games, options.to)
    } else {
        games
            .iter()
            .map(|game| records::write(game, options.to).trim_end().to_owned() + "\n")
            .collect()
    };
    match &options.output {
        Some(path) => write_whole(path, &report)
            .with_context(|| format!("cannot write {}", path.display()))?,
        None => out.write_all(report.as_bytes())?,
    }
    Ok(())
}

fn in_json(games: &[Record], format: Format) -> String {
    let texts: Vec<String> = games
        .iter()
        .map(|game| records::write(game, format))
        .collect();
    format!(
        "{}\n",
        json!({ "format": format.to_string(), "games": texts })
    )
}
