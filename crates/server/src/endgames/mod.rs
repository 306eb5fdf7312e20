//! Endgame analyses and puzzles.
//!
//! They run on threads of their own beside the worker pool, a few at a time. An analysis ends when
//! its request is dropped or its time is up; the result is what is known by then.

mod to_dto;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use amazons::{Game as _, Position};
use endgame::{
    AnalysisLimits, EndgameReport, ExactAnalyzer, SolverLimits, TableError, ValueLimits,
    ValueTable, default_dir,
};
use engine::puzzles;
use parking_lot::Mutex;
use tokio::sync::Semaphore;

use crate::dto::endgame::{EndgameAnalysis, Puzzle, PuzzleQuery};
use crate::dto::error::{ApiError, ErrorReason};
use crate::dto::move_strings;
use crate::sync::run_blocking;

/// Limits of values and sums: some seconds and some hundred megabytes on the hardest boards.
const ANALYSIS_LIMITS: AnalysisLimits = AnalysisLimits {
    max_empty_squares: 12,
    value_limits: ValueLimits {
        max_regions: 100_000,
        max_forms: 1_000_000,
    },
    max_nodes_per_query: 50_000,
    max_nodes: 2_000_000,
    fill_steps: 2_000,
};

/// Size of the search's transposition table.
const TABLE_BYTES: usize = 32 << 20;

/// Search time for the winner, if values do not prove one.
const DEFAULT_SEARCH_TIME: Duration = Duration::from_secs(1);

/// Time limit of an analysis; best play may be cut short.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(15);

/// Time limit of region values and sums.
const VALUE_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum number of analyses running or queued.
const MAX_QUEUED: usize = 32;

/// Maximum number of cached analyses.
const MAX_CACHED: usize = 256;

/// The user's table of exact values, opened at first use; `None` if it is missing or invalid.
static EXACT_TABLE: LazyLock<Option<ValueTable>> = LazyLock::new(|| {
    let table = ValueTable::open(&default_dir()?).ok()?;
    (table.max_size() > 0).then_some(table)
});

/// Analyzes endgames and generates puzzles.
#[derive(Debug)]
pub struct EndgameService {
    running: Arc<Semaphore>,
    queued: Arc<Semaphore>,
    cache: Mutex<HashMap<(Position, Duration), EndgameAnalysis>>,
}

impl EndgameService {
    /// Runs up to half as many analyses as there are search threads.
    pub fn new(threads: usize) -> Self {
        Self {
            running: Arc::new(Semaphore::new((threads / 2).max(1))),
            queued: Arc::new(Semaphore::new(MAX_QUEUED)),
            cache: Mutex::default(),
        }
    }

    /// Analyzes a position.
    pub async fn analyze(
        &self,
        position: Position,
        seconds: Option<f64>,
    ) -> Result<EndgameAnalysis, ApiError> {
        let time = seconds.map_or(DEFAULT_SEARCH_TIME, Duration::from_secs_f64);
        let key = (position, time);
        if let Some(cached) = self.cache.lock().get(&key) {
            return Ok(cached.clone());
        }
        let guard = CancelOnDrop::default();
        let cancelled = Arc::clone(&guard.0);
        let analysis = self
            .run_queued(move || analyze(&position, time, &cancelled).map_err(ApiError::internal))
            .await?;
        let mut cache = self.cache.lock();
        if cache.len() >= MAX_CACHED {
            cache.clear();
        }
        cache.insert(key, analysis.clone());
        Ok(analysis)
    }

    /// Generates a puzzle.
    pub async fn puzzle(&self, query: PuzzleQuery) -> Result<Puzzle, ApiError> {
        let PuzzleQuery { difficulty, seed } = query;
        self.run_queued(move || {
            let puzzle = puzzles::Puzzle::generate(difficulty.into(), seed)
                .ok_or_else(|| ApiError::not_found(format!("puzzle {seed} does not exist")))?;
            let position = puzzle.position;
            Ok(Puzzle {
                difficulty,
                seed,
                fen: position.to_text(),
                to_move: position.to_move().into(),
                moves: position.move_count(),
                winning_moves: move_strings(&puzzle.solutions),
            })
        })
        .await
    }

    /// Runs blocking work when a permit is free.
    async fn run_queued<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _queued = Arc::clone(&self.queued).try_acquire_owned().map_err(|_| {
            let message =
                format!("limit of {MAX_QUEUED} endgame analyses reached; try again later");
            let max = MAX_QUEUED;
            ApiError::too_many_requests(message).because(ErrorReason::TooManyEndgames { max })
        })?;
        let permit = Arc::clone(&self.running).acquire_owned().await;
        run_blocking(move || {
            let _permit = permit;
            work()
        })
        .await
    }
}

/// Sets a flag when the request is dropped.
#[derive(Debug, Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn analyze(
    position: &Position,
    time: Duration,
    cancelled: &AtomicBool,
) -> Result<EndgameAnalysis, TableError> {
    let table = EXACT_TABLE.as_ref();
    match analyze_with(table, position, time, cancelled) {
        // A corrupt table is ignored.
        Err(_) if table.is_some() => analyze_with(None, position, time, cancelled),
        result => result,
    }
}

fn analyze_with(
    table: Option<&ValueTable>,
    position: &Position,
    time: Duration,
    cancelled: &AtomicBool,
) -> Result<EndgameAnalysis, TableError> {
    let mut analyzer = ExactAnalyzer::new(table, ANALYSIS_LIMITS);
    let limits = SolverLimits {
        time,
        memory: TABLE_BYTES,
        threads: 1,
    };
    let start = Instant::now();
    analyzer.set_deadline(start + VALUE_TIMEOUT);
    let deadline = start + TOTAL_TIMEOUT;
    let go_on = &mut |_| !cancelled.load(Ordering::Relaxed) && Instant::now() < deadline;
    let boards = std::slice::from_ref(position);
    let first = position.to_move();
    let report = EndgameReport::new(&mut analyzer, table, boards, first, limits, go_on)?;
    to_dto::to_dto(&mut analyzer, &report)
}
