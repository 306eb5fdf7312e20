//! Accept loop, connection limits and graceful shutdown.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tower::{Service, ServiceExt};

use crate::access::{Tokens, TokensError};
use crate::app::{AllowedHosts, Authentication, router};
use crate::app_state::{AppState, ResourceLimits};
use crate::connections::{Connection, Connections};
use crate::data_dir::DataDir;
use crate::handlers::extract::PeerAddr;
use crate::openings::GameDatabase;
use crate::store::{GameStore, StoreError};

/// Port that is tried first if none is configured.
pub const DEFAULT_PORT: u16 = 8642;

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
    /// Address of a reverse proxy whose `X-Forwarded-For` header names the client.
    pub trusted_proxy: Option<IpAddr>,
    /// Whether to replace the tokens of the data directory.
    pub new_tokens: bool,
    /// Where games, books and results are kept.
    pub storage: Storage,
    /// Directory of the web page, instead of the embedded one.
    pub web_dir: Option<PathBuf>,
    /// Resource limits.
    pub limits: ResourceLimits,
}

impl ServerConfig {
    /// Whether clients need a token: other machines can reach the server, or it runs programs.
    fn requires_token(&self) -> bool {
        !self.address.is_loopback() || self.limits.external_engines.enabled
    }
}

/// Why a server cannot start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// A database cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The tokens cannot be read or written.
    #[error(transparent)]
    Tokens(#[from] TokensError),
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
    authentication: Arc<Authentication>,
    connections: Arc<Connections>,
    trusted_proxy: Option<IpAddr>,
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
        let tokens = if config.requires_token() || config.new_tokens {
            Some(Tokens::open(&data_dir, config.new_tokens)?)
        } else {
            None
        };
        let tokens = tokens.filter(|_| config.requires_token());
        let authentication = Arc::new(Authentication::new(tokens, address.port()));
        let state = AppState::new(store, game_database, data_dir, config.limits);
        let state = Arc::new(state);
        let hosts = AllowedHosts::new(config.address, &config.allowed_hosts);
        let router = router(
            Arc::clone(&state),
            Arc::clone(&authentication),
            hosts,
            config.web_dir.as_deref(),
        );
        Ok(Self {
            listener,
            address,
            state,
            router,
            authentication,
            connections: Connections::new(config.limits.connections, config.limits.write_timeout),
            trusted_proxy: config.trusted_proxy,
        })
    }

    /// Address and port that the server listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Tokens that clients need: if other machines can reach the server, or if it runs external
    /// engines.
    #[must_use]
    pub fn tokens(&self) -> Option<&Tokens> {
        self.authentication.tokens()
    }

    #[doc(hidden)]
    #[must_use]
    pub fn authentication(&self) -> &Arc<Authentication> {
        &self.authentication
    }

    #[doc(hidden)]
    #[must_use]
    pub fn state(&self) -> &Arc<AppState> {
        &self.state
    }

    /// Serves until `shutdown` is ready. Running requests then have some seconds to finish.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        tokio::pin!(shutdown);
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut shutdown => break,
            };
            let Ok((stream, peer)) = accepted else {
                // Usually too many open files.
                self.connections.close_least_recently_used();
                sleep(Duration::from_millis(50)).await;
                continue;
            };
            // Sends small WebSocket messages at once.
            let _ = stream.set_nodelay(true);
            let peer = peer.ip().to_canonical();
            let is_proxy = self.trusted_proxy == Some(peer);
            let connection = self.connections.add(stream, (!is_proxy).then_some(peer));
            let service = self
                .router
                .clone()
                .map_request(move |mut request: Request<Incoming>| {
                    let client = is_proxy.then(|| forwarded_for(request.headers())).flatten();
                    let client = PeerAddr(client.unwrap_or(peer));
                    request.extensions_mut().insert(client);
                    request
                });
            let is_shutdown = self.state.shutdown.subscribe();
            tokio::spawn(serve_connection(connection, service, is_shutdown));
        }
        drop(self.listener);
        let state = Arc::clone(&self.state);
        // Writes to the disk.
        let _ = tokio::task::spawn_blocking(move || state.shutdown()).await;
        let all_closed = async {
            while self.connections.count() > 0 {
                sleep(Duration::from_millis(10)).await;
            }
        };
        let _ = timeout(SHUTDOWN_TIMEOUT, all_closed).await;
    }
}

/// The client that a proxy names: the last address of `X-Forwarded-For`, since a client can send
/// others.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    let last = last.to_str().ok()?.rsplit(',').next()?;
    let address: IpAddr = last.trim().parse().ok()?;
    Some(address.to_canonical())
}

/// Serves a connection until it closes or the server shuts down.
async fn serve_connection<S>(
    connection: Connection,
    service: S,
    mut is_shutdown: watch::Receiver<bool>,
) where
    S: Service<Request<Incoming>, Response = Response, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_READ_TIMEOUT)
        .serve_connection(TokioIo::new(connection), TowerToHyperService::new(service))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reachable_servers_and_those_with_engines_require_a_token() {
        for (address, enabled, expected) in [
            ("127.0.0.1", false, false),
            ("::1", false, false),
            ("127.0.0.1", true, true),
            ("0.0.0.0", false, true),
            ("::", false, true),
            ("192.168.1.7", false, true),
        ] {
            let mut config = ServerConfig {
                address: address.parse().expect("address"),
                port: None,
                allowed_hosts: Vec::new(),
                trusted_proxy: None,
                new_tokens: false,
                storage: Storage::Memory,
                web_dir: None,
                limits: ResourceLimits::default(),
            };
            config.limits.external_engines.enabled = enabled;
            assert_eq!(config.requires_token(), expected, "{address} {enabled}");
        }
    }

    #[test]
    fn last_forwarded_address_counts() {
        let mut headers = HeaderMap::new();
        let mut add = |value: &'static str| {
            headers.append("x-forwarded-for", value.parse().expect("valid header"));
            forwarded_for(&headers).map(|address| address.to_string())
        };
        assert_eq!(add("10.0.0.1, 10.0.0.2").as_deref(), Some("10.0.0.2"));
        assert_eq!(add("::ffff:10.0.0.3").as_deref(), Some("10.0.0.3"));
        assert_eq!(add("10.0.0.4, unknown"), None);
    }
}
