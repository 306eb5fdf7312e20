//! Stop, ponder hit and clock of a running search.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use search::{GoLimits, StopSignal};

use crate::time_management::TimeBudget;

/// Controls a search from other threads.
#[derive(Debug)]
pub struct SearchControl {
    /// Polled by the searcher.
    signal: StopSignal,
    /// Time for the move, counted from the start or the ponder hit.
    budget: Option<TimeBudget>,
    flags: Mutex<ControlFlags>,
    changed: Condvar,
}

#[derive(Debug)]
struct ControlFlags {
    stopped: bool,
    infinite: bool,
    pondering: bool,
}

impl SearchControl {
    /// Creates the control of a search; its clock starts now unless it is infinite or pondering.
    #[must_use]
    pub fn new<M>(limits: &GoLimits<M>, budget: Option<TimeBudget>) -> Self {
        let control = Self {
            signal: StopSignal::new(),
            budget,
            flags: Mutex::new(ControlFlags {
                stopped: false,
                infinite: limits.infinite,
                pondering: limits.ponder,
            }),
            changed: Condvar::new(),
        };
        if !limits.infinite && !limits.ponder {
            control.start_clock();
        }
        control
    }

    /// The signal that stops the searcher.
    #[must_use]
    pub fn signal(&self) -> &StopSignal {
        &self.signal
    }

    /// Requests the result now.
    pub fn stop(&self) {
        self.flags().stopped = true;
        self.signal.stop();
        self.changed.notify_all();
    }

    /// Reports that the opponent played the pondered move; the limits apply from now on.
    pub fn ponder_hit(&self) {
        let mut flags = self.flags();
        flags.pondering = false;
        if !flags.infinite {
            self.start_clock();
        }
        drop(flags);
        self.changed.notify_all();
    }

    /// Blocks while the result must be held back: in infinite search until it is stopped, while
    /// pondering until the ponder hit.
    pub fn wait_until_result_allowed(&self) {
        let must_wait =
            |flags: &mut ControlFlags| !flags.stopped && (flags.infinite || flags.pondering);
        drop(
            self.changed
                .wait_while(self.flags(), must_wait)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }

    fn start_clock(&self) {
        if let Some(budget) = self.budget {
            if budget.can_save {
                self.signal.set_max_time(budget.time);
            } else {
                self.signal.set_deadline(budget.time);
            }
        }
    }

    /// Locks the flags. They are never left half-changed, so a poisoned lock is usable.
    fn flags(&self) -> MutexGuard<'_, ControlFlags> {
        self.flags.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
