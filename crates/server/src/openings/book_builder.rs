//! Builds the user's book from a position, one build at a time.
//!
//! Searches are background jobs of the [pool](crate::pool). Every search result is stored before it
//! is reported, and the state of the build is saved beside the book, so that an interrupted build
//! can be continued.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use amazons::{Game, Move, Position};
use book::{
    BookSize, BoxError, BuildConfig, MoveEvaluator, PolicyKind, PositionEvaluation, Provenance,
};
use parking_lot::Mutex;
use storage::write_atomic;
use tokio::sync::oneshot::error::TryRecvError;

use super::books::BookStore;
use crate::analysis::{SearchService, StopCondition};
use crate::data_dir::DataDir;
use crate::dto::book::{BookBuildState, BookBuildStatus, NewBookBuild, PositionValue};
use crate::dto::check_range;
use crate::dto::error::{ApiError, ErrorReason};
use crate::dto::position::parse_position;
use crate::pool::Priority;

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

/// How often a search checks whether the build was stopped.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// File name of the state in the data directory.
const STATE_FILE: &str = "growth.json";

/// Builds the user's book, one build at a time.
#[derive(Debug)]
pub struct BookBuilder {
    searches: SearchService,
    books: Arc<BookStore>,
    stop: Arc<AtomicBool>,
    /// State of the last build, and the file it is saved in.
    state: Mutex<BookBuildState>,
    state_file: PathBuf,
    /// Thread of the last build.
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl BookBuilder {
    pub fn new(searches: SearchService, books: Arc<BookStore>, data_dir: &DataDir) -> Self {
        let state_file = data_dir.join(STATE_FILE);
        Self {
            searches,
            books,
            stop: Arc::default(),
            state: Mutex::new(load_state(&state_file)),
            state_file,
            thread: Mutex::default(),
        }
    }

    /// Progress of the last build, also of an earlier process.
    pub fn state(&self) -> BookBuildState {
        self.state.lock().clone()
    }

    /// Starts a build, unless one is running.
    pub fn start(self: &Arc<Self>, new: &NewBookBuild) -> Result<BookBuildState, ApiError> {
        let position = parse_position(&new.fen)?;
        if !position.has_legal_move() {
            return Err(ApiError::bad_request("the game is over in this position")
                .because(ErrorReason::GameOver));
        }
        let nodes = new.nodes.unwrap_or(DEFAULT_NODES);
        check_range("the positions", new.positions, 1..=MAX_POSITIONS)?;
        check_range("the nodes", nodes, MIN_NODES..=MAX_NODES)?;
        let mut state = self.state.lock();
        if is_active(&state) {
            let message = "a book build is already running; stop it first";
            return Err(ApiError::conflict(message).because(ErrorReason::BookBuildRunning));
        }
        self.stop.store(false, Ordering::Relaxed);
        *state = BookBuildState {
            status: BookBuildStatus::Running,
            fen: position.to_text(),
            target: new.positions,
            nodes,
            ..BookBuildState::default()
        };
        self.save(&state);
        drop(state);
        let runner = Arc::clone(self);
        let builder = thread::Builder::new().name("book-build".to_owned());
        match builder.spawn(move || runner.run(&position)) {
            Ok(thread) => *self.thread.lock() = Some(thread),
            Err(error) => self.end(BookBuildStatus::Failed, Some(error.to_string())),
        }
        Ok(self.state())
    }

    /// Waits for the end of a stopped build, after which the book is closed.
    pub fn wait(&self) {
        let thread = self.thread.lock().take();
        // The panic hook has printed a panic.
        let _ = thread.map(JoinHandle::join);
    }

    /// Stops the build. Running searches are given up.
    pub fn stop(&self) -> BookBuildState {
        self.stop.store(true, Ordering::Relaxed);
        let mut state = self.state.lock();
        if state.status == BookBuildStatus::Running {
            state.status = BookBuildStatus::Stopping;
        }
        state.clone()
    }

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
        let mut state = self.state.lock();
        state.size = book.len() as u64;
        let BookBuildState { target, nodes, .. } = *state;
        drop(state);
        let provenance = Provenance {
            engine: format!("Thermodon {}", env!("CARGO_PKG_VERSION")),
            weights: self.searches.engines.network_provenance(),
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
        let searches = self.searches.pool.threads().min(MAX_PARALLEL_SEARCHES);
        let searcher = |_| -> Box<dyn MoveEvaluator> {
            Box::new(PooledSearcher {
                searches: self.searches.clone(),
                nodes,
                stop: Arc::clone(&self.stop),
            })
        };
        let searchers = (0..searches).map(searcher).collect();
        let value = |value| PositionValue::new(value, position.to_move());
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
                let mut state = self.state.lock();
                state.searched = progress.added as u64;
                state.size = progress.nodes as u64;
                state.max_depth = progress.max_depth;
                state.value = progress.value.map(value);
                if saved.elapsed() >= PUBLISH_INTERVAL {
                    self.save(&state);
                    saved = Instant::now();
                }
            },
        );
        self.books.publish(&book);
        let mut state = self.state.lock();
        state.size = book.len() as u64;
        state.value = book.value().map(value);
        built.map_err(|error| error.to_string())
    }

    fn end(&self, status: BookBuildStatus, failure: Option<String>) {
        let mut state = self.state.lock();
        state.status = status;
        state.failure = failure;
        self.save(&state);
    }

    /// Saves the state. An error is ignored: only the progress is lost, not the book.
    fn save(&self, state: &BookBuildState) {
        if let Ok(text) = serde_json::to_vec(state) {
            let _ = write_atomic(&self.state_file, &text);
        }
    }
}

/// Loads the state of an earlier process, which has stopped its build.
fn load_state(file: &Path) -> BookBuildState {
    let bytes = std::fs::read(file).ok();
    let loaded = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let mut state: BookBuildState = loaded.unwrap_or_default();
    if is_active(&state) {
        state.status = BookBuildStatus::Stopped;
    }
    state
}

fn is_active(state: &BookBuildState) -> bool {
    use BookBuildStatus::{Running, Stopping};
    matches!(state.status, Running | Stopping)
}

/// Searches with background jobs of the pool.
struct PooledSearcher {
    searches: SearchService,
    nodes: u64,
    /// Whether the build was stopped.
    stop: Arc<AtomicBool>,
}

impl MoveEvaluator for PooledSearcher {
    fn evaluate_moves(
        &mut self,
        position: &Position,
        lines: usize,
        excluded: &[Move],
    ) -> Result<PositionEvaluation, BoxError> {
        let lines = lines + excluded.len();
        let stop = StopCondition::Nodes(self.nodes);
        let searches = &self.searches;
        let mut result = searches.search(position, lines, stop, Priority::Background);
        let study = loop {
            match result.try_recv() {
                Ok(study) => break study,
                Err(TryRecvError::Closed) => return Err("the search failed".into()),
                // Dropping the receiver ends the search.
                Err(TryRecvError::Empty) if self.stop.load(Ordering::Relaxed) => {
                    return Err("the search was stopped".into());
                }
                Err(TryRecvError::Empty) => thread::sleep(STOP_CHECK_INTERVAL),
            }
        };
        Ok(engine::evaluation_from_analysis(&study, lines, excluded))
    }
}
