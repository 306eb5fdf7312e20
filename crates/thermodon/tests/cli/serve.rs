//! `thermodon serve`: address, stored games, restarts after a kill.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use amazons::{Game, Position};
use game::SplitMix64;
use serde_json::{Value, json};

use crate::program::{PROGRAM, Sandbox};

/// A running server; killed when dropped.
struct ServerProcess {
    child: Child,
    address: String,
    /// Token of the printed link, or nothing.
    token: String,
}

impl ServerProcess {
    /// Starts a server with its data in `data`.
    fn start(dir: &Sandbox) -> Self {
        Self::start_with(dir, "")
    }

    fn start_with(dir: &Sandbox, options: &str) -> Self {
        let line = "serve --no-browser --port 0 --threads 2 --memory 64 --data-dir data";
        let mut child = dir
            .command(&format!("{line} {options}"))
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe"))
            .read_line(&mut line)
            .expect("the address");
        let link = line.trim_end().strip_prefix("http://");
        let (address, query) = link
            .and_then(|link| link.split_once('/'))
            .unwrap_or_else(|| panic!("{line:?} is not an address"));
        Self {
            child,
            address: address.to_owned(),
            token: query.trim_start_matches("?token=").to_owned(),
        }
    }

    /// Sends a request without waiting for the response.
    fn send(&self, method: &str, path: &str, body: &Value) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let body = body.to_string();
        let (host, token) = (&self.address, &self.token);
        write!(
            stream,
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Authorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .expect("it reads");
        stream
    }

    /// Sends a request and returns the response, if it is complete.
    fn request(&self, method: &str, path: &str, body: &Value) -> Option<Value> {
        let mut answer = String::new();
        self.send(method, path, body)
            .read_to_string(&mut answer)
            .ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
        Some(serde_json::from_str(body).expect("it is JSON"))
    }

    fn get(&self, path: &str) -> Value {
        self.request("GET", path, &json!({})).expect("answered")
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.request("POST", path, body).expect("answered")
    }

    /// Asks again until the response satisfies `is_done`.
    fn wait_for(&self, path: &str, is_done: impl Fn(&Value) -> bool) -> Value {
        loop {
            let response = self.get(path);
            if is_done(&response) {
                return response;
            }
            sleep(Duration::from_millis(7));
        }
    }

