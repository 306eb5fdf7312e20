//! Runs long work without the GIL, stops it on Ctrl-C and passes its progress to Python.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::ErrorClass;

/// Interval between checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// Stack of a worker: exact values recurse deeper than the default of threads allows.
const STACK_BYTES: usize = 64 << 20;

/// Waits for an event without the GIL, at most until signals should be checked.
pub fn receive<E: Send>(
    py: Python<'_>,
    events: &Mutex<Receiver<E>>,
) -> Result<E, RecvTimeoutError> {
    py.detach(|| {
        let events = events.lock().unwrap_or_else(PoisonError::into_inner);
        events.recv_timeout(SIGNAL_INTERVAL)
    })
}

/// Runs `work` in a thread. It sends its progress, which `on_progress` receives in the calling thread
/// with the GIL. Ctrl-C or an error of `on_progress` calls `stop`, after which `work` must end soon.
pub fn run<T: Send, P: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce(Sender<P>) -> T + Send,
    mut on_progress: impl FnMut(Python<'_>, P) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, progress) = mpsc::channel();
    let progress = Mutex::new(progress);
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, move || work(sender))
            .map_err(|error| ErrorClass::Engine.error(format!("cannot start a thread: {error}")))?;
        let mut result = Ok(());
        loop {
            match receive(py, &progress) {
                Ok(progress) if result.is_ok() => result = on_progress(py, progress),
                Err(RecvTimeoutError::Disconnected) => break,
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            }
            if result.is_ok() {
                result = py.check_signals();
            }
            if result.is_err() {
                stop();
            }
        }
        let output = py.detach(|| worker.join());
        result?;
        output.map_err(|panic| std::panic::resume_unwind(panic))
    })
}
