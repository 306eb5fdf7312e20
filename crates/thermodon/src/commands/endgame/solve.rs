//! `thermodon endgame solve`: proves who wins.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use amazons::{Color, Move, Position};
use anyhow::{Context, bail};
use endgame::{
    FirstPlayerResult, Solution, SolveProgress, Solver, TableError, WinningMovesProgress,
};
use protocol::describe;
use serde_json::{Value, json};

use super::SolveArgs;
use crate::commands::progress::ProgressReporter;
use crate::commands::{interrupt_flag, num_threads};
use crate::input;

/// Maximum number of winning moves listed.
const MAX_LISTED_MOVES: usize = 4;

/// Interval between writes of the checkpoint.
const SAVE_INTERVAL: Duration = Duration::from_secs(120);

pub fn run(args: &SolveArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let boards = args
        .boards
        .iter()
        .map(|board| read_board(board))
        .collect::<anyhow::Result<Vec<Position>>>()?;
    let table = args.tables.exact_table()?;
    let threads = args.threads.map_or_else(num_threads, usize::from);
    let mut solver = Solver::new((args.hash as usize) << 20, threads, table.as_ref());
    let checkpoint = args.checkpoint.as_deref();
    if let Some(path) = checkpoint.filter(|path| path.exists()) {
        solver.load(path)?;
    }
    let start = Instant::now();
    let stop = interrupt_flag()?;
    let run = Run {
        solver: &solver,
        boards: &boards,
        stop: &stop,
        progress: ProgressReporter::spinner("solving"),
    };
    let mut save_error = None;
    let solved = run.solve(checkpoint, &mut save_error);
    let seconds = start.elapsed().as_secs_f64();
    let moves = match &solved {
        Ok(solution) => run.winning_moves(solution, args.winner_only)?,
        Err(_) => [WinningMoves::default(), WinningMoves::default()],
    };
    run.progress.finish();
    if let Some(error) = save_error {
        return Err(error.into());
    }
    if let Some(path) = checkpoint {
        solver.save(path)?;
    }
    let solution = match solved {
        Err(TableError::Interrupted) if checkpoint.is_some() => {
            bail!("interrupted; the same command continues the search")
        }
        Err(TableError::Interrupted) => {
            bail!("interrupted; use --checkpoint FILE to be able to continue")
        }
        solved => solved?,
    };
    let report = Report {
        boards: &boards,
        solution: &solution,
        moves: &moves,
        seconds,
        all_seconds: start.elapsed().as_secs_f64(),
    };
    if args.json {
        writeln!(out, "{:#}", report.to_json())?;
    } else {
        report.write_text(out)?;
    }
    Ok(())
}

fn read_board(argument: &str) -> anyhow::Result<Position> {
    let text = input::read_text(argument)?;
    input::parse_board(&text).with_context(|| format!("cannot read the board {argument:?}"))
}

/// A run of the solver with progress and interruption.
struct Run<'r> {
    solver: &'r Solver<'r>,
    boards: &'r [Position],
    stop: &'r AtomicBool,
    progress: ProgressReporter,
}

impl Run<'_> {
    /// Shows progress; `false` if the run is interrupted.
    fn report(&self, message: impl FnOnce() -> String) -> bool {
        self.progress.show(message);
        !self.stop.load(Ordering::Relaxed)
    }

    fn solve(
        &self,
        checkpoint: Option<&Path>,
        save_error: &mut Option<TableError>,
    ) -> Result<Solution, TableError> {
        let mut last_saved = Instant::now();
        self.solver.solve(self.boards, &mut |solver, progress| {
            let SolveProgress { nodes, solved } = progress;
            if let Some(path) = checkpoint.filter(|_| last_saved.elapsed() >= SAVE_INTERVAL) {
                *save_error = solver.save(path).err();
                last_saved = Instant::now();
            }
            let message = || format!("{solved} of 2 sides to move solved, {nodes} nodes");
            self.report(message) && save_error.is_none()
        })
    }

    /// The winning moves of Black and of White; with `winner_only`, those found while solving.
    fn winning_moves(
        &self,
        solution: &Solution,
        winner_only: bool,
    ) -> Result<[WinningMoves; 2], TableError> {
        let mut result = [WinningMoves::default(), WinningMoves::default()];
        for (winning, (first, verdict)) in result.iter_mut().zip(by_first_player(solution)) {
            if verdict.winner != first {
                winning.unknown = Some(0);
                continue;
            }
            if winner_only {
                winning.moves.clone_from(&verdict.moves);
                continue;
            }
            let player = describe::color_name(first);
            let observe = &mut |_: &Solver, progress: WinningMovesProgress| {
                let (solved, total, nodes) = (progress.solved, progress.total, progress.nodes);
                self.report(|| {
                    format!(
                        "{player} to move wins; {solved} of {total} moves decided, {nodes} nodes"
                    )
                })
            };
            let all = self.solver.all_winning_moves(self.boards, first, observe)?;
            winning.moves = all.moves;
            winning.unknown = Some(all.unknown);
        }
        Ok(result)
    }
}

