//! Limits the memory of API responses that clients do not read.

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::address_limiter::{AddressLimiter, AddressPermit};
use crate::dto::error::ApiError;
use crate::handlers::extract::PeerAddr;

/// Body of a response. Its memory is counted until the last byte is sent.
struct CountedBytes {
    bytes: Bytes,
    _permit: AddressPermit,
}

impl AsRef<[u8]> for CountedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Middleware that counts the bytes of responses, and answers 429 if the client has too many
/// unread ones.
pub(super) async fn limit(
    State(limiter): State<Arc<AddressLimiter>>,
    PeerAddr(address): PeerAddr,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = next.run(request).await.into_parts();
    let counted = async {
        // All responses of the API are in memory already.
        let bytes = to_bytes(body, usize::MAX).await;
        let bytes = bytes.map_err(ApiError::internal)?;
        let _permit = limiter.acquire(address, bytes.len())?;
        Ok::<_, ApiError>(Bytes::from_owner(CountedBytes { bytes, _permit }))
    };
    match counted.await {
        Ok(bytes) => Response::from_parts(parts, Body::from(bytes)),
        Err(error) => error.into_response(),
    }
}
