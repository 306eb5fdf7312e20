//! Opening explorer, game database and book builds.

use amazons::{Move, Position};
use serde_json::{Value, json};

use crate::client::{TestServer, assert_contains, config_in};

/// Four games on small boards: the second is the first mirrored with exchanged colors, the third is
/// unfinished, the fourth has an illegal move.
const GAMES: &str = "\
4x4 moves b1-b2/b1 a3-a4/a3 result W+
fen 1QQ1/Q2Q/q2q/1qq1 b - - 0 1 moves c1-c2/c1 d3-d4/d3 result B+
4x4 moves b1-b2/b1
4x4 moves b1-b2/b1 a3-a4/d4
";

impl TestServer {
    /// Imports games and waits for the end.
    async fn import(&self, text: &str) -> Value {
        let new = json!({"text": text, "name": "games.txt"});
        let started = self.post("/people/games", new).await.ok();
        assert_eq!(started["name"], "games.txt");
        self.poll("/people/import", |state| state["running"] == false)
            .await
    }

    async fn explore(&self, fen: &str, source: &str) -> Value {
        let request = json!({"fen": fen, "source": source});
        self.post("/book/explore", request).await.ok()
    }

    /// Number of games in the database.
    async fn game_count(&self) -> Value {
        self.get("/people/games").await.ok()["games"].clone()
    }

    /// Waits for the end of a book build.
    async fn finished_build(&self) -> Value {
        let is_active =
            |state: &Value| state["status"] == "growing" || state["status"] == "stopping";
        self.poll("/book/growth", |state| !is_active(state)).await
    }
}

#[tokio::test]
async fn games_are_imported_once_and_found_by_position() {
    let server = TestServer::start();
    let state = server.import(GAMES).await;
    let counts = ["total", "done", "added", "duplicates", "refused"].map(|name| &state[name]);
    assert_eq!(counts, [4, 4, 2, 1, 1], "{state}");
    let error = state["problems"][0].as_str().expect("error");
    assert!(error.starts_with("game 4: line 4, column"), "{error}");
    let again = server.import(GAMES).await;
    assert_contains(&again, json!({"added": 0, "duplicates": 3}));
    assert_eq!(server.game_count().await, 2);

    let start = server.explore("4x4", "people").await;
    let played = json!({"games": 2, "black": 0, "white": 1});
    assert_contains(
        &start,
        json!({"played": played, "moves": [{"move": "b1-b2/b1"}]}),
    );
    // The mirrored position with exchanged colors: the same games, won by the other color.
    let mirrored = "1QQ1/Q2Q/q2q/1qq1 b - - 0 1";
    let mirrored = server.explore(mirrored, "people").await;
    let played = json!({"games": 2, "black": 1, "white": 0});
    assert_eq!(mirrored["played"], played);
    let after = "1qq1/q2q/QQ1Q/1*Q1 b - - 0 1";
    let after = server.explore(after, "people").await;
    assert_eq!(after["played"]["games"], 2);
    assert_eq!(after["moves"][0]["move"], "a3-a4/a3");
    assert_eq!(after["games"][0]["ply"], 1);

    let id = after["games"][1]["id"].as_u64().expect("id");
    let game = server.get(&format!("/people/games/{id}")).await.ok();
    assert_eq!(game["nodes"][2]["move"], "a3-a4/a3");
    server.get("/people/games/77").await.error(404);
    let unknown = server.explore("5x5", "people").await;
    assert_contains(&unknown, json!({"known": false, "size": 2}));
    assert_eq!(server.delete("/people/games").await.status, 204);
    assert_eq!(server.game_count().await, 0);
}

#[tokio::test]
async fn invalid_games_are_reported() {
    let server = TestServer::start();
    for (text, word) in [("", "empty"), ("hello world", "hello"), ("6x6", "no moves")] {
        let state = server.import(text).await;
        assert_contains(&state, json!({"added": 0, "refused": 1}));
        let error = state["problems"][0].as_str().expect("error");
        assert!(error.contains(word) && !error.contains('\n'), "{error}");
    }
    assert_eq!(server.game_count().await, 0);
    let request = json!({"fen": "nowhere", "source": "people"});
    server.post("/book/explore", request).await.error(400);
}

#[tokio::test]
async fn large_collection_is_imported() {
    let text = include_str!("../../../../tests/data/games/little-golem.csv");
    let server = TestServer::start();
    let first = server.import(text).await;
    assert_contains(&first, json!({"total": 80, "refused": 0}));
    let added = first["added"].as_u64().expect("number");
    assert_eq!(first["duplicates"], 80 - added);
    let again = server.import(text).await;
    assert_contains(&again, json!({"added": 0, "duplicates": 80}));
    // Black starts in these games, White in `startpos`.
    let start = server.explore("startpos", "people").await;
    assert_eq!(start["played"]["games"], added);
    let moves = start["moves"].as_array().expect("moves");
    let played: u64 = moves
        .iter()
        .map(|mv| mv["played"]["games"].as_u64().expect("number"))
        .sum();
    assert_eq!(played, added);
    assert_eq!(start["games"].as_array().map(Vec::len), Some(30));
    let next = json!({"fen": "startpos", "source": "people", "before": start["next"]});
    let more = server.post("/book/explore", next).await.ok();
    assert_ne!(more["games"][0]["id"], start["games"][29]["id"]);
}

