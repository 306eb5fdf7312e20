//! Growing a book: a policy says where, searches on several threads say what is there.

use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use amazons::{Move, Position};
use search::Value;
use thiserror::Error;

use crate::graph::{Book, BookError};
use crate::key::Key;
use crate::node::Appraisal;
use crate::policy::{Policy, Target};

/// Why a search failed, in the words of whoever searches.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Somebody who can say what the moves of a position are worth.
pub trait Analyst: Send {
    /// The best moves, at most so many, without those that are left out.
    ///
    /// # Errors
    /// If it cannot search.
    fn appraise(
        &mut self,
        position: &Position,
        lines: usize,
        left_out: &[Move],
    ) -> Result<Appraisal, Failure>;
}

/// How a book is to grow.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// Where.
    pub policy: &'a dyn Policy,
    /// The moves that each search adds: the paper's k.
    pub width: usize,
    /// When it is large enough.
    pub goal: Goal,
    /// How often a full book may give the places of a tenth of its positions to others.
    pub renewals: usize,
    /// Who searches, with what, how long and when.
    pub provenance: &'a str,
}

/// How large a book is to become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// So many positions that were searched.
    Searched(usize),
    /// So many positions, with those that were not searched: as papers count.
    Positions(usize),
}

impl Goal {
    fn is_reached(self, book: &Book) -> bool {
        match self {
            Self::Searched(count) => book.len() >= count,
            Self::Positions(count) => book.position_count() >= count,
        }
    }

    /// How many more searches may begin, while some are under way.
    fn room(self, book: &Book, under_way: usize) -> usize {
        match self {
            Self::Searched(count) => count.saturating_sub(book.len() + under_way),
            Self::Positions(_) if self.is_reached(book) => 0,
            Self::Positions(_) => usize::MAX,
        }
    }
}

/// How far a book has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions that were searched.
    pub searched: usize,
    /// Those of them that this run has searched.
    pub new: usize,
    /// How deep the last search lay.
    pub depth: u32,
    /// The deepest search of this run.
    pub deepest: u32,
    /// The root's value.
    pub value: Option<Value>,
}

/// What has changed in a book since it was last kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Nodes that are new or different.
    pub written: Vec<Key>,
    /// Nodes that are gone.
    pub gone: Vec<Key>,
}

/// Why a book stopped growing.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A search failed.
    #[error("a search failed: {0}")]
    Search(Failure),
    /// A search answered nonsense.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The book cannot be kept.
    #[error("{0}")]
    Keeping(Failure),
}

/// Lets a book grow until it is large enough, nothing is left to find, or somebody stops it. Each analyst has a thread of its own. `keep` puts what has
/// changed in a safe place, and only what is there is reported.
///
/// # Errors
/// If a search fails or the book cannot be kept.
pub fn build(
    book: &mut Book,
    plan: &Plan<'_>,
    analysts: Vec<Box<dyn Analyst>>,
    stop: &AtomicBool,
    keep: &mut dyn FnMut(&Book, &Changes) -> Result<(), Failure>,
    report: &mut dyn FnMut(&Progress),
) -> Result<(), BuildError> {
    let threads = analysts.len();
    let (tasks, waiting) = mpsc::channel();
    let waiting = Mutex::new(waiting);
    let (answers, answered) = mpsc::channel();
    thread::scope(|scope| {
        for mut analyst in analysts {
            let (waiting, answers) = (&waiting, answers.clone());
            scope.spawn(move || work(analyst.as_mut(), waiting, &answers, stop));
        }
        drop(answers);
        let mut growth = Growth {
            book,
            plan,
            threads,
            tasks: Some(tasks),
            under_way: HashSet::new(),
            renewals: plan.renewals,
            progress: None,
            new: 0,
            deepest: 0,
        };
        growth.run(&answered, stop, keep, report)
        // The tasks are dropped with the growth, and so the threads end.
    })
}

/// A target with the moves that the book has there already.
struct Task {
    target: Target,
    known: Vec<Move>,
    lines: usize,
}

type Answered = (Target, Result<Appraisal, Failure>);

fn work(
    analyst: &mut dyn Analyst,
    waiting: &Mutex<Receiver<Task>>,
    answers: &Sender<Answered>,
    stop: &AtomicBool,
) {
    loop {
        // A poisoned queue is as good as any: nothing is half-done in it.
        let task = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok(Task {
            target,
            known,
            lines,
        }) = task
        else {
            return;
        };
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let appraisal = analyst.appraise(&target.position, lines, &known);
        if answers.send((target, appraisal)).is_err() {
            return;
        }
    }
}

