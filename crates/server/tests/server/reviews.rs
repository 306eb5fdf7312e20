//! Game reviews and insights from them.

use serde_json::{Value, json};

use crate::client::{TestServer, assert_contains, human, human_game};

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
    let review = server.post("/reviews", new).await.ok();
    let review = finished(&server, &review["id"]).await;
    assert_contains(&review, json!({"total": 5, "done": 5}));
    for (ply, mv) in (1..).zip(MOVES) {
        let reviewed = &review["moves"][ply - 1];
        assert_contains(reviewed, json!({"ply": ply, "move": mv}));
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

/// A closed pool drops searches, as it does after a panic.
#[tokio::test]
async fn review_whose_search_fails_does_not_stay_running() {
    let server = TestServer::start_limited(|limits| limits.reviews.total = 1);
    server.state.searches.pool.close();
    let new = json!({"start": "6x6", "moves": [], "nodes": 100});
    let review = server.post("/reviews", new.clone()).await.ok();
    let path = format!("/reviews/{}", review["id"]);
    let reply = loop {
        let reply = server.get(&path).await;
        if reply.status != 200 {
            break reply;
        }
    };
    let message = reply.error(410);
    assert_eq!(message, "review 1 has failed; start it again");
    // Its slot is free.
    server.post("/reviews", new).await.ok();
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
    let review = server.post("/reviews", new).await.ok();
    finished(&server, &review["id"]).await;
}

/// Starts a game of a human against a level and returns its id.
async fn start_game(server: &TestServer, level: u8, side: &str, moves: &[&str]) -> u64 {
    let engine = json!({"kind": "engine", "level": level, "seconds": 0.01});
    let (black, white) = match side {
        "black" => (human(), engine),
        _ => (engine, human()),
    };
    let new = json!({"start": "6x6", "black": black, "white": white, "moves": moves});
    let game = server.post("/games", new).await.ok();
    game["id"].as_u64().expect("id")
}

async fn resign(server: &TestServer, id: u64, side: &str) {
    let path = format!("/games/{id}/resign");
    server.post(&path, json!({"side": side})).await.ok();
}

#[tokio::test]
async fn results_are_counted_by_level() {
    let server = TestServer::start();
    for (level, side, loser) in [
        (3, "white", "white"),
        (3, "black", "white"),
        (7, "black", "black"),
    ] {
        let id = start_game(&server, level, side, &[]).await;
        resign(&server, id, loser).await;
    }
    // Running games and games between humans do not count.
    start_game(&server, 9, "white", &[]).await;
    let humans = server.post("/games", human_game("6x6")).await.ok();
    resign(&server, humans["id"].as_u64().expect("id"), "black").await;
    let insights = server.get("/lessons").await.ok();
    assert_eq!(
        insights["results"],
        json!([
            {"level": 3, "won": 1, "lost": 1},
            {"level": 7, "won": 0, "lost": 1},
        ])
    );
    assert_eq!(insights["mistakes"], json!([]));
    // A game of other people, who have names, need not be reviewed.
    let mut record = human_game("6x6");
    record["moves"] = json!(["f2-c5/b4"]);
    let users = server.post("/games", record.clone()).await.ok()["id"].clone();
    record["white"] = json!({"kind": "person", "name": "Hippolyta"});
    record["black"] = json!({"kind": "person", "name": "Antiope"});
    let others = server.post("/games", record).await.ok()["id"].clone();
    for id in [&users, &others] {
        resign(&server, id.as_u64().expect("id"), "black").await;
    }
    let insights = server.get("/lessons").await.ok();
    let unreviewed = insights["unreviewed"].as_array().expect("a list");
    assert!(unreviewed.contains(&users) && !unreviewed.contains(&others));
}

/// White, a human, encloses itself early on.
#[tokio::test]
async fn mistakes_come_from_the_review() {
    let server = TestServer::start();
    let moves = [
        "f2-c5/b4", "f5-c2/c1", "a2-a4/c6", "b6-b5/f1", "c5-c4/c5", "e6-e4/d5", "e1-f2/f6",
        "e4-f4/d4", "f2-e3/e6", "c2-c3/a3", "b1-e4/f3", "c3-c2/b3",
    ];
    let id = start_game(&server, 5, "white", &moves).await;
    resign(&server, id, "white").await;
    let before = server.get("/lessons").await.ok();
    assert_eq!(before["unreviewed"], json!([id]));
    let game = server.get(&format!("/games/{id}")).await.ok();
    let new = json!({"start": game["start"], "moves": moves, "nodes": 40, "game": id});
    let review = server.post("/reviews", new).await.ok();
    let review = finished(&server, &review["id"]).await;
    // The review is attached to the game after it has finished.
    let insights = server
        .poll("/lessons", |insights| insights["unreviewed"] == json!([]))
        .await;
    let expected: Vec<&Value> = review["moves"]
        .as_array()
        .expect("list")
        .iter()
        .filter(|reviewed| reviewed["ply"].as_u64().is_some_and(|ply| ply % 2 == 1))
        .filter(|reviewed| reviewed["loss"].as_f64().is_some_and(|loss| loss >= 0.1))
        .collect();
    assert!(!expected.is_empty(), "{review}");
    let mistakes = insights["mistakes"].as_array().expect("list");
    assert_eq!(mistakes.len(), expected.len());
    for (mistake, reviewed) in mistakes.iter().zip(expected) {
        assert_eq!(mistake["side"], "white");
        for field in ["ply", "move", "loss", "best_move", "judgement"] {
            assert_eq!(mistake[field], reviewed[field]);
        }
        let ply = mistake["ply"].as_u64().expect("ply") as usize;
        let fen = mistake["fen"].as_str().expect("FEN");
        let position = amazons::notation::parse_position(fen).expect("valid position");
        assert!(amazons::notation::parse_move(&position, moves[ply - 1]).is_ok());
    }
}
