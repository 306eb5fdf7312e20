//! Books and people's games as the page explores them.

use std::path::PathBuf;
use std::time::Duration;

use amazons::{Color, Game, Move, Position, Symmetry, View};
use engine::RandomNumbers;
use serde_json::{Value, json};
use server::openings::People;
use server::serve::{Data, Settings};
use tokio::time::sleep;

use crate::client::{TestServer, settings, small};

/// Four games of our own on small boards: the second is the first as its mirror image with the players' names exchanged, the
/// third breaks off, the fourth has an illegal move.
const GAMES: &str = "\
4x4 moves b1-b2/b1 a3-a4/a3 result W+
fen 1QQ1/Q2Q/q2q/1qq1 b - - 0 1 moves c1-c2/c1 d3-d4/d3 result B+
4x4 moves b1-b2/b1
4x4 moves b1-b2/b1 a3-a4/d4
";

async fn imported(server: &TestServer, text: &str) -> Value {
    let new = json!({"text": text, "name": "games.txt"});
    let begun = server.post("/people/games", new).await.ok();
    assert_eq!(begun["name"], "games.txt");
    loop {
        let state = server.get("/people/import").await.ok();
        if state["running"] == false {
            return state;
        }
        sleep(Duration::from_millis(5)).await;
    }
}

async fn explored(server: &TestServer, fen: &str, source: &str) -> Value {
    let question = json!({"fen": fen, "source": source});
    server.post("/book/explore", question).await.ok()
}

#[tokio::test]
async fn games_of_people_are_taken_in_once_and_found_by_position() {
    let server = TestServer::start();
    let state = imported(&server, GAMES).await;
    let counts = ["total", "done", "added", "duplicates", "refused"].map(|name| &state[name]);
    assert_eq!(counts, [4, 4, 2, 1, 1], "{state}");
    let problem = state["problems"][0].as_str().expect("a sentence");
    assert!(problem.starts_with("game 4: line 4, column"), "{problem}");
    let again = imported(&server, GAMES).await;
    assert_eq!(
        (&again["added"], &again["duplicates"]),
        (&json!(0), &json!(3))
    );
    assert_eq!(server.get("/people/games").await.ok()["games"], 2);

    // As the other player sees it, in a mirror: the same games, with the winner's name exchanged.
    let start = explored(&server, "4x4", "people").await;
    assert_eq!(start["played"], json!({"games": 2, "black": 0, "white": 1}));
    assert_eq!(start["moves"].as_array().map(Vec::len), Some(1));
    assert_eq!(start["moves"][0]["move"], "b1-b2/b1");
    let other = explored(&server, "1QQ1/Q2Q/q2q/1qq1 b - - 0 1", "people").await;
    assert_eq!(other["played"], json!({"games": 2, "black": 1, "white": 0}));
    let after = explored(&server, "1qq1/q2q/QQ1Q/1*Q1 b - - 0 1", "people").await;
    assert_eq!(after["played"]["games"], 2);
    assert_eq!(after["moves"][0]["move"], "a3-a4/a3");
    assert_eq!(after["games"][0]["ply"], 1);

    let id = after["games"][1]["id"].as_u64().expect("a number");
    let game = server.get(&format!("/people/games/{id}")).await.ok();
    assert_eq!(game["nodes"][2]["move"], "a3-a4/a3");
    server.get("/people/games/77").await.refusal(404);
    let unknown = explored(&server, "5x5", "people").await;
    assert_eq!(
        (&unknown["known"], &unknown["size"]),
        (&json!(false), &json!(2))
    );
    assert_eq!(server.delete("/people/games").await.status, 204);
    assert_eq!(server.get("/people/games").await.ok()["games"], 0);
}

#[tokio::test]
async fn what_is_no_game_is_named_and_changes_nothing() {
    let server = TestServer::start();
    for (text, word) in [("", "empty"), ("hello world", "hello"), ("6x6", "no moves")] {
        let state = imported(&server, text).await;
        assert_eq!((&state["added"], &state["refused"]), (&json!(0), &json!(1)));
        let problem = state["problems"][0].as_str().expect("a sentence");
        assert!(
            problem.contains(word) && !problem.contains('\n'),
            "{problem}"
        );
    }
    assert_eq!(server.get("/people/games").await.ok()["games"], 0);
    let question = json!({"fen": "nowhere", "source": "people"});
    server.post("/book/explore", question).await.refusal(400);
}

/// All views under which a position is the same for a book.
fn views(position: &Position) -> impl Iterator<Item = View> + Clone {
    let size = position.size();
    Symmetry::ALL.into_iter().flat_map(move |symmetry| {
        [false, true].map(|exchanges_players| View {
            size,
            symmetry,
            exchanges_players,
        })
    })
}

