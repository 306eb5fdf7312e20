//! External engines: shell scripts that speak as much of a protocol as a test needs.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::body::Body;
use hyper::{Method, Request};
use serde_json::{Value, json};
use server::internal::{AllowedHosts, PeerAddr, router};
use server::{ServerConfig, Storage};
use tempfile::TempDir;
use tower::ServiceExt;

use crate::client::{Reply, TestServer, assert_contains, config, human, small_limits, wait_until};

/// A directory of engine scripts.
struct Engines(TempDir);

impl Engines {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary directory"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A UCI engine that answers `go` with a shell command, as a request to add it. The executable
    /// is the shell and the script its argument.
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
        let file = self.path(name);
        std::fs::write(&file, script).expect("written");
        json!({"path": "/bin/sh", "arguments": [file], "protocol": "uci", "name": name})
    }

    fn pid_file(&self, name: &str) -> PathBuf {
        self.path(&format!("{name}.pid"))
    }

    fn is_running(&self, name: &str) -> bool {
        let pid = std::fs::read_to_string(self.pid_file(name)).expect("started engine");
        Path::new("/proc").join(pid.trim()).exists()
    }

    async fn wait_ended(&self, name: &str) {
        wait_until("the process has ended", || !self.is_running(name)).await;
    }
}

/// Black wins here with one move, after which White cannot move.
const START: &str = "x..o b";
const WINNING_MOVE: &str = "echo 'bestmove a1b1,b1c1'";

fn enabled() -> ServerConfig {
    let mut limits = small_limits();
    limits.external_engines.enabled = true;
    limits.external_engines.response_timeout = Duration::from_secs(3);
    config(limits)
}

impl TestServer {
    async fn add_engine(&self, engine: Value) -> Reply {
        self.post("/programs", engine).await
    }

    /// Adds a UCI engine that answers `go` with a shell command.
    async fn add_script(&self, engines: &Engines, name: &str, go: &str) -> Value {
        self.add_engine(engines.engine(name, go)).await.ok()
    }

    /// Starts a game in which an engine plays Black.
    async fn start_engine_game(&self, engine: &Value) -> Value {
        self.post("/games", engine_game(engine)).await.ok()
    }

    async fn finished_game(&self, game: &Value) -> Value {
        let path = format!("/games/{}", game["id"]);
        self.poll(&path, |game| !game["result"].is_null()).await
    }
}

fn engine_game(engine: &Value) -> Value {
    json!({
        "start": START,
        "black": {"kind": "program", "program": engine["id"], "seconds": 0.05},
        "white": human(),
    })
}

fn analysis_request(request: u64, engine: u64, fen: &str) -> Value {
    json!({"type": "analyze", "request": request, "fen": fen, "lines": 2, "program": engine})
}

#[tokio::test]
async fn engines_are_disabled_by_default() {
    let server = TestServer::start();
    let engines = Engines::new();
    assert_eq!(server.get("/about").await.ok()["programs"], false);
    let added = server.add_engine(engines.engine("one", WINNING_MOVE)).await;
    let message = added.error(403);
    assert!(message.contains("--allow-engines"), "{message}");
    server.get("/programs").await.error(403);
    let name = json!({"name": "x"});
    server.put("/programs/1", name).await.error(403);
    server.delete("/programs/1").await.error(403);
    let game = engine_game(&json!({"id": 1}));
    server.post("/games", game).await.error(403);
    let mut socket = server.socket("/analysis").await;
    socket.send(analysis_request(1, 1, "6x6")).await;
    assert_eq!(socket.expect_message().await["error"], message);
    assert!(!engines.pid_file("one").exists());
}

