//! `thermodon analysis-engine`: queries, results, errors and termination.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use amazons::{Game, Position};
use engine::{Engine, GoLimits};
use serde_json::{Value, json};

use crate::program::Sandbox;

/// A running analysis engine.
struct AnalysisEngine {
    process: Child,
    requests: Option<ChildStdin>,
    responses: Lines<BufReader<ChildStdout>>,
}

impl AnalysisEngine {
    fn start(options: &str) -> Self {
        let mut process = Sandbox::new()
            .command(&format!("analysis-engine {options}"))
            .spawn()
            .expect("the program starts");
        let responses = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        Self {
            requests: process.stdin.take(),
            responses,
            process,
        }
    }

    fn send(&mut self, line: impl ToString) {
        let requests = self.requests.as_mut().expect("the input is open");
        writeln!(requests, "{}", line.to_string()).expect("the program reads");
    }

    /// The next response; `None` at the end of the output.
    fn receive(&mut self) -> Option<Value> {
        let line = self.responses.next()?.expect("text");
        Some(serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}")))
    }

    /// Closes the input and returns all remaining responses.
    fn finish(mut self) -> Vec<Value> {
        drop(self.requests.take());
        let answers: Vec<Value> = std::iter::from_fn(|| self.receive()).collect();
        let status = self.process.wait().expect("the program ends");
        assert!(status.success(), "{status}");
        answers
    }
}

impl Drop for AnalysisEngine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn is_final(answer: &Value) -> bool {
    answer["partial"] == false
}

/// Positions of a pseudo-random game.
fn positions(count: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut position = Position::start("6x6".parse().expect("a size")).expect("a start");
    let start = position;
    let mut step = 7;
    while positions.len() < count {
        positions.push(position);
        let moves = position.moves();
        step = (step * 31 + 11) % 9973;
        position = match moves.get(step % moves.len().max(1)) {
            Some(&mv) => position.after(mv).expect("a legal move"),
            None => start,
        };
    }
    positions
}

#[test]
fn results_are_those_of_the_engine() {
    let nodes = 20;
    let mut process = AnalysisEngine::start("--nodes 20 --player monte-carlo");
    let positions = positions(200);
    for (index, position) in positions.iter().enumerate() {
        process.send(json!({ "id": index, "position": position.to_text(), "multipv": 2 }));
    }
    let mut answers: BTreeMap<u64, Value> = BTreeMap::new();
    for answer in process.finish() {
        assert!(is_final(&answer), "{answer}");
        let id = answer["id"].as_u64().expect("an id");
        assert!(
            answers.insert(id, answer).is_none(),
            "{id} was answered twice"
        );
    }
    assert_eq!(answers.len(), 200);
    let mut engine = Engine::new();
    engine
        .set_option("Player", "monte-carlo")
        .expect("a player");
    engine.set_option("MultiPV", "2").expect("a number");
    let limits = GoLimits::nodes(nodes);
    for (position, answer) in positions.iter().zip(answers.values()) {
        engine.new_game();
        let study = engine.analyze(position, limits.clone()).expect("a thread");
        let mut expected = protocol::analysis_json::to_json(&study);
        let mut answer = answer.as_object().expect("an object").clone();
        for field in ["id", "turn", "partial", "seconds"] {
            answer.remove(field);
            expected.remove(field);
        }
        assert_eq!(answer, expected);
    }
}

#[test]
fn each_turn_has_a_result() {
    let mut process = AnalysisEngine::start("--nodes 10");
    let moves = ["d1-d7/g7", "a7-c5/c4", "g1-g6/b1"];
    process.send(json!({ "id": "all", "moves": moves, "turns": [0, 1, 2, 3] }));
    process.send(json!({ "id": "last", "moves": moves }));
    let answers = process.finish();
    let answered: BTreeSet<(String, u64)> = answers
        .iter()
        .map(|answer| {
            let id = answer["id"].as_str().expect("an id").to_owned();
            (id, answer["turn"].as_u64().expect("a turn"))
        })
        .collect();
    let expected = [("all", 0), ("all", 1), ("all", 2), ("all", 3), ("last", 3)];
    assert_eq!(
        answered,
        expected.map(|(id, turn)| (id.to_owned(), turn)).into()
    );
    assert_eq!(answers.len(), 5);
}

#[test]
fn invalid_requests_are_reported() {
    let mut process = AnalysisEngine::start("--nodes 5");
    process.send("this is not JSON");
    process.send("[]");
    process.send("{\"id\": \"deep\", \"moves\": ".to_owned() + &"[".repeat(10_000));
    process.send(format!(
        "{{\"id\": \"long\", \"comment\": \"{}\"}}",
        "x".repeat(1 << 20)
    ));
    process.send("");
    process.send(json!({ "id": "illegal", "moves": ["d1-d1/d2"] }));
    process.send(json!({ "id": "unknown", "position": "4x4", "color": "red" }));
    process.send("{\"id\": \"good\"}\r");
    let mut answers = process.finish();
    let index = answers.iter().position(|answer| answer["id"] == "good");
    let good = answers.remove(index.expect("an answer"));
    assert!(is_final(&good) && good["best_move"].is_string(), "{good}");
    let errors: Vec<&Value> = answers
        .iter()
        .filter(|answer| answer["error"].is_string())
        .collect();
    assert_eq!(errors.len(), 5, "{answers:?}");
    assert!(
        errors[3]["error"]
            .as_str()
            .expect("text")
            .contains("65536 bytes"),
        "{errors:?}"
    );
    assert_eq!(errors[4]["id"], "illegal");
    assert_eq!(errors[4]["field"], "moves[0]");
    let warning = answers.iter().find(|answer| answer["warning"].is_string());
    assert_eq!(warning.expect("a warning")["field"], "color");
    let unknown = answers.iter().filter(|answer| answer["id"] == "unknown");
    assert_eq!(unknown.filter(|answer| is_final(answer)).count(), 1);
}

