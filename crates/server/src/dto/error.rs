//! Error responses.

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Body of every error response. A failed request has changed nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// What went wrong, in one English sentence.
    pub error: String,
    /// What went wrong, for a client that writes its own sentence.
    pub reason: ErrorReason,
}

/// Stable code of an error with its parameters. `detail` is English.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum ErrorReason {
    /// The request is malformed or a value is out of range.
    InvalidRequest { detail: String },
    /// The client may not do this.
    Forbidden { detail: String },
    /// There is no such thing.
    NotFound { detail: String },
    /// The request does not fit the current state.
    Conflict { detail: String },
    /// A limit on concurrent work is reached.
    TooManyRequests { detail: String },
    /// The server is shutting down or too slow.
    Unavailable { detail: String },
    /// A fault of the server, such as a full disk.
    Internal { detail: String },
    /// The position cannot be parsed.
    InvalidPosition { detail: String },
    /// The move cannot be parsed or is illegal.
    InvalidMove { detail: String },
    /// The text is no game record in a known format.
    UnknownRecordFormat,
    /// The record is of another game.
    WrongGame,
    /// A move of a record is illegal.
    IllegalRecordMove { ply: usize, detail: String },
    /// A record has another error.
    InvalidRecord {
        line: usize,
        column: usize,
        detail: String,
    },
    /// A token is required.
    TokenRequired,
    /// Guests may only read.
    ReadOnly,
    /// The disk is full.
    DiskFull { detail: String },
    /// The stored game is damaged.
    GameDamaged { id: u64 },
    /// The game does not exist.
    GameNotFound { id: u64 },
    /// The game is over.
    GameOver,
    /// It is an engine's turn.
    ComputersTurn,
    /// The side to move has run out of time.
    TimeUp,
    /// Another move has been played, for example in another tab.
    MoveAlreadyPlayed {
        ply: usize,
        #[serde(rename = "move")]
        mv: String,
    },
    /// There are no moves to take back.
    NothingToTakeBack,
    /// The limit of running reviews, in all or of the client's address, is reached.
    TooManyReviews { max: usize },
    /// The limit of endgame analyses is reached.
    TooManyEndgames { max: usize },
    /// The limit of open WebSockets, in all or of the client's address, is reached.
    TooManyConnections { max: usize },
    /// The limit of bytes that clients have not read, in all or of the client's address, is
    /// reached.
    TooManyUnreadBytes { max: usize },
    /// External engines are disabled.
    EnginesDisabled,
    /// External engines can be used on the server's machine only.
    EnginesLocalOnly,
    /// External engines can be used by the owner only.
    EnginesOwnerOnly,
    /// The external engine does not exist.
    EngineNotFound { id: u64 },
    /// The limit of external engines is reached.
    TooManyEngines { max: usize },
    /// The path of an engine is not absolute.
    EnginePathRelative { path: String },
    /// There is no file at the path of an engine.
    EngineFileNotFound { path: String, detail: String },
    /// The path of an engine is not that of an executable file.
    EngineNotExecutable { path: String },
    /// The arguments of an engine are too many or too long, or contain control characters.
    EngineArgumentsInvalid { max: usize },
    /// The name of an engine is empty or too long, or contains control characters.
    EngineNameInvalid { max: usize },
    /// An engine does not answer as its protocol demands.
    EngineFault { name: String, detail: String },
    /// An import of games is running.
    ImportRunning,
    /// A book is being extended.
    BookBuildRunning,
    /// An experiment is running.
    ExperimentRunning { id: String },
    /// The experiment is not running.
    ExperimentNotRunning { id: String },
}

/// An error response: an HTTP status, a message of one line and a reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiError {
    pub status: StatusCode,
    pub message: String,
    pub reason: ErrorReason,
}

impl ApiError {
    /// An error whose reason follows from its status.
    pub fn new(status: StatusCode, message: impl ToString) -> Self {
        let message = message.to_string();
        let detail = message.clone();
        let reason = match status {
            StatusCode::FORBIDDEN | StatusCode::MISDIRECTED_REQUEST => {
                ErrorReason::Forbidden { detail }
            }
            StatusCode::NOT_FOUND => ErrorReason::NotFound { detail },
            StatusCode::CONFLICT => ErrorReason::Conflict { detail },
            StatusCode::TOO_MANY_REQUESTS => ErrorReason::TooManyRequests { detail },
            StatusCode::REQUEST_TIMEOUT | StatusCode::SERVICE_UNAVAILABLE => {
                ErrorReason::Unavailable { detail }
            }
            status if status.is_server_error() => ErrorReason::Internal { detail },
            _ => ErrorReason::InvalidRequest { detail },
        };
        Self {
            status,
            message,
            reason,
        }
    }

    /// Replaces the reason by a more specific one.
    #[must_use]
    pub fn because(self, reason: ErrorReason) -> Self {
        Self { reason, ..self }
    }

    pub fn bad_request(message: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    pub fn forbidden(message: impl ToString) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    pub fn not_found(message: impl ToString) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// The request is valid, but not in the current state.
    pub fn conflict(message: impl ToString) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    pub fn too_many_requests(message: impl ToString) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, message)
    }

    pub fn internal(message: impl ToString) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = ErrorBody {
            error: self.message,
            reason: self.reason,
        };
        (self.status, axum::Json(body)).into_response()
    }
}

macro_rules! from_rejection {
    ($($rejection:ty),*) => {
        $(impl From<$rejection> for ApiError {
            fn from(rejection: $rejection) -> Self {
                Self::new(rejection.status(), rejection.body_text())
            }
        })*
    };
}

from_rejection!(JsonRejection, PathRejection, QueryRejection);
