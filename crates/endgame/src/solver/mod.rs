//! Board solver: proves who wins a sum of boards with either player to move.
//!
//! After every arrow the board is split into regions. Small regions have exact values, regions of
//! one player are integers; for large regions the guaranteed move counts of both players are
//! bounds. What these do not decide is searched by df-pn with a bounded table that can be saved.
//!
//! Modules, lowest first: `node` → `proof_table`, `static_solver` → `df_pn`, `proof_size` →
//! `winning_moves`.

mod df_pn;
mod node;
mod proof_size;
mod proof_table;
mod static_solver;
mod winning_moves;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use amazons::{Color, Game, Move, Position};
use combinatorial::Dyadic;

use crate::error::TableError;
use crate::sided_region::SidedRegion;
use crate::values::ValueTable;
use df_pn::{DfPnSearch, SharedState};
use node::Node;
use proof_table::ProofTable;
use static_solver::StaticSolver;
pub use winning_moves::{WinningMoves, WinningMovesProgress};

/// Interval between progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Solves sums of boards; keeps its proof table between calls.
#[derive(Debug)]
pub struct Solver<'t> {
    table: Option<&'t ValueTable>,
    shared: SharedState,
    threads: usize,
    /// Value caches of the threads, kept between calls.
    static_solvers: Mutex<Vec<StaticSolver<'t>>>,
}

/// Progress of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveProgress {
    /// Sums searched.
    pub nodes: u64,
    /// Solved tasks of two: Black first, White first.
    pub solved: usize,
}

/// Result of solving a sum of boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Result if Black moves first.
    pub black_first: FirstPlayerResult,
    /// Result if White moves first.
    pub white_first: FirstPlayerResult,
    /// Sums searched for both.
    pub nodes: u64,
}

/// Result when a given player moves first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstPlayerResult {
    /// The winner.
    pub winner: Color,
    /// Winning moves found, as (board index, move), if the first player wins.
    pub moves: Vec<(usize, Move)>,
    /// Number of distinct sums in the proof: one move of the winner and all of the loser each time.
    /// `None` if too many or no longer in the table.
    pub proof_size: Option<u64>,
    /// Time until solved.
    pub time: Duration,
}

/// One of the two solver tasks: who wins if `first_player` moves first.
struct SolverTask {
    first_player: Color,
    is_solved: AtomicBool,
    result: Mutex<Option<(bool, Duration)>>,
}

impl<'t> Solver<'t> {
    /// Creates a solver with a proof table of `memory` bytes and `threads` threads. Small regions
    /// are looked up in `table`.
    #[must_use]
    pub fn new(memory: usize, threads: usize, table: Option<&'t ValueTable>) -> Self {
        Self {
            table,
            shared: SharedState {
                table: ProofTable::new(memory),
                stop: AtomicBool::new(false),
                nodes: AtomicU64::new(0),
            },
            threads: threads.max(1),
            static_solvers: Mutex::new(Vec::new()),
        }
    }

