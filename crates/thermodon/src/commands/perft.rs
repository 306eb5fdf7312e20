//! `thermodon perft`: counts games of a given length, and how long that takes.

use std::io::Write;
use std::time::{Duration, Instant};

use amazons::notation::parse_position;
use amazons::{Game, Move, Position};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::cli::Perft;

/// Counts and prints.
///
/// # Errors
/// If the position cannot be read or the result not be written.
pub fn run(options: &Perft, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = parse_position(&options.position).context("cannot read the position")?;
    let start = Instant::now();
    let (moves, shares) = count(&position, options);
    let elapsed = start.elapsed();
    if options.json {
        let mut report = json!({
            "position": position.to_text(),
            "depth": options.depth,
            "moves": moves,
            "seconds": elapsed.as_secs_f64(),
        });
        if options.divide {
            report["divide"] = shares
                .iter()
                .map(|(mv, count)| (mv.to_string(), json!(count)))
                .collect::<serde_json::Map<_, _>>()
                .into();
        }
        writeln!(out, "{report}")?;
        return Ok(());
    }
    for (mv, count) in &shares {
        writeln!(out, "{mv}: {count}")?;
    }
    writeln!(
        out,
        "perft {}: {moves} moves in {:.3} s{}",
        options.depth,
        elapsed.as_secs_f64(),
        rate(moves, elapsed)
    )?;
    Ok(())
}

/// The total and, if asked for, the share of each first move; with a progress bar on a terminal
/// where counting takes long enough for one.
fn count(position: &Position, options: &Perft) -> (u64, Vec<(Move, u64)>) {
    if options.depth < 2 && !options.divide {
        return (game::perft(position, options.depth), Vec::new());
    }
    let progress = if options.depth > 2 {
        progress_bar(position)
    } else {
        ProgressBar::hidden()
    };
    let mut total = if options.depth == 0 { 1 } else { 0 };
    let mut shares = Vec::new();
    game::perft::divide(position, options.depth, |mv, count| {
        total += count;
        if options.divide {
            shares.push((mv, count));
        }
        progress.inc(1);
    });
    progress.finish_and_clear();
    (total, shares)
}

fn progress_bar(position: &Position) -> ProgressBar {
    let style = "{bar:40} {pos}/{len} first moves, {elapsed} gone, {eta} to go";
    let style =
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(position.move_count()).with_style(style)
}

/// Millions of moves a second, where the time was long enough to tell.
fn rate(moves: u64, elapsed: Duration) -> String {
    if elapsed < Duration::from_millis(1) {
        return String::new();
    }
    format!(
        " ({:.0} million a second)",
        moves as f64 / elapsed.as_secs_f64() / 1e6
    )
}
