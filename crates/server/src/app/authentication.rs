//! Authentication: a server that asks for a token answers nobody without one.
//!
//! The owner and the guests open a link with a token, which the browser keeps in a cookie. Other
//! programs send it as `Authorization: Bearer`. Guests may only read.

use std::sync::Arc;

use axum::extract::{Query, Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, LOCATION, SET_COOKIE, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use super::same_origin::is_safe_method;
use crate::access::{Access, Tokens};
use crate::api::api_path;
use crate::dto::error::{ApiError, ErrorReason};

/// Requests with a body that only read, so guests may send them.
const READING_POSTS: [&str; 6] = [
    "/positions/read",
    "/positions/overlays",
    "/positions/endgame",
    "/records/read",
    "/records/write",
    "/book/explore",
];

/// How long a browser keeps the token: a year, in seconds.
const COOKIE_SECONDS: u32 = 365 * 24 * 60 * 60;

/// How the server authenticates clients.
#[derive(Debug)]
pub struct Authentication {
    /// `None` if every client is the owner.
    tokens: Option<Tokens>,
    /// Has the port in it, because servers on other ports of a host share its cookies.
    cookie: String,
}

/// Query of a link with a token.
#[derive(Deserialize)]
struct Link {
    token: String,
}

impl Authentication {
    /// `None` if every client is the owner.
    pub fn new(tokens: Option<Tokens>, port: u16) -> Self {
        Self {
            tokens,
            cookie: format!("thermodon-{port}"),
        }
    }

    /// Tokens that clients need.
    pub fn tokens(&self) -> Option<&Tokens> {
        self.tokens.as_ref()
    }

    /// Token of a request: of the `Authorization` header, or of the cookie.
    fn token<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let text = |name| {
            let values = headers.get_all(name).iter();
            values.filter_map(|value| value.to_str().ok())
        };
        let bearer = text(AUTHORIZATION).find_map(|value| value.strip_prefix("Bearer "));
        bearer.or_else(|| {
            text(COOKIE)
                .flat_map(|cookies| cookies.split(';'))
                .filter_map(|cookie| cookie.trim().split_once('='))
                .find(|(name, _)| *name == self.cookie)
                .map(|(_, token)| token)
        })
    }

    /// Answers a link with a valid token: the page, with the token in a cookie.
    fn open_link(&self, tokens: &Tokens, uri: &Uri) -> Option<Response> {
        let Query(Link { token }) = Query::try_from_uri(uri).ok()?;
        tokens.access(&token).filter(|_| is_page(uri.path()))?;
        let cookie = format!(
            "{}={token}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Strict",
            self.cookie
        );
        let headers = [(LOCATION, "/".to_owned()), (SET_COOKIE, cookie)];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// Middleware that determines the access of a request, and rejects those without a valid token
/// and changes by guests. The files of the page are public, except for the page itself.
pub(super) async fn authenticate(
    State(authentication): State<Arc<Authentication>>,
    mut request: Request,
    next: Next,
) -> Response {
    let access = match &authentication.tokens {
        None => Some(Access::Owner),
        Some(tokens) => {
            if let Some(response) = authentication.open_link(tokens, request.uri()) {
                return response;
            }
            let token = authentication.token(request.headers());
            token.and_then(|token| tokens.access(token))
        }
    };
    let path = request.uri().path();
    match access {
        Some(Access::Guest) if !is_reading(request.method(), path) => {
            ApiError::forbidden("guests may only read; open the owner's link to make changes")
                .because(ErrorReason::ReadOnly)
                .into_response()
        }
        Some(access) => {
            request.extensions_mut().insert(access);
            next.run(request).await
        }
        None if is_page(path) => sign_in_page(request.headers()),
        None if is_api(path) => {
            let error = ApiError::new(
                StatusCode::UNAUTHORIZED,
                "a token is required: open the link that `thermodon serve` printed, or send \
                 `Authorization: Bearer TOKEN`",
            )
            .because(ErrorReason::TokenRequired);
            ([(WWW_AUTHENTICATE, "Bearer")], error).into_response()
        }
        None => next.run(request).await,
    }
}

fn is_page(path: &str) -> bool {
    path == "/" || path == "/index.html"
}

fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

fn is_reading(method: &Method, path: &str) -> bool {
    is_safe_method(method)
        || *method == Method::POST && READING_POSTS.iter().any(|post| path == api_path(post))
}

/// Page that says where to find the link. After a link from another site, to which the browser
/// adds no cookie, it loads itself once more.
fn sign_in_page(headers: &HeaderMap) -> Response {
    let site = headers.get("sec-fetch-site");
    let is_own = site.is_none_or(|site| site == "same-origin" || site == "none");
    let reload = "<meta http-equiv=\"refresh\" content=\"0\">";
    let page = include_str!("sign_in.html");
    let page = page.replace("<!-- reload -->", if is_own { "" } else { reload });
    let headers = [(WWW_AUTHENTICATE, "Bearer")];
    (StatusCode::UNAUTHORIZED, headers, Html(page)).into_response()
}
