//! A server to test, and a client for it.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use futures_util::{SinkExt, StreamExt};
use hyper::header::{CONTENT_TYPE, HOST};
use hyper::{HeaderMap, Method, Request};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use server::serve::{Data, Server, Settings};
use server::services::{Capacity, Services};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Long enough for anything on a busy machine; nothing is expected to take so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends with the test.
pub struct TestServer {
    pub address: SocketAddr,
    pub services: Arc<Services>,
    end: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

/// What was answered.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("the answer is text")
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The answer, which must be a good one.
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }

    /// The sentence of a refusal with that status.
    pub fn refusal(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let body = self.json();
        let sentence = body["error"].as_str().expect("a refusal is a sentence");
        assert!(
            !sentence.is_empty() && !sentence.contains('\n'),
            "{sentence}"
        );
        sentence.to_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().expect("headers are text"))
    }
}

pub fn small() -> Capacity {
    Capacity {
        threads: 2,
        memory: 64,
        ..Capacity::default()
    }
}

pub fn settings(capacity: Capacity) -> Settings {
    Settings {
        address: Ipv4Addr::LOCALHOST.into(),
        port: Some(0),
        names: Vec::new(),
        data: Data::Memory,
        page: None,
        capacity,
    }
}

impl TestServer {
    pub fn start() -> Self {
        Self::start_with(&settings(small()))
    }

    pub fn start_with(settings: &Settings) -> Self {
        let server = Server::bind(settings).expect("there is a free port");
        let (end, ended) = oneshot::channel();
        let (address, services) = (server.address(), Arc::clone(server.services()));
        let task = tokio::spawn(server.run(async {
            let _ = ended.await;
        }));
        Self {
            address,
            services,
            end: Some(end),
            task: Some(task),
        }
    }

    /// Ends it in order, and waits until it has.
    pub async fn stop(mut self) {
        drop(self.end.take());
        let task = self.task.take().expect("it runs");
        within(task).await.expect("it ends without a panic");
    }

    pub async fn send(&self, mut request: Request<Body>) -> Reply {
        let stream = TcpStream::connect(self.address).await.expect("it listens");
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .expect("HTTP");
        tokio::spawn(connection);
        let host = self
            .address
            .to_string()
            .parse()
            .expect("an address is a host");
        request.headers_mut().entry(HOST).or_insert(host);
        let response = within(sender.send_request(request))
            .await
            .expect("answered");
        let (parts, body) = response.into_parts();
        let body = axum::body::to_bytes(Body::new(body), usize::MAX)
            .await
            .expect("whole");
        Reply {
            status: parts.status.as_u16(),
            headers: parts.headers,
            body: body.to_vec(),
        }
    }

    pub async fn request(&self, method: Method, path: &str, body: Option<Value>) -> Reply {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"));
        let body = match body {
            None => Body::empty(),
            Some(body) => {
                request = request.header(CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
        };
        self.send(request.body(body).expect("a request")).await
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.request(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.request(Method::POST, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.request(Method::PUT, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.request(Method::DELETE, path, None).await
    }

    pub async fn socket(&self, path: &str) -> Socket {
        let url = format!("ws://{}/api/v1{path}", self.address);
        let (socket, _) = within(tokio_tungstenite::connect_async(url))
            .await
            .expect("it is a WebSocket");
        Socket(socket)
    }

    /// Waits until nothing is thought about.
    pub async fn until_idle(&self) {
        until("nobody thinks", || self.services.pool.is_idle()).await;
    }
}

/// A WebSocket.
pub struct Socket(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub async fn say(&mut self, value: Value) {
        self.say_text(&value.to_string()).await;
    }

    pub async fn say_text(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.expect("it listens");
    }

    /// The next message; nothing once the server has closed.
    pub async fn hear(&mut self) -> Option<Value> {
        loop {
            match within(self.0.next()).await {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).expect("it is JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    pub async fn must_hear(&mut self) -> Value {
        self.hear().await.expect("the server says something")
    }

    /// Asks for an analysis of a position.
    pub async fn analyze(&mut self, request: u64, fen: &str, lines: usize) {
        self.say(json!({"type": "analyze", "request": request, "fen": fen, "lines": lines}))
            .await;
    }
}

/// What comes in time.
pub async fn within<T>(future: impl Future<Output = T>) -> T {
    timeout(PATIENCE, future)
        .await
        .expect("it does not take so long")
}

/// Waits until something is so.
pub async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(
            began.elapsed() < PATIENCE,
            "it never comes about that {what}"
        );
        sleep(Duration::from_millis(5)).await;
    }
}
