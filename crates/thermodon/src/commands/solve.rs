//! `thermodon solve`: who wins, for certain.

use std::cell::Cell;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use amazons::{Color, Move, Position};
use anyhow::{Context, bail};
use clap::{Args, ValueHint};
use endgame::{
    FirstPlayerResult, Solution, SolveProgress, Solver, TableError, ValueTable,
    WinningMovesProgress,
};
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
    /// Stop as soon as it is known who wins: list only winning moves that were met on the way.
    #[arg(long)]
    pub first: bool,
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
        Ok(folder) => Some(ValueTable::open(&folder)?),
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
    let watcher = Watcher::new();
    let mut failure = None;
    let solved = solve(
        &solver,
        &boards,
        &watcher,
        options.state.as_deref(),
        &mut failure,
    );
    let seconds = begin.elapsed().as_secs_f64();
    let moves = match &solved {
        Ok(solution) => all_moves(&solver, &boards, solution, &watcher, options.first)?,
        Err(_) => [Found::default(), Found::default()],
    };
    watcher.bar.finish_and_clear();
    if let Some(error) = failure {
        return Err(error.into());
    }
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
    let report = Report {
        boards: &boards,
        solution: &solution,
        moves: &moves,
        seconds,
        all_seconds: begin.elapsed().as_secs_f64(),
    };
    if options.json {
        writeln!(out, "{:#}", report.json())?;
    } else {
        report.write_text(out)?;
    }
    Ok(())
}

/// A board in any notation.
fn read(argument: &str) -> anyhow::Result<Position> {
    let text = input::read(argument)?;
    input::board_in(&text).with_context(|| format!("cannot read the board {argument:?}"))
}

/// Tells how far it is, and hears whether somebody wants it to end.
struct Watcher {
    stop: Arc<AtomicBool>,
    bar: ProgressBar,
    last_said: Cell<Instant>,
}

impl Watcher {
    fn new() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let on_interrupt = Arc::clone(&stop);
        // Where interrupts cannot be caught they end the program, as they would without this.
        let _ = ctrlc::set_handler(move || on_interrupt.store(true, Ordering::Relaxed));
        let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed} gone");
        Self {
            stop,
            bar: ProgressBar::new_spinner()
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner())),
            last_said: Cell::new(Instant::now()),
        }
    }

    /// Whether the work is to go on.
    fn tell(&self, message: String) -> bool {
        if self.bar.is_hidden() && self.last_said.get().elapsed() >= PERIOD {
            self.last_said.set(Instant::now());
            // Nobody is left to tell where even this cannot be written.
            let _ = writeln!(anstream::stderr(), "{message}");
        }
        self.bar.set_message(message);
        self.bar.tick();
        !self.stop.load(Ordering::Relaxed)
    }
}

fn solve(
    solver: &Solver,
    boards: &[Position],
    watcher: &Watcher,
    state: Option<&Path>,
    failure: &mut Option<TableError>,
) -> Result<Solution, TableError> {
    let mut last_saved = Instant::now();
    solver.solve(boards, &mut |solver, progress| {
        let SolveProgress {
            nodes,
            solved: answered,
        } = progress;
        if let Some(path) = state.filter(|_| last_saved.elapsed() >= SAVED) {
            *failure = solver.save(path).err();
            last_saved = Instant::now();
        }
        let message = format!("{answered} of 2 questions answered, {nodes} sums searched");
        watcher.tell(message) && failure.is_none()
    })
}

/// Winning moves: on which board, and which.
#[derive(Default)]
struct Found {
    moves: Vec<(usize, Move)>,
    /// Moves of which it is not known whether they win.
    unknown: Option<usize>,
}

