//! Games that are played.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::client::TestServer;

fn game(start: &str, black: &Value, white: &Value) -> Value {
    json!({"start": start, "black": black, "white": white})
}

fn person() -> Value {
    json!({"kind": "person"})
}

fn computer(level: u8) -> Value {
    json!({"kind": "engine", "level": level, "seconds": 0.05})
}

/// Waits until a game is as wanted.
async fn game_that(server: &TestServer, id: u64, is_wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let game = server.get(&format!("/games/{id}")).await.ok();
        if is_wanted(&game) {
            return game;
        }
        sleep(Duration::from_millis(10)).await;
    }
}

fn count(game: &Value) -> usize {
    game["moves"].as_array().expect("a list").len()
}

#[tokio::test]
async fn two_persons_play_at_one_board() {
    let server = TestServer::start();
    let mut new = game("4x4", &person(), &person());
    new["name"] = json!("Final");
    let game = server.post("/games", new).await.ok();
    assert_eq!(
        (&game["id"], &game["name"], &game["revision"]),
        (&json!(1), &json!("Final"), &json!(1))
    );
    assert_eq!(game["to_move"], "white");
    let mv = json!({"ply": 0, "move": "b1-b2/b1"});
    let after = server.post("/games/1/moves", mv.clone()).await.ok();
    assert_eq!(
        (&after["moves"], &after["to_move"]),
        (&json!(["b1-b2/b1"]), &json!("black"))
    );
    // The same again, however it is written, is no second move.
    for again in ["b1-b2/b1", "B1-B2xB1", "b1b2,b2b1"] {
        let mv = json!({"ply": 0, "move": again});
        let same = server.post("/games/1/moves", mv).await.ok();
        assert_eq!(same["revision"], after["revision"], "{again}");
    }
    let other = json!({"ply": 0, "move": "b1-b2/b3"});
    assert!(
        server
            .post("/games/1/moves", other)
            .await
            .refusal(409)
            .contains("b1-b2/b1")
    );
    let early = json!({"ply": 5, "move": "b4-b3/b4"});
    server.post("/games/1/moves", early).await.refusal(409);
    for bad in ["b4-b1/b2", "a3-a2/a9", "hello", "b2-b3/b2"] {
        let mv = json!({"ply": 1, "move": bad});
        server.post("/games/1/moves", mv).await.refusal(400);
    }
    assert_eq!(
        server.get("/games/1").await.ok()["revision"],
        after["revision"]
    );
    let back = server
        .post("/games/1/take-back", json!({"to_ply": 0}))
        .await
        .ok();
    assert_eq!((count(&back), &back["to_move"]), (0, &json!("white")));
    server
        .post("/games/1/take-back", json!({"to_ply": 0}))
        .await
        .refusal(409);
    server
        .post("/games/1/take-back", json!({"to_ply": 1}))
        .await
        .refusal(409);
    let given_up = server
        .post("/games/1/resign", json!({"side": "white"}))
        .await
        .ok();
    assert_eq!(
        given_up["result"],
        json!({"winner": "black", "reason": "resignation"})
    );
    server
        .post("/games/1/resign", json!({"side": "white"}))
        .await
        .refusal(409);
    let late = json!({"ply": 0, "move": "b1-b2/b1"});
    server.post("/games/1/moves", late).await.refusal(409);
    // Taking back a resignation.
    let again = server
        .post("/games/1/take-back", json!({"to_ply": 0}))
        .await
        .ok();
    assert_eq!(again["result"], Value::Null);
}

#[tokio::test]
async fn the_computer_answers_and_plays_to_the_end() {
    let server = TestServer::start();
    let new = game("5x5", &computer(3), &computer(20));
    server.post("/games", new).await.ok();
    let mut socket = server.socket("/games/1/live").await;
    let mut last = socket.must_hear().await;
    while last["result"].is_null() {
        let next = socket.must_hear().await;
        assert!(next["revision"].as_u64() > last["revision"].as_u64());
        last = next;
    }
    assert_eq!(last["result"]["reason"], "no-moves");
    assert_eq!(last["thinking"], false);
    assert_ne!(last["result"]["winner"], last["to_move"]);
    server.until_idle().await;
}