#[test]
fn truncated_last_lines_are_reported() {
    let mut process = AnalysisEngine::start("--nodes 5");
    process.send(json!({ "id": 1 }));
    let requests = process.requests.as_mut().expect("open");
    requests.write_all(b"{\"id\": 2, \"posi").expect("written");
    let answers = process.finish();
    assert_eq!(answers.len(), 2);
    assert!(
        answers
            .iter()
            .any(|answer| answer["id"] == 1 && is_final(answer))
    );
    assert!(answers.iter().any(|answer| answer["error"].is_string()));
}

#[test]
fn terminated_queries_are_answered() {
    let mut process = AnalysisEngine::start("--concurrency 1");
    let endless = json!({ "time": 3600 });
    process.send(json!({
        "id": "endless", "limits": endless, "turns": [0, 1], "moves": ["d1-d7/g7"], "report_every": 0.01,
    }));
    // The first partial result shows that the search is running.
    let first = process.receive().expect("a report");
    assert_eq!(first["partial"], true, "{first}");
    assert!(first["lines"][0]["moves"][0].is_string(), "{first}");
    process.send(json!({ "id": "stop", "action": "terminate", "target": "endless" }));
    let mut answers = Vec::new();
    while answers.iter().filter(|answer| is_final(answer)).count() < 2 {
        answers.push(process.receive().expect("an answer"));
    }
    let finals: BTreeMap<u64, &Value> = answers
        .iter()
        .filter(|answer| is_final(answer))
        .map(|answer| (answer["turn"].as_u64().expect("a turn"), answer))
        .collect();
    assert!(finals.values().all(|answer| answer["terminated"] == true));
    assert!(finals[&0]["best_move"].is_string(), "the best move so far");
    assert_eq!(finals[&1]["lines"], json!([]), "not searched");
    // After terminate_all, new queries are searched.
    process.send(json!({ "id": "a", "limits": endless }));
    process.send(json!({ "id": "b", "limits": endless }));
    process.send(json!({ "id": "stop all", "action": "terminate_all" }));
    process.send(json!({ "id": "c", "limits": { "nodes": 3 } }));
    let rest = process.finish();
    for id in ["a", "b", "c"] {
        let such = rest
            .iter()
            .filter(|answer| answer["id"] == id && is_final(answer));
        assert_eq!(such.count(), 1, "{id}: {rest:?}");
    }
    assert!(
        rest.iter()
            .any(|answer| answer["action"] == "terminate_all")
    );
}

#[test]
fn queries_are_searched_by_priority() {
    let mut process = AnalysisEngine::start("--concurrency 1");
    process.send(json!({ "id": "first", "limits": { "time": 3600 }, "report_every": 0.01 }));
    assert_eq!(process.receive().expect("a report")["id"], "first");
    for (id, priority) in [("later", 0), ("last", -1), ("urgent", 9), ("latest", 0)] {
        process.send(json!({ "id": id, "priority": priority, "limits": { "nodes": 2 } }));
    }
    process.send(json!({ "id": "go", "action": "terminate", "target": "first" }));
    let order: Vec<Value> = process
        .finish()
        .into_iter()
        .filter(is_final)
        .map(|answer| answer["id"].clone())
        .collect();
    assert_eq!(order, ["first", "urgent", "later", "latest", "last"]);
}

#[test]
fn ids_of_running_queries_are_rejected() {
    let mut process = AnalysisEngine::start("");
    process.send(json!({ "id": 1, "limits": { "time": 3600 }, "report_every": 0.01 }));
    process.receive();
    process.send(json!({ "id": 1 }));
    process.send(json!({ "id": 2, "action": "terminate", "target": 1 }));
    let answers = process.finish();
    let error = answers.iter().find(|answer| answer["error"].is_string());
    assert_eq!(error.expect("an error")["field"], "id");
    assert_eq!(answers.iter().filter(|answer| is_final(answer)).count(), 1);
}

#[test]
fn version_and_finished_games_are_answered() {
    let mut process = AnalysisEngine::start("");
    process.send(json!({ "id": "v", "action": "query_version" }));
    let version = process.receive().expect("an answer");
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    process.send(json!({ "id": "over", "position": "x#o b" }));
    let over = process.receive().expect("an answer");
    assert_eq!(over["winner"], "white");
    assert_eq!(over["score"], json!({ "kind": "loss", "plies": 0 }));
    assert_eq!(over["lines"], json!([]));
    assert!(process.finish().is_empty());
}

#[test]
fn former_spellings_are_accepted() {
    let input = r#"{"id": 1, "position": "5x5", "lines": 2}"#;
    let output = Sandbox::new().ok_with_input("analysis --nodes 5", input);
    let result: Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(result["lines"].as_array().map(Vec::len), Some(2));
}
