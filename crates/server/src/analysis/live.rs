//! Live analysis: searches that run while clients watch.
//!
//! Clients of the same position and settings share one search. Without clients it is paused, and
//! evicted when memory runs short.

use std::collections::HashMap;
use std::sync::Arc;

use amazons::Position;
use engine::{AnalysisSlice, IncrementalAnalysis};
use parking_lot::Mutex;
use tokio::sync::watch;

use super::{EngineFactory, SearchService};
use crate::dto::analysis::{Analysis, Searcher};
use crate::dto::error::ApiError;
use crate::pool::{Job, JobStatus, Priority, TimeSlice, WorkerPool};

/// Position and settings of a live analysis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnalysisKey {
    pub position: Position,
    pub lines: usize,
    pub searcher: Searcher,
}

/// Result of a live analysis so far.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisUpdate {
    pub analysis: Analysis,
    /// Whether the search has ended.
    pub is_final: bool,
}

/// The latest update, or why the analysis failed; `None` before the first.
pub type LatestUpdate = Option<Arc<Result<AnalysisUpdate, ApiError>>>;

/// Maximum number of idle searches kept, whatever memory they use.
const MAX_IDLE_SEARCHES: usize = 64;

/// All live analyses.
#[derive(Debug)]
pub struct LiveAnalysis {
    pool: Arc<WorkerPool>,
    engines: Arc<EngineFactory>,
    /// Memory limit of all search trees together; a time slice may exceed it.
    max_bytes: usize,
    searches: Mutex<Searches>,
}

#[derive(Debug, Default)]
struct Searches {
    by_key: HashMap<AnalysisKey, SharedSearch>,
    /// Memory of all search trees.
    bytes: usize,
    /// Number of time slices so far: the clock of `last_used`.
    tick: u64,
}

/// A search and its subscribers.
#[derive(Debug)]
struct SharedSearch {
    updates: watch::Sender<LatestUpdate>,
    /// The search, unless a job has it.
    paused: Option<IncrementalAnalysis>,
    bytes: usize,
    /// Tick of the last time slice.
    last_used: u64,
}

impl LiveAnalysis {
    pub fn new(searches: SearchService, max_bytes: usize) -> Self {
        let SearchService { pool, engines } = searches;
        Self {
            pool,
            engines,
            max_bytes,
            searches: Mutex::default(),
        }
    }

    /// Subscribes to the analysis of a position, which runs until all receivers are dropped.
    pub fn subscribe(self: &Arc<Self>, key: AnalysisKey) -> watch::Receiver<LatestUpdate> {
        let mut searches = self.searches.lock();
        let start = || {
            let engines = &self.engines;
            engines.start_search(&key.position, key.lines, key.searcher)
        };
        let shared = searches.by_key.entry(key).or_insert_with(|| SharedSearch {
            updates: watch::Sender::new(None),
            paused: Some(start()),
            bytes: 0,
            last_used: 0,
        });
        let receiver = shared.updates.subscribe();
        let has_update = shared.updates.borrow().is_some();
        let search = shared
            .paused
            .take_if(|search| !search.is_finished() || !has_update);
        // A closed pool drops the job, which takes the lock.
        drop(searches);
        if search.is_some() {
            let job = LiveJob {
                owner: Arc::clone(self),
                key,
                search,
            };
            self.pool.submit(Priority::Live, job);
        }
        receiver
    }

    /// Memory of all search trees in bytes.
    pub fn bytes(&self) -> usize {
        self.searches.lock().bytes
    }

    /// Number of searches, and how many of them are paused.
    pub fn counts(&self) -> (usize, usize) {
        let searches = self.searches.lock();
        let all = searches.by_key.values();
        let paused = all.filter(|shared| shared.paused.is_some());
        (searches.by_key.len(), paused.count())
    }
}

