//! A thread that takes turns from the queue and searches them.

use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use engine::{Engine, Event, Search, Study};

use super::queue::{Job, Message, Queue, Taken};
use super::response::{Answers, Stage};

/// A search that says nothing is looked at this often, whether it is still there.
const LOOK_AROUND: Duration = Duration::from_millis(500);

pub(super) struct Worker<'a, F, W> {
    make_engine: &'a F,
    queue: &'a Queue,
    answers: &'a Answers<W>,
    /// The engine of the last turn, and the options that its request set.
    last: Option<(Vec<(&'static str, String)>, Engine)>,
}

impl<'a, F: Fn() -> Engine, W: Write> Worker<'a, F, W> {
    pub(super) fn new(make_engine: &'a F, queue: &'a Queue, answers: &'a Answers<W>) -> Self {
        Self {
            make_engine,
            queue,
            answers,
            last: None,
        }
    }

    /// Searches turn after turn until there are no more.
    pub(super) fn work(mut self) {
        while let Some(taken) = self.queue.take() {
            let job = taken.job.clone();
            // Without anybody to tell, there is nothing to find out.
            if self.answers.check().is_ok()
                && let Err(reason) = self.answer(taken)
            {
                self.answers.failed(&job, &reason);
            }
            self.queue.finish(&job);
        }
    }

    fn answer(&mut self, taken: Taken) -> Result<(), String> {
        let Taken {
            job,
            sender,
            messages,
        } = taken;
        let mut engine = self.engine_for(&job)?;
        let search = engine
            .start(&job.position, job.query.limits.clone(), move |event| {
                // The receiver waits for the answer, which is the last event.
                let _ = sender.send(Message::Event(event));
            })
            .map_err(|error| format!("the search cannot be started: {error}"))?;
        let (study, stage) = self.follow(&job, &search, &messages)?;
        drop(search);
        self.answers.found(&job, &study, stage);
        self.last = Some((job.query.options.clone(), engine));
        Ok(())
    }

    /// The engine with the options of the job's request, and without a memory: an answer does not depend on
    /// what was asked before.
    fn engine_for(&mut self, job: &Job) -> Result<Engine, String> {
        if let Some((options, mut engine)) = self.last.take()
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

    /// Listens to a search until it has answered, and reports as often as is wanted.
    fn follow(
        &self,
        job: &Job,
        search: &Search,
        messages: &Receiver<Message>,
    ) -> Result<(Study, Stage), String> {
        let mut study = Study::new(job.position);
        let mut stage = Stage::Final;
        let mut due = job
            .query
            .report_every
            .map(|interval| Instant::now() + interval);
        loop {
            let patience = due.map_or(LOOK_AROUND, |due| {
                due.saturating_duration_since(Instant::now())
                    .min(LOOK_AROUND)
            });
            let message = messages.recv_timeout(patience).or_else(|silence| {
                // What the search sent last may have come after the silence.
                if search.is_finished() {
                    messages
                        .try_recv()
                        .map_err(|_| RecvTimeoutError::Disconnected)
                } else {
                    Err(silence)
                }
            });
            match message {
                Ok(Message::Event(Event::Info(info))) => study.note(info),
                Ok(Message::Event(Event::Exact(exact))) => study.note_exact(exact),
                // Lines are searched, never looked up.
                Ok(Message::Event(Event::Opening(_))) => {}
                Ok(Message::Event(Event::Answer(_))) => return Ok((study, stage)),
                Ok(Message::Terminate) => {
                    stage = Stage::Terminated;
                    search.stop();
                }
                Err(RecvTimeoutError::Timeout) => {}
                // The search ended without an answer. What went wrong stands on standard error.
                Err(RecvTimeoutError::Disconnected) => return Err("the search failed".to_owned()),
            }
            if due.is_some_and(|due| due <= Instant::now()) {
                if !study.lines().is_empty() {
                    self.answers.found(job, &study, Stage::Partial);
                }
                due = job
                    .query
                    .report_every
                    .map(|interval| Instant::now() + interval);
            }
        }
    }
}
