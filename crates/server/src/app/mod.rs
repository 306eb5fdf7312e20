//! Router of the whole app: API, web page, request checks and headers.

mod authentication;
mod docs;
mod frontend;
mod headers;
mod same_origin;
mod unread_bytes;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use tokio::time::timeout;

use crate::api::{self, api_path};
use crate::app_state::AppState;
use crate::dto::error::ApiError;

pub use authentication::Authentication;
pub use same_origin::AllowedHosts;

/// Time limit of a request, from its body to its response.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Router of the app. Serves the page from `web_dir` if given, else the embedded one.
#[doc(hidden)]
pub fn router(
    state: Arc<AppState>,
    authentication: Arc<Authentication>,
    hosts: AllowedHosts,
    web_dir: Option<&Path>,
) -> Router {
    let body_bytes = state.request_limits.body_bytes;
    let openapi: Arc<str> = api::openapi().into();
    let api = api::routes()
        .route(&api_path("/openapi.json"), get(move || docs::json(openapi)))
        .route(&api_path("/docs"), get(docs::page))
        .route(&api_path("/docs.css"), get(docs::style))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(body_bytes))
        .layer(middleware::from_fn(with_timeout))
        .layer(middleware::map_response(headers::no_store))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&state.unread_bytes),
            unread_bytes::limit,
        ))
        .with_state(state);
    let frontend = match web_dir {
        Some(directory) => frontend::from_dir(directory),
        None => frontend::embedded(),
    };
    let authenticate = middleware::from_fn_with_state(authentication, authentication::authenticate);
    let validate = middleware::from_fn_with_state(hosts, same_origin::validate_request);
    Router::new()
        .route("/api", any(not_found))
        .route("/api/", any(not_found))
        .route("/api/{*path}", any(not_found))
        .merge(api)
        .merge(frontend)
        .layer(authenticate)
        .layer(validate)
        .layer(middleware::map_response(headers::add_security_headers))
}

async fn method_not_allowed() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method not allowed")
}

async fn not_found(uri: Uri) -> ApiError {
    ApiError::not_found(format!("{} does not exist", uri.path()))
}

async fn with_timeout(request: Request, next: Next) -> Response {
    match timeout(REQUEST_TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let message = "the request timed out";
            ApiError::new(StatusCode::REQUEST_TIMEOUT, message).into_response()
        }
    }
}
