//! How a running search is told to end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Shared by a search and whoever may end it: a flag and a deadline.
///
/// The deadline can be set while the search runs; an engine that ponders does so when the
/// opponent plays the expected move. A signal serves one search.
#[derive(Debug)]
pub struct Signal {
    stopped: AtomicBool,
    created: Instant,
    /// When the time that is worth saving began to run, in nanoseconds after `created`.
    saving_since: AtomicU64,
    /// In nanoseconds after `created`.
    deadline: AtomicU64,
}

/// Time that may be used, and is of use later if it is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// What was used of it so far.
    pub used: Duration,
    /// What is left.
    pub left: Duration,
}

const NEVER: u64 = u64::MAX;

impl Signal {
    /// A signal that is not given, and no deadline.
    #[must_use]
    pub fn new() -> Self {
        Self {
            stopped: AtomicBool::new(false),
            created: Instant::now(),
            saving_since: AtomicU64::new(NEVER),
            deadline: AtomicU64::new(NEVER),
        }
    }

    /// Ends the search now.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Ends the search so long after this call, in place of any deadline set before.
    pub fn stop_after(&self, time: Duration) {
        self.saving_since.store(NEVER, Ordering::Relaxed);
        self.set_deadline(self.created.elapsed().saturating_add(time));
    }

    /// Ends the search so long after this call at the latest, in place of any deadline set before; what
    /// it does not need is worth saving.
    pub fn stop_within(&self, time: Duration) {
        let now = self.created.elapsed();
        self.set_deadline(now.saturating_add(time));
        self.saving_since.store(nanoseconds(now), Ordering::Relaxed);
    }

    /// The time that the search may use, if what it does not use is worth saving.
    #[must_use]
    pub fn allowance(&self) -> Option<Allowance> {
        let since = self.saving_since.load(Ordering::Relaxed);
        let now = nanoseconds(self.created.elapsed());
        let deadline = self.deadline.load(Ordering::Relaxed);
        (since != NEVER).then(|| Allowance {
            used: Duration::from_nanos(now.saturating_sub(since)),
            left: Duration::from_nanos(deadline.saturating_sub(now)),
        })
    }

    fn set_deadline(&self, since_created: Duration) {
        self.deadline
            .store(nanoseconds(since_created), Ordering::Relaxed);
    }

    /// Whether the search is to end.
    #[must_use]
    #[inline]
    pub fn is_given(&self) -> bool {
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

impl Default for Signal {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_is_given_by_hand_or_by_time() {
        let signal = Signal::new();
        assert!(!signal.is_given());
        signal.stop_after(Duration::from_secs(3_600));
        assert!(!signal.is_given());
        signal.stop_after(Duration::ZERO);
        assert!(signal.is_given());
        signal.stop_after(Duration::MAX);
        assert!(!signal.is_given());
        signal.stop();
        assert!(signal.is_given());
    }

    #[test]
    fn only_time_within_which_to_stop_is_worth_saving() {
        let signal = Signal::new();
        assert_eq!(signal.allowance(), None);
        let hour = Duration::from_secs(3_600);
        signal.stop_within(hour);
        let allowance = signal.allowance().expect("an hour is worth saving");
        assert!(allowance.used + allowance.left <= hour && !allowance.left.is_zero());
        signal.stop_within(Duration::ZERO);
        assert!(signal.is_given());
        signal.stop_after(hour);
        assert_eq!(signal.allowance(), None);
        assert!(!signal.is_given());
    }
}
