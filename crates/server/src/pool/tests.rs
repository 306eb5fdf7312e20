//! Tests of who gets a turn when.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use super::*;

/// Counts its turns and never ends.
struct Counter(Arc<AtomicUsize>);

impl Job for Counter {
    fn work(&mut self, _: Slice) -> Progress {
        self.0.fetch_add(1, Ordering::Relaxed);
        Progress::More
    }
}

fn counters(queue: &mut Queue, urgency: Urgency, count: usize) -> Vec<Arc<AtomicUsize>> {
    (0..count)
        .map(|_| {
            let turns = Arc::<AtomicUsize>::default();
            queue.push_new(Entry::new(urgency, Box::new(Counter(Arc::clone(&turns)))));
            turns
        })
        .collect()
}

/// Gives so many turns.
fn play(queue: &mut Queue, turns: usize) {
    let slice = Slice {
        time: Duration::ZERO,
        threads: 1,
    };
    for _ in 0..turns {
        let mut entry = queue.pop().expect("nobody ends");
        entry.job.work(slice);
        queue.push_again(entry);
    }
}

fn turns(counters: &[Arc<AtomicUsize>]) -> Vec<usize> {
    counters
        .iter()
        .map(|turns| turns.load(Ordering::Relaxed))
        .collect()
}

#[test]
fn all_that_are_watched_get_the_same_share() {
    let mut queue = Queue::default();
    let watched = counters(&mut queue, Urgency::Watched, 7);
    play(&mut queue, 70);
    // The last of them may still wait for their first turn when the first has its second.
    assert!(turns(&watched).iter().all(|turns| turns.abs_diff(10) <= 1));
}

#[test]
fn who_is_new_comes_before_who_was_there() {
    let mut queue = Queue::default();
    counters(&mut queue, Urgency::Watched, 100);
    play(&mut queue, 150);
    let new = counters(&mut queue, Urgency::Watched, 1);
    // One turn of the rota may be another's.
    play(&mut queue, 2);
    assert_eq!(turns(&new), [1]);
}

#[test]
fn the_awaited_come_first_and_nobody_starves() {
    let mut queue = Queue::default();
    let background = counters(&mut queue, Urgency::Background, 2);
    let watched = counters(&mut queue, Urgency::Watched, 2);
    let awaited = counters(&mut queue, Urgency::Awaited, 3);
    play(&mut queue, 8_000);
    let total = |counters: &[_]| turns(counters).iter().sum::<usize>();
    let totals = [&awaited, &watched, &background].map(|counters| total(counters));
    assert_eq!(totals, [6_000, 1_000, 1_000]);
}

#[test]
fn a_lone_job_gets_all_threads_and_two_share_them() {
    struct Teller(mpsc::Sender<usize>);
    impl Job for Teller {
        fn work(&mut self, slice: Slice) -> Progress {
            let _ = self.0.send(slice.threads);
            Progress::Done
        }
    }
    let pool = Pool::new(4);
    let (sender, threads) = mpsc::channel();
    pool.submit(Urgency::Awaited, Teller(sender.clone()));
    assert_eq!(threads.recv(), Ok(4));
}

#[test]
fn a_job_that_panics_takes_nobody_along() {
    struct Broken;
    impl Job for Broken {
        fn work(&mut self, _: Slice) -> Progress {
            panic!("as the test wants");
        }
    }
    let pool = Pool::new(1);
    pool.submit(Urgency::Awaited, Broken);
    let turns = Arc::<AtomicUsize>::default();
    pool.submit(Urgency::Watched, Counter(Arc::clone(&turns)));
    while turns.load(Ordering::Relaxed) < 10 {
        thread::yield_now();
    }
}

#[test]
fn closing_drops_all_jobs() {
    struct Told(Arc<AtomicBool>);
    impl Job for Told {
        fn work(&mut self, _: Slice) -> Progress {
            Progress::More
        }
    }
    impl Drop for Told {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let pool = Pool::new(2);
    let dropped: Vec<Arc<AtomicBool>> = (0..5).map(|_| Arc::default()).collect();
    for flag in &dropped {
        pool.submit(Urgency::Background, Told(Arc::clone(flag)));
    }
    drop(pool);
    assert!(dropped.iter().all(|flag| flag.load(Ordering::Relaxed)));
}

#[test]
fn an_idle_pool_says_so() {
    let pool = Pool::new(2);
    assert!(pool.is_idle());
    let turns = Arc::<AtomicUsize>::default();
    pool.submit(Urgency::Watched, Counter(Arc::clone(&turns)));
    assert!(!pool.is_idle());
}
