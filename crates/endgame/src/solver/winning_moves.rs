//! All winning moves, not only those met by the proof.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};

use amazons::{Color, Game, Move, Position};

use super::df_pn::DfPnSearch;
use super::node::{Node, NodeKey};
use super::static_solver::StaticSolver;
use super::{PROGRESS_INTERVAL, Solver, lock, proof_size, root_node};
use crate::error::TableError;

/// Progress of the search for all winning moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinningMovesProgress {
    /// Sums searched.
    pub nodes: u64,
    /// Solved classes of moves.
    pub solved: usize,
    /// All classes of moves.
    pub total: usize,
}

/// Winning moves of the first player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinningMoves {
    /// Winning moves as (board index, move).
    pub moves: Vec<(usize, Move)>,
    /// Number of moves left unsolved by an interruption.
    pub unknown: usize,
}

/// Moves that lead to the same sum.
struct MoveClass {
    moves: Vec<(usize, Move)>,
    /// Whether the opponent wins after the move.
    wins: Option<bool>,
}

impl<'t> Solver<'t> {
    /// Finds all winning moves of the first player in a sum of boards. `watch` receives progress;
    /// returning `false` ends the search with the moves found so far.
    ///
    /// # Errors
    /// If the value table is corrupt.
    pub fn all_winning_moves(
        &self,
        boards: &[Position],
        first: Color,
        watch: &mut dyn FnMut(&Self, WinningMovesProgress) -> bool,
    ) -> Result<WinningMoves, TableError> {
        let before = self.shared.nodes.load(Ordering::Relaxed);
        self.shared.stop.store(false, Ordering::Relaxed);
        let mut static_solvers = std::mem::take(&mut *lock(&self.static_solvers));
        static_solvers.resize_with(self.threads, || StaticSolver::new(self.table));
        let mut results = self.results(&mut static_solvers[0], boards, first)?;
        let open: Vec<usize> = (0..results.len())
            .filter(|&place| results[place].wins.is_none())
            .collect();
        let decided = AtomicUsize::new(results.len() - open.len());
        let next = AtomicUsize::new(0);
        let answers: Mutex<Vec<(usize, bool)>> = Mutex::default();
        let failure: Mutex<Option<TableError>> = Mutex::default();
        let (done, finished) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            for (number, static_solver) in static_solvers.iter_mut().enumerate() {
                let (results, open, next, answers) = (&results, &open, &next, &answers);
                let (decided, failure, done) = (&decided, &failure, done.clone());
                scope.spawn(move || {
                    while let Some(&place) = open.get(next.fetch_add(1, Ordering::Relaxed))
                        && !self.shared.stop.load(Ordering::Relaxed)
                    {
                        let mv = results[place].moves[0];
                        match self.opponent_wins(static_solver, boards, first, mv, number as u64) {
                            Ok(Some(wins)) => {
                                lock(answers).push((place, wins));
                                decided.fetch_add(1, Ordering::Relaxed);
                            }
                            Ok(None) => {}
                            Err(error) => {
                                *lock(failure) = Some(error);
                                self.shared.stop.store(true, Ordering::Relaxed);
                            }
                        }
                    }
                    drop(done);
                });
            }
            drop(done);
            // The channel closes when all threads have ended.
            while finished.recv_timeout(PROGRESS_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let progress = WinningMovesProgress {
                    nodes: self.shared.nodes.load(Ordering::Relaxed) - before,
                    solved: decided.load(Ordering::Relaxed),
                    total: results.len(),
                };
                if !watch(self, progress) {
                    self.shared.stop.store(true, Ordering::Relaxed);
                }
            }
        });
        *lock(&self.static_solvers) = static_solvers;
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        for (place, wins) in answers.into_inner().unwrap_or_else(PoisonError::into_inner) {
            results[place].wins = Some(wins);
        }
        Ok(collect_winning(results))
    }

    /// Classes of moves with known results.
    fn results(
        &self,
        static_solver: &mut StaticSolver<'t>,
        boards: &[Position],
        first: Color,
    ) -> Result<Vec<MoveClass>, TableError> {
        let mut results: Vec<MoveClass> = Vec::new();
        let mut places: HashMap<NodeKey, usize> = HashMap::new();
        for (place, board) in boards.iter().enumerate() {
            let board = board.with_to_move(first);
            for mv in board.moves() {
                let node = node_after_move(static_solver, boards, first, (place, mv))?;
                let key = node.key(static_solver.forms());
                let known = *places.entry(key).or_insert(results.len());
                if known == results.len() {
                    let wins = proof_size::known_result(static_solver, &self.shared.table, &node);
                    results.push(MoveClass {
                        moves: Vec::new(),
                        wins,
                    });
                }
                results[known].moves.push((place, mv));
            }
        }
        Ok(results)
    }

    /// Whether the opponent wins after a move; `None` if stopped.
    pub(super) fn opponent_wins(
        &self,
        static_solver: &mut StaticSolver<'t>,
        boards: &[Position],
        first: Color,
        mv: (usize, Move),
        salt: u64,
    ) -> Result<Option<bool>, TableError> {
        // Every thread has its own value store and builds its own node.
        let node = node_after_move(static_solver, boards, first, mv)?;
        let answered = AtomicBool::new(false);
        let mut search = DfPnSearch {
            static_solver: std::mem::replace(static_solver, StaticSolver::new(None)),
            shared: &self.shared,
            answered: &answered,
            salt,
        };
        let wins = search.wins(&node);
        *static_solver = search.static_solver;
        wins
    }
}

/// The sum after a move, from the opponent's point of view.
fn node_after_move(
    static_solver: &mut StaticSolver,
    boards: &[Position],
    first: Color,
    (place, mv): (usize, Move),
) -> Result<Node, TableError> {
    let mut after = boards.to_vec();
    after[place] = after[place].with_to_move(first);
    after[place].play(mv);
    root_node(static_solver, &after, !first)
}

/// Winning moves sorted by board and move.
fn collect_winning(results: Vec<MoveClass>) -> WinningMoves {
    let mut moves = Vec::new();
    let mut unknown = 0;
    for result in results {
        match result.wins {
            Some(false) => moves.extend(result.moves),
            Some(true) => {}
            None => unknown += result.moves.len(),
        }
    }
    moves.sort_unstable();
    WinningMoves { moves, unknown }
}
