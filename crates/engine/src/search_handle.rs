//! Handle to a running search.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crate::events::{BestMove, Event};
use crate::search_control::SearchControl;

/// Handle to a search in its own thread. Dropping it stops the search and waits for its end.
#[derive(Debug)]
pub struct SearchHandle {
    control: Arc<SearchControl>,
    thread: Option<JoinHandle<BestMove>>,
}

impl SearchHandle {
    /// Runs `search` in a new thread and reports its result when the control allows it.
    pub(crate) fn spawn<L: FnMut(Event) + Send + 'static>(
        control: SearchControl,
        mut listener: L,
        search: impl FnOnce(&SearchControl, &mut L) -> BestMove + Send + 'static,
    ) -> io::Result<Self> {
        let control = Arc::new(control);
        let shared = Arc::clone(&control);
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || {
                let best_move = search(&shared, &mut listener);
                shared.wait_until_result_allowed();
                listener(Event::BestMove(best_move));
                best_move
            })?;
        Ok(Self {
            control,
            thread: Some(thread),
        })
    }

    /// Requests the result now, without waiting for it.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Reports that the opponent played the pondered move; the limits apply from now on.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// Whether the result has been reported.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the result. [Stop](Self::stop) a search without limits first.
    ///
    /// # Panics
    /// If the search or its listener panicked: with the same panic.
    #[must_use]
    pub fn wait(mut self) -> BestMove {
        let thread = self.thread.take().expect("only `wait` takes the thread");
        match thread.join() {
            Ok(best_move) => best_move,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        self.control.stop();
        if let Some(thread) = self.thread.take() {
            // A panic of the search has been printed; panicking again here would abort.
            let _ = thread.join();
        }
    }
}
