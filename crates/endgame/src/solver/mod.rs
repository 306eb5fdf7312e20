//! Solving whole boards, one or several side by side: who wins, whoever begins.
//!
//! After every arrow the board is taken apart. What is small is worth an exact value, what only one player can enter a
//! number of moves, and both are added; of what is large it is known how many moves each player has for certain
//! behind the walls. What none of that decides is searched by proof numbers, with a table of limited size that can be saved.
//!
//! Lowest first: `node` → `proof_table`, `judge` → `search`, `proof` → `winning`.

mod judge;
mod node;
mod proof;
mod proof_table;
mod search;
mod winning;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use amazons::{Color, Game, Move, Position};
use combinatorial::Number;

use crate::area::Area;
use crate::error::TableError;
use crate::exact::ExactTable;
use judge::Judge;
use node::Node;
use proof_table::ProofTable;
use search::{Search, Shared};
pub use winning::{MovesProgress, WinningMoves};

/// How often a watcher is told how far a proof has come.
const PERIOD: Duration = Duration::from_millis(100);

/// Solves boards, and remembers what it has found from one to the next.
#[derive(Debug)]
pub struct Solver<'t> {
    table: Option<&'t ExactTable>,
    shared: Shared,
    threads: usize,
    /// What the threads have learnt of values, between one solution and the next.
    judges: Mutex<Vec<Judge<'t>>>,
}

/// How far a proof has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveProgress {
    /// Sums that were searched.
    pub nodes: u64,
    /// Of the two questions (who wins if Black begins, if White begins), how many are answered.
    pub answered: usize,
}

/// What is known of sums of boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// If Black begins.
    pub black_first: Verdict,
    /// If White begins.
    pub white_first: Verdict,
    /// Sums that were searched for both.
    pub nodes: u64,
}

/// Who wins if one player begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The winner.
    pub winner: Color,
    /// The winning moves that were found, if who begins wins: on which board, from 0, and which.
    pub moves: Vec<(usize, Move)>,
    /// How many different sums must be looked at to be sure: one answer of the winner and all of the loser each time.
    /// `None` if they are very many, or the table has not kept them all.
    pub proof: Option<u64>,
    /// The time until the answer was there.
    pub time: Duration,
}

/// Which player begins, and what was found out.
struct Question {
    first: Color,
    answered: AtomicBool,
    answer: Mutex<Option<(bool, Duration)>>,
}

impl<'t> Solver<'t> {
    /// A solver with so many bytes for what it remembers and so many threads, which looks small regions up where a table
    /// has them.
    #[must_use]
    pub fn new(memory: usize, threads: usize, table: Option<&'t ExactTable>) -> Self {
        Self {
            table,
            shared: Shared {
                table: ProofTable::new(memory),
                stop: AtomicBool::new(false),
                nodes: AtomicU64::new(0),
            },
            threads: threads.max(1),
            judges: Mutex::new(Vec::new()),
        }
    }

