//! Endgames explained, and puzzles: the same results as the solver's, whatever is asked.

use std::collections::HashSet;

use amazons::{Game, Position};
use endgame::{Solution, Solver};
use serde_json::{Value, json};

use crate::client::TestServer;

/// A whole game on 6×6, which the engine played with itself.
const GAME: &str = include_str!("../games/endgame.txt");

fn position(text: &str) -> Position {
    amazons::notation::parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn solved(position: &Position) -> Solution {
    let solver = Solver::new(1 << 24, 1, None);
    solver
        .solve(std::slice::from_ref(position), &mut |_, _| true)
        .expect("nobody interrupts")
}

async fn explained(server: &TestServer, fen: &str) -> Value {
    server
        .post("/positions/endgame", json!({ "fen": fen }))
        .await
        .ok()
}

/// The winner as the solver finds it.
fn winner(position: &Position) -> String {
    let solution = solved(position);
    let verdict = match position.to_move() {
        amazons::Color::Black => solution.black_first,
        amazons::Color::White => solution.white_first,
    };
    verdict.winner.to_string().to_lowercase()
}

/// Plays what is explained to its end, with every move checked; who has no move in the end.
fn play_out(mut position: Position, explained: &Value) -> Position {
    assert_eq!(explained["played_out"], true);
    let names: HashSet<&str> = explained["regions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|region| region["name"].as_str().expect("a name"))
        .collect();
    for step in explained["play"].as_array().expect("a list") {
        let side = position.to_move().to_string().to_lowercase();
        assert_eq!(step["side"], side);
        assert!(names.contains(step["region"].as_str().expect("a name")));
        assert_eq!(step["winner"], explained["standing"]["winner"]);
        assert_eq!(step["ahead"], explained["standing"]["least"]);
        let text = step["move"].as_str().expect("a move");
        let mv = amazons::notation::parse_move(&position, text).expect("it is legal");
        position.play(mv);
    }
    assert!(!position.has_move(), "{position:?}");
    position
}

/// A proved endgame from a real game: explained to its end, with the solver's result.
#[tokio::test]
async fn a_real_endgame_is_explained_to_its_end() {
    let server = TestServer::start();
    let records = server
        .post("/records/read", json!({ "text": GAME }))
        .await
        .ok();
    let record = &records["records"][0];
    let mut now = position(record["start"].as_str().expect("a FEN"));
    let nodes = record["nodes"].as_array().expect("a list");
    let moves: Vec<&str> = nodes
        .iter()
        .filter_map(|node| node["move"].as_str())
        .collect();
    let (mut proved, mut hot) = (0, 0);
    for text in moves {
        let mv = amazons::notation::parse_move(&now, text).expect("it was played");
        now.play(mv);
        if now.empty_squares().len() > 16 {
            continue;
        }
        let question = json!({ "fen": now.to_text(), "seconds": 0 });
        let explained = server.post("/positions/endgame", question).await.ok();
        if explained["standing"]["certainty"] != "values" {
            continue;
        }
        proved += 1;
        hot += usize::from(!explained["hottest"].is_null());
        assert_eq!(explained["standing"]["winner"], winner(&now));
        let end = play_out(now, &explained);
        let loser = end.to_move().to_string().to_lowercase();
        assert_ne!(explained["standing"]["winner"], loser);
    }
    assert!(proved > 3 && hot > 0, "{proved} proved, {hot} hot");
}

/// The same for people's games that lie beside the project, if they do.
#[tokio::test]
async fn people_s_endgames_have_the_solver_s_result() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/littlegolem-games.csv"
    );
    let Ok(games) = std::fs::read_to_string(file) else {
        return;
    };
    let server = TestServer::start();
    let mut proved = 0;
    for game in games.lines().skip(1).take(40) {
        let records = server
            .post("/records/read", json!({ "text": game }))
            .await
            .ok();
        let record = &records["records"][0];
        let mut now = position(record["start"].as_str().expect("a FEN"));
        for node in record["nodes"].as_array().expect("a list") {
            if let Some(text) = node["move"].as_str() {
                now.play(amazons::notation::parse_move(&now, text).expect("it was played"));
            }
        }
        let question = json!({ "fen": now.to_text(), "seconds": 0 });
        let explained = server.post("/positions/endgame", question).await.ok();
        if explained["standing"]["certainty"] == "values" {
            proved += 1;
            assert_eq!(explained["standing"]["winner"], winner(&now), "{game}");
            play_out(now, &explained);
        }
    }
    assert!(proved >= 5, "{proved}");
}