#[tokio::test]
async fn embedded_book_is_explored_with_either_color() {
    let server = TestServer::start();
    let start = server.explore("startpos", "shipped").await;
    assert_eq!(start["known"], true);
    let moves = start["moves"].as_array().expect("moves");
    let found = book::CompactBook::embedded()
        .probe(&Position::standard_start())
        .expect("start position in the book");
    assert_eq!(moves.len(), found.moves.len());
    for (shown, expected) in moves.iter().zip(&found.moves) {
        assert_eq!(shown["move"], expected.mv.to_string());
        assert_eq!(shown["depth"].is_null(), !expected.is_expanded);
    }
    // All lines are legal.
    let mut longest = 0;
    for mv in moves {
        let line = mv["line"].as_array().expect("line");
        let mut position = Position::standard_start();
        for text in std::iter::once(&mv["move"]).chain(line) {
            let text = text.as_str().expect("move");
            let mv: Move = text.parse().expect("valid move");
            position = position.after(mv).expect("legal move");
        }
        longest = longest.max(line.len());
    }
    assert!(longest > 2);
    // Black at the bottom and to move.
    let exchanged = "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3 b - - 0 1";
    let other = server.explore(exchanged, "shipped").await;
    assert_eq!(other["worth"]["score"], start["worth"]["score"]);
    let [black, white] = [&other, &start].map(|explored| &explored["worth"]["chances"]);
    assert_eq!(black["black"], white["white"]);
    let unknown = server.explore("6x6", "shipped").await;
    assert_eq!(unknown["known"], false);
    let user_book = server.explore("startpos", "own").await;
    assert_contains(&user_book, json!({"known": false, "size": 0}));
}

#[tokio::test]
async fn user_book_is_built_stopped_and_continued() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let server = TestServer::start_with(&config_in(&directory));
    let status = |state: &Value| state["status"].clone();
    assert_eq!(status(&server.get("/book/growth").await.ok()), "none");
    let embedded_size = book::CompactBook::embedded().len() as u64;
    let new = json!({"fen": "5x5", "positions": 6, "nodes": 20});
    server.post("/book/growth", new).await.ok();
    let state = server.finished_build().await;
    assert_contains(&state, json!({"status": "done", "searched": 6}));
    assert_eq!(state["size"], embedded_size + 6);
    let found = server.explore("5x5", "own").await;
    assert_contains(&found, json!({"known": true, "worth": state["worth"]}));
    let provenance = found["provenance"].as_str().expect("provenance");
    assert!(provenance.contains("20 nodes"), "{provenance}");
    // The user's book contains the embedded one.
    let start = server.explore("startpos", "own").await;
    let embedded = server.explore("startpos", "shipped").await;
    assert_eq!(start["moves"], embedded["moves"]);

    // One build runs at a time. The shutdown stops it.
    let long = json!({"fen": "6x6", "positions": 100_000, "nodes": 10});
    server.post("/book/growth", long.clone()).await.ok();
    server.post("/book/growth", long.clone()).await.error(409);
    server
        .poll("/book/growth", |state| state["searched"] != 0)
        .await;
    server.stop().await;
    let server = TestServer::start_with(&config_in(&directory));
    let state = server.get("/book/growth").await.ok();
    assert_contains(&state, json!({"status": "stopped", "wanted": 100_000}));
    assert_eq!(server.explore("6x6", "own").await["known"], true);
    server.post("/book/growth", long).await.ok();
    assert_eq!(server.delete("/book/growth").await.status, 200);
    assert_eq!(status(&server.finished_build().await), "stopped");

    // Stopping gives up a search that would take hours.
    let endless = json!({"fen": "10x10", "positions": 1, "nodes": 1_000_000});
    server.post("/book/growth", endless).await.ok();
    server.delete("/book/growth").await.ok();
    let state = server.finished_build().await;
    assert_contains(&state, json!({"status": "stopped", "searched": 0}));

    for (fen, positions, nodes) in [
        ("nowhere", 5, 20),
        ("x#o b", 5, 20),
        ("5x5", 0, 20),
        ("5x5", 100_001, 20),
        ("5x5", 5, 9),
    ] {
        let new = json!({"fen": fen, "positions": positions, "nodes": nodes});
        server.post("/book/growth", new).await.error(400);
    }
}
