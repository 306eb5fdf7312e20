//! Game reviews.

use serde_json::{Value, json};

use crate::client::{TestServer, human_game};

const MOVES: [&str; 4] = ["d1-d7/g7", "a7-b7/b1", "a4-a9/a5", "d10-d8/i3"];

/// Waits for the end of a review. In every state, the moves up to the last position are reviewed.
async fn finished(server: &TestServer, id: &Value) -> Value {
    let path = format!("/reviews/{id}");
    let is_finished = |state: &Value| {
        let done = state["done"].as_u64().expect("number") as usize;
        let moves = state["moves"].as_array().expect("list");
        let reviewed = moves.iter().filter(|mv| !mv.is_null()).count();
        assert_eq!(reviewed, done.saturating_sub(1), "{state}");
        state["finished"] == true
    };
    server.poll(&path, is_finished).await
}

#[tokio::test]
async fn every_move_is_reviewed_and_the_review_attached() {
    let server = TestServer::start();
    let mut game = human_game("startpos");
    game["moves"] = json!(MOVES);
    server.post("/games", game).await.ok();
    let new = json!({"start": "startpos", "moves": MOVES, "nodes": 60, "game": 1});
    let id = server.post("/reviews", new).await.ok()["id"].clone();
    let review = finished(&server, &id).await;
    assert_eq!((&review["total"], &review["done"]), (&json!(5), &json!(5)));
    for (ply, mv) in (1..).zip(MOVES) {
        let reviewed = &review["moves"][ply - 1];
        assert_eq!(
            (&reviewed["ply"], &reviewed["move"]),
            (&json!(ply), &json!(mv))
        );
        let loss = reviewed["loss"].as_f64().expect("number");
        assert!((0.0..=1.0).contains(&loss));
        assert_eq!(reviewed["best_move"], reviewed["line"][0]);
    }
    assert_eq!(review["performance"]["white"]["counted"], 2);
    let game = server
        .poll("/games/1", |game| !game["review"].is_null())
        .await;
    assert_eq!(game["review"], review);
    // A new move detaches the review.
    let mv = json!({"ply": 4, "move": "g1-g2/g1"});
    let changed = server.post("/games/1/moves", mv).await.ok();
    assert_eq!(changed["review"], Value::Null);
}

#[tokio::test]
async fn invalid_reviews_are_rejected() {
    let server = TestServer::start();
    for new in [
        json!({"start": "nowhere", "moves": []}),
        json!({"start": "startpos", "moves": ["d1-d7/d7"]}),
        json!({"start": "startpos", "moves": [], "nodes": 0}),
        json!({"start": "startpos", "moves": [], "nodes": 10_000_000}),
        json!({"start": "startpos", "moves": [], "seconds_per_move": 0}),
        json!({"start": "startpos", "moves": [], "seconds_per_move": 1e300}),
    ] {
        server.post("/reviews", new).await.error(400);
    }
    server.get("/reviews/1").await.error(404);
}

/// Live analysis has priority over a review, but does not starve it.
#[tokio::test]
async fn review_finishes_beside_live_analysis() {
    let server = TestServer::start();
    let mut sockets = Vec::new();
    for size in ["8x8", "9x9", "10x10"] {
        let mut socket = server.socket("/analysis").await;
        socket.analyze(1, size, 1).await;
        socket.expect_message().await;
        sockets.push(socket);
    }
    let new = json!({"start": "6x6", "moves": [], "nodes": 100});
    let id = server.post("/reviews", new).await.ok()["id"].clone();
    finished(&server, &id).await;
}