impl Searches {
    /// Records the memory of a search and evicts idle searches, the least recently used first,
    /// until the limit is met. Returns whether the search exceeds its share of the memory.
    fn evict_idle(&mut self, key: &AnalysisKey, bytes: usize, max_bytes: usize) -> bool {
        self.tick += 1;
        if let Some(shared) = self.by_key.get_mut(key) {
            self.bytes = self.bytes - shared.bytes + bytes;
            shared.bytes = bytes;
            shared.last_used = self.tick;
        }
        let all = self.by_key.iter();
        let mut idle: Vec<(u64, AnalysisKey)> = all
            .filter(|(_, shared)| shared.is_idle())
            .map(|(key, shared)| (shared.last_used, *key))
            .collect();
        let active = (self.by_key.len() - idle.len()).max(1);
        idle.sort_unstable_by_key(|&(last_used, _)| std::cmp::Reverse(last_used));
        while self.bytes > max_bytes || idle.len() > MAX_IDLE_SEARCHES {
            let Some((_, oldest)) = idle.pop() else {
                break;
            };
            self.remove(&oldest);
        }
        self.bytes > max_bytes && bytes > max_bytes / active
    }

    fn remove(&mut self, key: &AnalysisKey) {
        if let Some(shared) = self.by_key.remove(key) {
            self.bytes -= shared.bytes;
        }
    }
}

impl SharedSearch {
    /// Whether it has neither subscribers nor a job.
    fn is_idle(&self) -> bool {
        self.paused.is_some() && self.updates.receiver_count() == 0
    }
}

/// Job of one live analysis.
struct LiveJob {
    owner: Arc<LiveAnalysis>,
    key: AnalysisKey,
    /// `None` after it was paused.
    search: Option<IncrementalAnalysis>,
}

impl LiveJob {
    /// Pauses the search if all subscribers have left since its last slice. Returns whether it
    /// did.
    fn pause_if_unwatched(&mut self) -> bool {
        let mut searches = self.owner.searches.lock();
        let Some(shared) = searches.by_key.get_mut(&self.key) else {
            return false;
        };
        let is_unwatched = shared.updates.receiver_count() == 0;
        if is_unwatched {
            shared.paused = self.search.take();
        }
        is_unwatched
    }
}

impl Job for LiveJob {
    fn run_slice(&mut self, slice: TimeSlice) -> JobStatus {
        if self.pause_if_unwatched() {
            return JobStatus::Finished;
        }
        let Some(search) = &mut self.search else {
            return JobStatus::Finished;
        };
        search.advance(AnalysisSlice {
            time: slice.time,
            nodes: slice.nodes,
            threads: slice.threads,
        });
        let (key, max_bytes) = (&self.key, self.owner.max_bytes);
        let mut searches = self.owner.searches.lock();
        // A search beyond its share of the memory ends, so that others can grow.
        let is_over_share = searches.evict_idle(key, search.memory_bytes(), max_bytes);
        let is_final = is_over_share || search.is_finished();
        if is_final {
            // Frees the tree.
            search.release_memory();
            searches.evict_idle(key, search.memory_bytes(), max_bytes);
        }
        // Converted without the lock.
        drop(searches);
        let update = AnalysisUpdate {
            analysis: Analysis::new(search.analysis()),
            is_final,
        };
        let mut searches = self.owner.searches.lock();
        let Some(shared) = searches.by_key.get_mut(&self.key) else {
            return JobStatus::Finished;
        };
        shared.updates.send_replace(Some(Arc::new(Ok(update))));
        if is_final || shared.updates.receiver_count() == 0 {
            shared.paused = self.search.take();
            return JobStatus::Finished;
        }
        JobStatus::Unfinished
    }
}

impl Drop for LiveJob {
    /// A job that still has its search has panicked, or the pool was closed: its entry is removed,
    /// which ends the subscriptions.
    fn drop(&mut self) {
        if self.search.is_some() {
            self.owner.searches.lock().remove(&self.key);
        }
    }
}
