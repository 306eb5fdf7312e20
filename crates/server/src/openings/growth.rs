//! Lets the owner's book grow from a position, one growth at a time.
//!
//! The searches are jobs in the background of the [pool](crate::pool), so that nobody who plays or looks on waits for them. Every
//! search is on the disk before it is reported; what was asked for is written down beside, so that a growth that was cut off
//! is remembered and can go on.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use amazons::{Game, Move, Position};
use arena::folder::write_whole;
use book::{Analyst, Appraisal, Failure, Goal, Plan, PolicyName, Progress, Provenance};

use super::shelf::Shelf;
use crate::dto::analysis;
use crate::dto::book::{GrowthState, GrowthStatus, NewGrowth, Worth};
use crate::dto::position::read;
use crate::dto::problem::Refusal;
use crate::pool::{Pool, Urgency};
use crate::thinking::{Engines, Enough, StudyJob};
use crate::workplace::Workplace;

/// The positions that each search looks at unless said otherwise, as `thermodon book build` does.
const DEFAULT_NODES: u64 = 2_000;

const LEAST_NODES: u64 = 10;
const MOST_NODES: u64 = 1_000_000;
const MOST_POSITIONS: u64 = 100_000;

/// The moves that each search adds to the book.
const WIDTH: usize = 5;

/// No more searches go on at a time.
const MOST_SEARCHES: usize = 8;

/// How often the book is shown as it has become, and how far it is written down.
const PERIOD: Duration = Duration::from_secs(1);

/// Where it is written down.
const FILE: &str = "growth.json";

