//! `thermodon perft`: counts the leaf nodes of the move tree.

use std::io::Write;
use std::time::{Duration, Instant};

use amazons::notation::parse_position;
use amazons::{Game, Move, Position};
use anyhow::Context;
use clap::Args;
use serde_json::json;

use super::progress::ProgressReporter;
use crate::input::PositionArgs;

#[derive(Args, Debug)]
pub struct PerftArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Former spelling of the argument.
    #[arg(long = "position", short = 'p', hide = true, conflicts_with = "input")]
    pub position_option: Option<String>,
    /// Depth in plies.
    #[arg(long, short, value_name = "N")]
    pub depth: u32,
    /// Print the count of each first move.
    #[arg(long)]
    pub divide: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &PerftArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = match &args.position_option {
        Some(text) => parse_position(text).context("cannot read the position")?,
        None => args.position.position()?,
    };
    let start = Instant::now();
    let (moves, counts) = count(&position, args);
    let elapsed = start.elapsed();
    if args.json {
        let mut report = json!({
            "position": position.to_text(),
            "depth": args.depth,
            "moves": moves,
            "seconds": elapsed.as_secs_f64(),
        });
        if args.divide {
            report["divide"] = counts
                .iter()
                .map(|(mv, count)| (mv.to_string(), json!(count)))
                .collect::<serde_json::Map<_, _>>()
                .into();
        }
        writeln!(out, "{report}")?;
        return Ok(());
    }
    for (mv, count) in &counts {
        writeln!(out, "{mv}: {count}")?;
    }
    writeln!(
        out,
        "perft {}: {moves} moves in {:.3} s{}",
        args.depth,
        elapsed.as_secs_f64(),
        rate_text(moves, elapsed)
    )?;
    Ok(())
}

/// The total and, for `--divide`, the count of each first move.
fn count(position: &Position, args: &PerftArgs) -> (u64, Vec<(Move, u64)>) {
    if args.depth < 2 && !args.divide {
        return (game::perft(position, args.depth), Vec::new());
    }
    let progress = if args.depth > 2 {
        ProgressReporter::bar("first moves", 0, position.move_count())
    } else {
        ProgressReporter::hidden()
    };
    let mut total = if args.depth == 0 { 1 } else { 0 };
    let mut counts = Vec::new();
    game::perft::divide(position, args.depth, |mv, count| {
        total += count;
        if args.divide {
            counts.push((mv, count));
        }
        progress.inc(1);
    });
    progress.finish();
    (total, counts)
}

/// Millions of moves per second, if the time is long enough to measure.
fn rate_text(moves: u64, elapsed: Duration) -> String {
    if elapsed < Duration::from_millis(1) {
        return String::new();
    }
    format!(
        " ({:.0} million per second)",
        moves as f64 / elapsed.as_secs_f64() / 1e6
    )
}