/// Neither an address nor the headers of a proxy replace the owner's token.
#[tokio::test]
async fn only_the_owner_on_this_machine_can_run_engines() {
    let server = TestServer::start_with(&enabled());
    let engines = Engines::new();
    let hosts = AllowedHosts::new(IpAddr::from([0, 0, 0, 0]), &[]);
    let authentication = server.authentication.clone();
    let tokens = authentication.tokens().expect("tokens").clone();
    let router = router(server.state.clone(), authentication, hosts, None);
    let send = async |peer: [u8; 4], token: &str, method: Method, path: &str, body: &Value| {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header("host", "192.168.1.7")
            .header("content-type", "application/json")
            .header("x-real-ip", "127.0.0.1")
            .header("x-forwarded-for", "127.0.0.1")
            .header("authorization", format!("Bearer {token}"))
            .body(Body::from(body.to_string()))
            .expect("valid request");
        let peer = PeerAddr(IpAddr::from(peer));
        request.extensions_mut().insert(peer);
        let response = router.clone().oneshot(request).await;
        response.expect("response").status().as_u16()
    };
    let engine = engines.engine("one", WINNING_MOVE);
    let name = json!({"name": "x"});
    let game = engine_game(&json!({"id": 1}));
    let (here, there) = ([127, 0, 0, 1], [192, 168, 1, 8]);
    for (method, path, body) in [
        (Method::GET, "/programs", &Value::Null),
        (Method::POST, "/programs", &engine),
        (Method::PUT, "/programs/1", &name),
        (Method::DELETE, "/programs/1", &Value::Null),
        (Method::POST, "/games", &game),
    ] {
        for (peer, token, expected) in [
            (there, &*tokens.owner, 403),
            (here, &*tokens.guest, 403),
            (here, "", 401),
            (here, "0", 401),
        ] {
            let status = send(peer, token, method.clone(), path, body).await;
            assert_eq!(status, expected, "{method} {path} from {peer:?}");
        }
    }
    assert!(!engines.pid_file("one").exists());
    let status = send(here, &tokens.owner, Method::POST, "/programs", &engine).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn engines_are_checked_renamed_and_removed() {
    let mut config = enabled();
    config.limits.external_engines.response_timeout = Duration::from_millis(300);
    let server = TestServer::start_with(&config);
    let engines = Engines::new();
    for (path, protocol, reason) in [
        ("/bin/cat", "uci", "did not respond to \"uci\""),
        ("/bin/false", "gtp", "failed to start"),
        ("thermodon", "uci", "absolute path"),
        ("/bin/sh -c 'touch x'", "uci", "cannot be found"),
        ("/tmp", "uci", "is not a file"),
    ] {
        let engine = json!({"path": path, "protocol": protocol});
        let message = server.add_engine(engine).await.error(400);
        assert!(message.contains(reason), "{path}: {message}");
    }
    let unknown = json!({"path": "/bin/sh", "protocol": "xboard"});
    server.add_engine(unknown).await.error(422);
    let list = server.get("/programs").await.ok();
    assert_eq!(list, json!({"programs": []}));

    let one = server.add_script(&engines, "one", WINNING_MOVE).await;
    engines.wait_ended("one").await;
    let rename = async |name: &str| server.put("/programs/1", json!({"name": name})).await;
    assert_eq!(rename(" Uno ").await.ok()["name"], "Uno");
    rename("  ").await.error(400);
    let list = server.get("/programs").await.ok();
    assert_eq!(list["programs"][0]["name"], "Uno");
    assert_eq!(list["programs"][0]["path"], one["path"]);

    assert_eq!(server.delete("/programs/1").await.status, 204);
    server.delete("/programs/1").await.error(404);
    server.post("/games", engine_game(&one)).await.error(404);
    // Ids are not reused, because games refer to them.
    let two = server.add_script(&engines, "two", WINNING_MOVE).await;
    assert_eq!(two["id"], 2);
}

#[tokio::test]
async fn arguments_are_passed_without_a_shell() {
    let server = TestServer::start_with(&enabled());
    let engines = Engines::new();
    let mut engine = engines.engine("one", WINNING_MOVE);
    let (script, log) = (engines.path("one"), engines.path("arguments"));
    let text = std::fs::read_to_string(&script).expect("script");
    let logging = format!("printf '%s\\n' \"$@\" > {}\n{text}", log.display());
    std::fs::write(&script, logging).expect("written");
    let odd = ["; touch x", "$(id)", "`id`", "a b", "*", "--flag=\"q\""];
    let arguments = engine["arguments"].as_array_mut().expect("list");
    arguments.extend(odd.iter().map(|argument| json!(argument)));
    server.add_engine(engine).await.ok();
    let passed = std::fs::read_to_string(log).expect("log");
    assert_eq!(passed.lines().collect::<Vec<_>>(), odd);
}

#[tokio::test]
async fn engines_play_and_idle_processes_are_terminated() {
    let mut config = enabled();
    config.limits.external_engines.idle_timeout = Duration::from_millis(200);
    let server = TestServer::start_with(&config);
    let engines = Engines::new();
    let one = server.add_script(&engines, "one", WINNING_MOVE).await;
    let started = server.start_engine_game(&one).await;
    assert_eq!(started["black"]["name"], "one");
    let game = server.finished_game(&started).await;
    let result = json!({"winner": "black", "reason": "no-moves"});
    assert_contains(
        &game,
        json!({"moves": ["a1-b1/c1"], "result": result, "fault": null}),
    );
    wait_until("no process is running", || {
        server.state.external_engines.running() == 0
    })
    .await;
    engines.wait_ended("one").await;
}

#[tokio::test]
async fn engine_can_resign() {
    let server = TestServer::start_with(&enabled());
    let engines = Engines::new();
    let one = server
        .add_script(&engines, "one", "echo bestmove resign")
        .await;
    let started = server.start_engine_game(&one).await;
    let game = server.finished_game(&started).await;
    let result = json!({"winner": "white", "reason": "resignation"});
    assert_eq!(game["result"], result);
}

#[tokio::test]
async fn faulty_engine_loses_and_the_fault_is_reported() {
    let mut config = enabled();
    config.limits.external_engines.response_timeout = Duration::from_millis(500);
    let server = TestServer::start_with(&config);
    let engines = Engines::new();
    let cheat = "echo 'bestmove a1d1,d1a1'";
    for (name, go, fault) in [
        ("crashing", "exit 3", "crashed"),
        ("hanging", "sleep 60", "did not respond"),
        ("cheating", cheat, "played \"a1d1,d1a1\""),
        ("babbling", "echo bestmove", "violated the protocol"),
        ("flooding", "yes info", "did not respond"),
    ] {
        let engine = server.add_script(&engines, name, go).await;
        let started = server.start_engine_game(&engine).await;
        let game = server.finished_game(&started).await;
        let result = json!({"winner": "white", "reason": "fault"});
        assert_eq!(game["result"], result);
        let message = game["fault"].as_str().expect("fault");
        assert!(
            message.starts_with(name) && message.contains(fault),
            "{message}"
        );
        engines.wait_ended(name).await;
        // A takeback clears the fault.
        let path = format!("/games/{}/take-back", game["id"]);
        let back = server.post(&path, json!({"to_ply": 0})).await.ok();
        assert_eq!(back["fault"], Value::Null);
        server.delete(&format!("/games/{}", game["id"])).await;
    }
    server.get("/about").await.ok();
}

#[tokio::test]
async fn games_share_a_limited_number_of_processes() {
    let mut config = enabled();
    config.limits.external_engines.max_running = 1;
    let server = TestServer::start_with(&config);
    let engines = Engines::new();
    let mut games = Vec::new();
    for name in ["one", "two", "three"] {
        let go = format!("sleep 0.1; {WINNING_MOVE}");
        let engine = server.add_script(&engines, name, &go).await;
        games.push(server.start_engine_game(&engine).await);
    }
    for game in games {
        let game = server.finished_game(&game).await;
        assert_eq!(game["result"]["winner"], "black");
    }
    assert!(server.state.external_engines.running() <= 1);
}

#[tokio::test]
async fn engines_analyze_live() {
    let server = TestServer::start_with(&enabled());
    let engines = Engines::new();
    let go = "echo 'info depth 4 multipv 1 score cp 110 nodes 77 pv a1b1,b1c1'; \
              echo 'info depth 4 multipv 2 score mate -1 pv a1c1,c1b1 d1d9,d9d8'; \
              while read -r line; do case \"$line\" in \
              stop) echo 'bestmove a1b1,b1c1'; break;; esac; done";
    server.add_script(&engines, "one", go).await;
    server.add_script(&engines, "crash", "exit 1").await;
    let mut socket = server.socket("/analysis").await;
    socket.send(analysis_request(1, 1, START)).await;
    let has_two_lines = |event: &Value| {
        assert_eq!(event["type"], "study", "{event}");
        let lines = event["study"]["lines"].as_array();
        lines.is_some_and(|lines| lines.len() == 2)
    };
    let event = socket.until(has_two_lines).await;
    let score = json!({"kind": "estimate", "logit": 1.1});
    // Illegal moves are cut off; a loss in one move is a loss in two plies.
    let lines = json!([
        {"moves": ["a1-b1/c1"]},
        {"moves": ["a1-c1/b1"], "score": {"kind": "loss", "plies": 2}},
    ]);
    let expected = json!({"score": score, "depth": 4, "nodes": 77, "lines": lines});
    assert_contains(&event["study"], expected);
    // A new request stops the search in the same process.
    socket.send(analysis_request(2, 1, "x...o b")).await;
    let second = socket.until(|event| event["request"] == 2).await;
    assert_eq!(second["study"]["fen"], "q3Q b - - 0 1");
    socket.send(analysis_request(3, 2, START)).await;
    let failure = socket.until(|event| event["request"] == 3).await;
    let message = failure["error"].as_str().expect("error");
    assert!(message.starts_with("crash crashed"), "{message}");
    socket.send(analysis_request(4, 99, START)).await;
    let missing = socket.expect_message().await;
    assert_eq!(missing["error"], "engine 99 does not exist");
}

#[tokio::test]
async fn processes_end_with_the_server() {
    let server = TestServer::start_with(&enabled());
    let engines = Engines::new();
    let one = server.add_script(&engines, "one", "sleep 60").await;
    let pid_file = engines.pid_file("one");
    std::fs::remove_file(&pid_file).expect("written at the handshake");
    server.start_engine_game(&one).await;
    wait_until("the process is running", || pid_file.exists()).await;
    server.stop().await;
    engines.wait_ended("one").await;
}

/// Engines are enabled at every start of the server; a disabled one does not lose its game.
#[tokio::test]
async fn game_of_a_disabled_engine_waits() {
    let engines = Engines::new();
    let mut config = enabled();
    config.storage = Storage::Directory(engines.path("data"));
    let server = TestServer::start_with(&config);
    let one = server.add_script(&engines, "one", "sleep 60").await;
    server.start_engine_game(&one).await;
    server.stop().await;
    engines.engine("one", WINNING_MOVE);
    std::fs::remove_file(engines.pid_file("one")).expect("started engine");
    config.limits.external_engines.enabled = false;
    let server = TestServer::start_with(&config);
    let waiting = server.get("/games/1").await.ok();
    assert_contains(&waiting, json!({"result": null, "thinking": false}));
    assert!(!engines.pid_file("one").exists());
    server.stop().await;
    config.limits.external_engines.enabled = true;
    let server = TestServer::start_with(&config);
    let game = server.get("/games/1").await.ok();
    let game = server.finished_game(&game).await;
    assert_eq!(game["result"]["winner"], "black");
    server.stop().await;
}
