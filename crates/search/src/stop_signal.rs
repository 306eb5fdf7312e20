//! Stop flag and deadline of a search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Stop flag and deadline of one search; shared between threads.
///
/// The deadline can be set during the search, for example after a ponder hit.
#[derive(Debug)]
pub struct StopSignal {
    stopped: AtomicBool,
    created: Instant,
    /// Start of [`set_max_time`](Self::set_max_time), in nanoseconds after `created`.
    saveable_since: AtomicU64,
    /// In nanoseconds after `created`.
    deadline: AtomicU64,
}

/// Time used and left for this move when unused time is kept for later moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeUse {
    /// Time used.
    pub elapsed: Duration,
    /// Time left.
    pub remaining: Duration,
}

const NEVER: u64 = u64::MAX;

impl StopSignal {
    /// A signal without stop or deadline.
    #[must_use]
    pub fn new() -> Self {
        Self {
            stopped: AtomicBool::new(false),
            created: Instant::now(),
            saveable_since: AtomicU64::new(NEVER),
            deadline: AtomicU64::new(NEVER),
        }
    }

    /// Stops the search now.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Sets the deadline to `time` from now. Replaces an earlier deadline.
    pub fn set_deadline(&self, time: Duration) {
        self.saveable_since.store(NEVER, Ordering::Relaxed);
        self.store_deadline(self.created.elapsed().saturating_add(time));
    }

    /// Sets the deadline to `time` from now, and lets the search stop earlier to save time.
    /// Replaces an earlier deadline.
    pub fn set_max_time(&self, time: Duration) {
        let now = self.created.elapsed();
        self.store_deadline(now.saturating_add(time));
        self.saveable_since
            .store(nanoseconds(now), Ordering::Relaxed);
    }

    /// Time used and left since [`set_max_time`](Self::set_max_time); `None` without it.
    #[must_use]
    pub fn saveable_time(&self) -> Option<TimeUse> {
        let since = self.saveable_since.load(Ordering::Relaxed);
        let now = nanoseconds(self.created.elapsed());
        let deadline = self.deadline.load(Ordering::Relaxed);
        (since != NEVER).then(|| TimeUse {
            elapsed: Duration::from_nanos(now.saturating_sub(since)),
            remaining: Duration::from_nanos(deadline.saturating_sub(now)),
        })
    }

    fn store_deadline(&self, since_created: Duration) {
        self.deadline
            .store(nanoseconds(since_created), Ordering::Relaxed);
    }

    /// Whether the search must stop.
    #[must_use]
    #[inline]
    pub fn should_stop(&self) -> bool {
        if self.stopped.load(Ordering::Relaxed) {
            return true;
        }
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline != NEVER && self.created.elapsed().as_nanos() >= u128::from(deadline)
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(NEVER)
}

impl Default for StopSignal {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_and_deadline_stop_the_search() {
        let signal = StopSignal::new();
        assert!(!signal.should_stop());
        signal.set_deadline(Duration::from_secs(3_600));
        assert!(!signal.should_stop());
        signal.set_deadline(Duration::ZERO);
        assert!(signal.should_stop());
        signal.set_deadline(Duration::MAX);
        assert!(!signal.should_stop());
        signal.stop();
        assert!(signal.should_stop());
    }

    #[test]
    fn only_max_time_is_saveable() {
        let signal = StopSignal::new();
        assert_eq!(signal.saveable_time(), None);
        let hour = Duration::from_secs(3_600);
        signal.set_max_time(hour);
        let time = signal.saveable_time().expect("a maximum time is saveable");
        assert!(time.elapsed + time.remaining <= hour && !time.remaining.is_zero());
        signal.set_max_time(Duration::ZERO);
        assert!(signal.should_stop());
        signal.set_deadline(hour);
        assert_eq!(signal.saveable_time(), None);
        assert!(!signal.should_stop());
    }
}
