//! Weighted fair queue of jobs: the classes share the workers' time by weight, and the jobs of a
//! class take turns.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use super::Job;

/// Priority of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priority {
    /// A request waits for the result.
    Interactive,
    /// Live analysis that a client watches.
    Live,
    /// Work without a deadline.
    Background,
}

/// Jobs that share a part of the workers' time. Among equals, the first comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Live analyses without a first result.
    NewLive,
    Interactive,
    Live,
    Background,
}

impl Class {
    /// Share of the workers' time relative to that of the other classes that have jobs. First
    /// results are cheap and somebody waits for each, so they come before all else.
    fn weight(self) -> u32 {
        match self {
            Self::NewLive => 12,
            Self::Interactive => 4,
            Self::Live => 3,
            Self::Background => 1,
        }
    }
}

pub(super) struct QueuedJob {
    priority: Priority,
    /// Whether the job has not had a turn.
    pub is_new: bool,
    pub job: Box<dyn Job>,
}

impl QueuedJob {
    pub fn new(priority: Priority, job: Box<dyn Job>) -> Self {
        Self {
            priority,
            is_new: true,
            job,
        }
    }

    pub fn class(&self) -> Class {
        match self.priority {
            Priority::Interactive => Class::Interactive,
            Priority::Live if self.is_new => Class::NewLive,
            Priority::Live => Class::Live,
            Priority::Background => Class::Background,
        }
    }
}

impl fmt::Debug for QueuedJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueuedJob")
            .field("priority", &self.priority)
            .finish_non_exhaustive()
    }
}

/// Queued jobs. The class with the least virtual time is next, so that no class starves another.
#[derive(Debug, Default)]
pub(super) struct JobQueue {
    /// At index [`Class`].
    classes: [ClassQueue; 4],
    /// Virtual time of the class that was next last.
    virtual_time: Duration,
}

#[derive(Debug, Default)]
struct ClassQueue {
    jobs: VecDeque<QueuedJob>,
    /// Time that the jobs have used, divided by the weight of the class.
    virtual_time: Duration,
}

impl JobQueue {
    pub fn len(&self) -> usize {
        self.classes.iter().map(|class| class.jobs.len()).sum()
    }

    /// Number of live analyses without a first result.
    pub fn new_live(&self) -> usize {
        self.classes[Class::NewLive as usize].jobs.len()
    }

    /// Adds a job at the end of its class.
    pub fn push(&mut self, job: QueuedJob) {
        let class = &mut self.classes[job.class() as usize];
        if class.jobs.is_empty() {
            // Time without jobs cannot be saved for later.
            class.virtual_time = class.virtual_time.max(self.virtual_time);
        }
        class.jobs.push_back(job);
    }

    /// Removes the job whose turn it is.
    pub fn pop(&mut self) -> Option<QueuedJob> {
        let waiting = self.classes.iter_mut();
        let next = waiting
            .filter(|class| !class.jobs.is_empty())
            .min_by_key(|class| class.virtual_time)?;
        self.virtual_time = next.virtual_time;
        next.jobs.pop_front()
    }

    /// Records the time that a job of a class has used.
    pub fn charge(&mut self, class: Class, time: Duration) {
        self.classes[class as usize].virtual_time += time / class.weight();
    }
}
