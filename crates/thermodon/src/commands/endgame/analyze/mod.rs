//! `thermodon endgame analyze`: values, winner, winning moves and best play of a divided position.

mod json;
mod text;

use std::io::Write;
use std::time::Duration;

use amazons::Position;
use anyhow::bail;
use endgame::{
    AnalysisLimits, EndgameReport, ExactAnalyzer, ReportStage, SolverLimits, ValueLimits,
};

use super::EndgameAnalyzeArgs;
use crate::commands::num_threads;
use crate::commands::progress::ProgressReporter;
use crate::input;

/// Transposition table size of the solver in bytes.
const SEARCH_TABLE_BYTES: usize = 256 << 20;

pub(super) fn run(args: &EndgameAnalyzeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.ply.is_some() && args.boards.len() > 1 {
        bail!(
            "--ply applies to one game, not to {} boards",
            args.boards.len()
        );
    }
    let boards = args
        .boards
        .iter()
        .map(|board| input::read_position(board, args.ply))
        .collect::<anyhow::Result<Vec<Position>>>()?;
    let to_move = args.to_move.unwrap_or(boards[0].to_move());
    let table = args.tables.exact_table()?;
    let limits = AnalysisLimits {
        value_limits: ValueLimits {
            max_regions: args.region_nodes,
            ..AnalysisLimits::INTERACTIVE.value_limits
        },
        ..AnalysisLimits::INTERACTIVE
    };
    let mut analyzer = ExactAnalyzer::new(table.as_ref(), limits);
    let search_limits = SolverLimits {
        time: Duration::from_secs_f64(args.time),
        memory: SEARCH_TABLE_BYTES,
        threads: num_threads(),
    };
    let progress = ProgressReporter::spinner("analyzing");
    let report = EndgameReport::new(
        &mut analyzer,
        table.as_ref(),
        &boards,
        to_move,
        search_limits,
        &mut |stage| {
            progress.set_message(stage_text(stage));
            true
        },
    );
    progress.finish();
    let report = report?;
    if args.json {
        writeln!(out, "{:#}", json::to_json(analyzer.games(), &report))?;
    } else {
        let text = text::to_text(analyzer.games(), &report, args.all_moves);
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

fn stage_text(stage: ReportStage) -> &'static str {
    match stage {
        ReportStage::Values => "computing the values of the regions",
        ReportStage::Lead => "computing the lead",
        ReportStage::Moves => "judging every move",
        ReportStage::Search => "searching for the winner",
        ReportStage::WinningMoves => "searching for all winning moves",
        ReportStage::Play => "computing best play",
    }
}