#[tokio::test]
async fn a_person_waits_for_the_computer() {
    let server = TestServer::start();
    let slow = json!({"kind": "engine", "level": 20, "seconds": 30});
    server
        .post("/games", game("8x8", &slow, &person()))
        .await
        .ok();
    let start = server.get("/games/1").await.ok();
    assert_eq!(start["thinking"], false);
    let first = server
        .post("/positions/overlays", json!({"fen": "8x8"}))
        .await;
    first.ok();
    let mv = json!({"ply": 0, "move": "c1-c2/c1"});
    let after = server.post("/games/1/moves", mv).await.ok();
    assert_eq!(after["thinking"], true);
    let early = json!({"ply": 1, "move": "c8-c7/c8"});
    let sentence = server.post("/games/1/moves", early).await.refusal(409);
    assert!(sentence.contains("computer"), "{sentence}");
    // Taking back ends its thinking.
    let back = server
        .post("/games/1/take-back", json!({"to_ply": 0}))
        .await
        .ok();
    assert_eq!((count(&back), &back["thinking"]), (0, &json!(false)));
    server.until_idle().await;
    assert_eq!(count(&server.get("/games/1").await.ok()), 0);
}

#[tokio::test]
async fn a_game_can_go_on_from_a_game_so_far() {
    let server = TestServer::start();
    let mut new = game("startpos", &computer(1), &person());
    new["moves"] = json!(["d1-d7/g7"]);
    let game = server.post("/games", new).await.ok();
    assert_eq!((count(&game), &game["thinking"]), (1, &json!(true)));
    game_that(&server, 1, |game| count(game) == 2).await;
}

#[tokio::test]
async fn games_that_cannot_be_are_refused_and_none_is_made() {
    let server = TestServer::start();
    let person = person();
    let mut long_name = game("6x6", &person, &person);
    long_name["name"] = json!("x".repeat(201));
    let mut long_person = game("6x6", &person, &person);
    long_person["black"]["name"] = json!("x".repeat(101));
    let mut illegal = game("6x6", &person, &person);
    illegal["moves"] = json!(["a1-a2/a3"]);
    let mut clock = game("6x6", &person, &person);
    clock["clock"] = json!({"seconds": 0});
    let mut increment = game("6x6", &person, &person);
    increment["clock"] = json!({"seconds": 10, "increment": -1});
    for new in [
        game("nowhere", &person, &person),
        game("6x6", &computer(0), &person),
        game("6x6", &computer(21), &person),
        game(
            "6x6",
            &json!({"kind": "engine", "level": 1, "seconds": 61}),
            &person,
        ),
        long_name,
        long_person,
        illegal,
        clock,
        increment,
    ] {
        server.post("/games", new.clone()).await.refusal(400);
    }
    server
        .post("/games", game("6x6", &json!({"kind": "ghost"}), &person))
        .await
        .refusal(422);
    assert_eq!(
        server.get("/games").await.ok(),
        json!({"games": [], "next": null})
    );
}

