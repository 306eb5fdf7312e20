//! `thermodon analyze`: the engine's analysis of a position.

mod position_text;
mod search;

use std::io::Write;

use clap::Args;
use protocol::analysis_json;

use super::search_args::SearchArgs;
use super::{num_threads, review};
use crate::input::{PositionArgs, PositionInGame, position_at};
pub use search::search_positions;

/// Default number of lines of a position.
const DEFAULT_MULTIPV: usize = 3;

#[derive(Args, Debug)]
#[command(after_help = "\
Use `thermodon review` for all moves of a game. `won in 7` is a proof; it counts the moves of both \
players.

Examples:
  thermodon analyze startpos --time 10 --multipv 5   the five best first moves
  thermodon analyze game.sgf --ply 20                the position after 20 moves")]
pub struct AnalyzeArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

/// Arguments that `analyze` and `review` share.
#[derive(Args, Debug)]
pub struct AnalysisArgs {
    /// Number of best lines to report [default: 3 for a position, 1 per move of a game].
    #[arg(long, alias = "lines", value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=500))]
    pub multipv: Option<u16>,
    /// Number of threads [default: all cores; 1 for a position with --nodes or --depth, so that the
    /// result is reproducible]. The threads of a review search one position each.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Print one JSON object.
    #[arg(long, conflicts_with = "sgf")]
    pub json: bool,
    /// Print SGF with values, move annotations and better lines.
    #[arg(long)]
    pub sgf: bool,
}

/// Analyzes a position. A game without `--ply` is reviewed, as before `review` was a command.
pub fn run(args: &AnalyzeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let record = args.position.record()?;
    if args.position.ply.is_none() && record.main_line().next().is_some() {
        return review::review(&record, &args.analysis, out);
    }
    let position = position_at(&record, args.position.ply)?;
    analyze(&position, &args.analysis, out)
}

fn analyze(
    chosen: &PositionInGame,
    args: &AnalysisArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let multipv = args.multipv.map_or(DEFAULT_MULTIPV, usize::from);
    let is_deterministic = args.search.nodes.is_some() || args.search.depth.is_some();
    let threads = match args.threads {
        Some(threads) => threads.into(),
        None if is_deterministic => 1,
        None => num_threads(),
    };
    let study = search::search_position(&chosen.position, &args.search, multipv, threads)?;
    if args.json {
        let report = serde_json::Value::Object(analysis_json::to_json(&study));
        writeln!(out, "{report}")?;
    } else if args.sgf {
        writeln!(out, "{}", review::sgf::position(&study))?;
    } else {
        let text = position_text::to_text(&study, chosen.last_move);
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}
