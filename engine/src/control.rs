//! The strings that pull at a running search from outside.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::limits::Limits;

/// Shared by a search and whoever started it.
#[derive(Debug)]
pub(crate) struct Control {
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
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            state: Mutex::new(State {
                stopped: false,
                infinite: limits.infinite,
                pondering: limits.ponder,
            }),
            changed: Condvar::new(),
        }
    }

    /// Asks for the answer now.
    pub(crate) fn stop(&self) {
        self.state().stopped = true;
        self.changed.notify_all();
    }

    /// The opponent played the expected move: the limits count from now on.
    pub(crate) fn ponder_hit(&self) {
        self.state().pondering = false;
        self.changed.notify_all();
    }

    /// Blocks a search that has its answer until the answer may be given.
    pub(crate) fn wait_until_answer_is_wanted(&self) {
        let too_early = |state: &mut State| !state.stopped && (state.infinite || state.pondering);
        drop(
            self.changed
                .wait_while(self.state(), too_early)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }

    /// No panic can leave the flags half-changed, so a poisoned lock is as good as any.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
