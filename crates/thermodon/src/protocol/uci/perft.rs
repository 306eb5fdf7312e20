//! `perft`: counting in the background, so that it can be stopped.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use amazons::{Game, Position};

use super::format;
use crate::protocol::shared_output::SharedOutput;

/// A count under way. Dropping it stops it and waits for its last line.
pub(super) struct Count {
    stopped: Arc<AtomicBool>,
    /// Hangs up when the count is done.
    done: Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

impl Count {
    /// Starts to count, and to write a line for each first move.
    pub(super) fn start<W: Write + Send + 'static>(
        position: Position,
        depth: u64,
        output: SharedOutput<W>,
    ) -> io::Result<Self> {
        let stopped = Arc::new(AtomicBool::new(false));
        let seen_by_thread = Arc::clone(&stopped);
        let (running, done) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("perft".to_owned())
            .spawn(move || {
                // If the output is gone the loop will find out itself, the next time it speaks.
                let _ = count(&position, depth, &seen_by_thread, &output);
                drop(running);
            })?;
        Ok(Self {
            stopped,
            done,
            thread: Some(thread),
        })
    }

    /// Waits for the end of the count, and stops it if that takes longer.
    pub(super) fn wait_at_most(&mut self, patience: Duration) {
        // Nothing is ever sent: this returns when the thread hangs up or the time is over.
        let _ = self.done.recv_timeout(patience);
        self.stop();
    }

    fn stop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic there has been printed already.
            let _ = thread.join();
        }
    }
}

impl Drop for Count {
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
    let mut total = 0;
    if depth == 0 {
        total = 1;
    } else {
        let ended = position.visit_moves(|mv| {
            let mut child = *position;
            child.play(mv);
            let Some(share) = leaves(&child, depth - 1, stopped) else {
                return ControlFlow::Break(Ok(()));
            };
            total += share;
            match output.line(format!("{}: {share}", format::mv(mv))) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        });
        if let ControlFlow::Break(ended) = ended {
            ended?;
            return output.line("info string perft was stopped");
        }
    }
    output.line(format!("\nNodes searched: {total}\n"))
}

/// The number of sequences of that many moves; `None` if stopped.
fn leaves(position: &Position, depth: u64, stopped: &AtomicBool) -> Option<u64> {
    if stopped.load(Ordering::Relaxed) {
        return None;
    }
    match depth {
        0 => Some(1),
        1 => Some(position.move_count()),
        _ => {
            let mut total = 0;
            let ended = position.visit_moves(|mv| {
                let mut child = *position;
                child.play(mv);
                match leaves(&child, depth - 1, stopped) {
                    Some(share) => {
                        total += share;
                        ControlFlow::Continue(())
                    }
                    None => ControlFlow::Break(()),
                }
            });
            ended.is_continue().then_some(total)
        }
    }
}
