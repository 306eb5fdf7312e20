//! `thermodon solve`: who wins, for certain.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use amazons::notation::parse_position;
use amazons::{Color, Position};
use anyhow::{Context, bail};
use clap::{Args, ValueHint};
use endgame::{ExactTable, Solution, SolveProgress, Solver, TableError, Verdict};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::commands::endgame::Place;
use crate::commands::input;
use crate::wording;

/// Moves that are listed of those that win.
const LISTED: usize = 4;

/// How often a line is written where there is no terminal.
const PERIOD: Duration = Duration::from_secs(10);

/// How often what was found is saved.
const SAVED: Duration = Duration::from_secs(120);

/// Find out who wins a board, or several side by side, for certain.
#[derive(Args, Debug)]
#[command(after_help = "\
Who is to move plays on one of the boards, and loses if there is no move on any. Both questions are answered: who wins \
if Black begins, and who if White does; whose turn it is by the text of a board does not matter. Regions that \
`thermodon endgame build --exact` has in its table are looked up there.")]
pub struct Arguments {
    /// A FEN, a diagram with rows split by | or lines, a start such as 5x5, a file with one of these, or - for standard input.
    #[arg(value_name = "BOARD", required = true)]
    pub boards: Vec<String>,
    /// How many MiB to use for remembering.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub memory: u32,
    /// How many processors to use [default: all].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Keep what is found in this file, every two minutes and at the end, and go on from it if it is there.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub state: Option<PathBuf>,
    /// Where the table of exact values is.
    #[command(flatten)]
    pub place: Place,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Solves and prints.
///
/// # Errors
/// If a board cannot be read, a file not be used, or the work was interrupted.
pub fn run(options: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let boards = options
        .boards
        .iter()
        .map(|board| read(board))
        .collect::<anyhow::Result<Vec<Position>>>()?;
    // Without a home there is no table, which is no reason not to solve.
    let table = match options.place.folder() {
        Ok(folder) => Some(ExactTable::open(&folder)?),
        Err(_) => None,
    };
    let threads = options
        .threads
        .or_else(|| std::thread::available_parallelism().ok())
        .map_or(1, usize::from);
    let mut solver = Solver::new((options.memory as usize) << 20, threads, table.as_ref());
    if let Some(path) = options.state.as_deref().filter(|path| path.exists()) {
        solver.load(path)?;
    }
    let begin = Instant::now();
    let solved = solve(&solver, &boards, options.state.as_deref());
    let seconds = begin.elapsed().as_secs_f64();
    if let Some(path) = &options.state {
        solver.save(path)?;
    }
    let solution = match solved {
        Err(TableError::Interrupted) if options.state.is_some() => {
            bail!("interrupted; what was found is kept, and the same command goes on")
        }
        Err(TableError::Interrupted) => {
            bail!("interrupted; with --state FILE the work is kept and can go on")
        }
        solved => solved?,
    };
    if options.json {
        writeln!(out, "{:#}", to_json(&boards, &solution, seconds))?;
    } else {
        write_text(&boards, &solution, seconds, out)?;
    }
    Ok(())
}

/// A board in any notation; a diagram may have its rows on lines.
fn read(argument: &str) -> anyhow::Result<Position> {
    let text = input::read(argument)?;
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    parse_position(&lines.join("|")).with_context(|| format!("cannot read the board {argument:?}"))
}

fn solve(
    solver: &Solver,
    boards: &[Position],
    state: Option<&Path>,
) -> Result<Solution, TableError> {
    let stop = Arc::new(AtomicBool::new(false));
    let on_interrupt = Arc::clone(&stop);
    // Where interrupts cannot be caught they end the program, as they would without this.
    let _ = ctrlc::set_handler(move || on_interrupt.store(true, Ordering::Relaxed));
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed} gone");
    let bar = ProgressBar::new_spinner()
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    let (mut last_said, mut last_saved) = (Instant::now(), Instant::now());
    let mut failure = None;
    let solved = solver.solve(boards, &mut |solver, progress| {
        let SolveProgress { nodes, answered } = progress;
        let message = format!("{answered} of 2 questions answered, {nodes} sums searched");
        if bar.is_hidden() && last_said.elapsed() >= PERIOD {
            last_said = Instant::now();
            // Nobody is left to tell where even this cannot be written.
            let _ = writeln!(anstream::stderr(), "{message}");
        }
        bar.set_message(message);
        bar.tick();
        if let Some(path) = state.filter(|_| last_saved.elapsed() >= SAVED) {
            failure = solver.save(path).err();
            last_saved = Instant::now();
        }
        failure.is_none() && !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    match failure {
        Some(error) => Err(error),
        None => solved,
    }
}

fn write_text(
    boards: &[Position],
    solution: &Solution,
    seconds: f64,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for (first, verdict) in sides(solution) {
        let (mover, winner) = (wording::side(first), wording::side(verdict.winner));
        write!(out, "{mover} to move: {winner} wins")?;
        let mut list: Vec<String> = verdict
            .moves
            .iter()
            .take(LISTED)
            .map(|&(board, mv)| match boards.len() {
                1 => mv.to_string(),
                _ => format!("{mv} on board {}", board + 1),
            })
            .collect();
        if verdict.moves.len() > LISTED {
            list.push(format!(
                "and {} more that are known to win",
                verdict.moves.len() - LISTED
            ));
        }
        if !list.is_empty() {
            write!(out, " with {}", list.join(", "))?;
        }
        match verdict.proof {
            Some(1) => writeln!(out, " (seen at once)")?,
            Some(size) => writeln!(out, " (a proof of {size} sums)")?,
            None => writeln!(out)?,
        }
    }
    writeln!(out, "{} sums searched in {seconds:.3} s", solution.nodes)?;
    Ok(())
}

fn sides(solution: &Solution) -> [(Color, &Verdict); 2] {
    [
        (Color::Black, &solution.black_first),
        (Color::White, &solution.white_first),
    ]
}

fn to_json(boards: &[Position], solution: &Solution, seconds: f64) -> Value {
    let mut report = json!({
        "boards": boards.iter().map(amazons::notation::diagram::write_board).collect::<Vec<_>>(),
        "nodes": solution.nodes,
        "seconds": seconds,
    });
    for (first, verdict) in sides(solution) {
        let name = wording::side(first).to_lowercase();
        let moves = verdict
            .moves
            .iter()
            .map(|&(board, mv)| json!({"board": board + 1, "move": mv.to_string()}));
        report[format!("{name}_to_move")] = wording::side(verdict.winner).to_lowercase().into();
        report[format!("{name}_winning_moves")] = moves.collect();
        report[format!("{name}_proof")] = json!(verdict.proof);
        report[format!("{name}_seconds")] = verdict.time.as_secs_f64().into();
    }
    report
}
