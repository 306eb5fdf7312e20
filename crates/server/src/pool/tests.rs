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

/// Runs turns that take a millisecond each.
fn run_turns(queue: &mut JobQueue, turns: usize) {
    let slice = TimeSlice {
        time: Duration::from_millis(1),
        threads: 1,
        nodes: None,
    };
    for _ in 0..turns {
        let job = queue.pop().expect("counters never finish");
        let class = job.class();
        let job = run_job(job, slice).expect("counters never finish");
        queue.charge(class, slice.time);
        queue.push(job);
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
    // Until all have had their first turn.
    run_turns(&mut queue, 10);
    let before = turns(&live);
    run_turns(&mut queue, 70);
    let after = turns(&live);
    let gained = after
        .iter()
        .zip(before)
        .map(|(after, before)| after - before);
    assert!(gained.into_iter().all(|turns| turns == 10), "{after:?}");
}

#[test]
fn new_job_runs_before_older_live_jobs() {
    let mut queue = JobQueue::default();
    push_counters(&mut queue, Priority::Live, 100);
    run_turns(&mut queue, 150);
    let new = push_counters(&mut queue, Priority::Live, 1);
    // The first turn may be another class's.
    run_turns(&mut queue, 2);
    assert_eq!(turns(&new), [1]);
}

/// Computer games do not displace live analysis, however many there are.
#[test]
fn priorities_share_the_time_by_weight() {
    for games in [1, 50] {
        let mut queue = JobQueue::default();
        let background = push_counters(&mut queue, Priority::Background, 2);
        let live = push_counters(&mut queue, Priority::Live, 2);
        let interactive = push_counters(&mut queue, Priority::Interactive, games);
        run_turns(&mut queue, 8_000);
        let total = |counters: &[_]| turns(counters).iter().sum::<usize>();
        let totals = [&interactive, &live, &background].map(|counters| total(counters));
        for (total, expected) in totals.into_iter().zip([4_000, 3_000, 1_000]) {
            assert!(total.abs_diff(expected) <= 4, "{games} games: {totals:?}");
        }
    }
}

#[test]
fn first_results_come_soon_beside_many_games() {
    let mut queue = JobQueue::default();
    push_counters(&mut queue, Priority::Interactive, 50);
    run_turns(&mut queue, 1_000);
    let viewers = push_counters(&mut queue, Priority::Live, 200);
    run_turns(&mut queue, 400);
    assert!(turns(&viewers).iter().all(|&turns| turns >= 1));
}

/// A priority without jobs saves no time for later.
#[test]
fn returning_priority_does_not_displace_others() {
    let mut queue = JobQueue::default();
    let live = push_counters(&mut queue, Priority::Live, 1);
    run_turns(&mut queue, 1_000);
    push_counters(&mut queue, Priority::Interactive, 1);
    run_turns(&mut queue, 70);
    assert!(turns(&live)[0] >= 1_000 + 28, "{:?}", turns(&live));
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

/// The last first line has time: nobody waits behind it.
#[test]
fn first_lines_take_few_nodes_while_others_wait() {
    struct Blocker(mpsc::Receiver<()>);
    impl Job for Blocker {
        fn run_slice(&mut self, _: TimeSlice) -> JobStatus {
            let _ = self.0.recv();
            JobStatus::Finished
        }
    }
    struct SliceReporter(mpsc::Sender<TimeSlice>);
    impl Job for SliceReporter {
        fn run_slice(&mut self, slice: TimeSlice) -> JobStatus {
            let _ = self.0.send(slice);
            JobStatus::Finished
        }
    }
    let pool = WorkerPool::new(1);
    let (unblock, blocked) = mpsc::channel();
    pool.submit(Priority::Interactive, Blocker(blocked));
    let (sender, slices) = mpsc::channel();
    for _ in 0..3 {
        pool.submit(Priority::Live, SliceReporter(sender.clone()));
    }
    unblock.send(()).expect("the pool runs");
    drop(sender);
    let nodes: Vec<Option<u64>> = slices.iter().map(|slice| slice.nodes).collect();
    assert_eq!(
        nodes,
        [Some(FIRST_LINE_NODES), Some(FIRST_LINE_NODES), None]
    );
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
