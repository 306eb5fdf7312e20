//! What is answered to a request that cannot be done.

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a request was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// One sentence.
    pub error: String,
}

/// A problem with the status that it is answered with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What kind of problem it is.
    pub status: StatusCode,
    /// One sentence.
    pub sentence: String,
}

impl Refusal {
    /// A refusal of any kind.
    #[must_use]
    pub fn new(status: StatusCode, sentence: impl ToString) -> Self {
        Self {
            status,
            sentence: sentence.to_string(),
        }
    }

    /// The request says something that cannot be.
    #[must_use]
    pub fn bad_request(sentence: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// There is no such thing.
    #[must_use]
    pub fn not_found(sentence: impl ToString) -> Self {
        Self::new(StatusCode::NOT_FOUND, sentence)
    }

    /// It could be done at another time, but not as things stand.
    #[must_use]
    pub fn conflict(sentence: impl ToString) -> Self {
        Self::new(StatusCode::CONFLICT, sentence)
    }

    /// Too much is asked for at once.
    #[must_use]
    pub fn too_many(sentence: impl ToString) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, sentence)
    }

    /// The server itself cannot go on.
    #[must_use]
    pub fn failure(sentence: impl ToString) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let problem = Problem {
            error: self.sentence,
        };
        (self.status, axum::Json(problem)).into_response()
    }
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Self {
        Self::new(rejection.status(), rejection.body_text())
    }
}

impl From<PathRejection> for Refusal {
    fn from(rejection: PathRejection) -> Self {
        Self::new(rejection.status(), rejection.body_text())
    }
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(rejection.status(), rejection.body_text())
    }
}
