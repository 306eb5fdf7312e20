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
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use amazons::{Color, Game, Move, Position};
use combinatorial::Dyadic;
use parking_lot::{Mutex, MutexGuard};

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

/// Whether the first player of a task wins, and the time until it was solved.
type Answer = (bool, Duration);

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
        let mut static_solvers = self.static_solvers();
        let tasks = Color::ALL.map(|first| (first, OnceLock::<Answer>::new()));
        let work = |static_solver: &mut StaticSolver<'t>, thread: usize| {
            // Threads start with different tasks and help with the other one afterwards.
            for turn in 0..tasks.len() {
                let (first, answer) = &tasks[(thread + turn) % tasks.len()];
                if answer.get().is_some() {
                    continue;
                }
                let root = root_node(static_solver, boards, *first)?;
                if let Some(wins) = self.search(static_solver, &root, answer, thread as u64)? {
                    answer.get_or_init(|| (wins, begin.elapsed()));
                }
            }
            Ok(())
        };
        let nodes = self.run_threads(&mut static_solvers, work, |nodes| {
            let solved = tasks.iter().filter(|(_, answer)| answer.get().is_some());
            let solved = solved.count();
            watch(self, SolveProgress { nodes, solved })
        })?;
        let mut result = |(first, answer): &(Color, OnceLock<Answer>)| {
            let answer = answer.get().ok_or(TableError::Interrupted)?;
            self.first_player_result(&mut static_solvers[0], boards, *first, *answer)
        };
        Ok(Solution {
            black_first: result(&tasks[0])?,
            white_first: result(&tasks[1])?,
            nodes,
        })
    }

    /// The static solvers, one per thread.
    fn static_solvers(&self) -> MutexGuard<'_, Vec<StaticSolver<'t>>> {
        let mut static_solvers = self.static_solvers.lock();
        static_solvers.resize_with(self.threads, || StaticSolver::new(self.table));
        static_solvers
    }

    /// Runs `work` in a thread for each static solver. `report` receives the number of sums
    /// searched and stops the threads by returning `false`. Returns the number of sums searched.
    fn run_threads(
        &self,
        static_solvers: &mut [StaticSolver<'t>],
        work: impl Fn(&mut StaticSolver<'t>, usize) -> Result<(), TableError> + Sync,
        mut report: impl FnMut(u64) -> bool,
    ) -> Result<u64, TableError> {
        let before = self.shared.nodes.load(Ordering::Relaxed);
        let searched = || self.shared.nodes.load(Ordering::Relaxed) - before;
        self.shared.stop.store(false, Ordering::Relaxed);
        let failure: Mutex<Option<TableError>> = Mutex::new(None);
        let (done, finished) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            for (thread, static_solver) in static_solvers.iter_mut().enumerate() {
                let (work, failure, done) = (&work, &failure, done.clone());
                scope.spawn(move || {
                    if let Err(error) = work(static_solver, thread) {
                        *failure.lock() = Some(error);
                        self.shared.stop.store(true, Ordering::Relaxed);
                    }
                    drop(done);
                });
            }
            drop(done);
            // The channel closes when all threads have ended.
            while finished.recv_timeout(PROGRESS_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if !report(searched()) {
                    self.shared.stop.store(true, Ordering::Relaxed);
                }
            }
        });
        failure.into_inner().map_or_else(|| Ok(searched()), Err)
    }

    /// Whether the player to move wins; `None` if stopped or if another thread answers first.
    fn search(
        &self,
        static_solver: &mut StaticSolver<'t>,
        node: &Node,
        answer: &OnceLock<Answer>,
        salt: u64,
    ) -> Result<Option<bool>, TableError> {
        let mut search = DfPnSearch {
            static_solver,
            shared: &self.shared,
            answer,
            salt,
        };
        search.wins(node)
    }

    fn first_player_result(
        &self,
        static_solver: &mut StaticSolver<'t>,
        boards: &[Position],
        first: Color,
        (wins, time): Answer,
    ) -> Result<FirstPlayerResult, TableError> {
        let mut moves = Vec::new();
        if wins {
            let classes = self.move_classes(static_solver, boards, first)?;
            moves = winning_moves::collect_winning(classes).moves;
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