/// Winning moves of a player, each with the index of its board.
#[derive(Default)]
struct WinningMoves {
    moves: Vec<(usize, Move)>,
    /// Number of moves that are not decided; `None` if they were not searched.
    unknown: Option<usize>,
}

fn by_first_player(solution: &Solution) -> [(Color, &FirstPlayerResult); 2] {
    [
        (Color::Black, &solution.black_first),
        (Color::White, &solution.white_first),
    ]
}

struct Report<'r> {
    boards: &'r [Position],
    solution: &'r Solution,
    moves: &'r [WinningMoves; 2],
    /// Time until the winners were known.
    seconds: f64,
    /// Time until all winning moves were known.
    all_seconds: f64,
}

impl Report<'_> {
    fn write_text(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        for ((first, verdict), winning) in
            by_first_player(self.solution).into_iter().zip(self.moves)
        {
            let [player, winner] = [first, verdict.winner].map(describe::color_name);
            write!(out, "{player} to move: {winner} wins")?;
            let list = self.list(winning);
            if !list.is_empty() {
                write!(out, " with {list}")?;
            }
            match verdict.proof_size {
                Some(1) => writeln!(out, " (without search)")?,
                Some(nodes) => writeln!(out, " (proof of {nodes} nodes)")?,
                None => writeln!(out)?,
            }
        }
        let nodes = self.solution.nodes;
        write!(out, "{nodes} nodes in {:.3} s", self.seconds)?;
        if self.moves.iter().all(|winning| winning.unknown.is_none()) {
            writeln!(out)?;
        } else {
            writeln!(out, ", all winning moves after {:.3} s", self.all_seconds)?;
        }
        Ok(())
    }

    /// The first winning moves, and the number of further ones.
    fn list(&self, winning: &WinningMoves) -> String {
        let moves = winning
            .moves
            .iter()
            .map(|&(board, mv)| match self.boards.len() {
                1 => mv.to_string(),
                _ => format!("{mv} on board {}", board + 1),
            });
        let list = describe::list_text(moves, MAX_LISTED_MOVES);
        match winning.unknown {
            Some(unknown @ 1..) if list.is_empty() => format!("and {unknown} undecided"),
            Some(unknown @ 1..) => format!("{list}, and {unknown} undecided"),
            _ => list,
        }
    }

    fn to_json(&self) -> Value {
        let boards = self.boards.iter();
        let mut report = json!({
            "boards": boards.map(amazons::notation::diagram::write_board).collect::<Vec<_>>(),
            "nodes": self.solution.nodes,
            "seconds": self.seconds,
            "all_seconds": self.all_seconds,
        });
        for ((first, verdict), winning) in
            by_first_player(self.solution).into_iter().zip(self.moves)
        {
            let moves = winning
                .moves
                .iter()
                .map(|&(board, mv)| json!({"board": board + 1, "move": mv.to_string()}));
            report[format!("{first}_to_move")] = verdict.winner.to_string().into();
            report[format!("{first}_winning_moves")] = moves.collect();
            report[format!("{first}_winning_moves_complete")] = (winning.unknown == Some(0)).into();
            report[format!("{first}_proof")] = json!(verdict.proof_size);
            report[format!("{first}_seconds")] = verdict.time.as_secs_f64().into();
        }
        report
    }
}
