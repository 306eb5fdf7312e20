//! Live analysis.

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Socket, TestServer, settings, small, until};

/// Hears studies of a request until one is as wanted.
async fn hear_until(
    socket: &mut Socket,
    request: u64,
    is_wanted: impl Fn(&Value) -> bool,
) -> Value {
    loop {
        let event = socket.must_hear().await;
        assert_eq!(event["type"], "study", "{event}");
        if event["request"] == request && is_wanted(&event) {
            return event;
        }
    }
}

fn nodes(event: &Value) -> u64 {
    event["study"]["nodes"].as_u64().expect("a number")
}

#[tokio::test]
async fn lines_come_and_deepen_and_stop_when_the_viewer_leaves() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    socket.analyze(1, "startpos", 5).await;
    let first = socket.must_hear().await;
    assert_eq!(
        (&first["type"], &first["request"]),
        (&json!("study"), &json!(1))
    );
    assert_eq!(first["study"]["lines"].as_array().map(Vec::len), Some(5));
    assert_eq!(first["final"], false);
    let deeper = hear_until(&mut socket, 1, |event| nodes(event) >= nodes(&first) + 200).await;
    let line = &deeper["study"]["lines"][0];
    assert!(line["visits"].as_u64() > Some(0), "{line}");
    assert_eq!(deeper["study"]["best_move"], line["moves"][0]);
    assert!(deeper["study"]["margin"].is_number());
    let chances = &deeper["study"]["win_probability"];
    let sum = chances["black"].as_f64().unwrap_or(0.0) + chances["white"].as_f64().unwrap_or(0.0);
    assert!((sum - 1.0).abs() < 1e-5, "{chances}");
    drop(socket);
    server.until_idle().await;
    // Who comes back finds what was there.
    let mut socket = server.socket("/analysis").await;
    socket.analyze(2, "startpos", 5).await;
    let again = socket.must_hear().await;
    assert!(nodes(&again) >= nodes(&deeper), "{again}");
}

/// Fire has cut the board in two: Black has five moves, White two, and all is known before anything is searched.
#[tokio::test]
async fn what_is_certain_is_told_with_the_lines() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    socket.analyze(1, "x.....|######|o..### w", 2).await;
    let event = hear_until(&mut socket, 1, |_| true).await;
    let exact = &event["study"]["exact"];
    assert_eq!(exact["winner"], "black");
    assert_eq!((&exact["least"], &exact["most"]), (&json!(3), &json!(3)));
    assert_eq!(exact["winning_moves"], Value::Null);
    socket.analyze(2, "startpos", 1).await;
    let event = hear_until(&mut socket, 2, |_| true).await;
    assert_eq!(event["study"]["exact"], Value::Null);
}

#[tokio::test]
async fn a_new_request_replaces_the_old_one_and_stop_ends_it() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    socket.analyze(1, "8x8", 1).await;
    socket.must_hear().await;
    socket.analyze(2, "6x6", 3).await;
    let event = hear_until(&mut socket, 2, |_| true).await;
    assert_eq!(event["study"]["lines"].as_array().map(Vec::len), Some(3));
    until("one analysis rests", || {
        server.services.live.counts() == (2, 1)
    })
    .await;
    socket.say(json!({"type": "stop"})).await;
    server.until_idle().await;
    assert_eq!(server.services.live.counts(), (2, 2));
}

#[tokio::test]
async fn viewers_of_one_position_share_one_search() {
    let server = TestServer::start();
    let mut viewers = Vec::new();
    for request in 0..5 {
        let mut socket = server.socket("/analysis").await;
        socket.analyze(request, "startpos", 3).await;
        hear_until(&mut socket, request, |_| true).await;
        viewers.push(socket);
    }
    assert_eq!(server.services.live.counts(), (1, 0));
    viewers.truncate(1);
    until("four are gone", || server.services.streams.count() == 1).await;
    let seen = nodes(&viewers[0].must_hear().await);
    hear_until(&mut viewers[0], 0, |event| nodes(event) > seen).await;
}

