//! Worker pool with fair time slicing of searches.
//!
//! A worker takes the next [`Job`] from the queue, runs it for a time slice of some tens of
//! milliseconds and requeues it if it is unfinished. So all jobs make progress, however many there
//! are, and a new one soon has a first result: while several viewers wait for a first line, each line
//! takes [`FIRST_LINE_NODES`] nodes. A job gets all free threads if no other is queued.
//! The [queue] gives each kind of work its share of the workers, whatever the others do.

mod queue;

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use queue::{Class, JobQueue, QueuedJob};

pub use queue::Priority;

/// Work that runs in time slices.
pub trait Job: Send {
    /// Runs for one time slice. A finished job is dropped.
    fn run_slice(&mut self, slice: TimeSlice) -> JobStatus;
}

/// Time and number of threads that a job gets for one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeSlice {
    pub time: Duration,
    pub threads: usize,
    /// Maximum number of nodes of a first line, if others wait for theirs.
    pub nodes: Option<u64>,
}

/// State of a job after a time slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobStatus {
    Unfinished,
    Finished,
}

/// Time in which every job should get a turn. [`MIN_SLICE`] takes precedence.
const TARGET_ROUND_TIME: Duration = Duration::from_secs(1);

/// Maximum time slice, so that a new job does not wait long for a thread.
const MAX_SLICE: Duration = Duration::from_millis(60);

/// Minimum time slice, since resuming a search costs some tenths of a millisecond.
const MIN_SLICE: Duration = Duration::from_millis(10);

/// Maximum first time slice of a job.
const MAX_FIRST_SLICE: Duration = Duration::from_millis(25);

/// Nodes of the first line of a live analysis while others wait for theirs: the evaluation of the
/// root and of one move.
const FIRST_LINE_NODES: u64 = 1;

/// Worker threads that share a queue of jobs. Dropping the pool closes it and joins them.
#[derive(Debug)]
pub struct WorkerPool {
    inner: Arc<Inner>,
    workers: Vec<JoinHandle<()>>,
}

#[derive(Debug)]
struct Inner {
    state: Mutex<PoolState>,
    /// Signaled when a worker may find a job to run or the pool is closed.
    work_available: Condvar,
    threads: usize,
}

#[derive(Debug)]
struct PoolState {
    queue: JobQueue,
    /// Threads that no running job uses.
    free_threads: usize,
    is_closed: bool,
}

impl WorkerPool {
    /// Starts `threads` workers, at least one.
    ///
    /// # Panics
    /// If a thread cannot be spawned.
    pub fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        let inner = Arc::new(Inner {
            state: Mutex::new(PoolState {
                queue: JobQueue::default(),
                free_threads: threads,
                is_closed: false,
            }),
            work_available: Condvar::new(),
            threads,
        });
        let spawn_worker = |number| {
            let inner = Arc::clone(&inner);
            thread::Builder::new()
                .name(format!("search-{number}"))
                .spawn(move || inner.run_worker())
                .expect("the worker thread can be spawned")
        };
        Self {
            workers: (1..=threads).map(spawn_worker).collect(),
            inner,
        }
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.inner.threads
    }

    /// Adds a job to the queue, or drops it if the pool is closed.
    pub fn submit(&self, priority: Priority, job: impl Job + 'static) {
        let job = QueuedJob::new(priority, Box::new(job));
        let mut state = self.inner.state.lock();
        if state.is_closed {
            // Unlock first: dropping a job runs its destructor, which may take locks.
            drop(state);
            return;
        }
        state.queue.push(job);
        drop(state);
        self.inner.work_available.notify_one();
    }

    /// Whether no job is running or queued.
    pub fn is_idle(&self) -> bool {
        let state = self.inner.state.lock();
        state.free_threads == self.inner.threads && state.queue.len() == 0
    }

    /// Closes the pool: drops all queued jobs now, and running ones after their time slice.
    pub fn close(&self) {
        let mut state = self.inner.state.lock();
        state.is_closed = true;
        let jobs = std::mem::take(&mut state.queue);
        // Unlock first: dropping a job runs its destructor, which may take locks.
        drop(state);
        drop(jobs);
        self.inner.work_available.notify_all();
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.close();
        for worker in self.workers.drain(..) {
            // `run_job` catches panics of jobs.
            let _ = worker.join();
        }
    }
}

impl Inner {
    /// Runs jobs until the pool is closed.
    fn run_worker(&self) {
        let mut state = self.state.lock();
        while !state.is_closed {
            let next = if state.free_threads > 0 {
                state.queue.pop()
            } else {
                None
            };
            let Some(job) = next else {
                self.work_available.wait(&mut state);
                continue;
            };
            let class = job.class();
            let slice = self.time_slice(&state, &job);
            state.free_threads -= slice.threads;
            drop(state);
            let start = Instant::now();
            let unfinished = run_job(job, slice);
            let time = start.elapsed() * slice.threads as u32;
            state = self.state.lock();
            state.free_threads += slice.threads;
            state.queue.charge(class, time);
            match unfinished {
                Some(job) if !state.is_closed => state.queue.push(job),
                dropped => {
                    // As in `close`, unlock first.
                    drop(state);
                    drop(dropped);
                    state = self.state.lock();
                }
            }
            // Other workers can use the threads that this job had.
            if state.queue.len() > 0 && state.free_threads > 1 {
                self.work_available.notify_all();
            }
        }
    }

    /// Time slice of a job that was just taken from the queue.
    fn time_slice(&self, state: &PoolState, job: &QueuedJob) -> TimeSlice {
        let queued = state.queue.len();
        let threads = if queued == 0 { state.free_threads } else { 1 };
        let fair_share = TARGET_ROUND_TIME.mul_f64(self.threads as f64 / (queued + 1) as f64);
        let is_first_line = job.class() == Class::NewLive;
        let time = match job.is_new {
            _ if is_first_line => MAX_FIRST_SLICE,
            true => fair_share.clamp(MIN_SLICE, MAX_FIRST_SLICE),
            false => fair_share.clamp(MIN_SLICE, MAX_SLICE),
        };
        let others_wait = state.queue.new_live() > 0;
        TimeSlice {
            time,
            threads,
            nodes: (is_first_line && others_wait).then_some(FIRST_LINE_NODES),
        }
    }
}

/// Runs a job for one time slice and returns it if it is unfinished.
fn run_job(mut job: QueuedJob, slice: TimeSlice) -> Option<QueuedJob> {
    match panic::catch_unwind(AssertUnwindSafe(|| job.job.run_slice(slice))) {
        Ok(JobStatus::Unfinished) => {
            job.is_new = false;
            Some(job)
        }
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
