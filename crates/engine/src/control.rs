//! The strings that pull at a running search from outside.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use search::Signal;

use crate::limits::Limits;
use crate::time::Budget;

/// Shared by a search and whoever started it.
#[derive(Debug)]
pub struct Control {
    /// What the searcher looks at while it thinks.
    signal: Signal,
    /// The time to think, once it counts.
    budget: Option<Budget>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    stopped: bool,
    infinite: bool,
    pondering: bool,
}

impl Control {
    /// For a search within those limits, and with that time.
    #[must_use]
    pub fn new(limits: &Limits, budget: Option<Budget>) -> Self {
        let control = Self {
            signal: Signal::new(),
            budget,
            state: Mutex::new(State {
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

    /// What ends the thinking.
    #[must_use]
    pub fn signal(&self) -> &Signal {
        &self.signal
    }

    /// Asks for the answer now.
    pub fn stop(&self) {
        self.state().stopped = true;
        self.signal.stop();
        self.changed.notify_all();
    }

    /// The opponent played the expected move: the limits count from now on.
    pub fn ponder_hit(&self) {
        let mut state = self.state();
        state.pondering = false;
        if !state.infinite {
            self.start_clock();
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Blocks a search that has its answer until the answer may be given.
    pub fn wait_until_answer_is_wanted(&self) {
        let too_early = |state: &mut State| !state.stopped && (state.infinite || state.pondering);
        drop(
            self.changed
                .wait_while(self.state(), too_early)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }

    fn start_clock(&self) {
        if let Some(budget) = self.budget {
            if budget.is_worth_saving {
                self.signal.stop_within(budget.time);
            } else {
                self.signal.stop_after(budget.time);
            }
        }
    }

    /// No panic can leave the flags half-changed, so a poisoned lock is as good as any.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