    #[cfg(unix)]
    fn terminate(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status();
        assert!(sent.expect("kill runs").success());
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// After a kill, all acknowledged moves are there, and at most one more.
#[test]
fn acknowledged_moves_survive_a_kill() {
    let dir = Sandbox::new();
    let mut random = SplitMix64::from_seed(1);
    let person = json!({"kind": "person"});
    let new = json!({"start": "startpos", "black": person, "white": person});
    let mut server = ServerProcess::start(&dir);
    let mut id = server.post("/games", &new)["id"].clone();
    let mut position = Position::standard_start();
    let mut acknowledged: Vec<String> = Vec::new();
    for moment in 0..20 {
        for _ in 0..1 + random.below(5) {
            let Some(mv) = random_move(&position, &mut random) else {
                id = server.post("/games", &new)["id"].clone();
                (position, acknowledged) = (Position::standard_start(), Vec::new());
                continue;
            };
            let body = json!({"ply": acknowledged.len(), "move": mv.to_string()});
            let game = server.post(&format!("/games/{id}/moves"), &body);
            acknowledged.push(mv.to_string());
            assert_eq!(game["moves"], json!(acknowledged));
            position.play(mv);
        }
        // One more move is sent when the server is killed; it may be stored or not.
        let pending = random_move(&position, &mut random);
        let request = pending.map(|mv| {
            let body = json!({"ply": acknowledged.len(), "move": mv.to_string()});
            server.send("POST", &format!("/games/{id}/moves"), &body)
        });
        sleep(Duration::from_micros(300 * random.below(20) as u64));
        drop(server);
        drop(request);
        server = ServerProcess::start(&dir);
        let kept = server.get(&format!("/games/{id}"));
        if kept["moves"] != json!(acknowledged) {
            let mv = pending.expect("a pending move");
            acknowledged.push(mv.to_string());
            position.play(mv);
            assert_eq!(kept["moves"], json!(acknowledged), "moment {moment}");
        }
        assert_eq!(kept["fen"], position.to_text(), "moment {moment}");
    }
}

fn random_move(position: &Position, random: &mut SplitMix64) -> Option<amazons::Move> {
    let moves = position.moves();
    let index = (!moves.is_empty()).then(|| random.below(moves.len()));
    index.map(|index| moves[index])
}

/// Kills the server while it imports games and expands a book; all reported work is there, and the
/// same requests complete it.
#[test]
fn imports_and_books_survive_a_kill() {
    let dir = Sandbox::new();
    let mut random = SplitMix64::from_seed(3);
    let start = Position::parse("5x5").expect("a board");
    let mut text = String::new();
    for _ in 0..600 {
        let mut position = start;
        text.push_str("5x5 moves");
        while let Some(mv) = random_move(&position, &mut random) {
            position.play(mv);
            text.push_str(&format!(" {mv}"));
        }
        text.push('\n');
    }
    let games = json!({"text": text});
    let growth = json!({"fen": "5x5", "positions": 100_000, "nodes": 10});
    let (mut kept, mut size) = (0, 0);
    let count = |server: &ServerProcess| {
        let count = server.get("/people/games")["games"].as_u64();
        count.expect("a number")
    };
    for moment in 0..5_u64 {
        let server = ServerProcess::start(&dir);
        let before = count(&server);
        assert!(before >= kept, "moment {moment}: {before} of {kept} games");
        let looked_up = json!({"fen": "5x5", "source": "own"});
        let own = &server.post("/book/explore", &looked_up)["size"];
        let own = own.as_u64().expect("a number");
        assert!(own >= size, "moment {moment}: {own} of {size} positions");
        server.post("/book/growth", &growth);
        server.post("/people/games", &games);
        // Later each time; every other time after the first search.
        for attempt in 0.. {
            let state = server.get("/people/import");
            kept = before + state["added"].as_u64().expect("a number");
            let state = server.get("/book/growth");
            size = state["size"].as_u64().expect("a number").max(own);
            if attempt >= 3 * moment && (moment % 2 == 0 || state["searched"] != 0) {
                break;
            }
            sleep(Duration::from_millis(7));
        }
    }
    assert!(size > 0, "the book is expanded");
    let server = ServerProcess::start(&dir);
    assert_eq!(server.get("/book/growth")["status"], "stopped");
    server.post("/people/games", &games);
    let state = server.wait_for("/people/import", |state| state["running"] == false);
    assert_eq!(state["done"], 600);
    let people = json!({"fen": "5x5", "source": "people"});
    let found = server.post("/book/explore", &people);
    assert_eq!(found["played"]["games"], count(&server));
    // Random games are rarely equal.
    assert!(count(&server) > 590);
}

#[test]
fn engine_searches_again_after_a_restart() {
    let dir = Sandbox::new();
    let slow = json!({"kind": "engine", "level": 20, "seconds": 60});
    let new = json!({"start": "6x6", "black": slow, "white": {"kind": "person"}});
    let server = ServerProcess::start(&dir);
    server.post("/games", &new);
    let mv = json!({"ply": 0, "move": "b1-b2/b1"});
    let game = server.post("/games/1/moves", &mv);
    assert_eq!(game["thinking"], true);
    drop(server);
    let server = ServerProcess::start(&dir);
    let game = server.get("/games/1");
    assert_eq!(
        (&game["moves"], &game["thinking"]),
        (&json!(["b1-b2/b1"]), &json!(true))
    );
}

#[cfg(unix)]
#[test]
fn terminated_servers_store_the_clocks() {
    let dir = Sandbox::new();
    let server = ServerProcess::start(&dir);
    let person = json!({"kind": "person"});
    let clock = json!({"seconds": 100});
    let new = json!({"start": "6x6", "black": person, "white": person, "clock": clock});
    server.post("/games", &new);
    sleep(Duration::from_millis(20));
    assert_eq!(server.terminate(), Some(0));
    let server = ServerProcess::start(&dir);
    let game = server.get("/games/1");
    let white = game["remaining"]["white"].as_u64().expect("a number");
    // The time before the shutdown counts.
    assert!(white <= 100_000 - 20, "{white}");
}

/// The binary plays itself over both protocols.
#[test]
fn external_engines_play_if_allowed() {
    let dir = Sandbox::new();
    let server = ServerProcess::start_with(&dir, "--allow-engines");
    let add = |protocol: &str| {
        let new = json!({"path": PROGRAM, "arguments": [protocol], "protocol": protocol});
        let added = server.post("/programs", &new);
        assert_eq!(added["protocol"], protocol);
        json!({"kind": "program", "program": added["id"], "seconds": 0.05})
    };
    let (white, black) = (add("uci"), add("gtp"));
    let new = json!({"start": "4x4", "black": black, "white": white});
    server.post("/games", &new);
    let game = server.wait_for("/games/1", |game| !game["result"].is_null());
    assert_eq!(game["result"]["reason"], "no-moves", "{game}");
    assert!(
        game["moves"]
            .as_array()
            .is_some_and(|moves| moves.len() >= 2)
    );
}

/// The links change only if that is requested.
#[test]
fn tokens_are_kept_until_they_are_replaced() {
    let dir = Sandbox::new();
    let token = |options: &str| ServerProcess::start_with(&dir, options).token.clone();
    assert_eq!(token(""), "");
    let first = token("--allow-engines");
    assert_eq!(first.len(), 32);
    assert_eq!(token("--allow-engines"), first);
    assert_ne!(token("--allow-engines --new-tokens"), first);
}

#[test]
fn startup_errors_report_one_line() {
    let dir = Sandbox::new();
    let server = ServerProcess::start(&dir);
    let (_, port) = server.address.rsplit_once(':').expect("a port");
    dir.write("file", "not a directory");
    for (options, expected) in [
        ("--port 0 --data-dir data", "another program"),
        (&*format!("--port {port} --data-dir :memory:"), port),
        ("--port 0 --data :memory: --page data", "index.html"),
        ("--port 0 --data-dir file", "data directory"),
    ] {
        dir.expect_errors(&[(&format!("serve --no-browser {options}"), expected)]);
    }
}
