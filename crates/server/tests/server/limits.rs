//! Clients that ask for too much, too slowly, or what makes no sense.

use std::time::Duration;

use hyper::header::CONTENT_TYPE;
use hyper::{Method, Request};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::{TestServer, settings, small, until, within};

#[tokio::test]
async fn what_is_no_json_of_the_right_kind_is_refused() {
    let server = TestServer::start();
    let send = async |kind: &str, body: &str| {
        let request = Request::post("/api/v1/positions/read").header(CONTENT_TYPE, kind);
        let request = request.body(body.to_owned().into()).expect("a request");
        server.send(request).await
    };
    let json = "application/json";
    send(json, "{").await.refusal(400);
    send(json, "").await.refusal(400);
    send(json, "[]").await.refusal(422);
    send(json, "{\"text\": 7}").await.refusal(422);
    send(json, "\"\u{0}\"").await.refusal(400);
    send("text/plain", "{\"text\": \"startpos\"}")
        .await
        .refusal(415);
    let long = format!("{{\"text\": \"{}\"}}", "x".repeat(2 << 20));
    send(json, &long).await.refusal(413);
    let deep = format!("{{\"text\": {}1", "[".repeat(100_000));
    assert!([400, 422].contains(&send(json, &deep).await.status));
}

#[tokio::test]
async fn methods_and_numbers_that_are_none_are_refused() {
    let server = TestServer::start();
    server
        .request(Method::PUT, "/games", None)
        .await
        .refusal(405);
    server.get("/games/0").await.refusal(404);
    server.get("/games/18446744073709551615").await.refusal(404);
    server.get("/games/-1").await.refusal(400);
    server.get("/games/one").await.refusal(400);
    server.get("/games?limit=0").await.refusal(400);
    server.get("/games?limit=many").await.refusal(400);
    server.get("/games/1/live").await.refusal(400);
    server.get("/analysis").await.refusal(400);
}

#[tokio::test]
async fn streams_are_counted_and_given_back() {
    let mut capacity = small();
    capacity.streams_per_address = 2;
    let server = TestServer::start_with(&settings(capacity));
    let first = server.socket("/analysis").await;
    let _second = server.socket("/analysis").await;
    let url = format!("ws://{}/api/v1/analysis", server.address);
    let refused = tokio_tungstenite::connect_async(&url).await;
    match refused {
        Err(tokio_tungstenite::tungstenite::Error::Http(response)) => {
            assert_eq!(response.status(), 429);
        }
        other => panic!("the third is refused: {other:?}"),
    }
    drop(first);
    until("the first is gone", || server.services.streams.count() == 1).await;
    server.socket("/analysis").await;
}

#[tokio::test]
async fn reviews_are_counted() {
    let mut capacity = small();
    capacity.reviews = 1;
    let server = TestServer::start_with(&settings(capacity));
    let long = json!({"start": "startpos", "moves": [], "seconds_per_move": 60});
    let first = server.post("/reviews", long.clone()).await.ok();
    server.post("/reviews", long.clone()).await.refusal(429);
    let path = format!("/reviews/{}", first["id"]);
    assert_eq!(server.delete(&path).await.status, 204);
    server.delete(&path).await.refusal(404);
    server.until_idle().await;
    server.post("/reviews", long).await.ok();
}

/// Clients that break off in the middle of anything, and bytes that are no HTTP.
#[tokio::test]
async fn broken_connections_hurt_nobody() {
    let server = TestServer::start();
    for bytes in [
        &b""[..],
        b"GET",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{",
        b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET /api/v1/analysis HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\
          Connection: upgrade\r\nSec-WebSocket-Version: 13\r\n\
          Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\xff\xff\xff\xff\xff\xff\xff\xff",
    ] {
        let mut stream = TcpStream::connect(server.address).await.expect("it listens");
        stream.write_all(bytes).await.expect("it reads");
        drop(stream);
    }
    server.get("/about").await.ok();
    until("all are gone", || server.services.streams.count() == 0).await;
    server.until_idle().await;
}

/// Who sends half a request and waits holds up nobody else.
#[tokio::test]
async fn slow_clients_are_not_waited_for() {
    let server = TestServer::start();
    let mut slow = Vec::new();
    for _ in 0..100 {
        let mut stream = TcpStream::connect(server.address)
            .await
            .expect("it listens");
        stream
            .write_all(b"GET /api/v1/about HTTP/1.1\r\nHost:")
            .await
            .expect("it reads");
        slow.push(stream);
    }
    server.get("/about").await.ok();
    // The server closes them in the end.
    let mut end = Vec::new();
    let stream = slow.first_mut().expect("there are some");
    within(stream.read_to_end(&mut end))
        .await
        .expect("it closes");
}

#[tokio::test]
async fn the_server_ends_in_order() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    socket.analyze(1, "8x8", 5).await;
    socket.must_hear().await;
    let services = std::sync::Arc::clone(&server.services);
    let idle = TcpStream::connect(server.address)
        .await
        .expect("it listens");
    let address = server.address;
    server.stop().await;
    while socket.hear().await.is_some() {}
    until("nobody thinks", || services.pool.is_idle()).await;
    drop(idle);
    tokio::time::sleep(Duration::from_millis(1)).await;
    TcpStream::connect(address)
        .await
        .expect_err("nobody listens any more");
}
