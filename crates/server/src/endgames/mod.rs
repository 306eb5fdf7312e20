//! Endgames explained (what each region is worth, who is ahead, how both play best) and set as puzzles.
//!
//! The work is done beside the threads that think, a few positions at a time, and ends when nobody waits for it any more
//! or its time is up: what is known by then is told.

mod report;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use amazons::{Game as _, Position};
use endgame::{
    AnalysisLimits, EndgameReport, ExactAnalyzer, SolverLimits, TableError, ValueLimits,
    ValueTable, default_dir,
};
use engine::puzzles;
use tokio::sync::Semaphore;

use crate::dto::endgame::Endgame;
use crate::dto::lessons::{Puzzle, PuzzleChoice};
use crate::dto::problem::Refusal;

/// What values and sums may cost: for the hardest boards some seconds, and some hundred megabytes.
const LIMITS: AnalysisLimits = AnalysisLimits {
    max_empty_squares: 12,
    value_limits: ValueLimits {
        max_regions: 100_000,
        max_forms: 1_000_000,
    },
    max_nodes_per_query: 50_000,
    max_nodes: 2_000_000,
    fill_steps: 2_000,
};

/// The bytes that a search may remember its sums in.
const MEMORY: usize = 32 << 20;

/// The search for who wins, unless said otherwise.
const SEARCH: Duration = Duration::from_secs(1);

/// After so long, what is known is told; the playing to the end may be cut short by it.
const LONGEST: Duration = Duration::from_secs(15);

/// After so long, what a region is worth is no longer worked out, nor who wins a sum.
const LONGEST_VALUES: Duration = Duration::from_secs(5);

/// So many may wait for their turn.
const MOST_WAITING: usize = 32;

/// So many answers are remembered.
const MOST_KNOWN: usize = 256;

/// The user's table of exact values, if there is a sound one. Opened when it is first asked for, and kept.
static TABLE: LazyLock<Option<ValueTable>> = LazyLock::new(|| {
    let table = ValueTable::open(&default_dir()?).ok()?;
    (table.max_size() > 0).then_some(table)
});

/// Explains endgames, and makes puzzles of them.
#[derive(Debug)]
pub struct Endgames {
    turns: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    known: Mutex<HashMap<(Position, Duration), Arc<Endgame>>>,
}

impl Endgames {
    /// So many at once; half of the threads that think, since those go on beside.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self {
            turns: Arc::new(Semaphore::new((threads / 2).max(1))),
            waiting: Arc::new(Semaphore::new(MOST_WAITING)),
            known: Mutex::default(),
        }
    }

    /// What is known of a position.
    ///
    /// # Errors
    /// If too many wait already.
    pub async fn explain(
        &self,
        position: Position,
        seconds: Option<f64>,
    ) -> Result<Arc<Endgame>, Refusal> {
        let time = seconds.map_or(SEARCH, Duration::from_secs_f64);
        let key = (position, time);
        if let Some(known) = self.lock().get(&key) {
            return Ok(Arc::clone(known));
        }
        // Who no longer waits for the answer drops this, and with it goes the work.
        let wanted = Wanted::default();
        let is_unwanted = Arc::clone(&wanted.0);
        let explained = self
            .in_turn(move || explain(&position, time, &is_unwanted))
            .await?
            .map_err(Refusal::failure)?;
        let explained = Arc::new(explained);
        let mut known = self.lock();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(key, Arc::clone(&explained));
        Ok(explained)
    }

    /// A puzzle.
    ///
    /// # Errors
    /// If there is none of that number, or too many wait already.
    pub async fn puzzle(&self, choice: PuzzleChoice) -> Result<Puzzle, Refusal> {
        let PuzzleChoice { difficulty, seed } = choice;
        let made = self
            .in_turn(move || puzzles::Puzzle::new(difficulty.into(), seed))
            .await?;
        let puzzle =
            made.ok_or_else(|| Refusal::not_found(format!("there is no puzzle {seed}")))?;
        let position = puzzle.position;
        Ok(Puzzle {
            difficulty,
            seed,
            fen: position.to_text(),
            to_move: position.to_move().into(),
            moves: position.move_count(),
            winning_moves: puzzle.winning.iter().map(ToString::to_string).collect(),
        })
    }

    /// Does what takes a while where nobody else has to wait for it, when its turn comes.
    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let _place = Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| {
            Refusal::too_many(format!(
                "{MOST_WAITING} endgames are being worked out, and no more may be at once"
            ))
        })?;
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let task = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        task.await
            .map_err(|error| Refusal::failure(format!("the endgame was not worked out: {error}")))
    }

    /// No panic can leave the map half-changed.
    fn lock(&self) -> MutexGuard<'_, HashMap<(Position, Duration), Arc<Endgame>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// True in the other's hands once this is dropped.
#[derive(Debug, Default)]
struct Wanted(Arc<AtomicBool>);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn explain(
    position: &Position,
    time: Duration,
    is_unwanted: &AtomicBool,
) -> Result<Endgame, TableError> {
    let looked_up = TABLE.as_ref();
    match account(position, time, looked_up, is_unwanted) {
        // What is damaged is as if it were not there.
        Err(_) if looked_up.is_some() => account(position, time, None, is_unwanted),
        explained => explained,
    }
}

fn account(
    position: &Position,
    time: Duration,
    table: Option<&ValueTable>,
    is_unwanted: &AtomicBool,
) -> Result<Endgame, TableError> {
    let mut reckoner = ExactAnalyzer::new(table, LIMITS);
    let limits = SolverLimits {
        time,
        memory: MEMORY,
        threads: 1,
    };
    let begin = Instant::now();
    reckoner.set_deadline(begin + LONGEST_VALUES);
    let end = begin + LONGEST;
    let watch = &mut |_| !is_unwanted.load(Ordering::Relaxed) && Instant::now() < end;
    let boards = std::slice::from_ref(position);
    let first = position.to_move();
    let account = EndgameReport::new(&mut reckoner, table, boards, first, limits, watch)?;
    report::report(&mut reckoner, &account)
}
