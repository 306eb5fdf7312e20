//! JSON encoding: an object per line.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Request;
use super::error::BotzoneError;
use super::turn::Turn;

/// All turns so far. Other fields (`data`, `time_limit`, …) are ignored.
#[derive(Deserialize)]
struct HistoryJson {
    requests: Vec<Turn>,
    #[serde(default)]
    responses: Vec<Turn>,
}

#[derive(Serialize)]
struct ResponseJson {
    response: Turn,
}

/// Parses all turns so far, or the last turn.
pub(super) fn parse(line: &str) -> Result<Request, BotzoneError> {
    let value: Value = serde_json::from_str(line)?;
    if value.get("requests").is_none() {
        return Ok(Request::LastTurn(serde_json::from_value(value)?));
    }
    let HistoryJson {
        requests,
        responses,
    } = serde_json::from_value(value)?;
    if requests.len() != responses.len() + 1 {
        return Err(BotzoneError::Unbalanced {
            requests: requests.len(),
            responses: responses.len(),
        });
    }
    let mut turns = Vec::with_capacity(requests.len() + responses.len());
    let mut responses = responses.into_iter();
    for request in requests {
        turns.push(request);
        turns.extend(responses.next());
    }
    Ok(Request::History(turns))
}

pub(super) fn format(turn: Turn) -> String {
    // A struct of integers always serializes.
    serde_json::to_string(&ResponseJson { response: turn }).unwrap_or_default()
}
