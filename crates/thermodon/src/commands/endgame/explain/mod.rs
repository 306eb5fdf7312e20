//! `thermodon endgame explain`: a position that fire has taken apart, in words.

mod json;
mod text;

use std::io::Write;
use std::time::Duration;

use amazons::Position;
use anyhow::bail;
use endgame::{Account, ExactTable, ReckonLimits, Reckoner, SearchLimits, Stage, ValueLimit};
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
        Ok(folder) => Some(ExactTable::open(&folder)?),
        Err(_) if options.place.folder.is_none() => None,
        Err(error) => return Err(error),
    };
    let limits = ReckonLimits {
        values: ValueLimit {
            steps: options.steps,
            ..ReckonLimits::PATIENT.values
        },
        ..ReckonLimits::PATIENT
    };
    let mut reckoner = Reckoner::new(table.as_ref(), limits);
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed} gone");
    let bar = ProgressBar::new_spinner()
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(TICK);
    let limits = SearchLimits {
        time: Duration::from_secs_f64(options.seconds),
        memory: MEMORY,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
    };
    let watch = &mut |stage| {
        bar.set_message(said(stage));
        true
    };
    let account = Account::new(&mut reckoner, table.as_ref(), &boards, first, limits, watch);
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
fn said(stage: Stage) -> &'static str {
    match stage {
        Stage::Values => "working out what each region is worth",
        Stage::Lead => "adding up",
        Stage::Moves => "looking at every move",
        Stage::Search => "searching for who wins",
        Stage::WinningMoves => "searching for all winning moves",
        Stage::Play => "playing to the end",
    }
}
