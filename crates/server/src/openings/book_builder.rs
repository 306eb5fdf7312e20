//! Builds the user's book from a position, one build at a time.
//!
//! Searches are background jobs of the [pool](crate::pool). Every search result is stored before it
//! is reported, and the state of the build is saved beside the book, so that an interrupted build
//! can be continued.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use amazons::{Game, Move, Position};
use book::{
    BookSize, BoxError, BuildConfig, BuildProgress, MoveEvaluator, PolicyKind, PositionEvaluation,
    Provenance,
};
use storage::write_atomic;

use super::books::BookStore;
use crate::analysis::{EngineFactory, SearchJob, StopCondition};
use crate::data_dir::DataDir;
use crate::dto::analysis::Searcher;
use crate::dto::book::{BookBuildState, BookBuildStatus, NewBookBuild, PositionValue};
use crate::dto::check_range;
use crate::dto::error::ApiError;
use crate::dto::position::parse_position;
use crate::pool::{Priority, WorkerPool};
use crate::sync::lock;

/// Nodes per search, as in `thermodon book build`.
const DEFAULT_NODES: u64 = 2_000;

const MIN_NODES: u64 = 10;
const MAX_NODES: u64 = 1_000_000;
const MAX_POSITIONS: u64 = 100_000;

/// Moves that an expansion adds to the book.
const MOVES_PER_POSITION: usize = 5;

/// Maximum number of parallel searches.
const MAX_PARALLEL_SEARCHES: usize = 8;

/// How often the book is published and the state is saved.
const PUBLISH_INTERVAL: Duration = Duration::from_secs(1);

/// File name of the state in the data directory.
const STATE_FILE: &str = "growth.json";

