//! What waits to be searched and what is being searched.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use amazons::Position;
use engine::Event;
use serde_json::Value;

use super::request::Query;

/// One turn of a request.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) query: Arc<Query>,
    pub(super) turn: usize,
    pub(super) position: Position,
}

/// What reaches a thread while it searches.
#[derive(Debug)]
pub(super) enum Message {
    /// From the search.
    Event(Event),
    /// From somebody who no longer wants it.
    Terminate,
}

/// A job that a thread has taken.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) job: Job,
    /// Where the search may send its events.
    pub(super) sender: Sender<Message>,
    pub(super) messages: Receiver<Message>,
}

/// Shared by the thread that reads and those that search.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: BinaryHeap<Waiting>,
    running: Vec<Running>,
    arrivals: u64,
    is_closed: bool,
}

/// The most urgent comes first, and of equals the one that came first.
#[derive(Debug)]
struct Waiting {
    urgency: (i64, Reverse<u64>),
    job: Job,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.urgency == other.urgency
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.urgency.cmp(&other.urgency)
    }
}

#[derive(Debug)]
struct Running {
    id: Value,
    turn: usize,
    sender: Sender<Message>,
}

impl Queue {
    /// Adds all turns of a request; `false`, and nothing is added, if one with the same id is there.
    pub(super) fn add(&self, query: &Arc<Query>) -> bool {
        let mut state = self.state();
        let is_taken = state.waiting.iter().any(|one| one.job.query.id == query.id)
            || state.running.iter().any(|one| one.id == query.id);
        if is_taken {
            return false;
        }
        for &(turn, position) in &query.turns {
            state.arrivals += 1;
            let urgency = (query.priority, Reverse(state.arrivals));
            let query = Arc::clone(query);
            let job = Job {
                query,
                turn,
                position,
            };
            state.waiting.push(Waiting { urgency, job });
        }
        drop(state);
        self.changed.notify_all();
        true
    }

    /// Waits for a job; `None` when there will be no more.
    pub(super) fn take(&self) -> Option<Taken> {
        let must_wait = |state: &mut State| state.waiting.is_empty() && !state.is_closed;
        let mut state = self
            .changed
            .wait_while(self.state(), must_wait)
            .unwrap_or_else(PoisonError::into_inner);
        let job = state.waiting.pop()?.job;
        let (sender, messages) = mpsc::channel();
        state.running.push(Running {
            id: job.query.id.clone(),
            turn: job.turn,
            sender: sender.clone(),
        });
        Some(Taken {
            job,
            sender,
            messages,
        })
    }

    /// Says that a job has been answered.
    pub(super) fn finish(&self, job: &Job) {
        let is_it = |one: &Running| one.id == job.query.id && one.turn == job.turn;
        self.state().running.retain(|one| !is_it(one));
    }

    /// Stops what runs and gives up what waits: of the request with that id, or of all. Returns what was
    /// given up, in the order in which it would have come.
    pub(super) fn terminate(&self, id: Option<&Value>) -> Vec<Job> {
        let is_meant = |one: &Value| id.is_none_or(|id| id == one);
        let mut state = self.state();
        for running in state.running.iter().filter(|one| is_meant(&one.id)) {
            // One that has just ended needs no message.
            let _ = running.sender.send(Message::Terminate);
        }
        let waiting = std::mem::take(&mut state.waiting);
        let mut given_up = Vec::new();
        for one in waiting.into_sorted_vec().into_iter().rev() {
            if is_meant(&one.job.query.id) {
                given_up.push(one.job);
            } else {
                state.waiting.push(one);
            }
        }
        given_up
    }

    /// Lets the threads end, once everything is answered, when the value goes out of scope.
    pub(super) fn close_on_drop(&self) -> CloseOnDrop<'_> {
        CloseOnDrop(self)
    }

    /// No panic can leave the lists half-changed, so a poisoned lock is as good as any.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes a queue when it goes out of scope.
pub(super) struct CloseOnDrop<'a>(&'a Queue);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.state().is_closed = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use engine::Limits;

    use super::*;

    fn query(id: &str, turns: usize, priority: i64) -> Arc<Query> {
        let start = Position::standard_start();
        Arc::new(Query {
            id: id.into(),
            turns: (0..turns).map(|turn| (turn, start)).collect(),
            limits: Limits::default(),
            options: Vec::new(),
            priority,
            report_every: None,
        })
    }

    fn name(job: &Job) -> String {
        format!("{}{}", job.query.id.as_str().unwrap(), job.turn)
    }

    #[test]
    fn the_most_urgent_comes_first_and_then_the_first() {
        let queue = Queue::default();
        for query in [query("a", 2, 0), query("b", 1, 5), query("c", 1, 0)] {
            assert!(queue.add(&query));
        }
        drop(queue.close_on_drop());
        let order: Vec<String> = std::iter::from_fn(|| queue.take())
            .map(|taken| name(&taken.job))
            .collect();
        assert_eq!(order, ["b0", "a0", "a1", "c0"]);
    }

    #[test]
    fn an_id_is_free_again_when_all_its_turns_are_answered() {
        let queue = Queue::default();
        assert!(queue.add(&query("a", 2, 0)));
        assert!(!queue.add(&query("a", 1, 0)));
        let first = queue.take().unwrap().job;
        let second = queue.take().unwrap().job;
        queue.finish(&first);
        assert!(!queue.add(&query("a", 1, 0)));
        queue.finish(&second);
        assert!(queue.add(&query("a", 1, 0)));
    }

    #[test]
    fn terminating_reaches_what_runs_and_what_waits() {
        let queue = Queue::default();
        queue.add(&query("a", 3, 0));
        queue.add(&query("b", 1, 0));
        let running = queue.take().unwrap();
        let given_up = queue.terminate(Some(&"a".into()));
        assert_eq!(given_up.iter().map(name).collect::<Vec<_>>(), ["a1", "a2"]);
        assert!(matches!(
            running.messages.try_recv(),
            Ok(Message::Terminate)
        ));
        let other = queue.take().unwrap();
        assert_eq!(name(&other.job), "b0");
        assert!(other.messages.try_recv().is_err());
        assert!(queue.terminate(None).is_empty());
        assert!(matches!(other.messages.try_recv(), Ok(Message::Terminate)));
    }
}
