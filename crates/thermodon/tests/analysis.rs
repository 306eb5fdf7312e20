//! The analysis protocol through the program itself: its streams, its threads, its patience.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use amazons::{Game, Position};
use engine::{Engine, Limits};
use serde_json::{Value, json};

/// A running `thermodon analysis`.
struct Analysis {
    process: Child,
    requests: Option<ChildStdin>,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Analysis {
    fn start(arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_thermodon"))
            .arg("analysis")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let answers = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        Self {
            requests: process.stdin.take(),
            answers,
            process,
        }
    }

    fn say(&mut self, line: impl ToString) {
        let requests = self.requests.as_mut().expect("the input is open");
        writeln!(requests, "{}", line.to_string()).expect("the program reads");
    }

    /// The next answer; `None` at the end of the output.
    fn hear(&mut self) -> Option<Value> {
        let line = self.answers.next()?.expect("text");
        Some(serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}")))
    }

    /// Closes the input and returns everything that is still answered.
    fn finish(mut self) -> Vec<Value> {
        drop(self.requests.take());
        let answers: Vec<Value> = std::iter::from_fn(|| self.hear()).collect();
        let status = self.process.wait().expect("the program ends");
        assert!(status.success(), "{status}");
        answers
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn is_final(answer: &Value) -> bool {
    answer["partial"] == false
}

/// Positions of many kinds: those along the way of a game that takes the nth move each time.
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
fn two_hundred_positions_are_answered_as_the_engine_would() {
    let nodes = 20;
    let mut analysis = Analysis::start(&["--nodes", "20", "--player", "monte-carlo"]);
    let positions = positions(200);
    for (index, position) in positions.iter().enumerate() {
        analysis.say(json!({ "id": index, "position": position.to_text(), "lines": 2 }));
    }
    let mut answers: BTreeMap<u64, Value> = BTreeMap::new();
    for answer in analysis.finish() {
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
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    for (position, answer) in positions.iter().zip(answers.values()) {
        engine.new_game();
        let study = engine.study(position, limits.clone()).expect("a thread");
        let mut expected = thermodon::study_json::study(&study);
        let mut answer = answer.as_object().expect("an object").clone();
        for field in ["id", "turn", "partial", "seconds"] {
            answer.remove(field);
            expected.remove(field);
        }
        assert_eq!(answer, expected);
    }
}

#[test]
fn the_turns_of_a_game_are_answered_one_by_one() {
    let mut analysis = Analysis::start(&["--nodes", "10"]);
    let moves = ["d1-d7/g7", "a7-c5/c4", "g1-g6/b1"];
    analysis.say(json!({ "id": "all", "moves": moves, "turns": [0, 1, 2, 3] }));
    analysis.say(json!({ "id": "last", "moves": moves }));
    let answers = analysis.finish();
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
fn bad_lines_are_refused_and_stop_nothing() {
    let mut analysis = Analysis::start(&["--nodes", "5"]);
    analysis.say("this is no JSON");
    analysis.say("[]");
    analysis.say("{\"id\": \"deep\", \"moves\": ".to_owned() + &"[".repeat(10_000));
    analysis.say(format!(
        "{{\"id\": \"long\", \"comment\": \"{}\"}}",
        "x".repeat(1 << 20)
    ));
    analysis.say("");
    analysis.say(json!({ "id": "illegal", "moves": ["d1-d1/d2"] }));
    analysis.say(json!({ "id": "unknown", "position": "4x4", "colour": "red" }));
    analysis.say("{\"id\": \"good\"}\r");
    let mut answers = analysis.finish();
    let place = answers.iter().position(|answer| answer["id"] == "good");
    let good = answers.remove(place.expect("an answer"));
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
    assert_eq!(warning.expect("a warning")["field"], "colour");
    let unknown = answers.iter().filter(|answer| answer["id"] == "unknown");
    assert_eq!(unknown.filter(|answer| is_final(answer)).count(), 1);
}

#[test]
fn a_line_that_the_end_of_the_input_cuts_short_is_refused() {
    let mut analysis = Analysis::start(&["--nodes", "5"]);
    analysis.say(json!({ "id": 1 }));
    let requests = analysis.requests.as_mut().expect("open");
    requests.write_all(b"{\"id\": 2, \"posi").expect("written");
    let answers = analysis.finish();
    assert_eq!(answers.len(), 2);
    assert!(
        answers
            .iter()
            .any(|answer| answer["id"] == 1 && is_final(answer))
    );
    assert!(answers.iter().any(|answer| answer["error"].is_string()));
}

#[test]
fn what_nobody_wants_any_more_is_ended_and_still_answered() {
    let mut analysis = Analysis::start(&["--concurrency", "1"]);
    let endless = json!({ "time": 3600 });
    analysis.say(json!({
        "id": "endless", "limits": endless, "turns": [0, 1], "moves": ["d1-d7/g7"], "report_every": 0.01,
    }));
    // The first report shows that the search has begun.
    let first = analysis.hear().expect("a report");
    assert_eq!(first["partial"], true, "{first}");
    assert!(first["lines"][0]["moves"][0].is_string(), "{first}");
    analysis.say(json!({ "id": "stop", "action": "terminate", "target": "endless" }));
    let mut answers = Vec::new();
    while answers.iter().filter(|answer| is_final(answer)).count() < 2 {
        answers.push(analysis.hear().expect("an answer"));
    }
    let finals: BTreeMap<u64, &Value> = answers
        .iter()
        .filter(|answer| is_final(answer))
        .map(|answer| (answer["turn"].as_u64().expect("a turn"), answer))
        .collect();
    assert!(finals.values().all(|answer| answer["terminated"] == true));
    assert!(
        finals[&0]["best_move"].is_string(),
        "what was found is told"
    );
    assert_eq!(finals[&1]["lines"], json!([]), "nothing was found");
    // All of them, and the engine goes on afterwards.
    analysis.say(json!({ "id": "a", "limits": endless }));
    analysis.say(json!({ "id": "b", "limits": endless }));
    analysis.say(json!({ "id": "stop all", "action": "terminate_all" }));
    analysis.say(json!({ "id": "c", "limits": { "nodes": 3 } }));
    let rest = analysis.finish();
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
fn urgent_requests_come_first() {
    let mut analysis = Analysis::start(&["--concurrency", "1"]);
    analysis.say(json!({ "id": "first", "limits": { "time": 3600 }, "report_every": 0.01 }));
    assert_eq!(analysis.hear().expect("a report")["id"], "first");
    for (id, priority) in [("later", 0), ("last", -1), ("urgent", 9)] {
        analysis.say(json!({ "id": id, "priority": priority, "limits": { "nodes": 2 } }));
    }
    analysis.say(json!({ "id": "go", "action": "terminate", "target": "first" }));
    let order: Vec<Value> = analysis
        .finish()
        .into_iter()
        .filter(is_final)
        .map(|answer| answer["id"].clone())
        .collect();
    assert_eq!(order, ["first", "urgent", "later", "last"]);
}

#[test]
fn an_id_belongs_to_one_request_at_a_time() {
    let mut analysis = Analysis::start(&[]);
    analysis.say(json!({ "id": 1, "limits": { "time": 3600 }, "report_every": 0.01 }));
    analysis.hear();
    analysis.say(json!({ "id": 1 }));
    analysis.say(json!({ "id": 2, "action": "terminate", "target": 1 }));
    let answers = analysis.finish();
    let refusal = answers.iter().find(|answer| answer["error"].is_string());
    assert_eq!(refusal.expect("a refusal")["field"], "id");
    assert_eq!(answers.iter().filter(|answer| is_final(answer)).count(), 1);
}

#[test]
fn the_version_and_finished_games() {
    let mut analysis = Analysis::start(&[]);
    analysis.say(json!({ "id": "v", "action": "query_version" }));
    let version = analysis.hear().expect("an answer");
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    analysis.say(json!({ "id": "over", "position": "x#o b" }));
    let over = analysis.hear().expect("an answer");
    assert_eq!(over["winner"], "white");
    assert_eq!(over["score"], json!({ "kind": "loss", "plies": 0 }));
    assert_eq!(over["lines"], json!([]));
    assert!(analysis.finish().is_empty());
}

#[test]
fn wrong_arguments_get_one_sentence() {
    let output = Command::new(env!("CARGO_BIN_EXE_thermodon"))
        .args(["analysis", "--player", "me"])
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("thermodon: Player must be"), "{said}");
}
