//! Tests of scheduling.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use super::*;

/// Counts its turns and never finishes.
struct Counter(Arc<AtomicUsize>);

impl Job for Counter {
    fn run_slice(&mut self, _: TimeSlice) -> JobStatus {
        self.0.fetch_add(1, Ordering::Relaxed);
        JobStatus::Unfinished
    }
}

fn push_counters(queue: &mut JobQueue, priority: Priority, count: usize) -> Vec<Arc<AtomicUsize>> {
    (0..count)
        .map(|_| {
            let turns = Arc::<AtomicUsize>::default();
            let job = Box::new(Counter(Arc::clone(&turns)));
            queue.push(QueuedJob::new(priority, job));
            turns
        })
        .collect()
}

fn run_turns(queue: &mut JobQueue, turns: usize) {
    let slice = TimeSlice {
        time: Duration::ZERO,
        threads: 1,
    };
    for _ in 0..turns {
        let mut job = queue.pop().expect("counters never finish");
        job.job.run_slice(slice);
        queue.requeue(job);
    }
}

fn turns(counters: &[Arc<AtomicUsize>]) -> Vec<usize> {
    counters
        .iter()
        .map(|turns| turns.load(Ordering::Relaxed))
        .collect()
}

#[test]
fn live_jobs_get_equal_shares() {
    let mut queue = JobQueue::default();
    let live = push_counters(&mut queue, Priority::Live, 7);
    run_turns(&mut queue, 70);
    // The last of them may wait for a first turn when the first has its second.
    assert!(turns(&live).iter().all(|turns| turns.abs_diff(10) <= 1));
}

#[test]
fn new_job_runs_before_older_live_jobs() {
    let mut queue = JobQueue::default();
    push_counters(&mut queue, Priority::Live, 100);
    run_turns(&mut queue, 150);
    let new = push_counters(&mut queue, Priority::Live, 1);
    // One of the two turns may be scheduled for another priority.
    run_turns(&mut queue, 2);
    assert_eq!(turns(&new), [1]);
}

#[test]
fn interactive_jobs_get_most_turns_and_no_priority_starves() {
    let mut queue = JobQueue::default();
    let background = push_counters(&mut queue, Priority::Background, 2);
    let live = push_counters(&mut queue, Priority::Live, 2);
    let interactive = push_counters(&mut queue, Priority::Interactive, 3);
    run_turns(&mut queue, 8_000);
    let total = |counters: &[_]| turns(counters).iter().sum::<usize>();
    let totals = [&interactive, &live, &background].map(|counters| total(counters));
    assert_eq!(totals, [6_000, 1_000, 1_000]);
}

#[test]
fn single_job_gets_all_threads() {
    struct ThreadReporter(mpsc::Sender<usize>);
    impl Job for ThreadReporter {
        fn run_slice(&mut self, slice: TimeSlice) -> JobStatus {
            let _ = self.0.send(slice.threads);
            JobStatus::Finished
        }
    }
    let pool = WorkerPool::new(4);
    let (sender, threads) = mpsc::channel();
    pool.submit(Priority::Interactive, ThreadReporter(sender));
    assert_eq!(threads.recv(), Ok(4));
}

#[test]
fn panic_of_a_job_does_not_stop_the_pool() {
    struct Panicking;
    impl Job for Panicking {
        fn run_slice(&mut self, _: TimeSlice) -> JobStatus {
            panic!("this panic is part of the test");
        }
    }
    let pool = WorkerPool::new(1);
    pool.submit(Priority::Interactive, Panicking);
    let turns = Arc::<AtomicUsize>::default();
    pool.submit(Priority::Live, Counter(Arc::clone(&turns)));
    while turns.load(Ordering::Relaxed) < 10 {
        thread::yield_now();
    }
}

#[test]
fn closing_drops_all_jobs() {
    struct DropFlag(Arc<AtomicBool>);
    impl Job for DropFlag {
        fn run_slice(&mut self, _: TimeSlice) -> JobStatus {
            JobStatus::Unfinished
        }
    }
    impl Drop for DropFlag {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let pool = WorkerPool::new(2);
    let dropped: Vec<Arc<AtomicBool>> = (0..5).map(|_| Arc::default()).collect();
    for flag in &dropped {
        pool.submit(Priority::Background, DropFlag(Arc::clone(flag)));
    }
    drop(pool);
    assert!(dropped.iter().all(|flag| flag.load(Ordering::Relaxed)));
}

#[test]
fn pool_is_idle_only_without_jobs() {
    let pool = WorkerPool::new(2);
    assert!(pool.is_idle());
    let turns = Arc::<AtomicUsize>::default();
    pool.submit(Priority::Live, Counter(turns));
    assert!(!pool.is_idle());
}
