//! What all WebSockets have in common: a client that is slow or gone holds nothing up for long.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use serde::Serialize;
use tokio::time::{Instant, timeout};

use crate::dto::problem::Refusal;

/// A message from a client is a position and some words.
const LONGEST_MESSAGE: usize = 16 << 10;

/// A client that takes nothing for so long is gone.
const SENDING: Duration = Duration::from_secs(15);

/// A quiet client is asked so often whether it is there.
pub const PING_EVERY: Duration = Duration::from_secs(20);

/// One that says nothing for so long, not even that it is there, is gone.
const SILENCE: Duration = Duration::from_secs(50);

/// The other side has gone, or is as good as gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gone;

/// A WebSocket.
#[derive(Debug)]
pub struct Socket {
    socket: WebSocket,
    heard: Instant,
}

/// The limits that every WebSocket keeps to.
pub fn limited(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
}

/// Why a request that is no WebSocket cannot become one.
#[must_use]
pub fn refusal(rejection: &axum::extract::ws::rejection::WebSocketUpgradeRejection) -> Refusal {
    let sentence = rejection.body_text();
    let status = rejection.status();
    // Some kinds are answered as the server's fault, which it is not.
    if status.is_server_error() {
        return Refusal::bad_request(sentence);
    }
    Refusal::new(status, sentence)
}

impl Socket {
    /// Takes over a WebSocket that was just opened.
    #[must_use]
    pub fn new(socket: WebSocket) -> Self {
        Self {
            socket,
            heard: Instant::now(),
        }
    }

    /// Waits for the next text; what is no text is an empty one.
    ///
    /// # Errors
    /// If the client has gone.
    pub async fn receive(&mut self) -> Result<String, Gone> {
        loop {
            let message = self.socket.recv().await.ok_or(Gone)?.map_err(|_| Gone)?;
            self.heard = Instant::now();
            match message {
                Message::Text(text) => return Ok(text.as_str().to_owned()),
                Message::Binary(_) => return Ok(String::new()),
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Close(_) => return Err(Gone),
            }
        }
    }

    /// Sends something as JSON.
    ///
    /// # Errors
    /// If the client has gone, or takes nothing.
    pub async fn send(&mut self, value: &impl Serialize) -> Result<(), Gone> {
        let text = serde_json::to_string(value).map_err(|_| Gone)?;
        self.send_message(Message::Text(text.into())).await
    }

    /// Asks whether the client is there.
    ///
    /// # Errors
    /// If it has not said so for too long.
    pub async fn ping(&mut self) -> Result<(), Gone> {
        if self.heard.elapsed() > SILENCE {
            return Err(Gone);
        }
        self.send_message(Message::Ping(Vec::new().into())).await
    }

    /// Says goodbye.
    pub async fn close(mut self) {
        // Who does not hear it is gone already.
        let _ = self.send_message(Message::Close(None)).await;
    }

    async fn send_message(&mut self, message: Message) -> Result<(), Gone> {
        match timeout(SENDING, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Gone),
        }
    }
}
