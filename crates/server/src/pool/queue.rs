//! Queue of jobs by priority.

use std::collections::VecDeque;
use std::fmt;

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
}

impl fmt::Debug for QueuedJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueuedJob")
            .field("priority", &self.priority)
            .finish_non_exhaustive()
    }
}

/// Queued jobs. The order is interactive, new live, live, background; but one turn in eight is
/// live's and one the background's, so that interactive jobs starve nobody.
#[derive(Debug, Default)]
pub(super) struct JobQueue {
    interactive: VecDeque<QueuedJob>,
    new_live: VecDeque<QueuedJob>,
    live: VecDeque<QueuedJob>,
    background: VecDeque<QueuedJob>,
    turn: u64,
}

/// Turns after which the schedule repeats.
const SCHEDULE_LENGTH: u64 = 8;

impl JobQueue {
    pub fn len(&self) -> usize {
        self.interactive.len() + self.new_live.len() + self.live.len() + self.background.len()
    }

    /// Adds a new job.
    pub fn push(&mut self, job: QueuedJob) {
        match job.priority {
            Priority::Interactive => self.interactive.push_back(job),
            Priority::Live => self.new_live.push_back(job),
            Priority::Background => self.background.push_back(job),
        }
    }

    /// Adds a job that has had a turn.
    pub fn requeue(&mut self, mut job: QueuedJob) {
        job.is_new = false;
        match job.priority {
            Priority::Live => self.live.push_back(job),
            _ => self.push(job),
        }
    }

    /// Removes the job whose turn it is.
    pub fn pop(&mut self) -> Option<QueuedJob> {
        self.turn = (self.turn + 1) % SCHEDULE_LENGTH;
        let scheduled = match self.turn {
            3 => self.pop_live(),
            7 => self.background.pop_front(),
            _ => None,
        };
        scheduled
            .or_else(|| self.interactive.pop_front())
            .or_else(|| self.pop_live())
            .or_else(|| self.background.pop_front())
    }

    fn pop_live(&mut self) -> Option<QueuedJob> {
        let new = self.new_live.pop_front();
        new.or_else(|| self.live.pop_front())
    }
}
