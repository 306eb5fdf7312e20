//! The lines of the output.

use std::io::{self, Write};
use std::sync::OnceLock;

use engine::Study;
use serde_json::{Map, Value, json};

use super::queue::Job;
use crate::protocol::shared_output::SharedOutput;
use crate::study_json;

/// Where all threads write their answers. A failure to write is kept for those who ask.
#[derive(Debug)]
pub(super) struct Answers<W> {
    output: SharedOutput<W>,
    failure: OnceLock<io::ErrorKind>,
}

/// How far a turn's analysis has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// The search goes on.
    Partial,
    /// This is the answer.
    Final,
    /// This is the answer, and it would have been another one if nobody had stopped the search.
    Terminated,
}

impl<W: Write> Answers<W> {
    pub(super) fn new(output: W) -> Self {
        Self {
            output: SharedOutput::new(output),
            failure: OnceLock::new(),
        }
    }

    /// Whether everything could be written so far; what cannot be written once never can.
    pub(super) fn check(&self) -> io::Result<()> {
        self.failure.get().map_or(Ok(()), |&kind| Err(kind.into()))
    }

    fn say(&self, answer: &Value) {
        if let Err(error) = self.output.line(answer.to_string()) {
            // The first failure is the one to tell.
            let _ = self.failure.set(error.kind());
        }
    }

    /// What was found on a turn.
    pub(super) fn found(&self, job: &Job, study: &Study, stage: Stage) {
        let mut answer = turn(job);
        answer.insert("partial".to_owned(), (stage == Stage::Partial).into());
        if stage == Stage::Terminated {
            answer.insert("terminated".to_owned(), true.into());
        }
        answer.extend(study_json::study(study));
        self.say(&Value::Object(answer));
    }

    /// A turn that cannot be answered.
    pub(super) fn failed(&self, job: &Job, reason: &str) {
        let mut answer = turn(job);
        answer.insert("error".to_owned(), reason.into());
        self.say(&Value::Object(answer));
    }

    /// A line that was refused.
    pub(super) fn complain(&self, id: Option<&Value>, field: Option<&str>, reason: &str) {
        let mut answer = json!({ "id": id, "error": reason });
        if let Some(field) = field {
            answer["field"] = field.into();
        }
        self.say(&answer);
    }

    /// A field that means nothing.
    pub(super) fn warn(&self, id: &Value, field: &str) {
        let warning = format!("there is no field {field:?}; it has been ignored");
        self.say(&json!({ "id": id, "warning": warning, "field": field }));
    }

    /// What was given up is answered at once; what runs will be answered by those who search.
    pub(super) fn acknowledge_termination(
        &self,
        id: &Value,
        target: Option<&Value>,
        given_up: &[Job],
    ) {
        for job in given_up {
            self.found(job, &Study::new(job.position), Stage::Terminated);
        }
        let answer = match target {
            Some(target) => json!({ "id": id, "action": "terminate", "target": target }),
            None => json!({ "id": id, "action": "terminate_all" }),
        };
        self.say(&answer);
    }

    pub(super) fn version(&self, id: &Value) {
        self.say(&json!({
            "id": id,
            "action": "query_version",
            "name": "Thermodon",
            "version": env!("CARGO_PKG_VERSION"),
        }));
    }
}

fn turn(job: &Job) -> Map<String, Value> {
    let mut answer = Map::new();
    answer.insert("id".to_owned(), job.query.id.clone());
    answer.insert("turn".to_owned(), job.turn.into());
    answer
}
