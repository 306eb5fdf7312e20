//! The analysis protocol: JSON-lines queries for many positions.
//!
//! Each line of the input is a request, each line of the output a response; both are JSON objects.
//! A query names one or several turns of a game. Turns are searched by priority and answered when
//! they are done, each exactly once. An invalid request is answered with an error that names the
//! field. At the end of the input all queries are still answered. `docs/analysis-protocol.md` is
//! the user's description.
//!
//! `request` parses the input and `response` writes the output; `queue` orders the turns and
//! `worker` searches them.

mod queue;
mod request;
mod response;
mod worker;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;

use engine::{Engine, GoLimits};

use super::bounded_lines::BoundedLines;
use queue::Queue;
use request::{Query, Request};
use response::ResponseWriter;
use worker::Worker;

/// Configuration of the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisConfig {
    /// Number of positions searched at a time.
    pub concurrency: usize,
    /// Limits of queries without limits of their own. At least one must be set.
    pub limits: GoLimits,
}

/// Handles requests until the input ends and all queries are answered. `make_engine` makes an
/// engine for each thread.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run_with<W: Write + Send>(
    make_engine: impl Fn() -> Engine + Sync,
    config: &AnalysisConfig,
    input: impl BufRead,
    output: W,
) -> io::Result<()> {
    let responses = ResponseWriter::new(output);
    let queue = Queue::default();
    thread::scope(|scope| {
        // The workers must end on every path out of here.
        let _closing = queue.close_on_drop();
        for _ in 0..config.concurrency.max(1) {
            let worker = Worker::new(&make_engine, &queue, &responses);
            thread::Builder::new()
                .name("analysis".to_owned())
                .spawn_scoped(scope, move || worker.run())?;
        }
        let mut lines = BoundedLines::new(input);
        while let Some(line) = lines.next_line()? {
            match line {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => handle(&text, config, &queue, &responses),
                Err(too_long) => responses.write_error(None, None, &too_long.to_string()),
            }
            responses.check_io()?;
        }
        Ok::<_, io::Error>(())
    })?;
    responses.check_io()
}

/// Handles a line of the input.
fn handle<W: Write>(
    line: &str,
    config: &AnalysisConfig,
    queue: &Queue,
    responses: &ResponseWriter<W>,
) {
    let parsed = match request::parse(line, &config.limits) {
        Ok(parsed) => parsed,
        Err(error) => {
            let field = error.field.as_deref();
            return responses.write_error(error.id.as_ref(), field, &error.reason);
        }
    };
    for field in &parsed.unknown {
        responses.write_warning(&parsed.id, field);
    }
    match parsed.request {
        Request::Analyze(query) => enqueue(*query, queue, responses),
        Request::Terminate { target } => {
            let cancelled = queue.terminate(Some(&target));
            responses.write_termination(&parsed.id, Some(&target), &cancelled);
        }
        Request::TerminateAll => {
            let cancelled = queue.terminate(None);
            responses.write_termination(&parsed.id, None, &cancelled);
        }
        Request::QueryVersion => responses.write_version(&parsed.id),
    }
}

fn enqueue<W: Write>(query: Query, queue: &Queue, responses: &ResponseWriter<W>) {
    let query = Arc::new(query);
    if !queue.add(&query) {
        let reason = "a query with this id is still running";
        responses.write_error(Some(&query.id), Some("id"), reason);
    }
}
