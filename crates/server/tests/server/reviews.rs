//! Reviews of whole games.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::client::TestServer;

const MOVES: [&str; 4] = ["d1-d7/g7", "a7-b7/b1", "a4-a9/a5", "d10-d8/i3"];

async fn finished(server: &TestServer, id: &Value) -> Value {
    loop {
        let state = server.get(&format!("/reviews/{id}")).await.ok();
        let done = state["done"].as_u64().expect("a number") as usize;
        let judged = state["moves"].as_array().expect("a list");
        let judged = judged.iter().filter(|mv| !mv.is_null()).count();
        assert_eq!(judged, done.saturating_sub(1), "{state}");
        if state["finished"] == true {
            return state;
        }
        sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_game_is_reviewed_move_by_move_and_kept_with_it() {
    let server = TestServer::start();
    let person = json!({"kind": "person"});
    let game = json!({"start": "startpos", "black": person, "white": person, "moves": MOVES});
    server.post("/games", game).await.ok();
    let new = json!({"start": "startpos", "moves": MOVES, "nodes": 60, "game": 1});
    let id = server.post("/reviews", new).await.ok()["id"].clone();
    let review = finished(&server, &id).await;
    assert_eq!((&review["total"], &review["done"]), (&json!(5), &json!(5)));
    for (ply, mv) in (1..).zip(MOVES) {
        let judged = &review["moves"][ply - 1];
        assert_eq!((&judged["ply"], &judged["move"]), (&json!(ply), &json!(mv)));
        let loss = judged["loss"].as_f64().expect("a number");
        assert!((0.0..=1.0).contains(&loss));
        assert_eq!(judged["best_move"], judged["line"][0]);
    }
    assert_eq!(review["performance"]["white"]["counted"], 2);
    loop {
        let game = server.get("/games/1").await.ok();
        if !game["review"].is_null() {
            assert_eq!(game["review"], review);
            break;
        }
        sleep(Duration::from_millis(10)).await;
    }
    // It is of a game that is no longer this one.
    let mv = json!({"ply": 4, "move": "g1-g2/g1"});
    let changed = server.post("/games/1/moves", mv).await.ok();
    assert_eq!(changed["review"], Value::Null);
}

#[tokio::test]
async fn reviews_that_cannot_be_are_refused() {
    let server = TestServer::start();
    for new in [
        json!({"start": "nowhere", "moves": []}),
        json!({"start": "startpos", "moves": ["d1-d7/d7"]}),
        json!({"start": "startpos", "moves": [], "nodes": 0}),
        json!({"start": "startpos", "moves": [], "nodes": 10_000_000}),
        json!({"start": "startpos", "moves": [], "seconds_per_move": 0}),
        json!({"start": "startpos", "moves": [], "seconds_per_move": 1e300}),
    ] {
        server.post("/reviews", new).await.refusal(400);
    }
    server.get("/reviews/1").await.refusal(404);
}

/// A review waits for what somebody looks at, but not for ever.
#[tokio::test]
async fn a_review_comes_to_its_end_beside_a_live_analysis() {
    let server = TestServer::start();
    let mut viewers = Vec::new();
    for size in ["8x8", "9x9", "10x10"] {
        let mut socket = server.socket("/analysis").await;
        socket.analyze(1, size, 1).await;
        socket.must_hear().await;
        viewers.push(socket);
    }
    let new = json!({"start": "6x6", "moves": [], "nodes": 100});
    let id = server.post("/reviews", new).await.ok()["id"].clone();
    finished(&server, &id).await;
}
