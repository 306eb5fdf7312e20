//! Live analysis.

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Socket, TestServer, assert_contains, wait_until};

/// Receives updates of a request until one satisfies a condition.
async fn recv_until(
    socket: &mut Socket,
    request: u64,
    condition: impl Fn(&Value) -> bool,
) -> Value {
    let is_update = |event: &Value| {
        assert_eq!(event["type"], "study", "{event}");
        event["request"] == request && condition(event)
    };
    socket.until(is_update).await
}

fn nodes(event: &Value) -> u64 {
    event["study"]["nodes"].as_u64().expect("node count")
}

fn line_count(event: &Value) -> usize {
    event["study"]["lines"].as_array().expect("lines").len()
}

#[tokio::test]
async fn updates_deepen_until_the_client_disconnects() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    socket.analyze(1, "startpos", 5).await;
    let first = socket.expect_message().await;
    assert_contains(
        &first,
        json!({"type": "study", "request": 1, "final": false}),
    );
    assert_eq!(line_count(&first), 5);
    let deeper = recv_until(&mut socket, 1, |event| nodes(event) >= nodes(&first) + 200).await;
    let line = &deeper["study"]["lines"][0];
    assert!(line["visits"].as_u64() > Some(0), "{line}");
    assert_eq!(deeper["study"]["best_move"], line["moves"][0]);
    assert!(deeper["study"]["margin"].is_number());
    let probability = &deeper["study"]["win_probability"];
    let [black, white] = ["black", "white"].map(|side| probability[side].as_f64());
    let sum = black.expect("number") + white.expect("number");
    assert!((sum - 1.0).abs() < 1e-5, "{probability}");
    drop(socket);
    server.wait_idle().await;
    // A client that returns gets the paused search.
    let mut socket = server.socket("/analysis").await;
    socket.analyze(2, "startpos", 5).await;
    let again = socket.expect_message().await;
    assert!(nodes(&again) >= nodes(&deeper), "{again}");
}

/// Two separate regions: Black has five moves and White two.
#[tokio::test]
async fn exact_results_come_with_the_lines() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    socket.analyze(1, "x.....|######|o..### w", 2).await;
    let event = recv_until(&mut socket, 1, |_| true).await;
    let exact = json!({"winner": "black", "least": 3, "most": 3, "winning_moves": null});
    assert_contains(&event["study"]["exact"], exact);
    socket.analyze(2, "startpos", 1).await;
    let event = recv_until(&mut socket, 2, |_| true).await;
    assert_eq!(event["study"]["exact"], Value::Null);
}

#[tokio::test]
async fn new_request_replaces_the_old_one_and_stop_ends_it() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    socket.analyze(1, "8x8", 1).await;
    socket.expect_message().await;
    socket.analyze(2, "6x6", 3).await;
    let event = recv_until(&mut socket, 2, |_| true).await;
    assert_eq!(line_count(&event), 3);
    wait_until("one of two searches is paused", || {
        server.state.live_analysis.counts() == (2, 1)
    })
    .await;
    socket.send(json!({"type": "stop"})).await;
    server.wait_idle().await;
    assert_eq!(server.state.live_analysis.counts(), (2, 2));
}

#[tokio::test]
async fn clients_of_a_position_share_one_search() {
    let server = TestServer::start();
    let mut sockets = Vec::new();
    for request in 0..5 {
        let mut socket = server.socket("/analysis").await;
        socket.analyze(request, "startpos", 3).await;
        recv_until(&mut socket, request, |_| true).await;
        sockets.push(socket);
    }
    assert_eq!(server.state.live_analysis.counts(), (1, 0));
    sockets.truncate(1);
    server.wait_streams(1).await;
    let seen = nodes(&sockets[0].expect_message().await);
    recv_until(&mut sockets[0], 0, |event| nodes(event) > seen).await;
}

#[tokio::test]
async fn proven_result_is_final_and_ends_the_search() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    for (request, fen, lines) in [
        (1, "x..|.#.|..o b", 500),
        (2, "x#o b", 3),
        (3, "x..#o|..##.|##### b", 1),
    ] {
        socket.analyze(request, fen, lines).await;
        let event = recv_until(&mut socket, request, |event| event["final"] == true).await;
        let kind = event["study"]["score"]["kind"].as_str().expect("score");
        assert!(["win", "loss"].contains(&kind), "{event}");
        server.wait_idle().await;
    }
    // The finished search answers the next request at once.
    socket.analyze(4, "x..|.#.|..o b", 500).await;
    assert_eq!(recv_until(&mut socket, 4, |_| true).await["final"], true);
}

