//! Clients cannot keep others from being served. Linux has a whole network of loopback addresses.

use std::net::Ipv4Addr;
use std::time::Duration;

use hyper::Method;
use serde_json::{Value, json};
use server::AddressLimit;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::client::{Reply, TestServer, config, small_limits, wait_until, with_timeout};

const FIRST: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 1);
const SECOND: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Longer than any test.
const FOREVER: Duration = Duration::from_secs(3600);

/// A path with a long response.
const LONG: &str = "/api/v1/openapi.json";

/// A client that asks for more than the buffers of a connection hold, and reads nothing.
async fn stalled_client(server: &TestServer, source: Ipv4Addr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("socket");
    socket.set_recv_buffer_size(4096).expect("buffer size");
    socket.bind((source, 0).into()).expect("loopback address");
    let mut stream = socket.connect(server.address).await.expect("connection");
    let request = format!("GET {LONG} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let requests = request.repeat(100);
    stream.write_all(requests.as_bytes()).await.expect("sent");
    stream
}

/// Waits until responses are unread, and no more are written.
async fn wait_stalled(server: &TestServer) {
    let unread = &server.state.unread_bytes;
    wait_until("responses are unread", || unread.used() > 0).await;
}

async fn get_from(server: &TestServer, source: Ipv4Addr, path: &str) -> Reply {
    server.send_from(source, Method::GET, path, &[], "").await
}

#[tokio::test]
async fn client_that_does_not_read_is_disconnected() {
    let server = TestServer::start_limited(|limits| {
        limits.write_timeout = Duration::from_millis(100);
    });
    let mut stalled = stalled_client(&server, FIRST).await;
    wait_stalled(&server).await;
    wait_until("no responses are kept", || {
        server.state.unread_bytes.used() == 0
    })
    .await;
    let mut received = Vec::new();
    let read = with_timeout(stalled.read_to_end(&mut received)).await;
    let length = get_from(&server, FIRST, LONG).await.body.len();
    assert!(
        read.is_err() || received.len() < 100 * length,
        "all was sent"
    );
}

#[tokio::test]
async fn unread_responses_are_limited() {
    let length = server::openapi().len();
    let server = TestServer::start_limited(|limits| {
        limits.write_timeout = FOREVER;
        limits.unread_bytes.per_address = length + length / 2;
    });
    let _stalled = stalled_client(&server, SECOND).await;
    // The last response stays.
    loop {
        wait_stalled(&server).await;
        let reply = get_from(&server, SECOND, LONG).await;
        if reply.status == 429 {
            let message = reply.error(429);
            assert!(
                message.contains("unread bytes from this address"),
                "{message}"
            );
            break;
        }
    }
    assert_eq!(get_from(&server, FIRST, LONG).await.status, 200);
}

#[tokio::test]
async fn new_connection_replaces_the_least_recently_used() {
    let server = TestServer::start_limited(|limits| {
        limits.write_timeout = FOREVER;
        limits.connections = AddressLimit {
            total: 20,
            per_address: 20,
        };
    });
    let mut stalled = Vec::new();
    for client in 1..=20 {
        let source = Ipv4Addr::new(127, 0, 1, client);
        stalled.push(stalled_client(&server, source).await);
    }
    for _ in 0..10 {
        server.get("/about").await.ok();
    }
}

#[tokio::test]
async fn client_with_many_connections_replaces_its_own() {
    let server = TestServer::start_limited(|limits| {
        limits.connections = AddressLimit {
            total: 8,
            per_address: 4,
        };
    });
    let mut first = server.connect_from(FIRST).await;
    let mut many = Vec::new();
    for _ in 0..20 {
        many.push(server.connect_from(SECOND).await);
    }
    // The server has accepted the last of them.
    let last = many.last_mut().expect("connection");
    for stream in [last, &mut first] {
        let request = b"GET /api/v1/about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(request).await.expect("sent");
        let mut response = String::new();
        let read = with_timeout(stream.read_to_string(&mut response)).await;
        read.expect("response");
        assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    }
}

fn long_review() -> Value {
    json!({"start": "startpos", "moves": [], "seconds_per_move": 60})
}

async fn review_from(server: &TestServer, source: Ipv4Addr) -> Reply {
    let headers = [("content-type", "application/json")];
    let body = long_review().to_string();
    let path = "/api/v1/reviews";
    server
        .send_from(source, Method::POST, path, &headers, &body)
        .await
}

#[tokio::test]
async fn reviews_are_limited_by_address() {
    let server = TestServer::start_limited(|limits| limits.reviews.per_address = 2);
    for _ in 0..2 {
        review_from(&server, FIRST).await.ok();
    }
    let message = review_from(&server, FIRST).await.error(429);
    assert!(message.contains("2 running reviews from this address"));
    review_from(&server, SECOND).await.ok();
}

#[tokio::test]
async fn abandoned_review_gives_its_slot_away_and_continues_when_asked_for() {
    let server = TestServer::start_limited(|limits| {
        limits.reviews.total = 1;
        limits.review_timeout = Duration::from_millis(200);
    });
    let abandoned = server.post("/reviews", long_review()).await.ok();
    server.wait_idle().await;
    let short = json!({"start": "6x6", "moves": [], "nodes": 10});
    let other = server.post("/reviews", short).await.ok();
    let path = format!("/reviews/{}", other["id"]);
    server.poll(&path, |state| state["finished"] == true).await;
    let path = format!("/reviews/{}", abandoned["id"]);
    let pool = &server.state.searches.pool;
    server.poll(&path, |_| !pool.is_idle()).await;
}

/// The header of a proxy counts only if the proxy is trusted, and only its last address.
#[tokio::test]
async fn clients_of_a_trusted_proxy_have_limits_of_their_own() {
    for trusted_proxy in [None, Some(FIRST.into())] {
        let mut config = config(small_limits());
        config.trusted_proxy = trusted_proxy;
        config.limits.streams.per_address = 1;
        // The limit does not apply to a trusted proxy.
        config.limits.connections.per_address = 3;
        let server = TestServer::start_with(&config);
        let open = async |clients: &str| {
            let path = "/api/v1/analysis";
            server
                .socket_with_header(path, "x-forwarded-for", clients)
                .await
        };
        let _first = open("10.0.0.1").await.expect("first");
        let second = open("10.0.0.1, 10.0.0.2").await;
        assert_eq!(second.is_ok(), trusted_proxy.is_some());
        assert_eq!(open("10.0.0.3, 10.0.0.1").await.err(), Some(429));
        assert_eq!(open("10.0.0.3").await.is_ok(), trusted_proxy.is_some());
    }
}
