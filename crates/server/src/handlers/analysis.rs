//! Live analysis over a WebSocket.

use std::sync::Arc;
use std::time::Duration;

use amazons::Position;
use axum::http::StatusCode;
use axum::response::Response;
use tokio::sync::watch;
use tokio::time::{Instant, interval, sleep, sleep_until};

use super::extract::{EnginePermission, PeerAddr, State};
use super::socket::{self, Disconnected, JsonSocket, PING_INTERVAL, Upgrade};
use crate::analysis::{AnalysisKey, AnalysisUpdate, LatestUpdate, MAX_MULTIPV};
use crate::app_state::AppState;
use crate::dto::analysis::{AnalysisEvent, AnalysisRequest};
use crate::dto::check_range;
use crate::dto::error::ApiError;
use crate::dto::position::parse_position;

/// Minimum time between two updates of a stream.
const MIN_UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// Minimum time between two requests of a stream.
const MIN_REQUEST_INTERVAL: Duration = Duration::from_millis(10);

/// Open a WebSocket for live analysis: send `AnalysisRequest`s, receive `AnalysisEvent`s. A new
/// request replaces the previous one. The analysis stops when the client disconnects.
#[utoipa::path(
    get, path = "/analysis", operation_id = "analysis", tag = "analysis",
    responses(
        (status = 101, description = "WebSocket: `AnalysisRequest`s in, `AnalysisEvent`s out."),
        (status = "4XX", description = "Not a WebSocket request, or too many WebSockets."),
    )
)]
pub async fn stream(
    state: State,
    PeerAddr(address): PeerAddr,
    engines: Result<EnginePermission, ApiError>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let upgrade = socket::with_limits(upgrade)?;
    let permit = state.streams.acquire(address, 1)?;
    let state = Arc::clone(&state);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let mut shutdown = state.shutdown.subscribe();
        let mut connection = AnalysisConnection {
            socket: JsonSocket::new(socket),
            state,
            engines,
            subscription: None,
            next_update_at: Instant::now(),
        };
        tokio::select! {
            _ = connection.run() => {}
            _ = shutdown.wait_for(|&is_shutdown| is_shutdown) => {}
        }
        connection.socket.close().await;
        drop(permit);
    }))
}

struct AnalysisConnection {
    socket: JsonSocket,
    state: Arc<AppState>,
    /// Whether the client may use external engines.
    engines: Result<EnginePermission, ApiError>,
    subscription: Option<Subscription>,
    next_update_at: Instant,
}

/// The analysis that the client watches.
struct Subscription {
    request: u64,
    updates: watch::Receiver<LatestUpdate>,
}

impl AnalysisConnection {
    /// Serves requests and updates until the client disconnects.
    async fn run(&mut self) -> Result<(), Disconnected> {
        let mut pings = interval(PING_INTERVAL);
        loop {
            tokio::select! {
                text = self.socket.receive() => {
                    let text = text?;
                    self.handle_request(&text).await?;
                    sleep(MIN_REQUEST_INTERVAL).await;
                }
                update = next_update(&mut self.subscription, self.next_update_at) => {
                    self.send_update(update).await?;
                }
                _ = pings.tick() => self.socket.ping().await?,
            }
        }
    }

    async fn handle_request(&mut self, text: &str) -> Result<(), Disconnected> {
        // Even an invalid request ends the previous one.
        self.subscription = None;
        match self.subscribe(text).await {
            Ok(subscription) => {
                self.subscription = subscription;
                // The first update of a request is sent at once.
                self.next_update_at = Instant::now();
                Ok(())
            }
            Err((request, error)) => self.socket.send(&error_event(request, error)).await,
        }
    }

    /// Starts the requested analysis; `None` for a request to stop. An error carries the id of the
    /// request, if it could be parsed.
    async fn subscribe(
        &mut self,
        text: &str,
    ) -> Result<Option<Subscription>, (Option<u64>, ApiError)> {
        let request: AnalysisRequest = serde_json::from_str(text).map_err(|error| {
            let message = format!("invalid request: {error}");
            (None, ApiError::bad_request(message))
        })?;
        let AnalysisRequest::Analyze {
            request,
            fen,
            lines,
            searcher,
            external_engine,
        } = request
        else {
            return Ok(None);
        };
        let with_id = |error| (Some(request), error);
        check_range("the number of lines", lines, 1..=MAX_MULTIPV).map_err(with_id)?;
        let position = parse_position(&fen).map_err(with_id)?;
        let updates = match external_engine {
            Some(id) => {
                let updates = self.analyze_externally(id, position, lines).await;
                updates.map_err(with_id)?
            }
            None => {
                let mut updates = self.state.live_analysis.subscribe(AnalysisKey {
                    position,
                    lines,
                    searcher,
                });
                // An update that exists already is new to this client.
                updates.mark_changed();
                updates
            }
        };
        Ok(Some(Subscription { request, updates }))
    }

    async fn analyze_externally(
        &mut self,
        id: u64,
        position: Position,
        lines: usize,
    ) -> Result<watch::Receiver<LatestUpdate>, ApiError> {
        self.engines.clone()?;
        let engines = &self.state.external_engines;
        let engine = engines.find(id).await?;
        Ok(engines.analyze(engine, position, lines))
    }

    /// Sends an update, or an error if the analysis has failed.
    async fn send_update(&mut self, update: LatestUpdate) -> Result<(), Disconnected> {
        let Some(Subscription { request, .. }) = self.subscription else {
            return Ok(());
        };
        let (event, is_final) = match update.as_deref() {
            Some(Ok(AnalysisUpdate { analysis, is_final })) => {
                let event = AnalysisEvent::Update {
                    request,
                    analysis: analysis.clone(),
                    r#final: *is_final,
                };
                (event, *is_final)
            }
            Some(Err(error)) => (error_event(Some(request), error.clone()), true),
            None => {
                let message = "the analysis has ended";
                let error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message);
                (error_event(Some(request), error), true)
            }
        };
        if is_final {
            self.subscription = None;
        }
        self.socket.send(&event).await?;
        self.next_update_at = Instant::now() + MIN_UPDATE_INTERVAL;
        Ok(())
    }
}

fn error_event(request: Option<u64>, error: ApiError) -> AnalysisEvent {
    AnalysisEvent::Error {
        request,
        error: error.message,
        reason: error.reason,
    }
}

/// Waits for the next update, but not before `not_before`; `None` if the analysis was dropped.
async fn next_update(subscription: &mut Option<Subscription>, not_before: Instant) -> LatestUpdate {
    let Some(Subscription { updates, .. }) = subscription else {
        return std::future::pending().await;
    };
    sleep_until(not_before).await;
    loop {
        updates.changed().await.ok()?;
        if let Some(update) = updates.borrow_and_update().clone() {
            return Some(update);
        }
    }
}
