//! Insights from stored games.

use serde_json::{Value, json};

use crate::client::{TestServer, human, human_game};

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
    let review = server.post("/reviews", new).await.ok()["id"].clone();
    let path = format!("/reviews/{review}");
    let review = server.poll(&path, |state| state["finished"] == true).await;
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
