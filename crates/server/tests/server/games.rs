//! Games.

use serde_json::{Value, json};

use crate::client::{Reply, TestServer, assert_contains, human, human_game};

fn engine(level: u8) -> Value {
    json!({"kind": "engine", "level": level, "seconds": 0.05})
}

fn game(start: &str, black: &Value, white: &Value) -> Value {
    json!({"start": start, "black": black, "white": white})
}

fn move_count(game: &Value) -> usize {
    game["moves"].as_array().expect("moves").len()
}

impl TestServer {
    async fn play(&self, ply: usize, mv: &str) -> Reply {
        let body = json!({"ply": ply, "move": mv});
        self.post("/games/1/moves", body).await
    }

    async fn take_back(&self, to_ply: usize) -> Reply {
        let body = json!({"to_ply": to_ply});
        self.post("/games/1/take-back", body).await
    }

    async fn resign(&self, side: &str) -> Reply {
        self.post("/games/1/resign", json!({"side": side})).await
    }
}

#[tokio::test]
async fn humans_play_take_back_and_resign() {
    let server = TestServer::start();
    let mut new = human_game("4x4");
    new["name"] = json!("Final");
    let game = server.post("/games", new).await.ok();
    let expected = json!({"id": 1, "name": "Final", "revision": 1, "to_move": "white"});
    assert_contains(&game, expected);
    let after = server.play(0, "b1-b2/b1").await.ok();
    assert_contains(&after, json!({"moves": ["b1-b2/b1"], "to_move": "black"}));
    // Repeating a move, in any notation, changes nothing.
    for again in ["b1-b2/b1", "B1-B2xB1", "b1b2,b2b1"] {
        let same = server.play(0, again).await.ok();
        assert_eq!(same["revision"], after["revision"], "{again}");
    }
    let conflict = server.play(0, "b1-b2/b3").await.error(409);
    assert!(conflict.contains("b1-b2/b1"), "{conflict}");
    server.play(5, "b4-b3/b4").await.error(409);
    for invalid in ["b4-b1/b2", "a3-a2/a9", "hello", "b2-b3/b2"] {
        server.play(1, invalid).await.error(400);
    }
    let unchanged = server.get("/games/1").await.ok();
    assert_eq!(unchanged["revision"], after["revision"]);

    let back = server.take_back(0).await.ok();
    assert_eq!((move_count(&back), &back["to_move"]), (0, &json!("white")));
    server.take_back(0).await.error(409);
    server.take_back(1).await.error(409);

    let resigned = server.resign("white").await.ok();
    let result = json!({"winner": "black", "reason": "resignation"});
    assert_eq!(resigned["result"], result);
    server.resign("white").await.error(409);
    server.play(0, "b1-b2/b1").await.error(409);
    // A resignation can be taken back.
    let again = server.take_back(0).await.ok();
    assert_eq!(again["result"], Value::Null);
}

#[tokio::test]
async fn engines_play_to_the_end() {
    let server = TestServer::start();
    let new = game("5x5", &engine(3), &engine(20));
    server.post("/games", new).await.ok();
    let mut socket = server.socket("/games/1/live").await;
    let mut last = socket.expect_message().await;
    while last["result"].is_null() {
        let next = socket.expect_message().await;
        assert!(next["revision"].as_u64() > last["revision"].as_u64());
        last = next;
    }
    assert_eq!(last["result"]["reason"], "no-moves");
    assert_eq!(last["thinking"], false);
    assert_ne!(last["result"]["winner"], last["to_move"]);
    server.wait_idle().await;
}

#[tokio::test]
async fn humans_cannot_move_for_the_engine() {
    let server = TestServer::start();
    let slow = json!({"kind": "engine", "level": 20, "seconds": 30});
    let new = game("8x8", &slow, &human());
    server.post("/games", new).await.ok();
    let start = server.get("/games/1").await.ok();
    assert_eq!(start["thinking"], false);
    let after = server.play(0, "c1-c2/c1").await.ok();
    assert_eq!(after["thinking"], true);
    let message = server.play(1, "c8-c7/c8").await.error(409);
    assert!(message.contains("computer"), "{message}");
    // A takeback cancels the search.
    let back = server.take_back(0).await.ok();
    assert_eq!((move_count(&back), &back["thinking"]), (0, &json!(false)));
    server.wait_idle().await;
    assert_eq!(move_count(&server.get("/games/1").await.ok()), 0);
}

#[tokio::test]
async fn game_can_start_after_moves() {
    let server = TestServer::start();
    let mut new = game("startpos", &engine(1), &human());
    new["moves"] = json!(["d1-d7/g7"]);
    let game = server.post("/games", new).await.ok();
    assert_eq!((move_count(&game), &game["thinking"]), (1, &json!(true)));
    let game = server.poll("/games/1", |game| move_count(game) == 2).await;
    assert_eq!(game["thinking"], false);
}

#[tokio::test]
async fn invalid_games_are_rejected() {
    let server = TestServer::start();
    let with = |field: &str, value: Value| {
        let mut new = human_game("6x6");
        new[field] = value;
        new
    };
    for new in [
        human_game("nowhere"),
        with("black", engine(0)),
        with("black", engine(21)),
        with(
            "black",
            json!({"kind": "engine", "level": 1, "seconds": 61}),
        ),
        with("name", json!("x".repeat(201))),
        with("black", json!({"kind": "person", "name": "x".repeat(101)})),
        with("moves", json!(["a1-a2/a3"])),
        with("clock", json!({"seconds": 0})),
        with("clock", json!({"seconds": 10, "increment": -1})),
    ] {
        server.post("/games", new).await.error(400);
    }
    let unknown = with("black", json!({"kind": "ghost"}));
    server.post("/games", unknown).await.error(422);
    let list = server.get("/games").await.ok();
    assert_eq!(list, json!({"games": [], "next": null}));
}