/// Handle to the book builder; clones share state.
#[derive(Clone, Debug)]
pub struct BookBuilder(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    pool: Arc<WorkerPool>,
    engines: Arc<EngineFactory>,
    books: BookStore,
    data_dir: DataDir,
    stop: Arc<AtomicBool>,
    /// `None` until it is loaded.
    state: Mutex<Option<BookBuildState>>,
    /// Thread of the last build.
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl BookBuilder {
    pub fn new(
        pool: Arc<WorkerPool>,
        engines: Arc<EngineFactory>,
        books: BookStore,
        data_dir: DataDir,
    ) -> Self {
        Self(Arc::new(Inner {
            pool,
            engines,
            books,
            data_dir,
            stop: Arc::default(),
            state: Mutex::default(),
            thread: Mutex::default(),
        }))
    }

    /// Progress of the last build, also of an earlier process.
    pub fn state(&self) -> BookBuildState {
        let mut state = self.0.lock();
        state.get_or_insert_with(|| self.0.load_state()).clone()
    }

    /// Starts a build, unless one is running.
    pub fn start(&self, new: &NewBookBuild) -> Result<BookBuildState, ApiError> {
        let position = parse_position(&new.fen)?;
        if !position.has_legal_move() {
            return Err(ApiError::bad_request("the game is over in this position"));
        }
        let nodes = new.nodes.unwrap_or(DEFAULT_NODES);
        check_range("the positions", new.positions, 1..=MAX_POSITIONS)?;
        check_range("the nodes", nodes, MIN_NODES..=MAX_NODES)?;
        let mut state = self.0.lock();
        if state.as_ref().is_some_and(is_active) {
            let message = "a book build is already running; stop it first";
            return Err(ApiError::conflict(message));
        }
        self.0.stop.store(false, Ordering::Relaxed);
        let started = BookBuildState {
            status: BookBuildStatus::Running,
            fen: position.to_text(),
            target: new.positions,
            nodes,
            ..BookBuildState::default()
        };
        *state = Some(started.clone());
        drop(state);
        self.0.save_state(&started);
        let inner = Arc::clone(&self.0);
        let builder = thread::Builder::new().name("book-build".to_owned());
        match builder.spawn(move || inner.run(&position)) {
            Ok(thread) => *lock(&self.0.thread) = Some(thread),
            Err(error) => self.0.end(BookBuildStatus::Failed, Some(error.to_string())),
        }
        Ok(self.state())
    }

    /// Waits for the end of a stopped build, after which the book is closed.
    pub fn wait(&self) {
        let thread = lock(&self.0.thread).take();
        // The panic hook has printed a panic.
        let _ = thread.map(JoinHandle::join);
    }

    /// Stops the build after its running searches.
    pub fn stop(&self) -> BookBuildState {
        self.0.stop.store(true, Ordering::Relaxed);
        if let Some(state) = self.0.lock().as_mut()
            && state.status == BookBuildStatus::Running
        {
            state.status = BookBuildStatus::Stopping;
        }
        self.state()
    }
}

fn is_active(state: &BookBuildState) -> bool {
    use BookBuildStatus::{Running, Stopping};
    matches!(state.status, Running | Stopping)
}

impl Inner {
    fn run(&self, position: &Position) {
        let result = self.build(position);
        // Searches fail when the server shuts down; the build counts as stopped then.
        let was_stopped = self.stop.load(Ordering::Relaxed);
        match result {
            _ if was_stopped => self.end(BookBuildStatus::Stopped, None),
            Ok(()) => self.end(BookBuildStatus::Finished, None),
            Err(message) => self.end(BookBuildStatus::Failed, Some(message)),
        }
    }

    fn build(&self, position: &Position) -> Result<(), String> {
        let (store, mut book) = self.books.user_book_for_building()?;
        book.set_root(position);
        let (target, nodes) = match self.lock().as_mut() {
            Some(state) => {
                state.size = book.len() as u64;
                (state.target, state.nodes)
            }
            None => (0, 0),
        };
        let provenance = Provenance {
            engine: format!("Thermodon {}", env!("CARGO_PKG_VERSION")),
            weights: self.engines.network_provenance(),
            nodes,
            date: book::timestamp(),
        };
        let provenance = provenance.to_json();
        let policy = PolicyKind::Repertoire.policy();
        let plan = BuildConfig {
            policy: policy.as_ref(),
            moves_per_node: MOVES_PER_POSITION,
            size: BookSize::Nodes(book.len() + target as usize),
            replacement_rounds: 0,
            provenance: &provenance,
        };
        let searches = self.pool.threads().min(MAX_PARALLEL_SEARCHES);
        let searchers = (0..searches).map(|_| self.searcher(nodes)).collect();
        let mut published = Instant::now();
        let mut saved = Instant::now();
        let built = book::build(
            &mut book,
            &plan,
            searchers,
            &self.stop,
            &mut |book, changes| {
                store.save(book, changes)?;
                if published.elapsed() >= PUBLISH_INTERVAL {
                    self.books.publish(book);
                    published = Instant::now();
                }
                Ok(())
            },
            &mut |progress| {
                let state = self.record_progress(progress, position);
                if saved.elapsed() >= PUBLISH_INTERVAL
                    && let Some(state) = state
                {
                    self.save_state(&state);
                    saved = Instant::now();
                }
            },
        );
        self.books.publish(&book);
        if let Some(state) = self.lock().as_mut() {
            state.size = book.len() as u64;
            let value = book.value();
            state.value = value.map(|value| PositionValue::new(value, position.to_move()));
        }
        built.map_err(|error| error.to_string())
    }

    fn searcher(&self, nodes: u64) -> Box<dyn MoveEvaluator> {
        Box::new(PooledSearcher {
            pool: Arc::clone(&self.pool),
            engines: Arc::clone(&self.engines),
            nodes,
        })
    }

    fn record_progress(
        &self,
        progress: &BuildProgress,
        position: &Position,
    ) -> Option<BookBuildState> {
        let mut state = self.lock();
        let state = state.as_mut()?;
        state.searched = progress.added as u64;
        state.size = progress.nodes as u64;
        state.max_depth = progress.max_depth;
        let value = |value| PositionValue::new(value, position.to_move());
        state.value = progress.value.map(value);
        Some(state.clone())
    }

    fn end(&self, status: BookBuildStatus, failure: Option<String>) {
        let mut state = self.lock();
        let Some(ended) = state.as_mut() else { return };
        ended.status = status;
        ended.failure = failure;
        let ended = ended.clone();
        drop(state);
        self.save_state(&ended);
    }

    fn state_file(&self) -> Option<PathBuf> {
        Some(self.data_dir.path().ok()?.join(STATE_FILE))
    }

    /// Saves the state. An error is ignored: only the progress is lost, not the book.
    fn save_state(&self, state: &BookBuildState) {
        if let (Some(file), Ok(text)) = (self.state_file(), serde_json::to_vec(state)) {
            let _ = write_atomic(&file, &text);
        }
    }

    fn load_state(&self) -> BookBuildState {
        let bytes = self.state_file().and_then(|file| std::fs::read(file).ok());
        let loaded = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let mut state: BookBuildState = loaded.unwrap_or_default();
        if is_active(&state) {
            state.status = BookBuildStatus::Stopped;
        }
        state
    }

    fn lock(&self) -> MutexGuard<'_, Option<BookBuildState>> {
        lock(&self.state)
    }
}

/// Searches with background jobs of the pool.
struct PooledSearcher {
    pool: Arc<WorkerPool>,
    engines: Arc<EngineFactory>,
    nodes: u64,
}

impl MoveEvaluator for PooledSearcher {
    fn evaluate_moves(
        &mut self,
        position: &Position,
        lines: usize,
        excluded: &[Move],
    ) -> Result<PositionEvaluation, BoxError> {
        let lines = lines + excluded.len();
        let search = self
            .engines
            .start_search(position, lines, Searcher::Network);
        let (job, result) = SearchJob::new(search, StopCondition::Nodes(self.nodes));
        self.pool.submit(Priority::Background, job);
        let study = result.blocking_recv().map_err(|_| "the search failed")?;
        Ok(engine::evaluation_from_analysis(&study, lines, excluded))
    }
}
