//! Worker thread that searches turns from the queue.

use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use engine::{Analysis, Engine, Event, SearchHandle};

use super::queue::{ClaimedJob, Job, Message, Queue};
use super::response::{ResponseWriter, ResultStatus};

/// Interval between checks that a silent search is still running.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

pub(super) struct Worker<'a, F, W> {
    make_engine: &'a F,
    queue: &'a Queue,
    responses: &'a ResponseWriter<W>,
    /// The engine of the last turn with the options of its query.
    cached_engine: Option<(Vec<(&'static str, String)>, Engine)>,
}

impl<'a, F: Fn() -> Engine, W: Write> Worker<'a, F, W> {
    pub(super) fn new(
        make_engine: &'a F,
        queue: &'a Queue,
        responses: &'a ResponseWriter<W>,
    ) -> Self {
        Self {
            make_engine,
            queue,
            responses,
            cached_engine: None,
        }
    }

    /// Searches turns until the queue is closed and empty.
    pub(super) fn run(mut self) {
        while let Some(claimed) = self.queue.claim() {
            let job = claimed.job.clone();
            // Nothing is searched if responses cannot be written.
            if self.responses.check_io().is_ok()
                && let Err(reason) = self.search(claimed)
            {
                self.responses.write_failure(&job, &reason);
            }
            self.queue.finish(&job);
        }
    }

    fn search(&mut self, claimed: ClaimedJob) -> Result<(), String> {
        let ClaimedJob {
            job,
            sender,
            messages,
        } = claimed;
        let mut engine = self.engine_for(&job)?;
        let search = engine
            .start(&job.position, job.query.limits.clone(), move |event| {
                // The receiver lives until the last event, the answer.
                let _ = sender.send(Message::Event(event));
            })
            .map_err(|error| format!("cannot start the search: {error}"))?;
        let (study, status) = self.collect_result(&job, &search, &messages)?;
        drop(search);
        self.responses.write_result(&job, &study, status);
        self.cached_engine = Some((job.query.options.clone(), engine));
        Ok(())
    }

    /// An engine with the options of the query and an empty transposition table, so that results do
    /// not depend on earlier queries.
    fn engine_for(&mut self, job: &Job) -> Result<Engine, String> {
        if let Some((options, mut engine)) = self.cached_engine.take()
            && options == job.query.options
        {
            engine.new_game();
            return Ok(engine);
        }
        let mut engine = (self.make_engine)();
        for (name, value) in &job.query.options {
            engine
                .set_option(name, value)
                .map_err(|error| error.to_string())?;
        }
        Ok(engine)
    }

    /// Collects the events of a search until its answer, and writes partial results when due.
    fn collect_result(
        &self,
        job: &Job,
        search: &SearchHandle,
        messages: &Receiver<Message>,
    ) -> Result<(Analysis, ResultStatus), String> {
        let mut study = Analysis::new(job.position);
        let mut status = ResultStatus::Final;
        let next_due = || Some(Instant::now() + job.query.report_every?);
        let mut due = next_due();
        loop {
            let timeout = due.map_or(POLL_INTERVAL, |due| {
                due.saturating_duration_since(Instant::now())
                    .min(POLL_INTERVAL)
            });
            let message = messages.recv_timeout(timeout).or_else(|error| {
                // The last event may have arrived after the timeout.
                if search.is_finished() {
                    messages
                        .try_recv()
                        .map_err(|_| RecvTimeoutError::Disconnected)
                } else {
                    Err(error)
                }
            });
            match message {
                Ok(Message::Event(Event::Info(info))) => study.add_info(info),
                Ok(Message::Event(Event::ExactResult(exact))) => study.set_exact(exact),
                // The engine has no book.
                Ok(Message::Event(Event::Book(_))) => {}
                Ok(Message::Event(Event::BestMove(_))) => return Ok((study, status)),
                Ok(Message::Terminate) => {
                    status = ResultStatus::Terminated;
                    search.stop();
                }
                Err(RecvTimeoutError::Timeout) => {}
                // The search ended without an answer; the cause is on standard error.
                Err(RecvTimeoutError::Disconnected) => return Err("the search failed".to_owned()),
            }
            if due.is_some_and(|due| due <= Instant::now()) {
                if !study.lines().is_empty() {
                    self.responses
                        .write_result(job, &study, ResultStatus::Partial);
                }
                due = next_due();
            }
        }
    }
}
