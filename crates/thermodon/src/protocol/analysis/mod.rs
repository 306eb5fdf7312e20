//! The analysis protocol: many positions at a time, for programs that study games.
//!
//! Each line of the input is a request, a JSON object; each line of the output an answer. A request
//! asks about one or several turns of a game; the turns are searched as processors become free, the most
//! urgent first, and answered as they are done, in any order, each exactly once. What cannot be
//! understood is answered with one sentence that names the field, and stops nothing else. At the end
//! of the input everything that was asked for is still answered. `docs/analysis-protocol.md` is the
//! user's description.
//!
//! `request` is the form of the input, `response` that of the output; `queue` decides what is next, and
//! `worker` is a thread that searches.

mod queue;
mod request;
mod response;
mod worker;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;

use engine::{Engine, Limits};

use super::lines::Lines;
use queue::Queue;
use request::{Query, Request};
use response::Answers;
use worker::Worker;

/// What the loop itself can be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many positions are searched at a time.
    pub concurrency: usize,
    /// What ends the search of a request without limits of its own; at least one limit must be set.
    pub limits: Limits,
}

/// Answers requests until the input ends and all are answered. Each of the threads that search has an engine
/// of its own, made by `make_engine`.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run_with<W: Write + Send>(
    make_engine: impl Fn() -> Engine + Sync,
    settings: &Settings,
    input: impl BufRead,
    output: W,
) -> io::Result<()> {
    let answers = Answers::new(output);
    let queue = Queue::default();
    thread::scope(|scope| {
        // Whatever happens, the threads must not wait for ever.
        let _closing = queue.close_on_drop();
        for _ in 0..settings.concurrency.max(1) {
            let worker = Worker::new(&make_engine, &queue, &answers);
            thread::Builder::new()
                .name("analysis".to_owned())
                .spawn_scoped(scope, move || worker.work())?;
        }
        let mut lines = Lines::new(input);
        while let Some(line) = lines.next_line()? {
            match line {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => obey(&text, settings, &queue, &answers),
                Err(too_long) => answers.complain(None, None, &too_long.to_string()),
            }
            answers.check()?;
        }
        Ok::<_, io::Error>(())
    })?;
    answers.check()
}

/// Does what a line says.
fn obey<W: Write>(line: &str, settings: &Settings, queue: &Queue, answers: &Answers<W>) {
    let reading = match request::read(line, &settings.limits) {
        Ok(reading) => reading,
        Err(refusal) => {
            let field = refusal.field.as_deref();
            return answers.complain(refusal.id.as_ref(), field, &refusal.reason);
        }
    };
    for field in &reading.unknown {
        answers.warn(&reading.id, field);
    }
    match reading.request {
        Request::Analyse(query) => analyse(*query, queue, answers),
        Request::Terminate { target } => {
            let dropped = queue.terminate(Some(&target));
            answers.acknowledge_termination(&reading.id, Some(&target), &dropped);
        }
        Request::TerminateAll => {
            let dropped = queue.terminate(None);
            answers.acknowledge_termination(&reading.id, None, &dropped);
        }
        Request::QueryVersion => answers.version(&reading.id),
    }
}

fn analyse<W: Write>(query: Query, queue: &Queue, answers: &Answers<W>) {
    let query = Arc::new(query);
    if !queue.add(&query) {
        let reason = "another request with this id is still being answered";
        answers.complain(Some(&query.id), Some("id"), reason);
    }
}
