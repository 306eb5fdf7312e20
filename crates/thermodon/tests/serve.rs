//! `thermodon serve` as a user meets it: it says where it is, keeps games, and survives being killed.

mod program;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use amazons::{Game, Position};
use engine::RandomNumbers;
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_thermodon");

/// A folder of its own for each test, gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("thermodon-serve-{}-{name}", std::process::id());
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The program, serving; killed when it is dropped.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(data: &Path) -> Self {
        Self::start_with(data, &[])
    }

    fn start_with(data: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(PROGRAM)
            .args([
                "serve",
                "--no-open",
                "--port",
                "0",
                "--threads",
                "2",
                "--memory",
                "64",
                "--data",
            ])
            .arg(data)
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe"))
            .read_line(&mut line)
            .expect("it says where it is");
        let address = line
            .trim_end()
            .strip_prefix("http://")
            .and_then(|rest| rest.strip_suffix('/'));
        let address = address
            .unwrap_or_else(|| panic!("{line:?} is no address"))
            .to_owned();
        Self { child, address }
    }

    /// Sends a request without waiting for the answer.
    fn send(&self, method: &str, path: &str, body: &Value) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let body = body.to_string();
        let host = &self.address;
        write!(
            stream,
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .expect("it reads");
        stream
    }

    /// The answer, if a whole and good one comes.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Option<Value> {
        let mut answer = String::new();
        self.send(method, path, body)
            .read_to_string(&mut answer)
            .ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
        Some(serde_json::from_str(body).expect("it is JSON"))
    }

    fn get(&self, path: &str) -> Value {
        self.ask("GET", path, &json!({})).expect("answered")
    }

    #[cfg(unix)]
    fn end(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status();
        assert!(told.expect("there is kill").success());
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // On Unix this is the signal that no program can refuse.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays games and kills the program at any moment, twenty times: what was acknowledged is there, and
/// nothing but what was asked for.
#[test]
fn games_survive_a_kill_to_the_last_move() {
    let folder = Folder::new("killed");
    let mut numbers = RandomNumbers::from_seed(1);
    let person = json!({"kind": "person"});
    let new = json!({"start": "startpos", "black": person, "white": person});
    let mut serving = Serving::start(&folder.0);
    let mut id = serving.ask("POST", "/games", &new).expect("a game")["id"].clone();
    let mut position = Position::standard_start();
    let mut acknowledged: Vec<String> = Vec::new();
    for moment in 0..20 {
        for _ in 0..1 + numbers.below(5) {
            let Some(mv) = random_move(&position, &mut numbers) else {
                id = serving.ask("POST", "/games", &new).expect("a game")["id"].clone();
                (position, acknowledged) = (Position::standard_start(), Vec::new());
                continue;
            };
            let body = json!({"ply": acknowledged.len(), "move": mv.to_string()});
            let game = serving
                .ask("POST", &format!("/games/{id}/moves"), &body)
                .expect("played");
            acknowledged.push(mv.to_string());
            assert_eq!(game["moves"], json!(acknowledged));
            position.play(mv);
        }
        // One more is under way when it is killed: it may be there or not.
        let under_way = random_move(&position, &mut numbers);
        let request = under_way.map(|mv| {
            let body = json!({"ply": acknowledged.len(), "move": mv.to_string()});
            serving.send("POST", &format!("/games/{id}/moves"), &body)
        });
        std::thread::sleep(std::time::Duration::from_micros(
            300 * numbers.below(20) as u64,
        ));
        drop(serving);
        drop(request);
        serving = Serving::start(&folder.0);
        let kept = serving.get(&format!("/games/{id}"));
        if kept["moves"] != json!(acknowledged) {
            let mv = under_way.expect("a move was under way");
            acknowledged.push(mv.to_string());
            position.play(mv);
            assert_eq!(kept["moves"], json!(acknowledged), "moment {moment}");
        }
        assert_eq!(kept["fen"], position.to_text(), "moment {moment}");
    }
}

fn random_move(position: &Position, numbers: &mut RandomNumbers) -> Option<amazons::Move> {
    let moves = position.moves();
    let place = (!moves.is_empty()).then(|| numbers.below(moves.len()));
    place.map(|place| moves[place])
}

/// Kills the program while it takes games in and lets the book grow: what was reported is there, and the same again completes it.
#[test]
fn games_of_people_and_the_own_book_survive_a_kill() {
    let folder = Folder::new("book-killed");
    let mut numbers = RandomNumbers::from_seed(3);
    let start = Position::parse("5x5").expect("a board");
    let mut text = String::new();
    for _ in 0..600 {
        let mut position = start;
        text.push_str("5x5 moves");
        while let Some(mv) = random_move(&position, &mut numbers) {
            position.play(mv);
            text.push_str(&format!(" {mv}"));
        }
        text.push('\n');
    }
    let games = json!({"text": text});
    let growth = json!({"fen": "5x5", "positions": 100_000, "nodes": 10});
    let (mut kept, mut size) = (0, 0);
    let count = |serving: &Serving| {
        let count = serving.get("/people/games")["games"].as_u64();
        count.expect("a number")
    };
    for moment in 0..5_u64 {
        let serving = Serving::start(&folder.0);
        let before = count(&serving);
        assert!(before >= kept, "moment {moment}: {before} of {kept} games");
        let looked_up = json!({"fen": "5x5", "source": "own"});
        let own = serving.ask("POST", "/book/explore", &looked_up);
        let own = own.expect("answered")["size"].as_u64().expect("a number");
        assert!(own >= size, "moment {moment}: {own} of {size} positions");
        serving.ask("POST", "/book/growth", &growth).expect("begun");
        serving.ask("POST", "/people/games", &games).expect("begun");
        // Later and later, from before the first batch on; every other time not before something was found.
        for look in 0.. {
            let state = serving.get("/people/import");
            kept = before + state["added"].as_u64().expect("a number");
            let state = serving.get("/book/growth");
            size = state["size"].as_u64().expect("a number").max(own);
            if look >= 3 * moment && (moment % 2 == 0 || state["searched"] != 0) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(7));
        }
    }
    assert!(size > 0, "the book has grown");
    let serving = Serving::start(&folder.0);
    assert_eq!(serving.get("/book/growth")["status"], "stopped");
    serving.ask("POST", "/people/games", &games).expect("begun");
    let state = loop {
        let state = serving.get("/people/import");
        if state["running"] == false {
            break state;
        }
        std::thread::sleep(std::time::Duration::from_millis(7));
    };
    assert_eq!(state["done"], 600);
    let found = serving.ask(
        "POST",
        "/book/explore",
        &json!({"fen": "5x5", "source": "people"}),
    );
    assert_eq!(found.expect("answered")["played"]["games"], count(&serving));
    // Random games hardly ever meet to the end.
    assert!(count(&serving) > 590);
}