#[tokio::test]
async fn what_is_proved_is_final_and_nobody_thinks_on() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    for (request, fen, lines) in [
        (1, "x..|.#.|..o b", 500),
        (2, "x#o b", 3),
        (3, "x..#o|..##.|##### b", 1),
    ] {
        socket.analyze(request, fen, lines).await;
        let event = hear_until(&mut socket, request, |event| event["final"] == true).await;
        let kind = event["study"]["score"]["kind"].as_str().expect("a score");
        assert!(["win", "loss"].contains(&kind), "{event}");
        server.until_idle().await;
    }
    // Asked again, it is known already.
    socket.analyze(4, "x..|.#.|..o b", 500).await;
    assert_eq!(hear_until(&mut socket, 4, |_| true).await["final"], true);
}

#[tokio::test]
async fn what_makes_no_sense_earns_a_sentence_and_the_stream_goes_on() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    for (said, request) in [
        ("", Value::Null),
        ("{", Value::Null),
        ("[]", Value::Null),
        ("{\"type\": \"dance\"}", Value::Null),
        (
            r#"{"type": "analyze", "request": 7, "fen": "hello", "lines": 1}"#,
            json!(7),
        ),
        (
            r#"{"type": "analyze", "request": 8, "fen": "6x6", "lines": 0}"#,
            json!(8),
        ),
        (
            r#"{"type": "analyze", "request": 8, "fen": "6x6", "lines": 501}"#,
            json!(8),
        ),
        (
            r#"{"type": "analyze", "request": -1, "fen": "6x6", "lines": 1}"#,
            Value::Null,
        ),
        (
            r#"{"type": "analyze", "request": 1, "fen": "6x6", "lines": 1, "player": "oracle"}"#,
            Value::Null,
        ),
    ] {
        socket.say_text(said).await;
        let event = socket.must_hear().await;
        assert_eq!(
            (&event["type"], &event["request"]),
            (&json!("error"), &request),
            "{said}"
        );
        assert!(
            event["error"]
                .as_str()
                .is_some_and(|error| !error.is_empty())
        );
    }
    socket
        .0
        .send(Message::binary(vec![0xff; 10]))
        .await
        .expect("it listens");
    assert_eq!(socket.must_hear().await["type"], "error");
    socket.analyze(9, "6x6", 1).await;
    assert_eq!(hear_until(&mut socket, 9, |_| true).await["request"], 9);
    // A message that is too long ends it.
    socket.say_text(&"x".repeat(100_000)).await;
    while socket.hear().await.is_some() {}
    until("it is gone", || server.services.streams.count() == 0).await;
    server.until_idle().await;
}

#[tokio::test]
async fn the_hand_made_evaluation_analyses_too() {
    let server = TestServer::start();
    let mut socket = server.socket("/analysis").await;
    let request =
        json!({"type": "analyze", "request": 1, "fen": "8x8", "lines": 2, "player": "monte-carlo"});
    socket.say(request).await;
    let event = socket.must_hear().await;
    assert_eq!(event["study"]["lines"].as_array().map(Vec::len), Some(2));
}

/// A viewer that reads nothing: the others go on, the memory for it stays small, and in the end it hears
/// of the newest.
#[tokio::test]
async fn a_slow_reader_skips() {
    let server = TestServer::start();
    let mut slow = server.socket("/analysis").await;
    slow.analyze(1, "startpos", 60).await;
    let mut quick = server.socket("/analysis").await;
    quick.analyze(1, "startpos", 60).await;
    let first = nodes(&hear_until(&mut quick, 1, |_| true).await);
    hear_until(&mut quick, 1, |event| nodes(event) > first + 500).await;
    let newest = nodes(&quick.must_hear().await);
    hear_until(&mut slow, 1, |event| nodes(event) >= newest).await;
}

/// With little memory, old analyses are dropped and large ones end.
#[tokio::test]
async fn memory_is_bounded() {
    let mut capacity = small();
    capacity.memory = 16;
    let server = TestServer::start_with(&settings(capacity));
    let mut first = server.socket("/analysis").await;
    let mut second = server.socket("/analysis").await;
    first.analyze(1, "startpos", 3).await;
    second.analyze(1, "8x8", 3).await;
    for socket in [&mut first, &mut second] {
        hear_until(socket, 1, |event| event["final"] == true).await;
    }
    server.until_idle().await;
    for (request, size) in (2..).zip(["6x6", "7x7", "9x9", "10x9", "9x10", "8x9"]) {
        first.analyze(request, size, 3).await;
        hear_until(&mut first, request, |event| nodes(event) > 500).await;
        assert!(server.services.live.bytes() <= 17 << 20);
    }
}
