//! Queue of turns to search and list of running searches.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use amazons::Position;
use engine::Event;
use serde_json::Value;

use super::request::Query;

/// One turn of a query.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) query: Arc<Query>,
    pub(super) turn: usize,
    pub(super) position: Position,
}

/// Message to a worker during a search.
#[derive(Debug)]
pub(super) enum Message {
    /// From the search.
    Event(Event),
    /// The query is terminated.
    Terminate,
}

/// A job claimed by a worker.
#[derive(Debug)]
pub(super) struct ClaimedJob {
    pub(super) job: Job,
    /// Sender for the events of the search.
    pub(super) sender: Sender<Message>,
    pub(super) messages: Receiver<Message>,
}

/// Shared by the reader and the workers.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Ordered by priority, then by arrival.
    queued: BTreeMap<(Reverse<i64>, u64), Job>,
    active: Vec<ActiveJob>,
    /// Number of jobs added so far.
    sequence: u64,
    is_closed: bool,
}

#[derive(Debug)]
struct ActiveJob {
    id: Value,
    turn: usize,
    sender: Sender<Message>,
}

impl Queue {
    /// Adds all turns of a query; `false`, and no change, if its id is in use.
    pub(super) fn add(&self, query: &Arc<Query>) -> bool {
        let mut state = self.state();
        let is_queued = state.queued.values().any(|job| job.query.id == query.id);
        if is_queued || state.active.iter().any(|active| active.id == query.id) {
            return false;
        }
        for &(turn, position) in &query.turns {
            state.sequence += 1;
            let rank = (Reverse(query.priority), state.sequence);
            let job = Job {
                query: Arc::clone(query),
                turn,
                position,
            };
            state.queued.insert(rank, job);
        }
        drop(state);
        self.changed.notify_all();
        true
    }

    /// Waits for a job; `None` if the queue is closed and empty.
    pub(super) fn claim(&self) -> Option<ClaimedJob> {
        let must_wait = |state: &mut State| state.queued.is_empty() && !state.is_closed;
        let mut state = self
            .changed
            .wait_while(self.state(), must_wait)
            .unwrap_or_else(PoisonError::into_inner);
        let (_, job) = state.queued.pop_first()?;
        let (sender, messages) = mpsc::channel();
        state.active.push(ActiveJob {
            id: job.query.id.clone(),
            turn: job.turn,
            sender: sender.clone(),
        });
        Some(ClaimedJob {
            job,
            sender,
            messages,
        })
    }

    /// Marks a job as answered.
    pub(super) fn finish(&self, job: &Job) {
        let is_job = |active: &ActiveJob| active.id == job.query.id && active.turn == job.turn;
        self.state().active.retain(|active| !is_job(active));
    }

    /// Stops active jobs and cancels queued ones, of the query with that id or of all. Returns the
    /// cancelled jobs in their order.
    pub(super) fn terminate(&self, id: Option<&Value>) -> Vec<Job> {
        let is_target = |job_id: &Value| id.is_none_or(|id| id == job_id);
        let mut state = self.state();
        for active in state.active.iter().filter(|active| is_target(&active.id)) {
            // A search that has just ended does not receive it.
            let _ = active.sender.send(Message::Terminate);
        }
        let cancelled = state
            .queued
            .extract_if(.., |_, job| is_target(&job.query.id));
        cancelled.map(|(_, job)| job).collect()
    }

    /// Closes the queue when the guard is dropped: the workers end when it is empty.
    pub(super) fn close_on_drop(&self) -> CloseOnDrop<'_> {
        CloseOnDrop(self)
    }

    /// No panic leaves the state inconsistent, so poisoning is ignored.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes a queue when dropped.
pub(super) struct CloseOnDrop<'a>(&'a Queue);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.state().is_closed = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use engine::GoLimits;

    use super::*;

    fn query(id: &str, turns: usize) -> Arc<Query> {
        let start = Position::standard_start();
        Arc::new(Query {
            id: id.into(),
            turns: (0..turns).map(|turn| (turn, start)).collect(),
            limits: GoLimits::default(),
            options: Vec::new(),
            priority: 0,
            report_every: None,
        })
    }

    #[test]
    fn ids_are_free_when_all_turns_are_answered() {
        let queue = Queue::default();
        assert!(queue.add(&query("a", 2)));
        assert!(!queue.add(&query("a", 1)));
        let first = queue.claim().unwrap().job;
        let second = queue.claim().unwrap().job;
        queue.finish(&first);
        assert!(!queue.add(&query("a", 1)));
        queue.finish(&second);
        assert!(queue.add(&query("a", 1)));
    }
}
