//! All winning moves, not only those met by the proof.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use amazons::{Color, Game, Move, Position};

use super::node::{Node, NodeKey};
use super::static_solver::StaticSolver;
use super::{Solver, proof_size, root_node};
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
pub(super) struct MoveClass {
    moves: Vec<(usize, Move)>,
    /// Whether the opponent wins after the move, if solved.
    opponent_wins: OnceLock<bool>,
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
        let mut static_solvers = self.static_solvers();
        let classes = self.move_classes(&mut static_solvers[0], boards, first)?;
        let is_open = |class: &&MoveClass| class.opponent_wins.get().is_none();
        let open: Vec<&MoveClass> = classes.iter().filter(is_open).collect();
        let next = AtomicUsize::new(0);
        let work = |static_solver: &mut StaticSolver<'t>, thread: usize| {
            while let Some(class) = open.get(next.fetch_add(1, Ordering::Relaxed))
                && !self.shared.stop.load(Ordering::Relaxed)
            {
                let mv = class.moves[0];
                let wins = self.opponent_wins(static_solver, boards, first, mv, thread as u64)?;
                if let Some(wins) = wins {
                    class.opponent_wins.get_or_init(|| wins);
                }
            }
            Ok(())
        };
        self.run_threads(&mut static_solvers, work, |nodes| {
            let total = classes.len();
            let solved = total - classes.iter().filter(is_open).count();
            watch(
                self,
                WinningMovesProgress {
                    nodes,
                    solved,
                    total,
                },
            )
        })?;
        Ok(collect_winning(classes))
    }

    /// Classes of moves with known results.
    pub(super) fn move_classes(
        &self,
        static_solver: &mut StaticSolver<'t>,
        boards: &[Position],
        first: Color,
    ) -> Result<Vec<MoveClass>, TableError> {
        let mut classes: Vec<MoveClass> = Vec::new();
        let mut places: HashMap<NodeKey, usize> = HashMap::new();
        for (place, board) in boards.iter().enumerate() {
            for mv in board.with_to_move(first).moves() {
                let node = node_after_move(static_solver, boards, first, (place, mv))?;
                let key = node.key(static_solver.forms());
                let known = *places.entry(key).or_insert(classes.len());
                if known == classes.len() {
                    let wins = proof_size::known_result(static_solver, &self.shared.table, &node);
                    classes.push(MoveClass {
                        moves: Vec::new(),
                        opponent_wins: wins.map_or_else(OnceLock::new, OnceLock::from),
                    });
                }
                classes[known].moves.push((place, mv));
            }
        }
        Ok(classes)
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
        self.search(static_solver, &node, &OnceLock::new(), salt)
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
pub(super) fn collect_winning(classes: Vec<MoveClass>) -> WinningMoves {
    let mut moves = Vec::new();
    let mut unknown = 0;
    for class in classes {
        match class.opponent_wins.get() {
            Some(false) => moves.extend(class.moves),
            Some(true) => {}
            None => unknown += class.moves.len(),
        }
    }
    moves.sort_unstable();
    WinningMoves { moves, unknown }
}
