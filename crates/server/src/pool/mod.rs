//! Worker pool that time-slices searches fairly.
//!
//! A worker takes the next [`Job`] from the queue, runs it for some hundredths of a second and
//! requeues it. So every job makes progress however many there are, and a new one soon has a first
//! result. A job that is alone gets all threads.

mod queue;

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use queue::{JobQueue, QueuedJob};

use crate::sync::lock;

pub use queue::Priority;

/// Work that runs in time slices.
pub trait Job: Send {
    /// Runs for one time slice. A finished job is dropped.
    fn run_slice(&mut self, slice: TimeSlice) -> JobStatus;
}

/// Time and threads of one turn of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeSlice {
    pub time: Duration,
    pub threads: usize,
}

/// State of a job after a time slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobStatus {
    Unfinished,
    Finished,
}

/// Time in which every job should get a turn.
const TARGET_ROUND: Duration = Duration::from_secs(1);

/// Maximum time slice: the longest wait of a new job for a thread.
const MAX_SLICE: Duration = Duration::from_millis(60);

/// Minimum time slice: resuming a search costs some tenths of a millisecond.
const MIN_SLICE: Duration = Duration::from_millis(10);

/// Maximum first time slice of a job: enough for a first result.
const MAX_FIRST_SLICE: Duration = Duration::from_millis(25);

/// Search threads that share a queue of jobs. Dropping the pool joins them.
#[derive(Debug)]
pub struct WorkerPool {
    inner: Arc<Inner>,
    workers: Vec<JoinHandle<()>>,
}

#[derive(Debug)]
struct Inner {
    state: Mutex<PoolState>,
    changed: Condvar,
    threads: usize,
}

#[derive(Debug)]
struct PoolState {
    queue: JobQueue,
    free_threads: usize,
    is_closed: bool,
}

impl WorkerPool {
    /// Starts `threads` workers, at least one.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        let inner = Arc::new(Inner {
            state: Mutex::new(PoolState {
                queue: JobQueue::default(),
                free_threads: threads,
                is_closed: false,
            }),
            changed: Condvar::new(),
            threads,
        });
        let worker = |number| {
            let inner = Arc::clone(&inner);
            thread::Builder::new()
                .name(format!("search-{number}"))
                .spawn(move || inner.run_worker())
                .expect("the system can start a thread")
        };
        Self {
            workers: (1..=threads).map(worker).collect(),
            inner,
        }
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.inner.threads
    }

    /// Queues a job, or drops it if the pool is closed.
    pub fn submit(&self, priority: Priority, job: impl Job + 'static) {
        let job = QueuedJob::new(priority, Box::new(job));
        let mut state = self.inner.lock();
        if state.is_closed {
            // Dropping the job may take the lock.
            drop(state);
            return;
        }
        state.queue.push(job);
        drop(state);
        self.inner.changed.notify_one();
    }

    /// Whether no job is running or queued.
    pub fn is_idle(&self) -> bool {
        let state = self.inner.lock();
        state.free_threads == self.inner.threads && state.queue.len() == 0
    }

    /// Drops all queued jobs now, and running ones after their time slice.
    pub fn close(&self) {
        let mut state = self.inner.lock();
        state.is_closed = true;
        let jobs = std::mem::take(&mut state.queue);
        drop(state);
        // Dropping a job may take the lock.
        drop(jobs);
        self.inner.changed.notify_all();
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.close();
        for worker in self.workers.drain(..) {
            // A panic of a job is caught in `run_job`.
            let _ = worker.join();
        }
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        lock(&self.state)
    }

    /// Runs jobs until the pool is closed.
    fn run_worker(&self) {
        let mut state = self.lock();
        while !state.is_closed {
            let next = if state.free_threads > 0 {
                state.queue.pop()
            } else {
                None
            };
            let Some(job) = next else {
                let waited = self.changed.wait(state);
                state = waited.unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let slice = self.time_slice(&state, &job);
            state.free_threads -= slice.threads;
            drop(state);
            let unfinished = run_job(job, slice);
            state = self.lock();
            state.free_threads += slice.threads;
            match unfinished {
                Some(job) if !state.is_closed => state.queue.requeue(job),
                dropped => {
                    drop(state);
                    drop(dropped);
                    state = self.lock();
                }
            }
            // Others may need the threads that this job had.
            if state.queue.len() > 0 && state.free_threads > 1 {
                self.changed.notify_all();
            }
        }
    }

    fn time_slice(&self, state: &PoolState, job: &QueuedJob) -> TimeSlice {
        let queued = state.queue.len();
        let threads = if queued == 0 { state.free_threads } else { 1 };
        let share = TARGET_ROUND.mul_f64(self.threads as f64 / (queued + 1) as f64);
        let max = if job.is_new {
            MAX_FIRST_SLICE
        } else {
            MAX_SLICE
        };
        TimeSlice {
            time: share.clamp(MIN_SLICE, max),
            threads,
        }
    }
}

/// Runs a job for one time slice and returns it if it is unfinished.
fn run_job(mut job: QueuedJob, slice: TimeSlice) -> Option<QueuedJob> {
    match panic::catch_unwind(AssertUnwindSafe(|| job.job.run_slice(slice))) {
        Ok(JobStatus::Unfinished) => Some(job),
        Ok(JobStatus::Finished) => None,
        Err(_) => {
            // The panic hook has printed the panic. Dropping the job closes its result channel.
            let _ = panic::catch_unwind(AssertUnwindSafe(|| drop(job)));
            None
        }
    }
}

#[cfg(test)]
mod tests;
