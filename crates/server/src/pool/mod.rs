//! The threads that think, shared fairly by all who want something thought about.
//!
//! Work comes as [`Job`]s that are done a slice at a time. A thread takes the job whose turn it is, works
//! on it for some hundredths of a second, and puts it back at the end of its queue; so every job gets its share
//! however many there are, and nobody waits long for a first result. A job that is alone gets all threads.

mod queue;

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use queue::{Entry, Queue};

pub use queue::Urgency;

/// Something that can be done bit by bit.
pub trait Job: Send {
    /// Does a bit of it. A job that is done is dropped.
    fn work(&mut self, slice: Slice) -> Progress;
}

/// How much to do at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slice {
    /// So long.
    pub time: Duration,
    /// With so many threads.
    pub threads: usize,
}

/// How a slice ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// There is more to do.
    More,
    /// The job is done.
    Done,
}

/// All jobs have had their turn after about so long, if that is possible.
const ROUND: Duration = Duration::from_secs(1);

/// No slice is longer: so long somebody new waits for a thread at most.
const LONGEST_SLICE: Duration = Duration::from_millis(60);

/// No slice is shorter: taking up a search again costs some tenths of a millisecond.
const SHORTEST_SLICE: Duration = Duration::from_millis(10);

/// The first slice of a job is so long at most: enough for something to show.
const FIRST_SLICE: Duration = Duration::from_millis(25);

/// The threads; they end when this is dropped.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
    threads: usize,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    threads: usize,
}

#[derive(Debug)]
struct State {
    queue: Queue,
    /// The threads that nobody uses.
    free: usize,
    is_closing: bool,
}

impl Pool {
    /// So many threads, at least one.
    ///
    /// # Panics
    /// If the system gives no thread.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                queue: Queue::default(),
                free: threads,
                is_closing: false,
            }),
            changed: Condvar::new(),
            threads,
        });
        let worker = |number| {
            let shared = Arc::clone(&shared);
            thread::Builder::new()
                .name(format!("thinker {number}"))
                .spawn(move || shared.work())
                .expect("the system gives threads")
        };
        Self {
            workers: (1..=threads).map(worker).collect(),
            shared,
            threads,
        }
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Takes on a job; one that comes when the pool is closed is dropped.
    pub fn submit(&self, urgency: Urgency, job: impl Job + 'static) {
        let entry = Entry::new(urgency, Box::new(job));
        let mut state = self.shared.lock();
        if state.is_closing {
            drop(state);
            return;
        }
        state.queue.push_new(entry);
        drop(state);
        self.shared.changed.notify_one();
    }

    /// Whether no thread works and no job waits.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        let state = self.shared.lock();
        state.free == self.threads && state.queue.len() == 0
    }

    /// Drops all jobs that wait, and every other one at the end of its slice.
    pub fn close(&self) {
        let mut state = self.shared.lock();
        state.is_closing = true;
        let jobs = std::mem::take(&mut state.queue);
        drop(state);
        // What happens when a job is dropped may want the lock.
        drop(jobs);
        self.shared.changed.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
        for worker in self.workers.drain(..) {
            // A job's panic is caught where it happens.
            let _ = worker.join();
        }
    }
}

impl Shared {
    /// No panic can leave the queue half-changed, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What each thread does until the pool closes.
    fn work(&self) {
        let mut state = self.lock();
        while !state.is_closing {
            let next = if state.free > 0 {
                state.queue.pop()
            } else {
                None
            };
            let Some(entry) = next else {
                let waited = self.changed.wait(state);
                state = waited.unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let slice = self.slice(&state, &entry);
            state.free -= slice.threads;
            drop(state);
            let more = run(entry, slice);
            state = self.lock();
            state.free += slice.threads;
            match more {
                Some(entry) if !state.is_closing => state.queue.push_again(entry),
                dropped => {
                    drop(state);
                    drop(dropped);
                    state = self.lock();
                }
            }
            // Threads that were lent to this job may be wanted by others now.
            if state.queue.len() > 0 && state.free > 1 {
                self.changed.notify_all();
            }
        }
    }

    fn slice(&self, state: &State, entry: &Entry) -> Slice {
        let waiting = state.queue.len();
        let threads = if waiting == 0 { state.free } else { 1 };
        let share = ROUND.mul_f64(self.threads as f64 / (waiting + 1) as f64);
        let most = if entry.is_new {
            FIRST_SLICE
        } else {
            LONGEST_SLICE
        };
        Slice {
            time: share.clamp(SHORTEST_SLICE, most),
            threads,
        }
    }
}

/// Works on a job; gives it back if there is more to do.
fn run(mut entry: Entry, slice: Slice) -> Option<Entry> {
    let worked = panic::catch_unwind(AssertUnwindSafe(|| entry.job.work(slice)));
    match worked {
        Ok(Progress::More) => Some(entry),
        Ok(Progress::Done) => None,
        Err(_) => {
            // The panic has been printed. Whoever waits for the job sees that it is gone.
            let _ = panic::catch_unwind(AssertUnwindSafe(|| drop(entry)));
            None
        }
    }
}

#[cfg(test)]
mod tests;
