//! Live analysis over a WebSocket.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;
use tokio::sync::watch;
use tokio::time::{Instant, interval, sleep_until};

use super::input::{AtThisMachine, Peer, State};
use super::socket::{self, Gone, PING_EVERY, Socket};
use crate::dto::analysis::{AnalysisEvent, AnalysisRequest};
use crate::dto::position;
use crate::dto::problem::{Problem, Refusal};
use crate::programs::ProgramAnalysis;
use crate::services::{MOST_LINES, Services};
use crate::thinking::{Found, Subject};

/// The shortest time between two messages of a stream.
const PACE: Duration = Duration::from_millis(100);

/// The shortest time between two requests that are listened to.
const PATIENCE: Duration = Duration::from_millis(10);

/// A WebSocket for live analysis: send `AnalysisRequest`s, get `AnalysisEvent`s. A new request replaces
/// the one before it; the analysis ends when the viewer leaves.
#[utoipa::path(
    get,
    path = "/analysis",
    operation_id = "analysis",
    tag = "analysis",
    responses(
        (status = 101, description = "The WebSocket: `AnalysisRequest`s in, `AnalysisEvent`s out."),
        (status = "4XX", description = "This is no WebSocket, or there are too many.", body = Problem),
    )
)]
pub async fn stream(
    services: State,
    Peer(address): Peer,
    owner: Result<AtThisMachine, Refusal>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade.map_err(|rejection| socket::refusal(&rejection))?;
    let stream = services.streams.open(address)?;
    let services = Arc::clone(&services);
    Ok(
        socket::limited(upgrade).on_upgrade(move |socket| async move {
            let mut closing = services.closing.subscribe();
            let mut viewer = Viewer::new(Socket::new(socket), services, owner);
            tokio::select! {
                _ = viewer.run() => {}
                _ = closing.wait_for(|&is_closing| is_closing) => {}
            }
            viewer.socket.close().await;
            drop(stream);
        }),
    )
}

/// Somebody who looks on.
struct Viewer {
    socket: Socket,
    services: Arc<Services>,
    /// Whether they may have other programs think.
    owner: Result<AtThisMachine, Refusal>,
    watching: Option<Watching>,
    /// When the next message may be sent.
    next: Instant,
}

/// What is looked at.
struct Watching {
    request: u64,
    news: watch::Receiver<Option<Arc<Found>>>,
    /// Why it ended, if there is something to say.
    failure: Arc<OnceLock<String>>,
}

impl Viewer {
    fn new(socket: Socket, services: Arc<Services>, owner: Result<AtThisMachine, Refusal>) -> Self {
        Self {
            socket,
            services,
            owner,
            watching: None,
            next: Instant::now(),
        }
    }

    /// Until the viewer goes.
    async fn run(&mut self) -> Result<(), Gone> {
        let mut pings = interval(PING_EVERY);
        loop {
            tokio::select! {
                text = self.socket.receive() => {
                    let text = text?;
                    self.listen(&text).await?;
                    sleep_until(Instant::now() + PATIENCE).await;
                }
                found = newest(&mut self.watching, self.next) => self.tell(found).await?,
                _ = pings.tick() => self.socket.ping().await?,
            }
        }
    }

    /// Does what a request says.
    async fn listen(&mut self, text: &str) -> Result<(), Gone> {
        // Whatever it is, it replaces what was there.
        self.watching = None;
        match self.understand(text).await {
            Ok(watching) => {
                self.watching = watching;
                // The first lines of a new request need not wait.
                self.next = Instant::now();
                Ok(())
            }
            Err((request, refusal)) => {
                let error = refusal.sentence;
                let event = AnalysisEvent::Error { request, error };
                self.socket.send(&event).await
            }
        }
    }

    async fn understand(&mut self, text: &str) -> Result<Option<Watching>, (Option<u64>, Refusal)> {
        let request: AnalysisRequest = serde_json::from_str(text).map_err(|error| {
            let sentence = format!("this is no request: {error}");
            (None, Refusal::bad_request(sentence))
        })?;
        let AnalysisRequest::Analyze {
            request,
            fen,
            lines,
            player,
            program,
        } = request
        else {
            return Ok(None);
        };
        let refuse = |refusal| (Some(request), refusal);
        if !(1..=MOST_LINES).contains(&lines) {
            let sentence = format!("the lines must be from 1 to {MOST_LINES}, not {lines}");
            return Err(refuse(Refusal::bad_request(sentence)));
        }
        let position = position::read(&fen).map_err(refuse)?;
        if let Some(id) = program {
            let analysis = self.ask_program(id, position, lines).await;
            let ProgramAnalysis { news, failure } = analysis.map_err(refuse)?;
            return Ok(Some(Watching {
                request,
                news,
                failure,
            }));
        }
        let mut news = self.services.live.watch(Subject {
            position,
            lines,
            analyst: player,
        });
        // What is there already is news to this viewer.
        news.mark_changed();
        Ok(Some(Watching {
            request,
            news,
            failure: Arc::default(),
        }))
    }

    async fn ask_program(
        &mut self,
        id: u64,
        position: amazons::Position,
        lines: usize,
    ) -> Result<ProgramAnalysis, Refusal> {
        self.owner.clone()?;
        let programs = &self.services.programs;
        let program = programs.find(id).await?;
        Ok(programs.watch(program, position, lines))
    }

    async fn tell(&mut self, found: Option<Arc<Found>>) -> Result<(), Gone> {
        let Some(Watching {
            request, failure, ..
        }) = &self.watching
        else {
            return Ok(());
        };
        let request = *request;
        let event = match &found {
            Some(found) => AnalysisEvent::Study {
                request,
                study: found.study.clone(),
                r#final: found.is_final,
            },
            None => AnalysisEvent::Error {
                request: Some(request),
                error: failure
                    .get()
                    .map_or("the analysis has ended", String::as_str)
                    .to_owned(),
            },
        };
        if found.is_none_or(|found| found.is_final) {
            self.watching = None;
        }
        self.socket.send(&event).await?;
        self.next = Instant::now() + PACE;
        Ok(())
    }
}

/// Waits for something new, but not before it may be sent; nothing if the analysis was dropped.
async fn newest(watching: &mut Option<Watching>, next: Instant) -> Option<Arc<Found>> {
    let Some(Watching { news, .. }) = watching else {
        return std::future::pending().await;
    };
    sleep_until(next).await;
    loop {
        news.changed().await.ok()?;
        if let Some(found) = news.borrow_and_update().clone() {
            return Some(found);
        }
    }
}