#[tokio::test]
async fn invalid_request_is_reported_and_stream_continues() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    let analyze = |rest: &str| format!(r#"{{"type": "analyze", {rest}}}"#);
    for (text, request) in [
        (String::new(), None),
        ("{".to_owned(), None),
        ("[]".to_owned(), None),
        (r#"{"type": "dance"}"#.to_owned(), None),
        (
            analyze(r#""request": 7, "fen": "hello", "lines": 1"#),
            Some(7),
        ),
        (
            analyze(r#""request": 8, "fen": "6x6", "lines": 0"#),
            Some(8),
        ),
        (
            analyze(r#""request": 8, "fen": "6x6", "lines": 501"#),
            Some(8),
        ),
        (analyze(r#""request": -1, "fen": "6x6", "lines": 1"#), None),
        (
            analyze(r#""request": 1, "fen": "6x6", "lines": 1, "player": "oracle""#),
            None,
        ),
    ] {
        socket.send_text(&text).await;
        let event = socket.expect_message().await;
        assert_contains(&event, json!({"type": "error", "request": request}));
        let error = event["error"].as_str().expect("error");
        assert!(!error.is_empty(), "{text}");
    }
    let binary = Message::binary(vec![0xff; 10]);
    socket.0.send(binary).await.expect("sent");
    assert_eq!(socket.expect_message().await["type"], "error");
    socket.analyze(9, "6x6", 1).await;
    assert_eq!(recv_until(&mut socket, 9, |_| true).await["request"], 9);
    // A message that is too long closes the connection.
    socket.send_text(&"x".repeat(100_000)).await;
    while socket.recv().await.is_some() {}
    server.wait_streams(0).await;
    server.wait_idle().await;
}

#[tokio::test]
async fn handcrafted_evaluation_can_be_chosen() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    let request =
        json!({"type": "analyze", "request": 1, "fen": "8x8", "lines": 2, "player": "monte-carlo"});
    socket.send(request).await;
    assert_eq!(line_count(&socket.expect_message().await), 2);
}

/// Two clients watch the same search. One reads nothing for a while: it then gets the few updates
/// that were in the buffers and the latest one, not those between.
#[tokio::test]
async fn slow_reader_skips_updates() {
    const UPDATES: usize = 16;
    /// Makes an update larger than a third of the server's send buffer.
    const LINES: usize = 500;
    let server = TestServer::start();
    let mut slow = server.socket_with_small_buffer("/analysis").await;
    slow.analyze(1, "startpos", LINES).await;
    let mut fast = server.socket("/analysis").await;
    fast.analyze(1, "startpos", LINES).await;
    let mut latest = 0;
    for _ in 0..UPDATES {
        latest = nodes(&recv_until(&mut fast, 1, |_| true).await);
    }
    let mut received = 0;
    let mut seen = 0;
    while seen < latest {
        seen = nodes(&recv_until(&mut slow, 1, |_| true).await);
        received += 1;
    }
    assert!(received <= UPDATES / 2, "{received} of {UPDATES} updates");
}

/// With little memory, idle searches are evicted and large ones end.
#[tokio::test]
async fn memory_is_bounded() {
    let server = TestServer::start_limited(|limits| limits.tree_memory_mib = 16);
    let mut first = server.socket("/analysis").await;
    let mut second = server.socket("/analysis").await;
    first.analyze(1, "startpos", 3).await;
    second.analyze(1, "8x8", 3).await;
    // A client that does not read is disconnected.
    let is_final = |event: &Value| event["final"] == true;
    tokio::join!(
        recv_until(&mut first, 1, is_final),
        recv_until(&mut second, 1, is_final)
    );
    server.wait_idle().await;
    for (request, size) in (2..).zip(["6x6", "7x7", "9x9", "10x9", "9x10", "8x9"]) {
        first.analyze(request, size, 3).await;
        recv_until(&mut first, request, |event| nodes(event) > 500).await;
        assert!(server.state.live_analysis.bytes() <= 17 << 20);
    }
}