#[tokio::test]
async fn games_are_listed_newest_first_and_thrown_away() {
    let server = TestServer::start();
    for size in ["4x4", "5x5", "6x6"] {
        server
            .post("/games", game(size, &person(), &person()))
            .await
            .ok();
    }
    let numbers = async |query: &str| {
        let list = server.get(&format!("/games{query}")).await.ok();
        let games = list["games"].as_array().expect("a list").clone();
        let numbers: Vec<u64> = games
            .iter()
            .filter_map(|game| game["id"].as_u64())
            .collect();
        (numbers, list["next"].as_u64())
    };
    assert_eq!(numbers("").await, (vec![3, 2, 1], None));
    assert_eq!(numbers("?limit=2").await, (vec![3, 2], Some(2)));
    assert_eq!(numbers("?limit=2&before=2").await, (vec![1], None));
    let mut socket = server.socket("/games/2/live").await;
    socket.must_hear().await;
    assert_eq!(server.delete("/games/2").await.status, 204);
    assert_eq!(
        socket.hear().await,
        None,
        "the stream of a game that is gone ends"
    );
    server.delete("/games/2").await.refusal(404);
    for path in ["/games/2", "/games/2/live"] {
        assert!([400, 404].contains(&server.get(path).await.status));
    }
    for (path, body) in [
        ("/games/2/moves", json!({"ply": 0, "move": "b1-b2/b1"})),
        ("/games/2/take-back", json!({"to_ply": 0})),
        ("/games/2/resign", json!({"side": "black"})),
        ("/games/2/hint", json!({})),
    ] {
        server.post(path, body).await.refusal(404);
    }
    assert_eq!(numbers("").await, (vec![3, 1], None));
}

#[tokio::test]
async fn comments_and_variations_are_kept() {
    let server = TestServer::start();
    server
        .post("/games", game("4x4", &person(), &person()))
        .await
        .ok();
    let tree = json!({"start": "4x4", "nodes": [
        {"id": 0, "parent": null, "move": null, "comment": "Here we go", "glyph": null},
        {"id": 5, "parent": 0, "move": "b1-b2/b1", "comment": "", "glyph": "!?"},
    ]});
    let kept = server
        .put("/games/1/tree", json!({ "tree": tree }))
        .await
        .ok();
    assert_eq!(kept["tree"]["nodes"], tree["nodes"]);
    let mut bad = tree.clone();
    bad["nodes"][1]["move"] = json!("b1-b2/b2");
    server
        .put("/games/1/tree", json!({ "tree": bad }))
        .await
        .refusal(400);
    assert_eq!(
        server.get("/games/1").await.ok()["tree"]["nodes"],
        tree["nodes"]
    );
}

#[tokio::test]
async fn a_hint_is_a_short_study() {
    let server = TestServer::start();
    server
        .post("/games", game("8x8", &person(), &person()))
        .await
        .ok();
    let hint = server.post("/games/1/hint", json!({})).await.ok();
    assert_eq!(hint["lines"].as_array().map(Vec::len), Some(3));
    assert!(hint["best_move"].is_string() && hint["nodes"].as_u64() > Some(10));
}

#[tokio::test]
async fn flags_fall() {
    let server = TestServer::start();
    let mut new = game("8x8", &person(), &person());
    new["clock"] = json!({"seconds": 1, "increment": 0});
    let game = server.post("/games", new).await.ok();
    assert_eq!(game["running"], true);
    assert_eq!(game["remaining"]["black"], 1000);
    let mut socket = server.socket("/games/1/live").await;
    let mut last = socket.must_hear().await;
    while last["result"].is_null() {
        last = socket.must_hear().await;
    }
    assert_eq!(last["result"], json!({"winner": "black", "reason": "time"}));
    assert_eq!(
        (&last["remaining"]["white"], &last["running"]),
        (&json!(0), &json!(false))
    );
    let late = json!({"ply": 0, "move": "c1-c2/c1"});
    server.post("/games/1/moves", late).await.refusal(409);
}

#[tokio::test]
async fn a_computer_with_a_clock_keeps_to_it() {
    let server = TestServer::start();
    let full = json!({"kind": "engine", "level": 20});
    let mut new = game("4x4", &full, &full);
    new["clock"] = json!({"seconds": 2, "increment": 0.1});
    server.post("/games", new).await.ok();
    let end = game_that(&server, 1, |game| !game["result"].is_null()).await;
    assert_eq!(end["result"]["reason"], "no-moves");
}
