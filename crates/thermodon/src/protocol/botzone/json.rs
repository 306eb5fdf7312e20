//! The JSON form: an object on a line.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Request;
use super::error::Error;
use super::turn::Turn;

/// All turns so far; what else the server sends (`data`, `time_limit`, …) is of no use here.
#[derive(Deserialize)]
struct All {
    requests: Vec<Turn>,
    #[serde(default)]
    responses: Vec<Turn>,
}

#[derive(Serialize)]
struct Answer {
    response: Turn,
}

/// Reads a request: all turns so far, or a turn on its own.
pub(super) fn read(line: &str) -> Result<Request, Error> {
    let value: Value = serde_json::from_str(line)?;
    if value.get("requests").is_none() {
        return Ok(Request::Last(serde_json::from_value(value)?));
    }
    let All {
        requests,
        responses,
    } = serde_json::from_value(value)?;
    if requests.len() != responses.len() + 1 {
        return Err(Error::Unbalanced {
            requests: requests.len(),
            responses: responses.len(),
        });
    }
    let mut turns = Vec::with_capacity(requests.len() + responses.len());
    let mut own = responses.into_iter();
    for request in requests {
        turns.push(request);
        turns.extend(own.next());
    }
    Ok(Request::All(turns))
}

/// Writes an answer.
pub(super) fn write(turn: Turn) -> String {
    // Six numbers cannot fail to be written.
    serde_json::to_string(&Answer { response: turn }).unwrap_or_default()
}
