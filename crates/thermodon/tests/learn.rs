//! `thermodon learn`, as it is used.

mod program;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use learning::GameReader;
use program::{complaint, printed, thermodon};
use serde_json::Value;

fn text(path: &Path) -> &str {
    path.to_str().expect("the folder's name is text")
}

/// A small course.
fn td<'a>(folder: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["learn", "td", "--folder", text(folder)];
    arguments.extend(["--games", "6", "--position", "5x5", "--nodes", "3"]);
    arguments.extend(more);
    arguments
}

/// What a successful command printed, whatever it said of its progress.
fn succeeded(arguments: &[&str]) -> String {
    let output = thermodon(arguments, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&succeeded(arguments)).expect("JSON")
}

#[test]
fn a_course_is_held_played_with_and_tuned_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let course = folder.path().join("course");
    let learned = json(&td(&course, &["--json"]));
    assert_eq!(learned["games"], 6);
    assert_eq!(learned["complete"], true);
    assert_eq!(learned["weights"].as_object().map(|all| all.len()), Some(9));
    // The same command finds it complete, on any number of threads.
    let again = json(&td(&course, &["--json", "--threads", "1"]));
    assert_eq!(again["weights"], learned["weights"]);

    let games = course.join("games.bin");
    let shown = json(&["learn", "games", text(&games), "--print", "1", "--json"]);
    assert_eq!(shown["games"], 6);
    let game = shown["printed"][0]["game"].as_str().expect("a game");
    let file = folder.path().join("game.txt");
    fs::write(&file, game).expect("a file");
    assert!(printed(&["convert", text(&file), "--to", "sgf"], "").contains("GM[18]"));

    let weights = folder.path().join("tuned.txt");
    let arguments = [
        "learn",
        "tune",
        text(&games),
        "--form",
        "paper",
        "-o",
        text(&weights),
    ];
    let said = succeeded(&arguments);
    assert!(said.starts_with("log-loss 0."), "{said}");
    for weights in [weights, course.join("weights.txt")] {
        let option = format!("setoption name WeightsFile value {}\n", text(&weights));
        let input = format!(
            "uci\nsetoption name Book value none\nsetoption name Player value alpha-beta\n{option}position startpos\ngo nodes 2\n"
        );
        let answer = printed(&["uci"], &input);
        assert!(answer.contains("bestmove"), "{answer}");
        assert!(!answer.contains("info string"), "{answer}");
    }
}

#[test]
fn what_cannot_be_learned_is_said_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let course = folder.path().join("course");
    succeeded(&td(&course, &["--threads", "1"]));
    let before = fs::read(course.join("games.bin")).expect("games");
    let complaint = |arguments: &[&str]| complaint(arguments, "");
    assert!(complaint(&td(&course, &["--seed", "2"])).contains("seed is 1, not 2; --folder takes"));
    assert!(complaint(&td(&course, &["--rate", "NaN"])).contains("--rate must be a number"));
    assert!(complaint(&td(&course, &["--omega", "0"])).contains("--omega must be more than 0"));
    let wrong = text(&course.join("weights.txt")).to_owned();
    let wrong = td(&course, &["--form", "wide", "--weights", &wrong]).join("\n");
    let wrong: Vec<&str> = wrong.split('\n').collect();
    assert!(complaint(&wrong).contains("are not of the form wide"));
    assert_eq!(fs::read(course.join("games.bin")).expect("games"), before);
    let foreign = text(&course.join("weights.txt")).to_owned();
    assert!(complaint(&["learn", "games", &foreign]).contains("is no file of games"));
    let nowhere = ["learn", "tune", "no-such-file", "-o", "nothing"];
    assert!(complaint(&nowhere).contains("cannot use no-such-file"));
}

/// The numbers of the games in a course's file, as far as it is there.
fn games(course: &Path) -> Vec<u32> {
    let reader = GameReader::open(&course.join("games.bin"));
    let games = reader.into_iter().flatten();
    games.map(|game| game.expect("a game").number).collect()
}

#[test]
fn a_course_that_is_killed_again_and_again_ends_with_the_same_weights() {
    let [whole, killed] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let arguments = |folder| {
        let mut arguments = vec!["learn", "td", "--folder", folder, "--games", "60"];
        arguments.extend(["--position", "6x6", "--nodes", "400", "--lag", "1"]);
        arguments.extend(["--threads", "1"]);
        arguments
    };
    succeeded(&arguments(text(whole.path())));
    let mut before = Vec::new();
    let mut kills = 0;
    loop {
        let mut child = Command::new(env!("CARGO_BIN_EXE_thermodon"))
            .args(arguments(text(killed.path())))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // As soon as there is more than before, at some moment of the next game.
        let is_over = loop {
            if let Some(status) = child.try_wait().expect("a status") {
                assert!(status.success());
                break true;
            }
            if games(killed.path()).len() >= before.len() + 9 {
                break false;
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        if is_over {
            break;
        }
        let seen = games(killed.path());
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
        // What was finished when it was killed is there still, and all that was there before.
        let after = games(killed.path());
        assert!(after.starts_with(&seen) && seen.starts_with(&before));
        before = after;
    }
    assert!(kills >= 3, "it was killed only {kills} times");
    assert_eq!(games(killed.path()), (0..60).collect::<Vec<_>>());
    for name in ["games.bin", "weights.txt", "curve.csv"] {
        let [one, other] = [&whole, &killed].map(|folder| fs::read(folder.path().join(name)));
        assert_eq!(one.expect("a file"), other.expect("a file"), "{name}");
    }
}
