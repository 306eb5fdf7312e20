//! A test server and a client for it.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use futures_util::{SinkExt, StreamExt};
use hyper::header::{AUTHORIZATION, HOST};
use hyper::{HeaderMap, Method, Request};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use server::internal::{AppState, Authentication};
use server::{ResourceLimits, Server, ServerConfig, Storage};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Upper bound of any wait, on a busy machine.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);

/// Interval between two polls of a condition.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A server that ends with the test.
pub struct TestServer {
    pub address: SocketAddr,
    pub state: Arc<AppState>,
    pub authentication: Arc<Authentication>,
    shutdown: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("UTF-8 body")
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The body of a successful response.
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }

    /// The message of an error response with this status.
    pub fn error(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let body = self.json();
        let message = body["error"].as_str().expect("error message");
        assert!(!message.is_empty() && !message.contains('\n'), "{message}");
        assert!(body["reason"]["code"].is_string(), "{body}");
        message.to_owned()
    }

    /// The reason of an error response with this status.
    pub fn reason(&self, status: u16) -> Value {
        self.error(status);
        self.json()["reason"].clone()
    }

    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().expect("ASCII header"))
    }
}

pub fn small_limits() -> ResourceLimits {
    ResourceLimits {
        threads: 2,
        tree_memory_mib: 64,
        ..ResourceLimits::default()
    }
}

pub fn config(limits: ResourceLimits) -> ServerConfig {
    ServerConfig {
        address: Ipv4Addr::LOCALHOST.into(),
        port: Some(0),
        allowed_hosts: Vec::new(),
        trusted_proxy: None,
        new_tokens: false,
        storage: Storage::Memory,
        web_dir: None,
        limits,
    }
}

/// A configuration with its data in a directory.
pub fn config_in(directory: &tempfile::TempDir) -> ServerConfig {
    ServerConfig {
        storage: Storage::Directory(directory.path().to_owned()),
        ..config(small_limits())
    }
}

pub fn human() -> Value {
    json!({"kind": "person"})
}

/// A game between two humans.
pub fn human_game(start: &str) -> Value {
    json!({"start": start, "black": human(), "white": human()})
}

impl TestServer {
    pub fn start() -> Self {
        Self::start_with(&config(small_limits()))
    }

    /// Starts a server with changed limits.
    pub fn start_limited(change: impl FnOnce(&mut ResourceLimits)) -> Self {
        let mut limits = small_limits();
        change(&mut limits);
        Self::start_with(&config(limits))
    }

    pub fn start_with(config: &ServerConfig) -> Self {
        let server = Server::bind(config).expect("free port");
        let (shutdown, is_shutdown) = oneshot::channel();
        let (address, state) = (server.address(), Arc::clone(server.state()));
        let authentication = Arc::clone(server.authentication());
        let task = tokio::spawn(server.run(async {
            let _ = is_shutdown.await;
        }));
        Self {
            address,
            state,
            authentication,
            shutdown,
            task,
        }
    }

    /// Shuts the server down and waits for its end.
    pub async fn stop(self) {
        drop(self.shutdown);
        let ended = with_timeout(self.task).await;
        ended.expect("shutdown without a panic");
    }

    /// The owner's `Authorization` header; empty if the server asks for no token.
    fn authorization(&self) -> String {
        let tokens = self.authentication.tokens();
        tokens.map_or_else(String::new, |tokens| format!("Bearer {}", tokens.owner))
    }

