//! Accept loop, connection limits and graceful shutdown.

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

use crate::app::{AllowedHosts, router};
use crate::app_state::{AppState, ResourceLimits};
use crate::data_dir::DataDir;
use crate::handlers::extract::PeerAddr;
use crate::openings::GameDatabase;
use crate::store::{GameStore, StoreError};

/// Port that is tried first if none is configured.
pub const DEFAULT_PORT: u16 = 8642;

/// Maximum number of open connections.
const MAX_CONNECTIONS: usize = 1024;

/// Timeout for request headers, also the keep-alive timeout.
const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(10);

/// TCP send buffer. Small, so that a slow reader gets fresh updates instead of queued old ones.
const SEND_BUFFER_BYTES: u32 = 128 << 10;

/// Maximum number of connections that wait to be accepted.
const BACKLOG: u32 = 1024;

/// Time that running requests have to finish at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// Where games, books and results are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Storage {
    /// In a data directory.
    Directory(PathBuf),
    /// In memory and a temporary directory.
    Memory,
}

/// Configuration of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerConfig {
    /// Address to listen on.
    pub address: IpAddr,
    /// Port to listen on; 0 is any free one, `None` is [`DEFAULT_PORT`] or else any free one.
    pub port: Option<u16>,
    /// Host names that requests may use, besides `localhost` and IP addresses.
    pub allowed_hosts: Vec<String>,
    /// Where games, books and results are kept.
    pub storage: Storage,
    /// Directory of the web page, instead of the embedded one.
    pub web_dir: Option<PathBuf>,
    /// Resource limits.
    pub limits: ResourceLimits,
}

/// Why a server cannot start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// A database cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be bound.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// Address and port.
        address: SocketAddr,
        /// Error of the system.
        reason: io::Error,
    },
    /// The directory of the web page has no `index.html`.
    #[error("there is no index.html in {}", .0.display())]
    WebDir(PathBuf),
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: Arc<AppState>,
    router: Router,
}

impl Server {
    /// Binds the address and opens the databases. Needs a tokio runtime.
    ///
    /// # Errors
    /// If the address cannot be bound, or a database cannot be opened.
    pub fn bind(config: &ServerConfig) -> Result<Self, ServeError> {
        if let Some(directory) = &config.web_dir
            && !directory.join("index.html").is_file()
        {
            return Err(ServeError::WebDir(directory.clone()));
        }
        let listener = bind(config)?;
        let address = listener.local_addr().map_err(|reason| ServeError::Listen {
            address: SocketAddr::new(config.address, config.port.unwrap_or(DEFAULT_PORT)),
            reason,
        })?;
        let (store, game_database, data_dir) = match &config.storage {
            Storage::Directory(path) => (
                GameStore::open(path)?,
                GameDatabase::open(path)?,
                DataDir::at(path),
            ),
            Storage::Memory => (
                GameStore::in_memory()?,
                GameDatabase::in_memory()?,
                DataDir::temporary().map_err(|reason| StoreError::CreateDir {
                    path: std::env::temp_dir(),
                    reason,
                })?,
            ),
        };
        let state = AppState::new(store, game_database, data_dir, config.limits);
        let state = Arc::new(state);
        let hosts = AllowedHosts::new(config.address, &config.allowed_hosts);
        let router = router(Arc::clone(&state), hosts, config.web_dir.as_deref());
        Ok(Self {
            listener,
            address,
            state,
            router,
        })
    }

    /// Address and port that the server listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    #[doc(hidden)]
    #[must_use]
    pub fn state(&self) -> &Arc<AppState> {
        &self.state
    }

    /// Serves until `shutdown` is ready. Running requests then have some seconds to finish.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        tokio::pin!(shutdown);
        loop {
            let permit = tokio::select! {
                permit = Arc::clone(&connections).acquire_owned() => permit,
                () = &mut shutdown => break,
            };
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut shutdown => break,
            };
            match (accepted, permit) {
                (Ok((stream, peer)), Ok(permit)) => {
                    let router = self.router.clone();
                    let is_shutdown = self.state.shutdown.subscribe();
                    tokio::spawn(async move {
                        serve_connection(stream, peer.ip(), router, is_shutdown).await;
                        drop(permit);
                    });
                }
                // Usually too many open files; retried.
                (Err(_), _) | (_, Err(_)) => sleep(Duration::from_millis(50)).await,
            }
        }
        drop(self.listener);
        let state = Arc::clone(&self.state);
        // Writes to the disk.
        let _ = tokio::task::spawn_blocking(move || state.shutdown()).await;
        let all_closed = connections.acquire_many(MAX_CONNECTIONS as u32);
        let _ = timeout(SHUTDOWN_TIMEOUT, all_closed).await;
        // Upgraded connections outlive their permit.
        let streams_closed = async {
            while self.state.stream_limiter.count() > 0 {
                sleep(Duration::from_millis(10)).await;
            }
        };
        let _ = timeout(SHUTDOWN_TIMEOUT, streams_closed).await;
    }
}

/// Serves a connection until it closes or the server shuts down.
async fn serve_connection(
    stream: TcpStream,
    address: IpAddr,
    router: Router,
    mut is_shutdown: watch::Receiver<bool>,
) {
    // Sends small WebSocket messages at once.
    let _ = stream.set_nodelay(true);
    let service = router.map_request(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(PeerAddr(address));
        request
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_READ_TIMEOUT)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        // Errors are the client's: it broke the connection.
        _ = connection.as_mut() => return,
        _ = is_shutdown.wait_for(|&is_shutdown| is_shutdown) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(SHUTDOWN_TIMEOUT, connection).await;
}

/// Binds the configured port, or the default one with any free port as fallback.
fn bind(config: &ServerConfig) -> Result<TcpListener, ServeError> {
    let bind_port = |port| {
        let address = SocketAddr::new(config.address, port);
        bind_socket(address).map_err(|reason| ServeError::Listen { address, reason })
    };
    match config.port {
        Some(port) => bind_port(port),
        None => bind_port(DEFAULT_PORT).or_else(|_| bind_port(0)),
    }
}

fn bind_socket(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // Allows a restart on the same port. On Windows the option would allow two servers on a port.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
