//! A search under way.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crate::analysis::{Answer, Event};
use crate::control::Control;

/// A search that runs in a thread of its own. Dropping it stops it and waits for its end.
#[derive(Debug)]
pub struct Search {
    control: Arc<Control>,
    thread: Option<JoinHandle<Answer>>,
}

impl Search {
    /// Runs `think` in a new thread, then tells the listener the answer as soon as it is wanted.
    pub(crate) fn start<L: FnMut(Event) + Send + 'static>(
        control: Control,
        mut listener: L,
        think: impl FnOnce(&Control, &mut L) -> Answer + Send + 'static,
    ) -> io::Result<Self> {
        let control = Arc::new(control);
        let shared = Arc::clone(&control);
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || {
                let answer = think(&shared, &mut listener);
                shared.wait_until_answer_is_wanted();
                listener(Event::Answer(answer));
                answer
            })?;
        Ok(Self {
            control,
            thread: Some(thread),
        })
    }

    /// Asks for the answer now; returns without waiting for it.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Says that the opponent played the move that was pondered on: from now on the limits count.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// Whether the answer has been given.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the answer. Without a limit that ends the search, [stop](Self::stop) it first.
    ///
    /// # Panics
    /// If the search or its listener panicked: with the same panic.
    #[must_use]
    pub fn wait(mut self) -> Answer {
        let thread = self.thread.take().expect("only waiting takes the thread");
        match thread.join() {
            Ok(answer) => answer,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.control.stop();
        if let Some(thread) = self.thread.take() {
            // A panic of the search has been printed already; another one here would abort.
            let _ = thread.join();
        }
    }
}
