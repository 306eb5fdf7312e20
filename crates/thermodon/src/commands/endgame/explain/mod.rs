//! `thermodon endgame explain`: a position that fire has taken apart, in words.

mod json;
mod text;

use std::io::Write;
use std::time::Duration;

use amazons::Position;
use anyhow::bail;
use endgame::{
    AnalysisLimits, EndgameReport, ExactAnalyzer, ReportStage, SolverLimits, ValueLimits,
    ValueTable,
};
use indicatif::{ProgressBar, ProgressStyle};

use crate::commands::input;

use super::Explain;

/// The memory for searching boards that exact values do not decide.
const MEMORY: usize = 256 << 20;

/// How often the sign of life moves.
const TICK: Duration = Duration::from_millis(100);

pub(super) fn run(options: &Explain, out: &mut dyn Write) -> anyhow::Result<()> {
    if options.ply.is_some() && options.boards.len() > 1 {
        bail!(
            "--ply belongs to one game, not to {} boards",
            options.boards.len()
        );
    }
    let boards = options
        .boards
        .iter()
        .map(|board| input::position(board, options.ply))
        .collect::<anyhow::Result<Vec<Position>>>()?;
    let first = options
        .first
        .map_or(boards[0].to_move(), |side| side.color());
    // Without a home there is no table, which is no reason not to explain.
    let table = match options.place.folder() {
        Ok(folder) => Some(ValueTable::open(&folder)?),
        Err(_) if options.place.folder.is_none() => None,
        Err(error) => return Err(error),
    };
    let limits = AnalysisLimits {
        value_limits: ValueLimits {
            max_regions: options.steps,
            ..AnalysisLimits::INTERACTIVE.value_limits
        },
        ..AnalysisLimits::INTERACTIVE
    };
    let mut reckoner = ExactAnalyzer::new(table.as_ref(), limits);
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed} gone");
    let bar = ProgressBar::new_spinner()
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(TICK);
    let limits = SolverLimits {
        time: Duration::from_secs_f64(options.seconds),
        memory: MEMORY,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    };
    let watch = &mut |stage| {
        bar.set_message(said(stage));
        true
    };
    let account = EndgameReport::new(&mut reckoner, table.as_ref(), &boards, first, limits, watch);
    bar.finish_and_clear();
    let account = account?;
    if options.json {
        writeln!(out, "{:#}", json::report(reckoner.games(), &account))?;
    } else {
        write!(
            out,
            "{}",
            text::report(reckoner.games(), &account, options.all)
        )?;
    }
    Ok(())
}

/// What is being done.
fn said(stage: ReportStage) -> &'static str {
    match stage {
        ReportStage::Values => "working out what each region is worth",
        ReportStage::Lead => "adding up",
        ReportStage::Moves => "looking at every move",
        ReportStage::Search => "searching for who wins",
        ReportStage::WinningMoves => "searching for all winning moves",
        ReportStage::Play => "playing to the end",
    }
}
