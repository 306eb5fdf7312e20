//! How requests are read: as the framework does it, but what is wrong is said in a sentence of JSON.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;

use crate::dto::problem::Refusal;
use crate::services::Services;

/// A body of JSON.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Refusal))]
pub struct Json<T>(pub T);

/// What the path says.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Refusal))]
pub struct Path<T>(pub T);

/// What stands behind the question mark.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Refusal))]
pub struct Query<T>(pub T);

/// What does the work.
pub type State = axum::extract::State<Arc<Services>>;

/// What most handlers answer.
pub type Answer<T> = Result<axum::Json<T>, Refusal>;

/// Where a request comes from; whoever accepts connections puts it into the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Peer(pub IpAddr);

impl<S: Sync> FromRequestParts<S> for Peer {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let peer = parts.extensions.get::<Self>().copied();
        Ok(peer.unwrap_or(Self(Ipv4Addr::LOCALHOST.into())))
    }
}

/// Says that a request may have other programs run: the owner of the server allows it, and it comes from the server's own machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtThisMachine(());

/// What a relay adds to a request: who is behind it is not at this machine, even if the relay is.
const RELAYED: [&str; 3] = ["forwarded", "x-forwarded-for", "via"];

impl FromRequestParts<Arc<Services>> for AtThisMachine {
    type Rejection = Refusal;

    async fn from_request_parts(
        parts: &mut Parts,
        services: &Arc<Services>,
    ) -> Result<Self, Refusal> {
        services.programs.permit()?;
        // Who does not say where a request comes from has not accepted it from here.
        let peer = parts.extensions.get::<Peer>();
        let is_here = peer.is_some_and(|Peer(address)| address.to_canonical().is_loopback());
        let is_relayed = RELAYED.iter().any(|name| parts.headers.contains_key(*name));
        if is_here && !is_relayed {
            return Ok(Self(()));
        }
        let sentence = "engines can be used only on the machine that the server runs on";
        Err(Refusal::new(StatusCode::FORBIDDEN, sentence))
    }
}

/// Does something that waits for the disk, where nobody else has to wait for it.
///
/// # Errors
/// If it is refused, or breaks off.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Refusal::failure("the work broke off")))
}
