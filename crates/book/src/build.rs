//! Building a book: a policy selects positions, worker threads search them.

use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use amazons::{Move, Position};
use parking_lot::Mutex;
use search::Value;
use thiserror::Error;

use crate::graph::{Book, BookError};
use crate::key::BookKey;
use crate::node::PositionEvaluation;
use crate::policy::{ExpansionTarget, Policy};

/// Error of a [`MoveEvaluator`] or of saving.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Evaluates the moves of a position.
pub trait MoveEvaluator: Send {
    /// Evaluates the best moves, at most `multipv`, except those `excluded`.
    ///
    /// # Errors
    /// If the search fails.
    fn evaluate_moves(
        &mut self,
        position: &Position,
        multipv: usize,
        excluded: &[Move],
    ) -> Result<PositionEvaluation, BoxError>;
}

/// Parameters of [`build`].
#[derive(Clone, Copy, Debug)]
pub struct BuildConfig<'a> {
    /// Selects positions.
    pub policy: &'a dyn Policy,
    /// Number of moves that a search adds: the paper's k.
    pub moves_per_node: usize,
    /// Size to reach.
    pub size: BookSize,
    /// Rounds in which a full book replaces its least needed tenth.
    pub replacement_rounds: usize,
    /// Provenance of the searches, in stored form.
    pub provenance: &'a str,
}

/// Size of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookSize {
    /// Number of nodes.
    Nodes(usize),
    /// Number of positions, expanded or not, as papers count.
    Positions(usize),
}

impl BookSize {
    fn is_reached(self, book: &Book) -> bool {
        match self {
            Self::Nodes(count) => book.len() >= count,
            Self::Positions(count) => book.position_count() >= count,
        }
    }

    /// Number of searches that may still start.
    fn remaining(self, book: &Book, in_progress: usize) -> usize {
        match self {
            Self::Nodes(count) => count.saturating_sub(book.len() + in_progress),
            Self::Positions(_) if self.is_reached(book) => 0,
            Self::Positions(_) => usize::MAX,
        }
    }
}

impl fmt::Display for BookSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(count) => write!(f, "{count} searched positions"),
            Self::Positions(count) => write!(f, "{count} positions"),
        }
    }
}

/// Progress of [`build`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BuildProgress {
    /// Number of nodes.
    pub nodes: usize,
    /// Searches of this run.
    pub added: usize,
    /// Depth of the last search.
    pub depth: u32,
    /// Maximum depth of this run.
    pub max_depth: u32,
    /// Value of the root.
    pub value: Option<Value>,
}

/// Changes to a book since it was last saved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BookChanges {
    /// New or changed nodes.
    pub updated: Vec<BookKey>,
    /// Removed nodes.
    pub removed: Vec<BookKey>,
}

/// Error of [`build`].
#[derive(Debug, Error)]
pub enum BuildError {
    /// A search failed.
    #[error("a search failed: {0}")]
    Search(BoxError),
    /// A search returned an invalid result.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The book cannot be saved.
    #[error("{0}")]
    Save(BoxError),
}

/// Builds the book until it has the requested size, the policy has no more targets, or `stop` is
/// set. One thread per evaluator. `save` must make the changes durable; progress is reported
/// afterwards.
///
/// # Errors
/// If a search fails or the book cannot be saved.
pub fn build(
    book: &mut Book,
    config: &BuildConfig<'_>,
    evaluators: Vec<Box<dyn MoveEvaluator>>,
    stop: &AtomicBool,
    save: &mut dyn FnMut(&Book, &BookChanges) -> Result<(), BoxError>,
    report: &mut dyn FnMut(&BuildProgress),
) -> Result<(), BuildError> {
    let threads = evaluators.len();
    let (jobs, queue) = mpsc::channel();
    let queue = Mutex::new(queue);
    let (result_sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for mut evaluator in evaluators {
            let (queue, result_sender) = (&queue, result_sender.clone());
            scope.spawn(move || work(evaluator.as_mut(), queue, &result_sender, stop));
        }
        drop(result_sender);
        let mut builder = BookBuilder {
            book,
            config,
            threads,
            jobs: Some(jobs),
            in_progress: HashSet::new(),
            replacement_rounds: config.replacement_rounds,
            progress: BuildProgress::default(),
        };
        builder.run(&results, stop, save, report)
        // Dropping the builder closes the queue, which ends the threads.
    })
}

/// A target with the moves that the book already has there.
struct SearchJob {
    target: ExpansionTarget,
    excluded: Vec<Move>,
    multipv: usize,
}

type JobResult = (ExpansionTarget, Result<PositionEvaluation, BoxError>);

/// Body of a worker thread.
fn work(
    evaluator: &mut dyn MoveEvaluator,
    queue: &Mutex<Receiver<SearchJob>>,
    results: &Sender<JobResult>,
    stop: &AtomicBool,
) {
    loop {
        // Released before the search.
        let job = queue.lock().recv();
        let Ok(job) = job else {
            return;
        };
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let evaluation = evaluator.evaluate_moves(&job.target.position, job.multipv, &job.excluded);
        // Evaluators may give up a search when stopped.
        if evaluation.is_err() && stop.load(Ordering::Relaxed) {
            return;
        }
        if results.send((job.target, evaluation)).is_err() {
            return;
        }
    }
}