#[tokio::test]
async fn games_are_listed_newest_first_and_deleted() {
    let server = TestServer::start();
    for size in ["4x4", "5x5", "6x6"] {
        server.post("/games", human_game(size)).await.ok();
    }
    let ids = async |query: &str| {
        let list = server.get(&format!("/games{query}")).await.ok();
        let games = list["games"].as_array().expect("games");
        let ids: Vec<u64> = games
            .iter()
            .filter_map(|game| game["id"].as_u64())
            .collect();
        (ids, list["next"].as_u64())
    };
    assert_eq!(ids("").await, (vec![3, 2, 1], None));
    assert_eq!(ids("?limit=2").await, (vec![3, 2], Some(2)));
    assert_eq!(ids("?limit=2&before=2").await, (vec![1], None));
    let mut socket = server.socket("/games/2/live").await;
    socket.expect_message().await;
    assert_eq!(server.delete("/games/2").await.status, 204);
    assert_eq!(socket.recv().await, None, "deletion closes the WebSocket");
    server.delete("/games/2").await.error(404);
    for path in ["/games/2", "/games/2/live"] {
        assert!([400, 404].contains(&server.get(path).await.status));
    }
    for (path, body) in [
        ("/games/2/moves", json!({"ply": 0, "move": "b1-b2/b1"})),
        ("/games/2/take-back", json!({"to_ply": 0})),
        ("/games/2/resign", json!({"side": "black"})),
        ("/games/2/hint", json!({})),
    ] {
        server.post(path, body).await.error(404);
    }
    assert_eq!(ids("").await, (vec![3, 1], None));
}

#[tokio::test]
async fn comments_and_variations_are_stored() {
    let server = TestServer::start();
    server.post("/games", human_game("4x4")).await.ok();
    let tree = json!({"start": "4x4", "nodes": [
        {"id": 0, "parent": null, "move": null, "comment": "Here we go", "glyph": null},
        {"id": 5, "parent": 0, "move": "b1-b2/b1", "comment": "", "glyph": "!?"},
    ]});
    let put = async |tree: &Value| server.put("/games/1/tree", json!({"tree": tree})).await;
    let stored = put(&tree).await.ok();
    assert_eq!(stored["tree"]["nodes"], tree["nodes"]);
    let mut illegal = tree.clone();
    illegal["nodes"][1]["move"] = json!("b1-b2/b2");
    put(&illegal).await.error(400);
    let game = server.get("/games/1").await.ok();
    assert_eq!(game["tree"]["nodes"], tree["nodes"]);
}

#[tokio::test]
async fn hint_is_a_short_analysis() {
    let server = TestServer::start();
    server.post("/games", human_game("8x8")).await.ok();
    let hint = server.post("/games/1/hint", json!({})).await.ok();
    assert_eq!(hint["lines"].as_array().map(Vec::len), Some(3));
    assert!(hint["best_move"].is_string() && hint["nodes"].as_u64() > Some(10));
}

#[tokio::test]
async fn flag_fall_ends_the_game() {
    let server = TestServer::start();
    let mut new = human_game("8x8");
    new["clock"] = json!({"seconds": 1, "increment": 0});
    let game = server.post("/games", new).await.ok();
    assert_contains(
        &game,
        json!({"running": true, "remaining": {"black": 1000}}),
    );
    let mut socket = server.socket("/games/1/live").await;
    let last = socket.until(|game| !game["result"].is_null()).await;
    let result = json!({"winner": "black", "reason": "time"});
    let expected = json!({"result": result, "remaining": {"white": 0}, "running": false});
    assert_contains(&last, expected);
    server.play(0, "c1-c2/c1").await.error(409);
}

#[tokio::test]
async fn engines_keep_their_time_control() {
    let server = TestServer::start();
    let full_strength = json!({"kind": "engine", "level": 20});
    let mut new = game("4x4", &full_strength, &full_strength);
    new["clock"] = json!({"seconds": 2, "increment": 0.1});
    server.post("/games", new).await.ok();
    let end = server
        .poll("/games/1", |game| !game["result"].is_null())
        .await;
    assert_eq!(end["result"]["reason"], "no-moves");
}

#[tokio::test]
async fn errors_have_codes_and_parameters() {
    let server = TestServer::start();
    let missing = server.get("/games/7").await.reason(404);
    assert_eq!(missing, json!({"code": "game_not_found", "id": 7}));
    server.post("/games", human_game("6x6")).await.ok();
    server.play(0, "f2-c5/b4").await.ok();
    let played = server.play(0, "f2-c5/b3").await.reason(409);
    let expected = json!({"code": "move_already_played", "ply": 1, "move": "f2-c5/b4"});
    assert_eq!(played, expected);
    let illegal = server.play(1, "a1-a2/a3").await.reason(400);
    assert_eq!(illegal["code"], "invalid_move");
    server.resign("white").await.ok();
    let over = server.play(1, "f5-c2/c1").await.reason(409);
    assert_eq!(over, json!({"code": "game_over"}));
    for (text, expected) in [
        ("hello world", json!({"code": "unknown_record_format"})),
        ("(;GM[1];B[aa])", json!({"code": "wrong_game"})),
        (
            "6x6 moves f2-c5/b4 a1-a2/a3",
            json!({"code": "illegal_record_move", "ply": 2}),
        ),
        (
            "(;GM[18]\n;B[djddgd",
            json!({"code": "invalid_record", "line": 2}),
        ),
    ] {
        let body = json!({"text": text});
        let reason = server.post("/records/read", body).await.reason(400);
        assert_contains(&reason, expected);
    }
}
