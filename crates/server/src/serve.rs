//! The server at its door: it listens, takes connections in, and closes in order.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use crate::app::{Hosts, app};
use crate::handlers::input::Peer;
use crate::openings::People;
use crate::services::{Capacity, Services};
use crate::store::{Store, StoreError};
use crate::workplace::Workplace;

/// The port unless another is asked for: not one that others are known to use.
pub const DEFAULT_PORT: u16 = 8642;

/// So many connections may be open at once; others wait outside.
const MOST_CONNECTIONS: usize = 1024;

/// A client has so long for the head of a request, and so long a connection may be idle.
const HEAD: Duration = Duration::from_secs(10);

/// What the system keeps for a client that reads slowly. Little, so that it gets news instead of history.
const SEND_BUFFER: u32 = 128 << 10;

/// Connections that the system keeps waiting.
const BACKLOG: u32 = 1024;

/// Requests under way have so long to end when the server closes.
const FAREWELL: Duration = Duration::from_secs(3);

/// Where the games are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Data {
    /// In a folder.
    Folder(PathBuf),
    /// Nowhere: they are gone when the program ends.
    Memory,
}

/// How to serve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The address to listen at.
    pub address: IpAddr,
    /// The port; any free one if 0, and the [usual](DEFAULT_PORT) or else any free one if left out.
    pub port: Option<u16>,
    /// Names by which others may call this server.
    pub names: Vec<String>,
    /// Where the games are kept.
    pub data: Data,
    /// A folder with the page, instead of the one that is built in.
    pub page: Option<PathBuf>,
    /// How much to do at once.
    pub capacity: Capacity,
}

/// Why the server cannot be started.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The games cannot be had.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The port cannot be had.
    #[error("cannot listen at {address}: {reason}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        reason: io::Error,
    },
    /// There is no page in the folder.
    #[error("there is no index.html in {}", .0.display())]
    Page(PathBuf),
}

/// A server that listens already.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    services: Arc<Services>,
    router: Router,
}

impl Server {
    /// Opens the games and begins to listen.
    ///
    /// # Errors
    /// If either is impossible.
    pub fn bind(settings: &Settings) -> Result<Self, ServeError> {
        if let Some(folder) = &settings.page
            && !folder.join("index.html").is_file()
        {
            return Err(ServeError::Page(folder.clone()));
        }
        let listener = listen(settings)?;
        let address = listener.local_addr().map_err(|reason| ServeError::Listen {
            address: SocketAddr::new(settings.address, settings.port.unwrap_or(DEFAULT_PORT)),
            reason,
        })?;
        let (store, people, workplace) = match &settings.data {
            Data::Folder(folder) => (
                Store::open(folder)?,
                People::open(folder)?,
                Workplace::at(folder),
            ),
            Data::Memory => (
                Store::in_memory()?,
                People::in_memory()?,
                Workplace::passing(),
            ),
        };
        let services = Services::new(store, people, workplace, settings.capacity);
        let services = Arc::new(services);
        let hosts = Hosts::new(settings.address, &settings.names);
        let router = app(Arc::clone(&services), hosts, settings.page.as_deref());
        Ok(Self {
            listener,
            address,
            services,
            router,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What does the work.
    #[must_use]
    pub fn services(&self) -> &Arc<Services> {
        &self.services
    }

    /// Serves until it is to end, then lets what is under way finish, but not for long.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        tokio::pin!(end);
        loop {
            let permit = tokio::select! {
                permit = Arc::clone(&connections).acquire_owned() => permit,
                () = &mut end => break,
            };
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut end => break,
            };
            match (accepted, permit) {
                (Ok((stream, peer)), Ok(permit)) => {
                    let router = self.router.clone();
                    let closing = self.services.closing.subscribe();
                    tokio::spawn(async move {
                        connect(stream, peer.ip(), router, closing).await;
                        drop(permit);
                    });
                }
                // Too many open files, most likely: it passes.
                (Err(_), _) | (_, Err(_)) => sleep(Duration::from_millis(50)).await,
            }
        }
        drop(self.listener);
        let services = Arc::clone(&self.services);
        // What is written on closing waits for the disk.
        let _ = tokio::task::spawn_blocking(move || services.close()).await;
        let all = connections.acquire_many(MOST_CONNECTIONS as u32);
        let _ = timeout(FAREWELL, all).await;
        let streams = async {
            while self.services.streams.count() > 0 {
                sleep(Duration::from_millis(10)).await;
            }
        };
        let _ = timeout(FAREWELL, streams).await;
    }
}

/// Serves a connection until either side has had enough.
async fn connect(
    stream: TcpStream,
    address: IpAddr,
    router: Router,
    mut closing: watch::Receiver<bool>,
) {
    // Small messages are to leave at once.
    let _ = stream.set_nodelay(true);
    // Every request says where it comes from.
    let service = router.map_request(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(address));
        request
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    tokio::pin!(connection);
    // A client that breaks off is its own affair.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = closing.wait_for(|&is_closing| is_closing) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(FAREWELL, connection).await;
}

/// Listens at the port that was asked for, or at the usual one if that is free.
fn listen(settings: &Settings) -> Result<TcpListener, ServeError> {
    let at = |port| {
        let address = SocketAddr::new(settings.address, port);
        listen_at(address).map_err(|reason| ServeError::Listen { address, reason })
    };
    match settings.port {
        Some(port) => at(port),
        None => at(DEFAULT_PORT).or_else(|_| at(0)),
    }
}

fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A port that a server has just given up is free; what Windows calls so is another thing.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