/// The computer's move is not lost either: after a restart it thinks again.
#[test]
fn the_computer_moves_after_a_restart() {
    let folder = Folder::new("computer");
    let slow = json!({"kind": "engine", "level": 20, "seconds": 60});
    let new = json!({"start": "6x6", "black": slow, "white": {"kind": "person"}});
    let serving = Serving::start(&folder.0);
    serving.ask("POST", "/games", &new).expect("a game");
    let mv = json!({"ply": 0, "move": "b1-b2/b1"});
    let game = serving.ask("POST", "/games/1/moves", &mv).expect("played");
    assert_eq!(game["thinking"], true);
    drop(serving);
    let serving = Serving::start(&folder.0);
    let game = serving.get("/games/1");
    assert_eq!(
        (&game["moves"], &game["thinking"]),
        (&json!(["b1-b2/b1"]), &json!(true))
    );
}

#[cfg(unix)]
#[test]
fn it_ends_in_order_when_it_is_told_to() {
    let folder = Folder::new("ended");
    let serving = Serving::start(&folder.0);
    let person = json!({"kind": "person"});
    let clock = json!({"seconds": 100});
    let new = json!({"start": "6x6", "black": person, "white": person, "clock": clock});
    serving.ask("POST", "/games", &new).expect("a game");
    std::thread::sleep(std::time::Duration::from_millis(20));
    assert_eq!(serving.end(), Some(0));
    let serving = Serving::start(&folder.0);
    let game = serving.get("/games/1");
    let white = game["remaining"]["white"].as_u64().expect("a number");
    // What was used before the end counts.
    assert!(white <= 100_000 - 20, "{white}");
}

/// The program itself over both protocols, as engines like any other: a whole game against each other.
#[test]
fn engines_play_each_other_where_that_is_allowed() {
    let folder = Folder::new("engines");
    let serving = Serving::start_with(&folder.0, &["--allow-engines"]);
    let add = |protocol: &str| {
        let new = json!({"path": PROGRAM, "arguments": [protocol], "protocol": protocol});
        let added = serving.ask("POST", "/programs", &new).expect("added");
        assert_eq!(added["protocol"], protocol);
        json!({"kind": "program", "program": added["id"], "seconds": 0.05})
    };
    let (white, black) = (add("uci"), add("gtp"));
    let new = json!({"start": "4x4", "black": black, "white": white});
    serving.ask("POST", "/games", &new).expect("a game");
    let game = loop {
        let game = serving.get("/games/1");
        if !game["result"].is_null() {
            break game;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    assert_eq!(game["result"]["reason"], "no-moves", "{game}");
    assert!(
        game["moves"]
            .as_array()
            .is_some_and(|moves| moves.len() >= 2)
    );
}

#[test]
fn its_help_names_what_can_be_chosen() {
    let help = program::printed(&["serve", "--help"], "");
    for option in [
        "--address",
        "--port",
        "--no-open",
        "--data",
        "--threads",
        "--memory",
        "--allow-engines",
        "--page",
    ] {
        assert!(help.contains(option), "{option}");
    }
}

#[test]
fn what_cannot_be_served_is_said_in_a_sentence() {
    let folder = Folder::new("refused");
    let data = folder.0.to_str().expect("text");
    let serving = Serving::start(&folder.0);
    let (_, port) = serving
        .address
        .rsplit_once(':')
        .expect("an address has a port");
    let serve = |more: &[&str]| {
        let mut arguments = vec!["serve", "--no-open"];
        arguments.extend(more);
        program::complaint(&arguments, "")
    };
    let said = serve(&["--port", "0", "--data", data]);
    assert!(said.contains("another program"), "{said}");
    let said = serve(&["--port", port, "--data", ":memory:"]);
    assert!(said.contains(port), "{said}");
    let said = serve(&["--port", "0", "--data", ":memory:", "--page", data]);
    assert!(said.contains("index.html"), "{said}");
    let file = folder.0.join("file");
    std::fs::write(&file, "no folder").expect("written");
    let said = serve(&["--port", "0", "--data", file.to_str().expect("text")]);
    assert!(said.contains("data folder"), "{said}");
}
