//! Invalid requests, limits, broken connections and shutdown.

use hyper::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::{TestServer, wait_until, with_timeout};

#[tokio::test]
async fn invalid_bodies_are_rejected() {
    let server = TestServer::start();
    let send = async |content_type: &str, body: &str| {
        let headers = [("content-type", content_type)];
        let path = "/api/v1/positions/read";
        server.send_with(Method::POST, path, &headers, body).await
    };
    let json = "application/json";
    send(json, "{").await.error(400);
    send(json, "").await.error(400);
    send(json, "[]").await.error(422);
    send(json, "{\"text\": 7}").await.error(422);
    send(json, "\"\u{0}\"").await.error(400);
    send("text/plain", "{\"text\": \"startpos\"}")
        .await
        .error(415);
    let long = format!("{{\"text\": \"{}\"}}", "x".repeat(2 << 20));
    send(json, &long).await.error(413);
    let deep = format!("{{\"text\": {}1", "[".repeat(100_000));
    assert!([400, 422].contains(&send(json, &deep).await.status));
}

#[tokio::test]
async fn invalid_methods_and_parameters_are_rejected() {
    let server = TestServer::start();
    server.put("/games", json!({})).await.error(405);
    for (path, status) in [
        ("/games/0", 404),
        ("/games/18446744073709551615", 404),
        ("/games/-1", 400),
        ("/games/one", 400),
        ("/games?limit=0", 400),
        ("/games?limit=many", 400),
        ("/games/1/live", 400),
        ("/analysis", 400),
    ] {
        server.get(path).await.error(status);
    }
}

#[tokio::test]
async fn websockets_are_limited_and_permits_released() {
    let server = TestServer::start_limited(|limits| limits.streams.per_address = 2);
    let first = server.socket("/analysis").await;
    let _second = server.socket("/analysis").await;
    let third = server
        .socket_with_header("/api/v1/analysis", "x-test", "")
        .await;
    assert_eq!(third.err(), Some(429));
    drop(first);
    server.wait_streams(1).await;
    server.socket("/analysis").await;
}

#[tokio::test]
async fn reviews_are_limited() {
    let server = TestServer::start_limited(|limits| limits.reviews.total = 1);
    let long = json!({"start": "startpos", "moves": [], "seconds_per_move": 60});
    let first = server.post("/reviews", long.clone()).await.ok();
    server.post("/reviews", long.clone()).await.error(429);
    let path = format!("/reviews/{}", first["id"]);
    assert_eq!(server.delete(&path).await.status, 204);
    server.delete(&path).await.error(404);
    server.wait_idle().await;
    server.post("/reviews", long).await.ok();
}

#[tokio::test]
async fn broken_connections_do_no_harm() {
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
        let mut stream = TcpStream::connect(server.address).await.expect("connection");
        stream.write_all(bytes).await.expect("sent");
    }
    server.get("/about").await.ok();
    server.wait_streams(0).await;
    server.wait_idle().await;
}

#[tokio::test]
async fn slow_clients_do_not_block_others_and_time_out() {
    let server = TestServer::start();
    let mut slow = Vec::new();
    for _ in 0..100 {
        let mut stream = TcpStream::connect(server.address)
            .await
            .expect("connection");
        let head = b"GET /api/v1/about HTTP/1.1\r\nHost:";
        stream.write_all(head).await.expect("sent");
        slow.push(stream);
    }
    server.get("/about").await.ok();
    let mut response = Vec::new();
    let read = slow[0].read_to_end(&mut response);
    with_timeout(read).await.expect("closed by the server");
}

#[tokio::test]
async fn shutdown_closes_websockets_and_stops_searches() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    socket.analyze(1, "8x8", 5).await;
    socket.expect_message().await;
    let state = server.state.clone();
    let address = server.address;
    let idle = TcpStream::connect(address).await.expect("connection");
    server.stop().await;
    while socket.recv().await.is_some() {}
    wait_until("the pool is idle", || state.searches.pool.is_idle()).await;
    drop(idle);
    TcpStream::connect(address)
        .await
        .expect_err("the port is closed");
}