struct BookBuilder<'a, 'c> {
    book: &'a mut Book,
    config: &'a BuildConfig<'c>,
    threads: usize,
    /// Closed when stopped.
    jobs: Option<Sender<SearchJob>>,
    in_progress: HashSet<BookKey>,
    replacement_rounds: usize,
    progress: BuildProgress,
}

impl BookBuilder<'_, '_> {
    fn run(
        &mut self,
        results: &Receiver<JobResult>,
        stop: &AtomicBool,
        save: &mut dyn FnMut(&Book, &BookChanges) -> Result<(), BoxError>,
        report: &mut dyn FnMut(&BuildProgress),
    ) -> Result<(), BuildError> {
        let provenance = self.book.intern_provenance(self.config.provenance);
        loop {
            if stop.load(Ordering::Relaxed) {
                // Queued jobs are dropped; searches that end are still added.
                self.jobs = None;
            } else if self.in_progress.len() <= self.threads.saturating_sub(1) {
                self.dispatch();
            }
            if self.in_progress.is_empty() && self.jobs.is_some() {
                let changes = self.replace_least_needed();
                if changes.removed.is_empty() {
                    return Ok(());
                }
                save(self.book, &changes).map_err(BuildError::Save)?;
                continue;
            }
            // Disconnected once all threads have stopped.
            let Ok(first) = results.recv() else {
                return Ok(());
            };
            let mut changes = BookChanges::default();
            // All available results are saved in one transaction.
            for (target, evaluation) in std::iter::once(first).chain(results.try_iter()) {
                self.in_progress.remove(&target.key);
                let evaluation = evaluation.map_err(BuildError::Search)?;
                self.add_result(&target, &evaluation, provenance, &mut changes)?;
            }
            save(self.book, &changes).map_err(BuildError::Save)?;
            report(&self.progress);
        }
    }

    /// Queues enough jobs to keep all threads busy until the next call.
    fn dispatch(&mut self) {
        let queue_length = match self.threads {
            1 => 1,
            threads => 2 * threads,
        };
        let running = self.in_progress.len();
        let remaining = self.config.size.remaining(self.book, running);
        let count = queue_length.saturating_sub(running).min(remaining);
        if count == 0 {
            return;
        }
        let policy = self.config.policy;
        for target in policy.select(self.book, &self.in_progress, count) {
            let excluded = self.book.node(&target.key).map_or_else(Vec::new, |node| {
                node.moves().iter().map(|book_move| book_move.mv).collect()
            });
            let moves = self.config.moves_per_node + usize::from(policy.needs_deviation());
            // Symmetric images of a move count as one.
            let multipv = moves * symmetry_count(&target.position);
            let job = SearchJob {
                target,
                excluded,
                multipv,
            };
            let jobs = self.jobs.as_ref();
            if jobs.is_some_and(|jobs| jobs.send(job).is_ok()) {
                self.in_progress.insert(target.key);
            }
        }
    }

    fn add_result(
        &mut self,
        target: &ExpansionTarget,
        evaluation: &PositionEvaluation,
        provenance: u32,
        changes: &mut BookChanges,
    ) -> Result<(), BookError> {
        let key = self.book.insert_evaluation(
            &target.position,
            evaluation,
            self.config.moves_per_node,
            self.config.policy.needs_deviation(),
            provenance,
        )?;
        changes.updated.push(key);
        let depth = self.book.depth(&target.position);
        self.progress = BuildProgress {
            nodes: self.book.len(),
            added: self.progress.added + 1,
            depth,
            max_depth: self.progress.max_depth.max(depth),
            value: self.book.value(),
        };
        Ok(())
    }

    /// Prunes the least needed tenth of a full book, if a replacement round is left.
    fn replace_least_needed(&mut self) -> BookChanges {
        let mut changes = BookChanges::default();
        if self.replacement_rounds == 0 || !self.config.size.is_reached(self.book) {
            return changes;
        }
        self.replacement_rounds -= 1;
        let count = (self.book.len() / 10).max(1);
        for key in self.config.policy.least_needed(self.book, count) {
            let parents = self.book.parents(&key).to_vec();
            let removed = self.book.prune_node(&key);
            if !removed.is_empty() {
                changes.updated.extend(parents);
                changes.removed.extend(removed);
            }
        }
        let removed: HashSet<BookKey> = changes.removed.iter().copied().collect();
        changes.updated.retain(|key| !removed.contains(key));
        changes
    }
}

/// Number of board symmetries that map a position to itself.
fn symmetry_count(position: &Position) -> usize {
    let view = |symmetry| amazons::Transform {
        size: position.size(),
        symmetry,
        swaps_colors: false,
    };
    let is_fixed = |symmetry: &&amazons::Symmetry| view(**symmetry).apply(position) == *position;
    amazons::Symmetry::ALL.iter().filter(is_fixed).count()
}
