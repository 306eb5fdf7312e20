//! `perft` in the background, so that it can be stopped.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use amazons::{Game, Move, Position};

use super::format;
use crate::output::SharedOutput;

/// A running `perft`. Dropping it stops it and waits for its last line.
pub(super) struct PerftTask {
    stopped: Arc<AtomicBool>,
    /// Disconnected when the thread is done.
    done: Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

impl PerftTask {
    /// Starts a `perft` that writes a line per first move.
    pub(super) fn start<W: Write + Send + 'static>(
        position: Position,
        depth: u64,
        output: SharedOutput<W>,
    ) -> io::Result<Self> {
        let stopped = Arc::new(AtomicBool::new(false));
        let stop_flag = Arc::clone(&stopped);
        let (running, done) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("perft".to_owned())
            .spawn(move || {
                // The session notices a closed output when it writes next.
                let _ = count(&position, depth, &stop_flag, &output);
                drop(running);
            })?;
        Ok(Self {
            stopped,
            done,
            thread: Some(thread),
        })
    }

    /// Waits for the end, and stops the task after `timeout`.
    pub(super) fn wait_timeout(&mut self, timeout: Duration) {
        // Nothing is sent: this returns on disconnection or timeout.
        let _ = self.done.recv_timeout(timeout);
        self.stop();
    }

    fn stop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic has been printed already.
            let _ = thread.join();
        }
    }
}

impl Drop for PerftTask {
    fn drop(&mut self) {
        self.stop();
    }
}

fn count<W: Write>(
    position: &Position,
    depth: u64,
    stopped: &AtomicBool,
    output: &SharedOutput<W>,
) -> io::Result<()> {
    let mut total = 1;
    if depth > 0 {
        total = 0;
        for mv in position.moves() {
            let Some(leaves) = leaves_after(position, mv, depth, stopped) else {
                return output.write_line("info string perft stopped");
            };
            total += leaves;
            output.write_line(format!("{}: {leaves}", format::mv(mv)))?;
        }
    }
    output.write_line(format!("\nNodes searched: {total}\n"))
}

/// Number of leaves after a move, at a depth from before it; `None` if stopped.
fn leaves_after(position: &Position, mv: Move, depth: u64, stopped: &AtomicBool) -> Option<u64> {
    if stopped.load(Ordering::Relaxed) {
        return None;
    }
    let mut child = *position;
    child.play(mv);
    match depth {
        1 => Some(1),
        2 => Some(child.move_count()),
        _ => {
            let moves = child.moves().into_iter();
            moves
                .map(|mv| leaves_after(&child, mv, depth - 1, stopped))
                .sum()
        }
    }
}