struct Growth<'a, 'p> {
    book: &'a mut Book,
    plan: &'a Plan<'p>,
    threads: usize,
    tasks: Option<Sender<Task>>,
    under_way: HashSet<Key>,
    renewals: usize,
    progress: Option<Progress>,
    new: usize,
    deepest: u32,
}

impl Growth<'_, '_> {
    fn run(
        &mut self,
        answered: &Receiver<Answered>,
        stop: &AtomicBool,
        keep: &mut dyn FnMut(&Book, &Changes) -> Result<(), Failure>,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<(), BuildError> {
        let provenance = self.book.provenance_number(self.plan.provenance);
        loop {
            if stop.load(Ordering::Relaxed) {
                // What waits is not begun any more; what is under way is not lost.
                self.tasks = None;
            } else if self.under_way.len() <= self.threads.saturating_sub(1) {
                self.choose();
            }
            if self.under_way.is_empty() && self.tasks.is_some() {
                let changes = self.renew();
                if changes.gone.is_empty() {
                    return Ok(());
                }
                keep(self.book, &changes).map_err(BuildError::Keeping)?;
                continue;
            }
            // All threads have ended once they were told to stop.
            let Ok(first) = answered.recv() else {
                return Ok(());
            };
            let mut changes = Changes::default();
            // All that has come by now is kept together: one wait for the disk.
            for (target, appraisal) in std::iter::once(first).chain(answered.try_iter()) {
                self.under_way.remove(&target.key);
                let appraisal = appraisal.map_err(BuildError::Search)?;
                self.take(&target, &appraisal, provenance, &mut changes)?;
            }
            keep(self.book, &changes).map_err(BuildError::Keeping)?;
            if let Some(progress) = &self.progress {
                report(progress);
            }
        }
    }

    /// Hands out as many targets as keep all threads at work until somebody looks again.
    fn choose(&mut self) {
        let ahead = if self.threads == 1 {
            1
        } else {
            2 * self.threads
        };
        let room = self.plan.goal.room(self.book, self.under_way.len());
        let count = ahead.saturating_sub(self.under_way.len()).min(room);
        if count == 0 {
            return;
        }
        for target in self.plan.policy.choose(self.book, &self.under_way, count) {
            let known = self.book.node(&target.key).map_or_else(Vec::new, |node| {
                node.choices().iter().map(|choice| choice.mv).collect()
            });
            let outside = usize::from(self.plan.policy.looks_outside());
            // Images of a move are no other moves.
            let lines = (self.plan.width + outside) * images(&target.position);
            let sent = self.tasks.as_ref().is_some_and(|tasks| {
                let task = Task {
                    target,
                    known,
                    lines,
                };
                tasks.send(task).is_ok()
            });
            if sent {
                self.under_way.insert(target.key);
            }
        }
    }

    fn take(
        &mut self,
        target: &Target,
        appraisal: &Appraisal,
        provenance: u32,
        changes: &mut Changes,
    ) -> Result<(), BookError> {
        let outside = self.plan.policy.looks_outside();
        let width = self.plan.width;
        let key = self
            .book
            .add(&target.position, appraisal, width, outside, provenance)?;
        changes.written.push(key);
        let depth = self.book.depth(&target.position);
        self.new += 1;
        self.deepest = self.deepest.max(depth);
        self.progress = Some(Progress {
            searched: self.book.len(),
            new: self.new,
            depth,
            deepest: self.deepest,
            value: self.book.value(),
        });
        Ok(())
    }

    /// Makes room in a full book, if that is allowed and the policy knows where.
    fn renew(&mut self) -> Changes {
        if self.renewals == 0 || !self.plan.goal.is_reached(self.book) {
            return Changes::default();
        }
        self.renewals -= 1;
        let count = (self.book.len() / 10).max(1);
        let mut changes = Changes::default();
        for key in self.plan.policy.unneeded(self.book, count) {
            let parents = self.book.parents(&key).to_vec();
            let gone = self.book.forget(&key);
            if !gone.is_empty() {
                changes.written.extend(parents);
                changes.gone.extend(gone);
            }
        }
        let gone: HashSet<Key> = changes.gone.iter().copied().collect();
        changes.written.retain(|key| !gone.contains(key));
        changes
    }
}

/// How many views of a position look the same.
fn images(position: &Position) -> usize {
    let view = |symmetry| amazons::View {
        size: position.size(),
        symmetry,
        exchanges_players: false,
    };
    let same = |symmetry: &amazons::Symmetry| view(*symmetry).of(position) == *position;
    amazons::Symmetry::ALL
        .iter()
        .filter(|symmetry| same(symmetry))
        .count()
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Searched(count) => write!(f, "{count} searched positions"),
            Self::Positions(count) => write!(f, "{count} positions"),
        }
    }
}
