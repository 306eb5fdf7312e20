//! WebSockets with limits and timeouts.

use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use serde::Serialize;
use tokio::time::Instant;

use crate::dto::error::ApiError;

/// Maximum size of a client's message: a position and a few fields.
const MAX_MESSAGE_BYTES: usize = 16 << 10;

/// How often the client is pinged.
pub const PING_INTERVAL: Duration = Duration::from_secs(20);

/// Time after which a client that sends nothing, not even a pong, is disconnected.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(40);

/// The client has disconnected or timed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disconnected;

/// A WebSocket that sends JSON.
#[derive(Debug)]
pub struct JsonSocket {
    socket: WebSocket,
    /// Time of the client's last message.
    last_seen: Instant,
}

/// Result of axum's WebSocket extractor.
pub type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// Sets the limits of a WebSocket, or explains why the request cannot be upgraded.
pub fn with_limits(upgrade: Upgrade) -> Result<WebSocketUpgrade, ApiError> {
    let upgrade = upgrade.map_err(|rejection| {
        let message = rejection.body_text();
        let status = rejection.status();
        // axum answers some client errors with 5xx.
        if status.is_server_error() {
            return ApiError::bad_request(message);
        }
        ApiError::new(status, message)
    })?;
    Ok(upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES))
}

impl JsonSocket {
    pub fn new(socket: WebSocket) -> Self {
        Self {
            socket,
            last_seen: Instant::now(),
        }
    }

    /// Receives the next message as text; a binary message is an empty text.
    pub async fn receive(&mut self) -> Result<String, Disconnected> {
        loop {
            let message = self.socket.recv().await;
            let message = message.ok_or(Disconnected)?.map_err(|_| Disconnected)?;
            self.last_seen = Instant::now();
            match message {
                Message::Text(text) => return Ok(text.as_str().to_owned()),
                Message::Binary(_) => return Ok(String::new()),
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Close(_) => return Err(Disconnected),
            }
        }
    }

    /// Sends a value as JSON.
    pub async fn send(&mut self, value: &impl Serialize) -> Result<(), Disconnected> {
        let text = serde_json::to_string(value).map_err(|_| Disconnected)?;
        self.send_message(Message::Text(text.into())).await
    }

    /// Pings the client, or fails if it has been silent for too long.
    pub async fn ping(&mut self) -> Result<(), Disconnected> {
        if self.last_seen.elapsed() > CLIENT_TIMEOUT {
            return Err(Disconnected);
        }
        self.send_message(Message::Ping(Vec::new().into())).await
    }

    pub async fn close(mut self) {
        // Fails if the client has disconnected.
        let _ = self.send_message(Message::Close(None)).await;
    }

    async fn send_message(&mut self, message: Message) -> Result<(), Disconnected> {
        // The connection has a write timeout.
        self.socket.send(message).await.map_err(|_| Disconnected)
    }
}
