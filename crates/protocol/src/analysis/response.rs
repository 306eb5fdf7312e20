//! Responses of the analysis protocol.

use std::io::{self, Write};
use std::sync::OnceLock;

use engine::Analysis;
use serde_json::{Value, json};

use super::queue::Job;
use crate::analysis_json;
use crate::output::SharedOutput;

/// Writes the responses of all threads, and remembers the first failure to write.
#[derive(Debug)]
pub(super) struct ResponseWriter<W> {
    output: SharedOutput<W>,
    failure: OnceLock<io::ErrorKind>,
}

/// Status of the result of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ResultStatus {
    /// The search is running.
    Partial,
    Final,
    /// Final, but the search was stopped early.
    Terminated,
}

impl<W: Write> ResponseWriter<W> {
    pub(super) fn new(output: W) -> Self {
        Self {
            output: SharedOutput::new(output),
            failure: OnceLock::new(),
        }
    }

    /// Fails if any response could not be written.
    pub(super) fn check_io(&self) -> io::Result<()> {
        self.failure.get().map_or(Ok(()), |&kind| Err(kind.into()))
    }

    fn write(&self, response: &Value) {
        if let Err(error) = self.output.write_line(response.to_string()) {
            // The first failure is the one to report.
            let _ = self.failure.set(error.kind());
        }
    }

    /// Writes the result of a turn.
    pub(super) fn write_result(&self, job: &Job, study: &Analysis, status: ResultStatus) {
        let mut response = Value::Object(analysis_json::to_json(study));
        response["id"] = job.query.id.clone();
        response["turn"] = job.turn.into();
        response["partial"] = (status == ResultStatus::Partial).into();
        if status == ResultStatus::Terminated {
            response["terminated"] = true.into();
        }
        self.write(&response);
    }

    /// Reports a turn that could not be searched.
    pub(super) fn write_failure(&self, job: &Job, reason: &str) {
        self.write(&json!({ "id": job.query.id, "turn": job.turn, "error": reason }));
    }

    /// Reports an invalid request.
    pub(super) fn write_error(&self, id: Option<&Value>, field: Option<&str>, reason: &str) {
        let mut response = json!({ "id": id, "error": reason });
        if let Some(field) = field {
            response["field"] = field.into();
        }
        self.write(&response);
    }

    /// Reports an unknown field.
    pub(super) fn write_warning(&self, id: &Value, field: &str) {
        let warning = format!("unknown field {field:?} ignored");
        self.write(&json!({ "id": id, "warning": warning, "field": field }));
    }

    /// Answers a termination and its cancelled jobs. The workers answer the active jobs.
    pub(super) fn write_termination(&self, id: &Value, target: Option<&Value>, cancelled: &[Job]) {
        for job in cancelled {
            self.write_result(job, &Analysis::new(job.position), ResultStatus::Terminated);
        }
        let response = match target {
            Some(target) => json!({ "id": id, "action": "terminate", "target": target }),
            None => json!({ "id": id, "action": "terminate_all" }),
        };
        self.write(&response);
    }

    pub(super) fn write_version(&self, id: &Value) {
        self.write(&json!({
            "id": id,
            "action": "query_version",
            "name": "Thermodon",
            "version": env!("CARGO_PKG_VERSION"),
        }));
    }
}
