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
    /// In nanoseconds after `created`.
    deadline: AtomicU64,
}

const NEVER: u64 = u64::MAX;

impl Signal {
    /// A signal that is not given, and no deadline.
    #[must_use]
    pub fn new() -> Self {
        Self {
            stopped: AtomicBool::new(false),
            created: Instant::now(),
            deadline: AtomicU64::new(NEVER),
        }
    }

    /// Ends the search now.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Ends the search so long after this call, in place of any deadline set before.
    pub fn stop_after(&self, time: Duration) {
        let deadline = self.created.elapsed().saturating_add(time).as_nanos();
        self.deadline
            .store(u64::try_from(deadline).unwrap_or(NEVER), Ordering::Relaxed);
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
}
