//! The whole app: the API, the page, and what guards both.

mod docs;
mod guard;
mod headers;
mod page;

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

use crate::api;
use crate::dto::problem::Refusal;
use crate::services::Services;

pub use guard::Hosts;

/// A client has so long for a request, and the server for its answer.
const REQUEST: Duration = Duration::from_secs(30);

/// The app, for requests to these hosts. The page is that of a folder if one is given.
pub fn app(services: Arc<Services>, hosts: Hosts, page: Option<&Path>) -> Router {
    let body_bytes = services.limits.body_bytes;
    let openapi: Arc<str> = api::openapi().into();
    let api = api::routes()
        .route(
            &api::path("/openapi.json"),
            get(move || docs::json(openapi)),
        )
        .route(&api::path("/docs"), get(docs::page))
        .route(&api::path("/docs.css"), get(docs::style))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(body_bytes))
        .layer(middleware::from_fn(in_time))
        .layer(middleware::map_response(headers::never_stored))
        .with_state(services);
    let page = match page {
        Some(folder) => page::of_folder(folder),
        None => page::embedded(),
    };
    Router::new()
        .route("/api", any(not_found))
        .route("/api/", any(not_found))
        .route("/api/{*path}", any(not_found))
        .merge(api)
        .merge(page)
        .layer(middleware::from_fn_with_state(hosts, guard::check))
        .layer(middleware::map_response(headers::add))
}

async fn method_not_allowed() -> Refusal {
    let sentence = "this address knows no such method";
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, sentence)
}

async fn not_found(uri: Uri) -> Refusal {
    Refusal::not_found(format!("there is nothing at {}", uri.path()))
}

/// Gives up on a request that takes too long, whoever's fault it is.
async fn in_time(request: Request, next: Next) -> Response {
    match timeout(REQUEST, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let sentence = "the request took too long";
            Refusal::new(StatusCode::REQUEST_TIMEOUT, sentence).into_response()
        }
    }
}