    /// Saves the proof table, so that an interrupted proof can be resumed.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TableError> {
        self.shared.table.save(path)
    }

    /// Loads a proof table saved with the same memory limit; returns the number of entries.
    ///
    /// # Errors
    /// If the file cannot be read, is corrupt or was saved with another memory limit.
    pub fn load(&mut self, path: &Path) -> Result<u64, TableError> {
        self.shared.table.load(path)
    }

    /// Solves a sum of boards: the player to move moves on one board and loses without a move on
    /// any. `watch` receives progress and interrupts by returning `false`.
    ///
    /// # Errors
    /// If interrupted, or if the value table is corrupt.
    pub fn solve(
        &self,
        boards: &[Position],
        watch: &mut dyn FnMut(&Self, SolveProgress) -> bool,
    ) -> Result<Solution, TableError> {
        let begin = Instant::now();
        let before = self.shared.nodes.load(Ordering::Relaxed);
        self.shared.stop.store(false, Ordering::Relaxed);
        let mut static_solvers = std::mem::take(&mut *lock(&self.static_solvers));
        static_solvers.resize_with(self.threads, || StaticSolver::new(self.table));
        let tasks = [Color::Black, Color::White].map(|first| SolverTask {
            first_player: first,
            is_solved: AtomicBool::new(false),
            result: Mutex::new(None),
        });
        let failure: Mutex<Option<TableError>> = Mutex::new(None);
        let (done, finished) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            for (number, static_solver) in static_solvers.iter_mut().enumerate() {
                let (tasks, failure, done) = (&tasks, &failure, done.clone());
                scope.spawn(move || {
                    // Threads start with different tasks and help with the other one afterwards.
                    for turn in 0..tasks.len() {
                        let task = &tasks[(number + turn) % tasks.len()];
                        let answer =
                            self.run_task(static_solver, boards, task, number as u64, begin);
                        if let Err(error) = answer {
                            *lock(failure) = Some(error);
                            self.shared.stop.store(true, Ordering::Relaxed);
                        }
                    }
                    drop(done);
                });
            }
            drop(done);
            // The channel closes when all threads have ended.
            while finished.recv_timeout(PROGRESS_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let is_solved = |task: &&SolverTask| task.is_solved.load(Ordering::Relaxed);
                let progress = SolveProgress {
                    nodes: self.shared.nodes.load(Ordering::Relaxed) - before,
                    solved: tasks.iter().filter(is_solved).count(),
                };
                if !watch(self, progress) {
                    self.shared.stop.store(true, Ordering::Relaxed);
                }
            }
        });
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let nodes = self.shared.nodes.load(Ordering::Relaxed) - before;
        let [black, white] = tasks.map(|task| {
            let answer = task
                .result
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner);
            (task.first_player, answer)
        });
        let static_solver = &mut static_solvers[0];
        let solution = Solution {
            black_first: self.first_player_result(static_solver, boards, black)?,
            white_first: self.first_player_result(static_solver, boards, white)?,
            nodes,
        };
        *lock(&self.static_solvers) = static_solvers;
        Ok(solution)
    }

    fn run_task(
        &self,
        static_solver: &mut StaticSolver<'t>,
        boards: &[Position],
        task: &SolverTask,
        salt: u64,
        begin: Instant,
    ) -> Result<(), TableError> {
        if task.is_solved.load(Ordering::Relaxed) {
            return Ok(());
        }
        let root = root_node(static_solver, boards, task.first_player)?;
        let mut search = DfPnSearch {
            static_solver: std::mem::replace(static_solver, StaticSolver::new(None)),
            shared: &self.shared,
            answered: &task.is_solved,
            salt,
        };
        let wins = search.wins(&root);
        *static_solver = search.static_solver;
        if let Some(wins) = wins? {
            let mut answer = lock(&task.result);
            answer.get_or_insert((wins, begin.elapsed()));
            task.is_solved.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn first_player_result(
        &self,
        static_solver: &mut StaticSolver<'t>,
        boards: &[Position],
        (first, answer): (Color, Option<(bool, Duration)>),
    ) -> Result<FirstPlayerResult, TableError> {
        let (wins, time) = answer.ok_or(TableError::Interrupted)?;
        let mut moves = Vec::new();
        if wins {
            moves = self.winning_moves(static_solver, boards, first)?;
            if moves.is_empty() {
                moves.extend(self.winning_move(static_solver, boards, first)?);
            }
        }
        let root = root_node(static_solver, boards, first)?;
        Ok(FirstPlayerResult {
            winner: if wins { first } else { !first },
            moves,
            proof_size: proof_size::proof_size(static_solver, &self.shared.table, &root)?,
            time,
        })
    }

    /// Moves already proven to win.
    fn winning_moves(
        &self,
        static_solver: &mut StaticSolver<'t>,
        boards: &[Position],
        first: Color,
    ) -> Result<Vec<(usize, Move)>, TableError> {
        let mut winning = Vec::new();
        for (place, board) in boards.iter().enumerate() {
            let board = board.with_to_move(first);
            for mv in board.moves() {
                let mut after = boards.to_vec();
                after[place].clone_from(&board);
                after[place].play(mv);
                let node = root_node(static_solver, &after, !first)?;
                let known = proof_size::known_result(static_solver, &self.shared.table, &node);
                if known == Some(false) {
                    winning.push((place, mv));
                }
            }
        }
        Ok(winning)
    }

    /// Searches for a winning move; needed when the winner is known statically.
    fn winning_move(
        &self,
        static_solver: &mut StaticSolver<'t>,
        boards: &[Position],
        first: Color,
    ) -> Result<Option<(usize, Move)>, TableError> {
        for (place, board) in boards.iter().enumerate() {
            for mv in board.with_to_move(first).moves() {
                let answer = self.opponent_wins(static_solver, boards, first, (place, mv), 0)?;
                if answer == Some(false) {
                    return Ok(Some((place, mv)));
                }
            }
        }
        Ok(None)
    }
}

/// The sum of all boards for the first player.
fn root_node(
    static_solver: &mut StaticSolver,
    boards: &[Position],
    first: Color,
) -> Result<Node, TableError> {
    let regions: Vec<SidedRegion> = boards
        .iter()
        .flat_map(|board| {
            let open = board.board() - board.burned();
            SidedRegion::split(open, board.amazons(first), board.amazons(!first))
        })
        .collect();
    let sketch = static_solver.unresolved(regions.into_iter(), std::iter::empty(), Dyadic::ZERO)?;
    static_solver.resolve(sketch)
}

/// Locks a mutex, ignoring poisoning.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
