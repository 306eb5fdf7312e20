//! Protection against requests from other sites. Any page that a browser shows can send requests
//! to this machine.
//!
//! The `Host` header must name this server, against DNS rebinding. Requests that change something
//! or open a WebSocket must come from our own page, if from a page at all (`Origin`). Requests that
//! another site caused (`Sec-Fetch-Site`), such as an image address, get no answer from the API.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN, UPGRADE};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::api_path;
use crate::dto::error::ApiError;

/// Allowlist of the `Host` header.
#[doc(hidden)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllowedHosts {
    /// Whether other machines can reach the server.
    is_remote: bool,
    names: Arc<[String]>,
}

impl AllowedHosts {
    /// Allows `localhost`, `names`, and the IP addresses that can lead to `address`.
    #[must_use]
    pub fn new(address: IpAddr, names: &[String]) -> Self {
        let names = names.iter().map(|name| name.to_ascii_lowercase());
        Self {
            is_remote: !address.is_loopback(),
            names: names.collect(),
        }
    }

    /// IP addresses are safe, because DNS cannot redirect them.
    fn allows(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let literal = host.trim_start_matches('[').trim_end_matches(']');
        match literal.parse::<IpAddr>() {
            Ok(address) => self.is_remote || address.is_loopback(),
            Err(_) => host == "localhost" || self.names.contains(&host),
        }
    }
}

/// Middleware that rejects requests for other hosts and from other sites.
pub(super) async fn validate_request(
    State(hosts): State<AllowedHosts>,
    request: Request,
    next: Next,
) -> Response {
    let validated = authority(request.headers(), request.uri()).and_then(|authority| {
        let host = authority.host();
        if !hosts.allows(host) {
            let message = format!(
                "unknown host {host}; allow it with `thermodon serve --allowed-host {host}`"
            );
            return Err(ApiError::new(StatusCode::MISDIRECTED_REQUEST, message));
        }
        check_fetch_site(&request)?;
        check_origin(&request, &authority)
    });
    match validated {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// Host and port that the request is for.
fn authority(headers: &HeaderMap, uri: &Uri) -> Result<Authority, ApiError> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = host.and_then(|host| host.parse().ok());
    host.or_else(|| uri.authority().cloned())
        .ok_or_else(|| ApiError::bad_request("the request has no valid Host header"))
}

/// Rejects API requests caused by another site or another port of this machine. Links to the page
/// and the API documentation are allowed.
fn check_fetch_site(request: &Request) -> Result<(), ApiError> {
    let path = request.uri().path();
    let is_linkable = !path.starts_with("/api/") || path == api_path("/docs");
    let site = request.headers().get("sec-fetch-site");
    let is_own = site.is_none_or(|site| site == "same-origin" || site == "none");
    if is_own || is_linkable && is_safe_method(request.method()) {
        return Ok(());
    }
    Err(cross_site_error())
}

/// Whether the method is safe (RFC 9110): it only reads.
pub(super) fn is_safe_method(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

fn cross_site_error() -> ApiError {
    ApiError::forbidden("requests from other sites are not allowed")
}

/// Rejects requests from another site's page. Reading is allowed: the browser withholds the
/// response.
fn check_origin(request: &Request, host: &Authority) -> Result<(), ApiError> {
    let Some(origin) = request.headers().get(ORIGIN) else {
        // Browsers always send it; other clients are not pages.
        return Ok(());
    };
    if is_safe_method(request.method()) && !request.headers().contains_key(UPGRADE) {
        return Ok(());
    }
    let origin = origin.to_str().ok();
    let origin = origin.and_then(|origin| origin.parse::<Uri>().ok());
    let is_own = origin.is_some_and(|origin| {
        let authority = origin.authority();
        authority.is_some_and(|origin| origin.as_str().eq_ignore_ascii_case(host.as_str()))
    });
    if is_own {
        return Ok(());
    }
    Err(cross_site_error())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_server_allows_loopback_hosts_only() {
        let hosts = AllowedHosts::new(IpAddr::from([127, 0, 0, 1]), &[]);
        for host in ["localhost", "LOCALHOST", "127.0.0.1", "127.3.2.1", "[::1]"] {
            assert!(hosts.allows(host), "{host}");
        }
        for host in [
            "evil.example",
            "192.168.1.7",
            "localhost.evil.example",
            "",
            "[::2]",
        ] {
            assert!(!hosts.allows(host), "{host}");
        }
    }

    #[test]
    fn remote_server_allows_ip_addresses_and_its_names() {
        let hosts = AllowedHosts::new(IpAddr::from([0, 0, 0, 0]), &["Board.Local".to_owned()]);
        for host in ["192.168.1.7", "[fe80::1]", "board.local", "localhost"] {
            assert!(hosts.allows(host), "{host}");
        }
        assert!(!hosts.allows("evil.example"));
    }
}
