//! What games teach.

use serde_json::{Value, json};

use crate::client::TestServer;

async fn game(server: &TestServer, level: u8, side: &str, moves: &[&str]) -> u64 {
    let person = json!({ "kind": "person" });
    let engine = json!({ "kind": "engine", "level": level, "seconds": 0.01 });
    let (black, white) = match side {
        "black" => (&person, &engine),
        _ => (&engine, &person),
    };
    let game = server
        .post(
            "/games",
            json!({ "start": "6x6", "black": black, "white": white, "moves": moves }),
        )
        .await
        .ok();
    game["id"].as_u64().expect("a number")
}

async fn resign(server: &TestServer, id: u64, side: &str) {
    let address = format!("/games/{id}/resign");
    server.post(&address, json!({ "side": side })).await.ok();
}

#[tokio::test]
async fn results_are_counted_by_level() {
    let server = TestServer::start();
    for (level, side, loser) in [
        (3, "white", "white"),
        (3, "black", "white"),
        (7, "black", "black"),
    ] {
        let id = game(&server, level, side, &[]).await;
        resign(&server, id, loser).await;
    }
    // A game that goes on is no result, nor is one between two people.
    game(&server, 9, "white", &[]).await;
    let person = json!({ "kind": "person" });
    let two = server
        .post(
            "/games",
            json!({ "start": "6x6", "black": person, "white": person }),
        )
        .await
        .ok();
    resign(&server, two["id"].as_u64().expect("a number"), "black").await;
    let lessons = server.get("/lessons").await.ok();
    assert_eq!(
        lessons["results"],
        json!([
            { "level": 3, "won": 1, "lost": 1 },
            { "level": 7, "won": 0, "lost": 1 },
        ])
    );
    assert_eq!(lessons["mistakes"], json!([]));
}

/// White, a person, shuts itself in at once; the review sees it, and it can be tried again.
#[tokio::test]
async fn a_person_s_mistakes_come_from_the_review() {
    let server = TestServer::start();
    let moves = [
        "f2-c5/b4", "f5-c2/c1", "a2-a4/c6", "b6-b5/f1", "c5-c4/c5", "e6-e4/d5", "e1-f2/f6",
        "e4-f4/d4", "f2-e3/e6", "c2-c3/a3", "b1-e4/f3", "c3-c2/b3",
    ];
    let id = game(&server, 5, "white", &moves).await;
    resign(&server, id, "white").await;
    let before = server.get("/lessons").await.ok();
    assert_eq!(before["unreviewed"], json!([id]));
    let start = server.get(&format!("/games/{id}")).await.ok();
    let review = json!({
        "start": start["start"], "moves": moves, "nodes": 40, "game": id,
    });
    let review = server.post("/reviews", review).await.ok()["id"].clone();
    let mut state = Value::Null;
    while state["finished"] != true {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        state = server.get(&format!("/reviews/{review}")).await.ok();
    }
    // The review is kept with the game a moment after it is finished.
    let mut lessons = server.get("/lessons").await.ok();
    while lessons["unreviewed"] != json!([]) {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        lessons = server.get("/lessons").await.ok();
    }
    let expected: Vec<&Value> = state["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|judged| judged["ply"].as_u64().is_some_and(|ply| ply % 2 == 1))
        .filter(|judged| judged["loss"].as_f64().is_some_and(|loss| loss >= 0.1))
        .collect();
    assert!(!expected.is_empty(), "{state}");
    let mistakes = lessons["mistakes"].as_array().expect("a list");
    assert_eq!(mistakes.len(), expected.len());
    for (mistake, judged) in mistakes.iter().zip(expected) {
        assert_eq!(mistake["side"], "white");
        for field in ["ply", "move", "loss", "best_move", "judgement"] {
            assert_eq!(mistake[field], judged[field]);
        }
        let ply = mistake["ply"].as_u64().expect("a number") as usize;
        let text = mistake["fen"].as_str().expect("a FEN");
        let position = amazons::notation::parse_position(text).expect("a position");
        assert!(amazons::notation::parse_move(&position, moves[ply - 1]).is_ok());
    }
}
