//! axum extractors whose rejections are JSON error bodies.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::access::Access;
use crate::app_state::AppState;
use crate::dto::error::{ApiError, ErrorReason};
use crate::sync::run_blocking;

/// JSON body of a request or response.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(ApiError))]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// Path parameters.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(ApiError))]
pub struct Path<T>(pub T);

/// Query parameters.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ApiError))]
pub struct Query<T>(pub T);

pub type State = axum::extract::State<Arc<AppState>>;

/// Result of most handlers.
pub type ApiResult<T> = Result<Json<T>, ApiError>;

/// Runs work that waits for the disk, and responds with its result.
pub async fn blocking_json<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> ApiResult<T> {
    run_blocking(work).await.map(Json)
}

/// Address of the client, set for each connection.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PeerAddr(pub IpAddr);

impl<S: Sync> FromRequestParts<S> for PeerAddr {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let peer = parts.extensions.get::<Self>().copied();
        Ok(peer.unwrap_or(Self(Ipv4Addr::LOCALHOST.into())))
    }
}

/// Proof that the request may use external engines: they are enabled, and it is the owner's, from
/// the server's machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnginePermission(());

impl FromRequestParts<Arc<AppState>> for EnginePermission {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<Self, ApiError> {
        if !state.external_engines.is_enabled() {
            return Err(ApiError::forbidden(
                "external engines are disabled; enable them with `thermodon serve --allow-engines`",
            )
            .because(ErrorReason::EnginesDisabled));
        }
        // A request without access or address did not come through the accept loop.
        if parts.extensions.get::<Access>() != Some(&Access::Owner) {
            let message = "external engines can be used only by the owner";
            return Err(ApiError::forbidden(message).because(ErrorReason::EnginesOwnerOnly));
        }
        let peer = parts.extensions.get::<PeerAddr>();
        if peer.is_some_and(|PeerAddr(address)| address.is_loopback()) {
            return Ok(Self(()));
        }
        Err(ApiError::forbidden(
            "external engines can be used only from the machine that the server runs on",
        )
        .because(ErrorReason::EnginesLocalOnly))
    }
}
