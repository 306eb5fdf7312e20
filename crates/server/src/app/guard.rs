//! Who may ask. Any page that a browser shows can send requests to this machine, so what comes from
//! another site must be told apart from what comes from ours.
//!
//! A request must be meant for this server by name: a foreign name that leads here is an attack (DNS
//! rebinding). And what changes something, or opens a stream, must come from our own page if it comes
//! from a page at all. Where a browser says that a request was caused by another site (`Sec-Fetch-Site`), the API
//! answers nothing at all: also a picture's address on another page is a request.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN, UPGRADE};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api;
use crate::dto::problem::Refusal;

/// The names by which this server may be called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hosts {
    /// Whether it can be reached from other machines.
    is_public: bool,
    names: Arc<[String]>,
}

impl Hosts {
    /// For a server that listens at that address, and may also be called by these names.
    #[must_use]
    pub fn new(address: IpAddr, names: &[String]) -> Self {
        let names = names.iter().map(|name| name.to_ascii_lowercase());
        Self {
            is_public: !address.is_loopback(),
            names: names.collect(),
        }
    }

    /// A number is safe where this server can be reached by it: only names can be made to lead elsewhere.
    fn contain(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let number = host.trim_start_matches('[').trim_end_matches(']');
        match number.parse::<IpAddr>() {
            Ok(address) => self.is_public || address.is_loopback(),
            Err(_) => host == "localhost" || self.names.contains(&host),
        }
    }
}

/// Lets a request pass or refuses it.
pub(super) async fn check(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let allowed = authority(request.headers(), request.uri()).and_then(|host| {
        if !hosts.contain(host.host()) {
            return Err(Refusal::new(
                StatusCode::MISDIRECTED_REQUEST,
                format!("this server is not called {}", host.host()),
            ));
        }
        check_site(&request)?;
        check_origin(&request, &host)
    });
    match allowed {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// The host that a request is meant for.
fn authority(headers: &HeaderMap, uri: &Uri) -> Result<Authority, Refusal> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = host.and_then(|host| host.parse().ok());
    host.or_else(|| uri.authority().cloned())
        .ok_or_else(|| Refusal::bad_request("the request does not say which host it is meant for"))
}

/// Refuses the API to what the browser says that another site, or another port of this machine, has caused. A link may
/// lead to the page, and to the API's description.
fn check_site(request: &Request) -> Result<(), Refusal> {
    let path = request.uri().path();
    let is_open = !path.starts_with("/api/") || path == api::path("/docs");
    let site = request.headers().get("sec-fetch-site");
    let is_ours = site.is_none_or(|site| site == "same-origin" || site == "none");
    if is_ours || is_open && is_read(request.method()) {
        return Ok(());
    }
    Err(from_elsewhere())
}

fn is_read(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

fn from_elsewhere() -> Refusal {
    let sentence = "requests from other sites are refused";
    Refusal::new(StatusCode::FORBIDDEN, sentence)
}

/// Refuses what another site's page sends, unless it only reads: that is kept from it by its browser.
fn check_origin(request: &Request, host: &Authority) -> Result<(), Refusal> {
    let Some(origin) = request.headers().get(ORIGIN) else {
        // Browsers always say it; others are no pages.
        return Ok(());
    };
    if is_read(request.method()) && !request.headers().contains_key(UPGRADE) {
        return Ok(());
    }
    let origin = origin
        .to_str()
        .ok()
        .and_then(|origin| origin.parse::<Uri>().ok());
    let is_ours = origin.is_some_and(|origin| {
        let authority = origin.authority();
        authority.is_some_and(|origin| origin.as_str().eq_ignore_ascii_case(host.as_str()))
    });
    if is_ours {
        return Ok(());
    }
    Err(from_elsewhere())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_server_is_called_by_this_machine_only() {
        let hosts = Hosts::new(IpAddr::from([127, 0, 0, 1]), &[]);
        for host in ["localhost", "LOCALHOST", "127.0.0.1", "127.3.2.1", "[::1]"] {
            assert!(hosts.contain(host), "{host}");
        }
        for host in [
            "evil.example",
            "192.168.1.7",
            "localhost.evil.example",
            "",
            "[::2]",
        ] {
            assert!(!hosts.contain(host), "{host}");
        }
    }

    #[test]
    fn a_public_server_is_called_by_number_or_by_its_names() {
        let hosts = Hosts::new(IpAddr::from([0, 0, 0, 0]), &["Board.Local".to_owned()]);
        for host in ["192.168.1.7", "[fe80::1]", "board.local", "localhost"] {
            assert!(hosts.contain(host), "{host}");
        }
        assert!(!hosts.contain("evil.example"));
    }
}