    /// Saves all that is known, so that an interrupted proof can go on.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TableError> {
        self.shared.table.save(path)
    }

    /// Takes over what was saved by a solver with the same limit of memory; how many sums that were.
    ///
    /// # Errors
    /// If the file cannot be read, is not sound or was saved with another limit.
    pub fn load(&mut self, path: &Path) -> Result<u64, TableError> {
        self.shared.table.load(path)
    }

    /// Who wins boards side by side: who is to move plays on one of them, and who cannot move on any loses. The watcher hears now
    /// and then how far it is, and ends it by saying `false`.
    ///
    /// # Errors
    /// If the watcher interrupts, or the table of exact values is damaged.
    pub fn solve(
        &self,
        boards: &[Position],
        watch: &mut dyn FnMut(&Self, SolveProgress) -> bool,
    ) -> Result<Solution, TableError> {
        let begin = Instant::now();
        let before = self.shared.nodes.load(Ordering::Relaxed);
        self.shared.stop.store(false, Ordering::Relaxed);
        let mut judges = std::mem::take(&mut *lock(&self.judges));
        judges.resize_with(self.threads, || Judge::new(self.table));
        let questions = [Color::Black, Color::White].map(|first| Question {
            first,
            answered: AtomicBool::new(false),
            answer: Mutex::new(None),
        });
        let failure: Mutex<Option<TableError>> = Mutex::new(None);
        let (done, finished) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            for (number, judge) in judges.iter_mut().enumerate() {
                let (questions, failure, done) = (&questions, &failure, done.clone());
                scope.spawn(move || {
                    // Every thread begins with another question, and helps with the other one afterwards.
                    for turn in 0..questions.len() {
                        let question = &questions[(number + turn) % questions.len()];
                        let answer = self.answer(judge, boards, question, number as u64, begin);
                        if let Err(error) = answer {
                            *lock(failure) = Some(error);
                            self.shared.stop.store(true, Ordering::Relaxed);
                        }
                    }
                    drop(done);
                });
            }
            drop(done);
            // All threads have ended when nobody is left who could send.
            while finished.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                let is_answered = |question: &&Question| question.answered.load(Ordering::Relaxed);
                let progress = SolveProgress {
                    nodes: self.shared.nodes.load(Ordering::Relaxed) - before,
                    answered: questions.iter().filter(is_answered).count(),
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
        let [black, white] = questions.map(|question| {
            let answer = question
                .answer
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner);
            (question.first, answer)
        });
        let judge = &mut judges[0];
        let solution = Solution {
            black_first: self.verdict(judge, boards, black)?,
            white_first: self.verdict(judge, boards, white)?,
            nodes,
        };
        *lock(&self.judges) = judges;
        Ok(solution)
    }

    fn answer(
        &self,
        judge: &mut Judge<'t>,
        boards: &[Position],
        question: &Question,
        salt: u64,
        begin: Instant,
    ) -> Result<(), TableError> {
        if question.answered.load(Ordering::Relaxed) {
            return Ok(());
        }
        let root = node_of(judge, boards, question.first)?;
        let mut search = Search {
            judge: std::mem::replace(judge, Judge::new(None)),
            shared: &self.shared,
            answered: &question.answered,
            salt,
        };
        let wins = search.wins(&root);
        *judge = search.judge;
        if let Some(wins) = wins? {
            let mut answer = lock(&question.answer);
            answer.get_or_insert((wins, begin.elapsed()));
            question.answered.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn verdict(
        &self,
        judge: &mut Judge<'t>,
        boards: &[Position],
        (first, answer): (Color, Option<(bool, Duration)>),
    ) -> Result<Verdict, TableError> {
        let (wins, time) = answer.ok_or(TableError::Interrupted)?;
        let mut moves = Vec::new();
        if wins {
            moves = self.winning_moves(judge, boards, first)?;
            if moves.is_empty() {
                moves.extend(self.winning_move(judge, boards, first)?);
            }
        }
        let root = node_of(judge, boards, first)?;
        Ok(Verdict {
            winner: if wins { first } else { !first },
            moves,
            proof: proof::size(judge, &self.shared.table, &root)?,
            time,
        })
    }

    /// The moves that are known to win.
    fn winning_moves(
        &self,
        judge: &mut Judge<'t>,
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
                let node = node_of(judge, &after, !first)?;
                let known = proof::known(judge, &self.shared.table, &node);
                if known == Some(false) {
                    winning.push((place, mv));
                }
            }
        }
        Ok(winning)
    }

    /// A winning move, searched for: who wins can be seen of a sum without a move, and then nobody has looked for one.
    fn winning_move(
        &self,
        judge: &mut Judge<'t>,
        boards: &[Position],
        first: Color,
    ) -> Result<Option<(usize, Move)>, TableError> {
        for (place, board) in boards.iter().enumerate() {
            for mv in board.with_to_move(first).moves() {
                let answer = self.opponent_wins(judge, boards, first, (place, mv), 0)?;
                if answer == Some(false) {
                    return Ok(Some((place, mv)));
                }
            }
        }
        Ok(None)
    }
}

/// The sum of some boards for the player who begins.
fn node_of(judge: &mut Judge, boards: &[Position], first: Color) -> Result<Node, TableError> {
    let areas: Vec<Area> = boards
        .iter()
        .flat_map(|board| {
            let open = board.board() - board.burned();
            Area::parts(open, board.amazons(first), board.amazons(!first))
        })
        .collect();
    let sketch = judge.sketch(areas.into_iter(), std::iter::empty(), Number::ZERO)?;
    judge.node(sketch)
}

/// What a mutex guards; a thread that panicked with it has told so itself.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