fn are_one(one: &Position, other: &Position) -> bool {
    one.size() == other.size() && views(one).any(|view| view.of(one) == *other)
}

/// What is found is what a look through all games finds, position by position and view by view.
#[test]
fn what_is_found_is_what_was_played() {
    let mut numbers = RandomNumbers::from_seed(7);
    let start = Position::parse("4x4").expect("a board");
    let mut games = Vec::new();
    for _ in 0..40 {
        let (mut position, mut moves) = (start, Vec::new());
        while position.has_move() {
            let all = position.moves();
            // Few choices at first, so that games meet again.
            let most = if moves.len() < 3 { 3 } else { all.len() };
            let mv = all[(numbers.next_bits() % most.min(all.len()) as u64) as usize];
            position.play(mv);
            moves.push(mv);
        }
        games.push(amazons::records::Record::from_moves(start, moves).expect("legal"));
    }
    let people = People::in_memory().expect("memory");
    people.add(&games).expect("added");
    let count = people.count().expect("counted") as usize;
    assert!(count <= games.len());
    // Those that are there twice count once.
    let mut distinct: Vec<_> = Vec::new();
    for game in &games {
        let positions = game.positions();
        let is_again = distinct.iter().any(|(_, others): &(_, Vec<Position>)| {
            others.len() == positions.len()
                && others
                    .iter()
                    .zip(&positions)
                    .all(|(one, other)| are_one(one, other))
        });
        if !is_again {
            distinct.push((game.winner(), positions));
        }
    }
    assert_eq!(distinct.len(), count);
    let mut moves_seen = 0;
    for game in games.iter().take(12) {
        for (position, view) in game.positions().iter().zip(views(&start).cycle().skip(3)) {
            let asked = view.of(position);
            let found = people.find(&asked).expect("found");
            let through: Vec<(Option<Color>, Color, Option<&Position>)> = distinct
                .iter()
                .filter_map(|(winner, positions)| {
                    let place = positions.iter().position(|one| are_one(one, &asked))?;
                    Some((
                        *winner,
                        positions[place].to_move(),
                        positions.get(place + 1),
                    ))
                })
                .collect();
            assert_eq!(found.endings.games, through.len() as u64);
            let won = through
                .iter()
                .filter(|(winner, mover, _)| *winner == Some(*mover));
            assert_eq!(found.endings.won, won.count() as u64);
            let listed: u64 = found.moves.iter().map(|(_, endings)| endings.games).sum();
            let played_on = through.iter().filter(|(_, _, next)| next.is_some());
            assert_eq!(listed, played_on.count() as u64);
            for (mv, endings) in &found.moves {
                let next = asked.after(*mv).expect("it is legal there");
                let same = through
                    .iter()
                    .filter(|(_, _, then)| then.is_some_and(|then| are_one(then, &next)));
                assert_eq!(endings.games, same.count() as u64, "{mv} in {asked:?}");
                moves_seen += 1;
            }
        }
    }
    assert!(moves_seen > 50, "{moves_seen}");
}

/// The games of Little Golem, where they lie beside the project.
#[tokio::test]
async fn a_large_collection_is_taken_in_and_found() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/littlegolem-games.csv");
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("skipped: there is no {}", file.display());
        return;
    };
    let server = TestServer::start();
    // A part of it, and that twice: the whole takes a while where nothing is optimised.
    let rows: Vec<&str> = text.lines().take(601).collect();
    let first = imported(&server, &rows.join("\n")).await;
    assert_eq!(
        (&first["total"], &first["refused"]),
        (&json!(600), &json!(0))
    );
    let added = first["added"].as_u64().expect("a number");
    assert_eq!(first["duplicates"], 600 - added);
    let again = imported(&server, &rows.join("\n")).await;
    assert_eq!(
        (&again["added"], &again["duplicates"]),
        (&json!(0), &json!(600))
    );
    // Black begins there; a person who has White begin sees the same games with the names exchanged.
    let start = explored(&server, "startpos", "people").await;
    assert_eq!(start["played"]["games"], added);
    let moves = start["moves"].as_array().expect("a list");
    let played: u64 = moves
        .iter()
        .map(|mv| mv["played"]["games"].as_u64().expect("a number"))
        .sum();
    assert_eq!(played, added);
    assert_eq!(start["games"].as_array().map(Vec::len), Some(30));
    let next = json!({"fen": "startpos", "source": "people", "before": start["next"]});
    let more = server.post("/book/explore", next).await.ok();
    assert_ne!(more["games"][0]["id"], start["games"][29]["id"]);
}