    /// Opens a connection from a loopback address.
    pub async fn connect_from(&self, source: Ipv4Addr) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("socket");
        socket.bind((source, 0).into()).expect("loopback address");
        socket.connect(self.address).await.expect("connection")
    }

    /// Sends a request with headers to a path that need not be below the API. It is the owner's,
    /// unless the headers say otherwise.
    pub async fn send_with(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Reply {
        let source = Ipv4Addr::LOCALHOST;
        self.send_from(source, method, path, headers, body).await
    }

    /// Sends a request like [`Self::send_with`] from another loopback address.
    pub async fn send_from(
        &self,
        source: Ipv4Addr,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Reply {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = Body::from(body.to_owned());
        let mut request = request.body(body).expect("valid request");
        let stream = self.connect_from(source).await;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .expect("HTTP connection");
        tokio::spawn(connection);
        let host = self.address.to_string().parse().expect("valid host");
        request.headers_mut().entry(HOST).or_insert(host);
        let owner = self.authorization().parse().expect("valid header");
        let authorization = request.headers_mut().entry(AUTHORIZATION);
        authorization.or_insert(owner);
        let response = with_timeout(sender.send_request(request))
            .await
            .expect("response");
        let (parts, body) = response.into_parts();
        let body = axum::body::to_bytes(Body::new(body), usize::MAX)
            .await
            .expect("complete body");
        Reply {
            status: parts.status.as_u16(),
            headers: parts.headers,
            body: body.to_vec(),
        }
    }

    /// Sends a request of the API without a body.
    async fn send_empty(&self, method: Method, path: &str) -> Reply {
        let path = format!("/api/v1{path}");
        self.send_with(method, &path, &[], "").await
    }

    /// Sends a request of the API with a JSON body.
    async fn send_json(&self, method: Method, path: &str, body: Value) -> Reply {
        let path = format!("/api/v1{path}");
        let headers = [("content-type", "application/json")];
        self.send_with(method, &path, &headers, &body.to_string())
            .await
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send_empty(Method::GET, path).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send_json(Method::POST, path, body).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.send_json(Method::PUT, path, body).await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.send_empty(Method::DELETE, path).await
    }

    /// Gets a path until its JSON satisfies a condition.
    pub async fn poll(&self, path: &str, condition: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let value = self.get(path).await.ok();
            if condition(&value) {
                return value;
            }
            assert!(start.elapsed() < TEST_TIMEOUT, "{path}: {value}");
            sleep(POLL_INTERVAL).await;
        }
    }

    pub async fn socket(&self, path: &str) -> Socket {
        let path = format!("/api/v1{path}");
        let opened = self.socket_with_header(&path, "x-nothing", "").await;
        opened.expect("WebSocket")
    }

    /// A WebSocket with a receive buffer of a few kilobytes.
    pub async fn socket_with_small_buffer(&self, path: &str) -> Socket {
        let socket = TcpSocket::new_v4().expect("socket");
        socket.set_recv_buffer_size(4096).expect("buffer size");
        let stream = socket.connect(self.address).await.expect("connection");
        let stream = MaybeTlsStream::Plain(stream);
        let url = format!("ws://{}/api/v1{path}", self.address);
        let (socket, _) = with_timeout(tokio_tungstenite::client_async(url, stream))
            .await
            .expect("WebSocket");
        Socket(socket)
    }

    /// Opens a WebSocket at a full path with a header. The error is the HTTP status.
    pub async fn socket_with_header(
        &self,
        path: &str,
        header: &'static str,
        value: &str,
    ) -> Result<Socket, u16> {
        let url = format!("ws://{}{path}", self.address);
        let mut request = url.into_client_request().expect("valid request");
        let header_value = |value: &str| HeaderValue::from_str(value).expect("valid header");
        let owner = header_value(&self.authorization());
        request.headers_mut().insert(AUTHORIZATION, owner);
        request.headers_mut().insert(header, header_value(value));
        match with_timeout(tokio_tungstenite::connect_async(request)).await {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Waits until no search is running.
    pub async fn wait_idle(&self) {
        wait_until("the pool is idle", || self.state.searches.pool.is_idle()).await;
    }

    /// Waits until so many WebSockets are open.
    pub async fn wait_streams(&self, count: usize) {
        let condition = format!("{count} WebSockets are open");
        wait_until(&condition, || self.state.streams.used() == count).await;
    }
}

/// A client's WebSocket.
pub struct Socket(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub async fn send(&mut self, value: Value) {
        self.send_text(&value.to_string()).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.expect("sent");
    }

    /// The next message; `None` once the server has closed the connection.
    pub async fn recv(&mut self) -> Option<Value> {
        loop {
            match with_timeout(self.0.next()).await {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).expect("JSON message"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    pub async fn expect_message(&mut self) -> Value {
        self.recv().await.expect("message")
    }

    /// The next message that satisfies a condition.
    pub async fn until(&mut self, condition: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.expect_message().await;
            if condition(&message) {
                return message;
            }
        }
    }

    /// Requests the analysis of a position.
    pub async fn analyze(&mut self, request: u64, fen: &str, lines: usize) {
        self.send(json!({"type": "analyze", "request": request, "fen": fen, "lines": lines}))
            .await;
    }
}

/// Checks that JSON contains what is expected: the fields of an object, and all of the rest.
#[track_caller]
pub fn assert_contains(value: &Value, expected: Value) {
    let mut merged = value.clone();
    merge(&mut merged, expected);
    assert_eq!(*value, merged);
}

/// Sets the fields of an object, recursively, and replaces other values.
fn merge(value: &mut Value, new: Value) {
    match (value, new) {
        (Value::Object(fields), Value::Object(new)) => {
            for (name, new) in new {
                merge(fields.entry(name).or_insert(Value::Null), new);
            }
        }
        (Value::Array(list), Value::Array(new)) if list.len() == new.len() => {
            for (element, new) in list.iter_mut().zip(new) {
                merge(element, new);
            }
        }
        (value, new) => *value = new,
    }
}

pub async fn with_timeout<T>(future: impl Future<Output = T>) -> T {
    timeout(TEST_TIMEOUT, future).await.expect("no timeout")
}

/// Polls a condition until it holds.
pub async fn wait_until(condition: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < TEST_TIMEOUT, "timeout: {condition}");
        sleep(POLL_INTERVAL).await;
    }
}