/// The growth of the owner's book; clones are the same one.
#[derive(Clone, Debug)]
pub struct Growth(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    pool: Arc<Pool>,
    engines: Arc<Engines>,
    shelf: Shelf,
    workplace: Workplace,
    stop: Arc<AtomicBool>,
    /// Nothing until somebody has asked.
    state: Mutex<Option<GrowthState>>,
    /// Where the last growth goes on.
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Growth {
    /// Growth by these threads.
    #[must_use]
    pub fn new(pool: Arc<Pool>, engines: Arc<Engines>, shelf: Shelf, workplace: Workplace) -> Self {
        Self(Arc::new(Shared {
            pool,
            engines,
            shelf,
            workplace,
            stop: Arc::default(),
            state: Mutex::default(),
            thread: Mutex::default(),
        }))
    }

    /// How far the last growth has come, also one of an earlier run of the program.
    #[must_use]
    pub fn state(&self) -> GrowthState {
        let mut state = self.0.lock();
        let known = state.get_or_insert_with(|| self.0.remembered());
        known.clone()
    }

    /// Begins a growth, unless one is under way.
    ///
    /// # Errors
    /// If one is, or what is asked for cannot be.
    pub fn start(&self, new: &NewGrowth) -> Result<GrowthState, Refusal> {
        let position = read(&new.fen)?;
        if !position.has_move() {
            return Err(Refusal::bad_request("the game is over in that position"));
        }
        let nodes = new.nodes.unwrap_or(DEFAULT_NODES);
        within("the positions", new.positions, 1, MOST_POSITIONS)?;
        within("the nodes", nodes, LEAST_NODES, MOST_NODES)?;
        let mut state = self.0.lock();
        if state.as_ref().is_some_and(is_under_way) {
            return Err(Refusal::conflict(
                "the book is growing already; stop that first, or wait",
            ));
        }
        self.0.stop.store(false, Ordering::Relaxed);
        let begun = state.insert(GrowthState {
            status: GrowthStatus::Growing,
            fen: position.to_text(),
            wanted: new.positions,
            nodes,
            ..GrowthState::default()
        });
        let begun = begun.clone();
        drop(state);
        self.0.write_down(&begun);
        let shared = Arc::clone(&self.0);
        let named = thread::Builder::new().name("book".to_owned());
        match named.spawn(move || shared.run(&position)) {
            Ok(thread) => *self.0.thread() = Some(thread),
            Err(error) => self.0.end(GrowthStatus::Failed, Some(error.to_string())),
        }
        Ok(self.state())
    }

    /// Waits until a growth that was stopped has ended: nobody has the book open any more.
    pub fn wait(&self) {
        let thread = self.0.thread().take();
        // Its panic was printed where it happened.
        let _ = thread.map(JoinHandle::join);
    }

    /// Ends the growth with the searches that are under way.
    pub fn stop(&self) -> GrowthState {
        self.0.stop.store(true, Ordering::Relaxed);
        let mut state = self.0.lock();
        if let Some(state) = state.as_mut()
            && state.status == GrowthStatus::Growing
        {
            state.status = GrowthStatus::Stopping;
        }
        drop(state);
        self.state()
    }
}

fn is_under_way(state: &GrowthState) -> bool {
    matches!(state.status, GrowthStatus::Growing | GrowthStatus::Stopping)
}

fn within(what: &str, number: u64, least: u64, most: u64) -> Result<(), Refusal> {
    if (least..=most).contains(&number) {
        return Ok(());
    }
    let sentence = format!("{what} must be from {least} to {most}, not {number}");
    Err(Refusal::bad_request(sentence))
}

impl Shared {
    fn run(&self, position: &Position) {
        let grown = self.grow(position);
        // A search fails when the server ends: then it was stopped, and nothing is wrong.
        let was_stopped = self.stop.load(Ordering::Relaxed);
        match grown {
            _ if was_stopped => self.end(GrowthStatus::Stopped, None),
            Ok(()) => self.end(GrowthStatus::Done, None),
            Err(sentence) => self.end(GrowthStatus::Failed, Some(sentence)),
        }
    }

    /// The error is a sentence.
    fn grow(&self, position: &Position) -> Result<(), String> {
        let (store, mut book) = self.shelf.own_to_grow()?;
        book.look_from(position);
        let (wanted, nodes) = {
            let mut state = self.lock();
            let asked = state.as_mut().map(|state| {
                // What it begins with can be looked into before the first search has ended.
                state.size = book.len() as u64;
                (state.wanted, state.nodes)
            });
            asked.unwrap_or_default()
        };
        let provenance = self.engines.provenance(nodes).to_json();
        let policy = PolicyName::Repertoire.policy();
        let plan = Plan {
            policy: policy.as_ref(),
            width: WIDTH,
            goal: Goal::Searched(book.len() + wanted as usize),
            renewals: 0,
            provenance: &provenance,
        };
        let searches = self.pool.threads().min(MOST_SEARCHES);
        let analysts = (0..searches).map(|_| self.analyst(nodes)).collect();
        let mut shown = Instant::now();
        let mut written = Instant::now();
        let built = book::build(
            &mut book,
            &plan,
            analysts,
            &self.stop,
            &mut |book, changes| {
                store.keep(book, changes)?;
                if shown.elapsed() >= PERIOD {
                    self.shelf.show(book);
                    shown = Instant::now();
                }
                Ok(())
            },
            &mut |progress| {
                let state = self.note(progress, position);
                if written.elapsed() >= PERIOD
                    && let Some(state) = state
                {
                    self.write_down(&state);
                    written = Instant::now();
                }
            },
        );
        self.shelf.show(&book);
        if let Some(state) = self.lock().as_mut() {
            state.size = book.len() as u64;
            let value = book
                .value()
                .map(|value| Worth::new(value, position.to_move()));
            state.worth = value;
        }
        built.map_err(|error| error.to_string())
    }

    fn analyst(&self, nodes: u64) -> Box<dyn Analyst> {
        Box::new(PooledAnalyst {
            pool: Arc::clone(&self.pool),
            engines: Arc::clone(&self.engines),
            nodes,
        })
    }

    fn note(&self, progress: &Progress, position: &Position) -> Option<GrowthState> {
        let mut state = self.lock();
        let state = state.as_mut()?;
        state.searched = progress.new as u64;
        state.size = progress.searched as u64;
        state.deepest = progress.deepest;
        let worth = |value| Worth::new(value, position.to_move());
        state.worth = progress.value.map(worth);
        Some(state.clone())
    }

    fn end(&self, status: GrowthStatus, failure: Option<String>) {
        let mut state = self.lock();
        let Some(ended) = state.as_mut() else { return };
        ended.status = status;
        ended.failure = failure;
        let ended = ended.clone();
        drop(state);
        self.write_down(&ended);
    }

    fn file(&self) -> Option<PathBuf> {
        Some(self.workplace.folder().ok()?.join(FILE))
    }

    /// What cannot be written down is only forgotten: the book itself is safe.
    fn write_down(&self, state: &GrowthState) {
        if let (Some(file), Ok(text)) = (self.file(), serde_json::to_vec(state)) {
            let _ = write_whole(&file, &text);
        }
    }

    fn remembered(&self) -> GrowthState {
        let bytes = self.file().and_then(|file| std::fs::read(file).ok());
        let kept = bytes.and_then(|bytes| serde_json::from_slice::<GrowthState>(&bytes).ok());
        let mut state = kept.unwrap_or_default();
        if is_under_way(&state) {
            state.status = GrowthStatus::Stopped;
        }
        state
    }

    fn thread(&self) -> MutexGuard<'_, Option<JoinHandle<()>>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// No panic can leave the state half-changed.
    fn lock(&self) -> MutexGuard<'_, Option<GrowthState>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who lets the pool's threads search when nobody else wants them.
struct PooledAnalyst {
    pool: Arc<Pool>,
    engines: Arc<Engines>,
    nodes: u64,
}

impl Analyst for PooledAnalyst {
    fn appraise(
        &mut self,
        position: &Position,
        lines: usize,
        left_out: &[Move],
    ) -> Result<Appraisal, Failure> {
        let lines = lines + left_out.len();
        let study = self
            .engines
            .study(position, lines, analysis::Analyst::Network);
        let (job, answer) = StudyJob::new(study, Enough::Nodes(self.nodes));
        self.pool.submit(Urgency::Background, job);
        let study = answer
            .blocking_recv()
            .map_err(|_| "the search was broken off")?;
        Ok(engine::appraisal(&study, lines, left_out))
    }
}

impl Engines {
    /// Who says what searches of so many positions say.
    fn provenance(&self, nodes: u64) -> Provenance {
        Provenance {
            engine: format!("Thermodon {}", env!("CARGO_PKG_VERSION")),
            weights: self.weights(),
            nodes,
            date: lab::date::now(),
        }
    }
}