#[tokio::test]
async fn the_book_that_ships_is_explored_from_all_sides() {
    let server = TestServer::start();
    let start = explored(&server, "startpos", "shipped").await;
    assert_eq!(start["known"], true);
    let moves = start["moves"].as_array().expect("a list");
    let found = book::CompactBook::embedded()
        .find(&Position::standard_start())
        .expect("it is in the book");
    assert_eq!(moves.len(), found.moves.len());
    for (ours, theirs) in moves.iter().zip(&found.moves) {
        assert_eq!(ours["move"], theirs.mv.to_string());
        assert_eq!(ours["depth"].is_null(), !theirs.is_searched);
    }
    // Every line of the book can be played from its first move on.
    let mut longest = 0;
    for mv in moves {
        let line = mv["line"].as_array().expect("a list");
        let mut position = Position::standard_start();
        for text in std::iter::once(&mv["move"]).chain(line) {
            let mv: Move = text.as_str().expect("a move").parse().expect("a move");
            position = position.after(mv).expect("legal");
        }
        longest = longest.max(line.len());
    }
    assert!(longest > 2);
    // Seen by Black at the bottom, who begins.
    let turned = "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3 b - - 0 1";
    let other = explored(&server, turned, "shipped").await;
    assert_eq!(other["worth"]["score"], start["worth"]["score"]);
    assert_eq!(
        other["worth"]["chances"]["black"],
        start["worth"]["chances"]["white"]
    );
    assert_eq!(explored(&server, "6x6", "shipped").await["known"], false);
    let own = explored(&server, "startpos", "own").await;
    assert_eq!((&own["known"], &own["size"]), (&json!(false), &json!(0)));
}

async fn grown(server: &TestServer) -> Value {
    loop {
        let state = server.get("/book/growth").await.ok();
        if state["status"] != "growing" && state["status"] != "stopping" {
            return state;
        }
        sleep(Duration::from_millis(10)).await;
    }
}

fn in_folder(folder: &tempfile::TempDir) -> Settings {
    Settings {
        data: Data::Folder(folder.path().to_owned()),
        ..settings(small())
    }
}

#[tokio::test]
async fn the_owners_book_grows_stops_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start_with(&in_folder(&folder));
    assert_eq!(server.get("/book/growth").await.ok()["status"], "none");
    let ships = book::CompactBook::embedded().len() as u64;
    let new = json!({"fen": "5x5", "positions": 6, "nodes": 20});
    server.post("/book/growth", new.clone()).await.ok();
    let state = grown(&server).await;
    assert_eq!(
        (&state["status"], &state["searched"]),
        (&json!("done"), &json!(6))
    );
    assert_eq!(state["size"], ships + 6);
    let found = explored(&server, "5x5", "own").await;
    assert_eq!(
        (&found["known"], &found["worth"]),
        (&json!(true), &state["worth"])
    );
    assert!(
        found["provenance"]
            .as_str()
            .expect("a text")
            .contains("20 nodes")
    );
    // What ships is in it as well.
    let start = explored(&server, "startpos", "own").await;
    assert_eq!(
        start["moves"],
        explored(&server, "startpos", "shipped").await["moves"]
    );

    // One at a time; stopped, it can go on, also after the server has ended.
    let long = json!({"fen": "6x6", "positions": 100_000, "nodes": 10});
    server.post("/book/growth", long.clone()).await.ok();
    server.post("/book/growth", long.clone()).await.refusal(409);
    while server.get("/book/growth").await.ok()["searched"] == 0 {
        sleep(Duration::from_millis(5)).await;
    }
    server.stop().await;
    let server = TestServer::start_with(&in_folder(&folder));
    let state = server.get("/book/growth").await.ok();
    assert_eq!(
        (&state["status"], &state["wanted"]),
        (&json!("stopped"), &json!(100_000))
    );
    assert_eq!(explored(&server, "6x6", "own").await["known"], true);
    server.post("/book/growth", long).await.ok();
    assert_eq!(server.delete("/book/growth").await.status, 200);
    assert_eq!(grown(&server).await["status"], "stopped");

    for (fen, positions, nodes) in [
        ("nowhere", 5, 20),
        ("x#o b", 5, 20),
        ("5x5", 0, 20),
        ("5x5", 100_001, 20),
        ("5x5", 5, 9),
    ] {
        let new = json!({"fen": fen, "positions": positions, "nodes": nodes});
        server.post("/book/growth", new).await.refusal(400);
    }
}
