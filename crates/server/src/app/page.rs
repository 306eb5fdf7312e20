//! The page: built into the program, or read from a folder by those who work on it.

use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::services::ServeDir;

/// A file of the page.
struct File {
    path: &'static str,
    /// A name for what is in it.
    etag: &'static str,
    bytes: &'static [u8],
    /// The same compressed, where that gains something.
    compressed: Option<&'static [u8]>,
}

// What `build.rs` has made: `static PAGE: &[File]`.
include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Files whose name says what is in them never change.
const ASSETS: &str = "assets/";

/// The page that is built in.
pub(super) fn embedded() -> Router {
    Router::new().fallback(get(file))
}

/// The page in a folder.
pub(super) fn of_folder(folder: &Path) -> Router {
    Router::new().fallback_service(ServeDir::new(folder))
}

async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = PAGE.iter().find(|file| file.path == path) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    let etag = HeaderValue::from_static(file.etag);
    if headers.get(IF_NONE_MATCH) == Some(&etag) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, etag)]).into_response();
    }
    let compressed = file.compressed.filter(|_| takes_gzip(&headers));
    let mut response = Response::new(Body::from(compressed.unwrap_or(file.bytes)));
    let answer = response.headers_mut();
    for (name, value) in [
        (CONTENT_TYPE, content_type(path)),
        (CACHE_CONTROL, caching(path)),
        (VARY, "accept-encoding"),
    ] {
        answer.insert(name, HeaderValue::from_static(value));
    }
    answer.insert(ETAG, etag);
    if compressed.is_some() {
        answer.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

fn caching(path: &str) -> &'static str {
    if path.starts_with(ASSETS) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers
        .get(ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("gzip"))
}

/// What kind of file it is, by the end of its name.
fn content_type(path: &str) -> &'static str {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