#[tokio::test]
async fn regions_say_what_they_are_worth_and_how_that_is_known() {
    let server = TestServer::start();
    // A region that both are in, one that is Black's, one that is White's.
    let known = explained(&server, "x..#x.#o.|..o#..#..|#########|######### b").await;
    let regions = known["regions"].as_array().expect("a list");
    assert_eq!(regions.len(), 3);
    let source = |region: &Value| region["source"].as_str().unwrap_or_default().to_owned();
    let contested = regions.iter().find(|region| region["owner"].is_null());
    let contested = contested.expect("both are in one");
    assert_eq!(known["hottest"], contested["name"]);
    assert!(["table", "worked_out"].contains(&source(contested).as_str()));
    assert!(
        !contested["black_moves"]
            .as_array()
            .expect("a list")
            .is_empty()
    );
    assert!(
        !contested["white_moves"]
            .as_array()
            .expect("a list")
            .is_empty()
    );
    let value = &contested["value"];
    let (left, right) = (&value["left_wall"], &value["right_wall"]);
    let last = |wall: &Value| wall.as_array().and_then(|wall| wall.last().cloned());
    assert_eq!(last(left), last(right), "the walls meet at the mast");
    for region in regions.iter().filter(|region| !region["owner"].is_null()) {
        assert_eq!(source(region), "counted");
        let sign = if region["owner"] == "black" {
            1.0
        } else {
            -1.0
        };
        assert_eq!(region["least"], sign * 3.0);
        assert_eq!(region["most"], sign * 3.0);
        assert_eq!(region["value"]["temperature"], "-1");
    }
    // An open board is honest about it.
    let open = explained(&server, "8x8").await;
    assert_eq!(open["standing"]["certainty"], "estimate");
    assert!(open["standing"]["least"].is_null() && open["play"] == json!([]));
    assert_eq!(open["regions"][0]["source"], "bounds");
    assert!(open["regions"][0]["value"].is_null());
    // Nobody can move: it is over.
    let over = explained(&server, "x#o b").await;
    assert_eq!(over["standing"]["winner"], "white");
    assert_eq!(
        (&over["regions"], &over["played_out"]),
        (&json!([]), &json!(true))
    );
    // A search proves what values leave open, and says so.
    let searched = server
        .post(
            "/positions/endgame",
            json!({ "fen": ".oo.|o..o|x..x|.xx. b", "seconds": 10 }),
        )
        .await
        .ok();
    assert_eq!(searched["standing"]["certainty"], "search");
    assert_eq!(searched["standing"]["winner"], "white");
    assert!(searched["standing"]["least"].is_null());
}

/// Boards on which everything is hard: many regions of twelve squares, crowded, and one that is all amazons.
#[tokio::test]
async fn hard_boards_are_answered_in_bounded_time() {
    let server = TestServer::start();
    let crowded = "x..o#x..o.|....#.....|o..x#o..x.|##########|x..o#x..o.|....#.....|o..x#o..x.|##########|x.o.x.o.x.|.x.o.x.o.o b";
    let checkered = (0..10)
        .map(|row| {
            if row % 2 == 0 {
                "x.o.x.o.x."
            } else {
                "..x.o.x.o."
            }
        })
        .collect::<Vec<_>>()
        .join("|");
    for board in [crowded.to_owned(), format!("{checkered} w")] {
        // A request that takes half a minute is refused.
        let explained = explained(&server, &board).await;
        assert!(
            explained["regions"]
                .as_array()
                .is_some_and(|list| !list.is_empty())
        );
    }
}

#[tokio::test]
async fn what_cannot_be_explained_is_refused_with_a_sentence() {
    let server = TestServer::start();
    for question in [
        json!({ "fen": "hello" }),
        json!({ "fen": "6x6", "seconds": -1 }),
        json!({ "fen": "6x6", "seconds": 11 }),
    ] {
        server
            .post("/positions/endgame", question)
            .await
            .refusal(400);
    }
    for query in [
        "difficulty=easy",
        "difficulty=brutal&seed=1",
        "seed=1",
        "difficulty=easy&seed=-1",
    ] {
        server.get(&format!("/puzzles?{query}")).await.refusal(400);
    }
}

#[tokio::test]
async fn a_puzzle_s_winning_moves_are_those_of_the_explanation() {
    let server = TestServer::start();
    for (difficulty, seed) in [("easy", 1), ("medium", 2), ("hard", 3)] {
        let address = format!("/puzzles?difficulty={difficulty}&seed={seed}");
        let puzzle = server.get(&address).await.ok();
        assert_eq!(puzzle, server.get(&address).await.ok());
        let explained = explained(&server, puzzle["fen"].as_str().expect("a FEN")).await;
        assert_eq!(explained["standing"]["winner"], puzzle["to_move"]);
        assert_eq!(explained["standing"]["most"], 0, "won by a single move");
        let named: HashSet<&str> = puzzle["winning_moves"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let proved: HashSet<&str> = explained["winning_moves"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|one| one["move"].as_str())
            .collect();
        assert_eq!(named, proved);
        assert!(named.len() < puzzle["moves"].as_u64().expect("a number") as usize / 2);
    }
}
