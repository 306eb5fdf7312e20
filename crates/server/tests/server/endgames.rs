//! Endgame analyses and puzzles, compared with the solver.

use std::collections::HashSet;

use amazons::{Game, Position};
use endgame::{Solution, Solver};
use serde_json::{Value, json};

use crate::client::{TestServer, assert_contains};

/// A self-play game on 6×6.
const GAME: &str = include_str!("../games/endgame.txt");

fn position(text: &str) -> Position {
    amazons::notation::parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn solve(position: &Position) -> Solution {
    let solver = Solver::new(1 << 24, 1, None);
    solver
        .solve(std::slice::from_ref(position), &mut |_, _| true)
        .expect("not interrupted")
}

async fn analyze(server: &TestServer, fen: &str) -> Value {
    let request = json!({"fen": fen});
    server.post("/positions/endgame", request).await.ok()
}

/// Analyzes a position without search.
async fn analyze_values(server: &TestServer, position: &Position) -> Value {
    let request = json!({"fen": position.to_text(), "seconds": 0});
    server.post("/positions/endgame", request).await.ok()
}

/// Parses a record and returns its start position and main line.
async fn parse_record(server: &TestServer, text: &str) -> (Position, Vec<String>) {
    let request = json!({"text": text});
    let parsed = server.post("/records/read", request).await.ok();
    let record = &parsed["records"][0];
    let start = position(record["start"].as_str().expect("FEN"));
    let nodes = record["nodes"].as_array().expect("nodes");
    let moves = nodes.iter().filter_map(|node| node["move"].as_str());
    (start, moves.map(str::to_owned).collect())
}

fn play(position: &mut Position, text: &str) {
    let mv = amazons::notation::parse_move(position, text).expect("legal move");
    position.play(mv);
}

/// The winner according to the solver.
fn winner(position: &Position) -> String {
    let solution = solve(position);
    let verdict = match position.to_move() {
        amazons::Color::Black => solution.black_first,
        amazons::Color::White => solution.white_first,
    };
    verdict.winner.to_string().to_lowercase()
}

/// Plays best play to the end of the game and returns the final position.
fn play_out(mut position: Position, analysis: &Value) -> Position {
    assert_eq!(analysis["played_out"], true);
    let names: HashSet<&str> = analysis["regions"]
        .as_array()
        .expect("regions")
        .iter()
        .map(|region| region["name"].as_str().expect("name"))
        .collect();
    for step in analysis["play"].as_array().expect("best play") {
        let side = position.to_move().to_string().to_lowercase();
        assert_eq!(step["side"], side);
        assert!(names.contains(step["region"].as_str().expect("name")));
        assert_eq!(step["winner"], analysis["standing"]["winner"]);
        assert_eq!(step["ahead"], analysis["standing"]["least"]);
        play(&mut position, step["move"].as_str().expect("move"));
    }
    assert!(!position.has_legal_move(), "{position:?}");
    position
}

#[tokio::test]
async fn proven_endgames_of_a_game_agree_with_the_solver() {
    let server = TestServer::start();
    let (mut position, moves) = parse_record(&server, GAME).await;
    let (mut proven, mut hot) = (0, 0);
    for mv in moves {
        play(&mut position, &mv);
        if position.empty_squares().len() > 16 {
            continue;
        }
        let analysis = analyze_values(&server, &position).await;
        if analysis["standing"]["certainty"] != "values" {
            continue;
        }
        proven += 1;
        hot += usize::from(!analysis["hottest"].is_null());
        assert_eq!(analysis["standing"]["winner"], winner(&position));
        let end = play_out(position, &analysis);
        let loser = end.to_move().to_string().to_lowercase();
        assert_ne!(analysis["standing"]["winner"], loser);
    }
    assert!(proven > 3 && hot > 0, "{proven} proven, {hot} hot");
}

#[tokio::test]
async fn final_positions_of_games_agree_with_the_solver() {
    let games = include_str!("../../../../tests/data/games/little-golem.csv");
    let server = TestServer::start();
    let mut proven = 0;
    for game in games.lines().skip(1).take(40) {
        let (mut position, moves) = parse_record(&server, game).await;
        for mv in moves {
            play(&mut position, &mv);
        }
        let analysis = analyze_values(&server, &position).await;
        if analysis["standing"]["certainty"] == "values" {
            proven += 1;
            assert_eq!(analysis["standing"]["winner"], winner(&position), "{game}");
            play_out(position, &analysis);
        }
    }
    assert!(proven >= 5, "{proven}");
}

#[tokio::test]
async fn regions_have_values_and_their_source() {
    let server = TestServer::start();
    // A contested region, one of Black's and one of White's.
    let analysis = analyze(&server, "x..#x.#o.|..o#..#..|#########|######### b").await;
    let regions = analysis["regions"].as_array().expect("regions");
    assert_eq!(regions.len(), 3);
    let contested = regions.iter().find(|region| region["owner"].is_null());
    let contested = contested.expect("contested region");
    assert_eq!(analysis["hottest"], contested["name"]);
    assert!(contested["source"] == "table" || contested["source"] == "worked_out");
    for moves in ["black_moves", "white_moves"] {
        assert!(!contested[moves].as_array().expect("moves").is_empty());
    }
    let value = &contested["value"];
    let mast = |wall: &Value| wall.as_array().and_then(|wall| wall.last().cloned());
    assert_eq!(mast(&value["left_wall"]), mast(&value["right_wall"]));
    for region in regions.iter().filter(|region| !region["owner"].is_null()) {
        assert_eq!(region["source"], "counted");
        let sign = if region["owner"] == "black" {
            1.0
        } else {
            -1.0
        };
        assert_eq!(region["least"], sign * 3.0);
        assert_eq!(region["most"], sign * 3.0);
        assert_eq!(region["value"]["temperature"], "-1");
    }
    // An open board has only an estimate.
    let open = analyze(&server, "8x8").await;
    assert_eq!(open["standing"]["certainty"], "estimate");
    assert!(open["standing"]["least"].is_null() && open["play"] == json!([]));
    assert_eq!(open["regions"][0]["source"], "bounds");
    assert!(open["regions"][0]["value"].is_null());
    // A finished game has no regions.
    let over = analyze(&server, "x#o b").await;
    assert_eq!(over["standing"]["winner"], "white");
    assert_contains(&over, json!({"regions": [], "played_out": true}));
    // A search proves what values leave open.
    let request = json!({"fen": ".oo.|o..o|x..x|.xx. b", "seconds": 10});
    let searched = server.post("/positions/endgame", request).await.ok();
    assert_eq!(searched["standing"]["certainty"], "search");
    assert_eq!(searched["standing"]["winner"], "white");
    assert!(searched["standing"]["least"].is_null());
}

/// Many regions of twelve squares, and a board full of amazons. Slower answers would time out.
#[tokio::test]
async fn hard_boards_are_analyzed_in_bounded_time() {
    let server = TestServer::start();
    let crowded = "x..o#x..o.|....#.....|o..x#o..x.|##########|x..o#x..o.|....#.....|o..x#o..x.|\
                   ##########|x.o.x.o.x.|.x.o.x.o.o b";
    let checkered = ["x.o.x.o.x.", "..x.o.x.o."].repeat(5).join("|");
    for board in [crowded.to_owned(), format!("{checkered} w")] {
        let analysis = analyze(&server, &board).await;
        assert!(!analysis["regions"].as_array().expect("regions").is_empty());
    }
}

#[tokio::test]
async fn invalid_requests_are_rejected() {
    let server = TestServer::start();
    for request in [
        json!({"fen": "hello"}),
        json!({"fen": "6x6", "seconds": -1}),
        json!({"fen": "6x6", "seconds": 11}),
    ] {
        server.post("/positions/endgame", request).await.error(400);
    }
    for query in [
        "difficulty=easy",
        "difficulty=brutal&seed=1",
        "seed=1",
        "difficulty=easy&seed=-1",
    ] {
        server.get(&format!("/puzzles?{query}")).await.error(400);
    }
}

#[tokio::test]
async fn puzzle_has_the_winning_moves_of_its_analysis() {
    let server = TestServer::start();
    for (difficulty, seed) in [("easy", 1), ("medium", 2), ("hard", 3)] {
        let path = format!("/puzzles?difficulty={difficulty}&seed={seed}");
        let puzzle = server.get(&path).await.ok();
        assert_eq!(puzzle, server.get(&path).await.ok());
        let analysis = analyze(&server, puzzle["fen"].as_str().expect("FEN")).await;
        assert_eq!(analysis["standing"]["winner"], puzzle["to_move"]);
        assert_eq!(analysis["standing"]["most"], 0, "won by one tempo");
        let winning = puzzle["winning_moves"].as_array().expect("moves");
        let winning: HashSet<&str> = winning.iter().filter_map(Value::as_str).collect();
        let proven = analysis["winning_moves"].as_array().expect("moves");
        let proven: HashSet<&str> = proven.iter().filter_map(|mv| mv["move"].as_str()).collect();
        assert_eq!(winning, proven);
        assert!(winning.len() < puzzle["moves"].as_u64().expect("number") as usize / 2);
    }
}
