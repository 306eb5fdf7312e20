//! All winning moves, not only those that a proof has met.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};

use amazons::{Color, Game, Move, Position};

use super::judge::Judge;
use super::node::{Key, Node};
use super::search::Search;
use super::{PERIOD, Solver, lock, node_of, proof};
use crate::error::TableError;

/// How far the search for all winning moves has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovesProgress {
    /// Sums that were searched.
    pub nodes: u64,
    /// Different results of moves that are decided.
    pub decided: usize,
    /// And those that there are.
    pub all: usize,
}

/// The moves that win if one player begins: on which board, from 0, and which.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinningMoves {
    /// Those that are known to win.
    pub moves: Vec<(usize, Move)>,
    /// Moves of which nothing is known, since the search was interrupted.
    pub unknown: usize,
}

/// Moves that lead to the same sum.
struct Equals {
    moves: Vec<(usize, Move)>,
    /// Whether the opponent wins then.
    wins: Option<bool>,
}

impl<'t> Solver<'t> {
    /// All moves with which a player who begins wins boards side by side. Moves that lead to the same are searched once. The watcher hears
    /// now and then how far it is; when it says `false`, those that were found are given back.
    ///
    /// # Errors
    /// If the table of exact values is damaged.
    pub fn all_winning_moves(
        &self,
        boards: &[Position],
        first: Color,
        watch: &mut dyn FnMut(&Self, MovesProgress) -> bool,
    ) -> Result<WinningMoves, TableError> {
        let before = self.shared.nodes.load(Ordering::Relaxed);
        self.shared.stop.store(false, Ordering::Relaxed);
        let mut judges = std::mem::take(&mut *lock(&self.judges));
        judges.resize_with(self.threads, || Judge::new(self.table));
        let mut results = self.results(&mut judges[0], boards, first)?;
        let open: Vec<usize> = (0..results.len())
            .filter(|&place| results[place].wins.is_none())
            .collect();
        let decided = AtomicUsize::new(results.len() - open.len());
        let next = AtomicUsize::new(0);
        let answers: Mutex<Vec<(usize, bool)>> = Mutex::default();
        let failure: Mutex<Option<TableError>> = Mutex::default();
        let (done, finished) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            for (number, judge) in judges.iter_mut().enumerate() {
                let (results, open, next, answers) = (&results, &open, &next, &answers);
                let (decided, failure, done) = (&decided, &failure, done.clone());
                scope.spawn(move || {
                    while let Some(&place) = open.get(next.fetch_add(1, Ordering::Relaxed))
                        && !self.shared.stop.load(Ordering::Relaxed)
                    {
                        let mv = results[place].moves[0];
                        match self.opponent_wins(judge, boards, first, mv, number as u64) {
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
            // All threads have ended when nobody is left who could send.
            while finished.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                let progress = MovesProgress {
                    nodes: self.shared.nodes.load(Ordering::Relaxed) - before,
                    decided: decided.load(Ordering::Relaxed),
                    all: results.len(),
                };
                if !watch(self, progress) {
                    self.shared.stop.store(true, Ordering::Relaxed);
                }
            }
        });
        *lock(&self.judges) = judges;
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        for (place, wins) in answers.into_inner().unwrap_or_else(PoisonError::into_inner) {
            results[place].wins = Some(wins);
        }
        Ok(gathered(results))
    }

    /// What all moves lead to, each once, and who wins it as far as that is known.
    fn results(
        &self,
        judge: &mut Judge<'t>,
        boards: &[Position],
        first: Color,
    ) -> Result<Vec<Equals>, TableError> {
        let mut results: Vec<Equals> = Vec::new();
        let mut places: HashMap<Key, usize> = HashMap::new();
        for (place, board) in boards.iter().enumerate() {
            let board = board.with_to_move(first);
            for mv in board.moves() {
                let node = node_after(judge, boards, first, (place, mv))?;
                let key = node.key(judge.forms());
                let known = *places.entry(key).or_insert(results.len());
                if known == results.len() {
                    let wins = proof::known(judge, &self.shared.table, &node);
                    results.push(Equals {
                        moves: Vec::new(),
                        wins,
                    });
                }
                results[known].moves.push((place, mv));
            }
        }
        Ok(results)
    }

    /// Whether the opponent wins after a move; `None` if the search was stopped.
    pub(super) fn opponent_wins(
        &self,
        judge: &mut Judge<'t>,
        boards: &[Position],
        first: Color,
        mv: (usize, Move),
        salt: u64,
    ) -> Result<Option<bool>, TableError> {
        // Every thread has values of its own, and makes its own sum.
        let node = node_after(judge, boards, first, mv)?;
        let answered = AtomicBool::new(false);
        let mut search = Search {
            judge: std::mem::replace(judge, Judge::new(None)),
            shared: &self.shared,
            answered: &answered,
            salt,
        };
        let wins = search.wins(&node);
        *judge = search.judge;
        wins
    }
}

/// The sum that a move leaves, seen from the opponent.
fn node_after(
    judge: &mut Judge,
    boards: &[Position],
    first: Color,
    (place, mv): (usize, Move),
) -> Result<Node, TableError> {
    let mut after = boards.to_vec();
    after[place] = after[place].with_to_move(first);
    after[place].play(mv);
    node_of(judge, &after, !first)
}

/// The winning moves in the order in which they are made: by board, then by their squares.
fn gathered(results: Vec<Equals>) -> WinningMoves {
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
