//! Other programs, some of them bad: scripts that speak a protocol as far as the test wants it.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Body;
use hyper::{Method, Request};
use serde_json::{Value, json};
use server::app::{Hosts, app};
use server::handlers::input::Peer;
use server::serve::{Data, Settings};
use tower::ServiceExt;

use crate::client::{TestServer, settings, small, until};

/// A folder for scripts, gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("thermodon-programs-{}-{count}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("made");
        Self(folder)
    }

    /// A UCI engine that answers `go` with a piece of shell. It is run by the shell's own file, as an argument.
    fn engine(&self, name: &str, go: &str) -> Value {
        let script = format!(
            "echo $$ > \"$(dirname \"$0\")/{name}.pid\"\n\
             while read -r line; do case \"$line\" in\n\
             uci) echo 'option name MultiPV type spin'; echo uciok;;\n\
             isready) echo readyok;;\n\
             quit) exit;;\n\
             go*) {go};;\n\
             esac; done\n"
        );
        let file = self.0.join(name);
        std::fs::write(&file, script).expect("written");
        json!({"path": "/bin/sh", "arguments": [file], "protocol": "uci", "name": name})
    }

    /// Whether the process of an engine still runs.
    fn runs(&self, name: &str) -> bool {
        let pid = std::fs::read_to_string(self.0.join(format!("{name}.pid"))).expect("it ran");
        Path::new("/proc").join(pid.trim()).exists()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Black's only good move here, in the words of the protocol; White cannot move after it.
const START: &str = "x..o b";
const WINS: &str = "echo 'bestmove a1b1,b1c1'";

fn allowing() -> Settings {
    let mut capacity = small();
    capacity.programs.are_allowed = true;
    capacity.programs.patience = Duration::from_secs(3);
    settings(capacity)
}

/// A game in which a program plays Black.
fn game(program: &Value) -> Value {
    json!({
        "start": START,
        "black": {"kind": "program", "program": program["id"], "seconds": 0.05},
        "white": {"kind": "person"},
    })
}

/// The game once it is over.
async fn played_out(server: &TestServer, game: &Value) -> Value {
    let path = format!("/games/{}", game["id"]);
    for _ in 0..2000 {
        let now = server.get(&path).await.ok();
        if !now["result"].is_null() {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the game does not end");
}

#[tokio::test]
async fn nothing_runs_unless_the_owner_allows_it() {
    let server = TestServer::start();
    let folder = Folder::new();
    assert_eq!(server.get("/about").await.ok()["programs"], false);
    let added = server.post("/programs", folder.engine("one", WINS)).await;
    let sentence = added.refusal(403);
    assert!(sentence.contains("--allow-engines"), "{sentence}");
    server.get("/programs").await.refusal(403);
    server
        .put("/programs/1", json!({"name": "x"}))
        .await
        .refusal(403);
    server.delete("/programs/1").await.refusal(403);
    server
        .post("/games", game(&json!({"id": 1})))
        .await
        .refusal(403);
    let mut socket = server.socket("/analysis").await;
    socket
        .say(json!({"type": "analyze", "request": 1, "fen": "6x6", "lines": 1, "program": 1}))
        .await;
    assert_eq!(socket.must_hear().await["error"], sentence);
    assert!(!folder.0.join("one.pid").exists());
}

#[tokio::test]
async fn nothing_runs_for_other_machines() {
    let server = TestServer::start_with(&allowing());
    let folder = Folder::new();
    let everywhere = Hosts::new(IpAddr::from([0, 0, 0, 0]), &[]);
    let app = app(server.services.clone(), everywhere, None);
    let send =
        async |peer: Option<[u8; 4]>, header: &str, method: Method, path: &str, body: &Value| {
            let mut request = Request::builder()
                .method(method)
                .uri(format!("/api/v1{path}"))
                .header("host", "192.168.1.7")
                .header("content-type", "application/json")
                .header(header, "for=1.2.3.4")
                .body(Body::from(body.to_string()))
                .expect("a request");
            if let Some(peer) = peer {
                request.extensions_mut().insert(Peer(IpAddr::from(peer)));
            }
            app.clone()
                .oneshot(request)
                .await
                .expect("answered")
                .status()
                .as_u16()
        };
    let engine = folder.engine("one", WINS);
    let named = json!({"name": "x"});
    let new_game = game(&json!({"id": 1}));
    for (method, path, body) in [
        (Method::GET, "/programs", &Value::Null),
        (Method::POST, "/programs", &engine),
        (Method::PUT, "/programs/1", &named),
        (Method::DELETE, "/programs/1", &Value::Null),
        (Method::POST, "/games", &new_game),
    ] {
        for (peer, header) in [
            (Some([192, 168, 1, 8]), "x-nothing"),
            // Through a relay on this machine, and through nobody knows what.
            (Some([127, 0, 0, 1]), "x-forwarded-for"),
            (Some([127, 0, 0, 1]), "forwarded"),
            (None, "x-nothing"),
        ] {
            let status = send(peer, header, method.clone(), path, body).await;
            assert_eq!(status, 403, "{method} {path} from {peer:?} with {header}");
        }
    }
    assert!(!folder.0.join("one.pid").exists());
    let here = send(
        Some([127, 0, 0, 1]),
        "x-nothing",
        Method::POST,
        "/programs",
        &engine,
    )
    .await;
    assert_eq!(here, 200);
}

#[tokio::test]
async fn only_what_speaks_its_protocol_is_kept() {
    let mut settings = allowing();
    settings.capacity.programs.patience = Duration::from_millis(300);
    let server = TestServer::start_with(&settings);
    let folder = Folder::new();
    let add = async |program: Value| server.post("/programs", program).await;
    for (program, said) in [
        (
            json!({"path": "/bin/cat", "protocol": "uci"}),
            "gave no answer to \"uci\"",
        ),
        (
            json!({"path": "/bin/false", "protocol": "gtp"}),
            "could not be started",
        ),
        (
            json!({"path": "thermodon", "protocol": "uci"}),
            "no whole path",
        ),
        (
            json!({"path": "/bin/sh -c 'touch x'", "protocol": "uci"}),
            "cannot be found",
        ),
        (json!({"path": "/tmp", "protocol": "uci"}), "is no file"),
    ] {
        let sentence = add(program.clone()).await.refusal(400);
        assert!(sentence.contains(said), "{program}: {sentence}");
    }
    add(json!({"path": "/bin/sh", "protocol": "xboard"}))
        .await
        .refusal(422);
    assert_eq!(server.get("/programs").await.ok(), json!({"programs": []}));
    let one = add(folder.engine("one", WINS)).await.ok();
    until("it has ended again", || !folder.runs("one")).await;
    let renamed = server
        .put("/programs/1", json!({"name": " Uno "}))
        .await
        .ok();
    assert_eq!(renamed["name"], "Uno");
    server
        .put("/programs/1", json!({"name": "  "}))
        .await
        .refusal(400);
    let list = server.get("/programs").await.ok();
    assert_eq!(list["programs"][0]["name"], "Uno");
    assert_eq!(list["programs"][0]["path"], one["path"]);
    assert_eq!(server.delete("/programs/1").await.status, 204);
    server.delete("/programs/1").await.refusal(404);
    server.post("/games", game(&one)).await.refusal(404);
    // Its number is not given again: old games still mean the old one.
    let two = add(folder.engine("two", WINS)).await.ok();
    assert_eq!(two["id"], 2);
}

/// No shell reads what a program is started with.
#[tokio::test]
async fn arguments_arrive_as_they_were_written() {
    let server = TestServer::start_with(&allowing());
    let folder = Folder::new();
    let mut engine = folder.engine("one", WINS);
    let script = engine["arguments"][0].as_str().expect("a file").to_owned();
    let seen = folder.0.join("seen");
    let text = std::fs::read_to_string(&script).expect("written");
    let noting = format!("printf '%s\\n' \"$@\" > {}\n{text}", seen.display());
    std::fs::write(&script, noting).expect("written");
    let odd = ["; touch x", "$(id)", "`id`", "a b", "*", "--flag=\"q\""];
    let list = engine["arguments"].as_array_mut().expect("a list");
    list.extend(odd.iter().map(|argument| json!(argument)));
    server.post("/programs", engine).await.ok();
    let seen = std::fs::read_to_string(seen).expect("noted");
    assert_eq!(seen.lines().collect::<Vec<_>>(), odd);
}

#[tokio::test]
async fn programs_play_and_are_ended_when_nobody_uses_them() {
    let mut settings = allowing();
    settings.capacity.programs.idle = Duration::from_millis(200);
    let server = TestServer::start_with(&settings);
    let folder = Folder::new();
    let one = server
        .post("/programs", folder.engine("one", WINS))
        .await
        .ok();
    let begun = server.post("/games", game(&one)).await.ok();
    assert_eq!(begun["black"]["name"], "one");
    let game = played_out(&server, &begun).await;
    assert_eq!(game["moves"], json!(["a1-b1/c1"]));
    assert_eq!(
        game["result"],
        json!({"winner": "black", "reason": "no-moves"})
    );
    assert_eq!(game["fault"], Value::Null);
    until("it was ended", || server.services.programs.running() == 0).await;
    until("it is gone", || !folder.runs("one")).await;
}

#[tokio::test]
async fn a_program_that_gives_up_has_resigned() {
    let server = TestServer::start_with(&allowing());
    let folder = Folder::new();
    let one = server
        .post("/programs", folder.engine("one", "echo bestmove resign"))
        .await;
    let begun = server.post("/games", game(&one.ok())).await.ok();
    let game = played_out(&server, &begun).await;
    assert_eq!(
        game["result"],
        json!({"winner": "white", "reason": "resignation"})
    );
}

#[tokio::test]
async fn a_bad_program_loses_its_game_and_a_sentence_says_why() {
    let mut settings = allowing();
    settings.capacity.programs.patience = Duration::from_millis(500);
    let server = TestServer::start_with(&settings);
    let folder = Folder::new();
    for (name, go, said) in [
        ("crashing", "exit 3", "ended in the middle of the game"),
        ("hanging", "sleep 60", "gave no answer"),
        (
            "cheating",
            "echo 'bestmove a1d1,d1a1'",
            "played \"a1d1,d1a1\"",
        ),
        ("babbling", "echo bestmove", "sent nonsense"),
        ("flooding", "yes info", "gave no answer"),
    ] {
        let program = server.post("/programs", folder.engine(name, go)).await.ok();
        let begun = server.post("/games", game(&program)).await.ok();
        let game = played_out(&server, &begun).await;
        assert_eq!(
            game["result"],
            json!({"winner": "white", "reason": "fault"})
        );
        let sentence = game["fault"].as_str().expect("a sentence");
        assert!(
            sentence.starts_with(name) && sentence.contains(said),
            "{sentence}"
        );
        until("it was ended", || !folder.runs(name)).await;
        // A person may go on from there.
        let path = format!("/games/{}/take-back", game["id"]);
        let back = server.post(&path, json!({"to_ply": 0})).await.ok();
        assert_eq!(back["fault"], Value::Null);
        server.delete(&format!("/games/{}", game["id"])).await;
    }
    server.get("/about").await.ok();
}

#[tokio::test]
async fn more_games_than_places_take_turns() {
    let mut settings = allowing();
    settings.capacity.programs.most_running = 1;
    let server = TestServer::start_with(&settings);
    let folder = Folder::new();
    let mut games = Vec::new();
    for name in ["one", "two", "three"] {
        let go = format!("sleep 0.1; {WINS}");
        let program = server
            .post("/programs", folder.engine(name, &go))
            .await
            .ok();
        games.push(server.post("/games", game(&program)).await.ok());
    }
    for game in games {
        let game = played_out(&server, &game).await;
        assert_eq!(game["result"]["winner"], "black");
    }
    assert!(server.services.programs.running() <= 1);
}

#[tokio::test]
async fn programs_analyse_while_somebody_looks_on() {
    let server = TestServer::start_with(&allowing());
    let folder = Folder::new();
    let go = "echo 'info depth 4 multipv 1 score cp 110 nodes 77 pv a1b1,b1c1'; \
              echo 'info depth 4 multipv 2 score mate -1 pv a1c1,c1b1 d1d9,d9d8'; \
              while read -r line; do case \"$line\" in stop) echo 'bestmove a1b1,b1c1'; break;; esac; done";
    let one = server
        .post("/programs", folder.engine("one", go))
        .await
        .ok();
    let crash = server
        .post("/programs", folder.engine("crash", "exit 1"))
        .await
        .ok();
    let mut socket = server.socket("/analysis").await;
    let ask = |request: u64, program: &Value, fen: &str| {
        let program = &program["id"];
        json!({"type": "analyze", "request": request, "fen": fen, "lines": 2, "program": program})
    };
    socket.say(ask(1, &one, START)).await;
    let study = loop {
        let event = socket.must_hear().await;
        assert_eq!(event["type"], "study", "{event}");
        if event["study"]["lines"]
            .as_array()
            .is_some_and(|lines| lines.len() == 2)
        {
            break event["study"].clone();
        }
    };
    assert_eq!(study["lines"][0]["moves"], json!(["a1-b1/c1"]));
    assert_eq!(study["score"], json!({"kind": "estimate", "logit": 1.1}));
    assert_eq!((&study["depth"], &study["nodes"]), (&json!(4), &json!(77)));
    // What is not legal is left out; what is lost in one move is lost in two plies.
    assert_eq!(study["lines"][1]["moves"], json!(["a1-c1/b1"]));
    assert_eq!(
        study["lines"][1]["score"],
        json!({"kind": "loss", "plies": 2})
    );
    // A new question ends the old one, in the same process.
    socket.say(ask(2, &one, "x...o b")).await;
    loop {
        let event = socket.must_hear().await;
        if event["request"] == 2 {
            assert_eq!(event["study"]["fen"], "q3Q b - - 0 1");
            break;
        }
    }
    socket.say(ask(3, &crash, START)).await;
    loop {
        let event = socket.must_hear().await;
        if event["request"] == 3 {
            let sentence = event["error"].as_str().expect("a sentence");
            assert!(sentence.starts_with("crash ended"), "{sentence}");
            break;
        }
    }
    socket.say(ask(4, &json!({"id": 99}), START)).await;
    assert_eq!(socket.must_hear().await["error"], "there is no engine 99");
}

#[tokio::test]
async fn programs_end_with_the_server() {
    let server = TestServer::start_with(&allowing());
    let folder = Folder::new();
    let one = server
        .post("/programs", folder.engine("one", "sleep 60"))
        .await
        .ok();
    let path = folder.0.join("one.pid");
    std::fs::remove_file(&path).expect("it was tried out");
    server.post("/games", game(&one)).await.ok();
    until("it runs", || path.exists()).await;
    server.stop().await;
    until("it has ended", || !folder.runs("one")).await;
}

/// Permission is given anew with every start: without it a game waits, and is not lost.
#[tokio::test]
async fn a_game_waits_for_a_program_that_may_not_run() {
    let folder = Folder::new();
    let mut settings = allowing();
    settings.data = Data::Folder(folder.0.join("data"));
    let server = TestServer::start_with(&settings);
    let one = server
        .post("/programs", folder.engine("one", "sleep 60"))
        .await
        .ok();
    server.post("/games", game(&one)).await.ok();
    server.stop().await;
    folder.engine("one", WINS);
    std::fs::remove_file(folder.0.join("one.pid")).expect("it ran");
    settings.capacity.programs.are_allowed = false;
    let server = TestServer::start_with(&settings);
    let waiting = server.get("/games/1").await.ok();
    assert_eq!(
        (&waiting["result"], &waiting["thinking"]),
        (&Value::Null, &json!(false))
    );
    assert!(!folder.0.join("one.pid").exists());
    server.stop().await;
    settings.capacity.programs.are_allowed = true;
    let server = TestServer::start_with(&settings);
    let game = server.get("/games/1").await.ok();
    let game = played_out(&server, &game).await;
    assert_eq!(game["result"]["winner"], "black");
    server.stop().await;
}