/// The winning moves of Black and of White; all of them unless those that are known will do.
fn all_moves(
    solver: &Solver,
    boards: &[Position],
    solution: &Solution,
    watcher: &Watcher,
    known_will_do: bool,
) -> Result<[Found; 2], TableError> {
    let mut found = [Found::default(), Found::default()];
    for (found, (first, verdict)) in found.iter_mut().zip(sides(solution)) {
        if verdict.winner != first {
            found.unknown = Some(0);
            continue;
        }
        if known_will_do {
            found.moves.clone_from(&verdict.moves);
            continue;
        }
        let winner = wording::side(first);
        let all = solver.all_winning_moves(boards, first, &mut |_, progress| {
            let WinningMovesProgress {
                nodes,
                solved: decided,
                total: all,
            } = progress;
            watcher.tell(format!(
                "{winner} to move wins; {decided} of {all} moves decided, {nodes} sums searched"
            ))
        })?;
        found.moves = all.moves;
        found.unknown = Some(all.unknown);
    }
    Ok(found)
}

fn sides(solution: &Solution) -> [(Color, &FirstPlayerResult); 2] {
    [
        (Color::Black, &solution.black_first),
        (Color::White, &solution.white_first),
    ]
}

/// What was found.
struct Report<'r> {
    boards: &'r [Position],
    solution: &'r Solution,
    moves: &'r [Found; 2],
    /// Until it was known who wins.
    seconds: f64,
    /// Until all was known.
    all_seconds: f64,
}

impl Report<'_> {
    fn write_text(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        for ((first, verdict), found) in sides(self.solution).into_iter().zip(self.moves) {
            let (mover, winner) = (wording::side(first), wording::side(verdict.winner));
            write!(out, "{mover} to move: {winner} wins")?;
            let list = self.list(found);
            if !list.is_empty() {
                write!(out, " with {}", list.join(", "))?;
            }
            match verdict.proof_size {
                Some(1) => writeln!(out, " (seen at once)")?,
                Some(size) => writeln!(out, " (a proof of {size} sums)")?,
                None => writeln!(out)?,
            }
        }
        let nodes = self.solution.nodes;
        write!(out, "{nodes} sums searched in {:.3} s", self.seconds)?;
        if self.moves.iter().all(|found| found.unknown.is_none()) {
            writeln!(out)?;
        } else {
            writeln!(
                out,
                ", all winning moves known after {:.3} s",
                self.all_seconds
            )?;
        }
        Ok(())
    }

    /// The first winning moves, and how many more there are.
    fn list(&self, found: &Found) -> Vec<String> {
        let shown = found.moves.iter().take(LISTED);
        let mut list: Vec<String> = shown
            .map(|&(board, mv)| match self.boards.len() {
                1 => mv.to_string(),
                _ => format!("{mv} on board {}", board + 1),
            })
            .collect();
        let more = found.moves.len() - list.len();
        let known = if found.unknown == Some(0) {
            ""
        } else {
            " that are known to win"
        };
        if more > 0 {
            list.push(format!("and {more} more{known}"));
        }
        if let Some(unknown @ 1..) = found.unknown {
            list.push(format!("and of {unknown} it is not known"));
        }
        list
    }

    fn json(&self) -> Value {
        let boards = self.boards.iter();
        let mut report = json!({
            "boards": boards.map(amazons::notation::diagram::write_board).collect::<Vec<_>>(),
            "nodes": self.solution.nodes,
            "seconds": self.seconds,
            "all_seconds": self.all_seconds,
        });
        for ((first, verdict), found) in sides(self.solution).into_iter().zip(self.moves) {
            let name = wording::side(first).to_lowercase();
            let moves = found
                .moves
                .iter()
                .map(|&(board, mv)| json!({"board": board + 1, "move": mv.to_string()}));
            report[format!("{name}_to_move")] = wording::side(verdict.winner).to_lowercase().into();
            report[format!("{name}_winning_moves")] = moves.collect();
            report[format!("{name}_winning_moves_complete")] = (found.unknown == Some(0)).into();
            report[format!("{name}_proof")] = json!(verdict.proof_size);
            report[format!("{name}_seconds")] = verdict.time.as_secs_f64().into();
        }
        report
    }
}
