//! `thermodon train`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use learning::GameReader;

use crate::program::{PROGRAM, path_text, run_err, run_json, run_ok, run_with_progress, temp_dir};

/// Arguments of a small training run.
fn td<'a>(dir: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["train", "td", "--dir", path_text(dir)];
    arguments.extend(["--games", "6", "--start", "5x5", "--nodes", "3"]);
    arguments.extend(more);
    arguments
}

#[test]
fn weights_are_trained_tuned_and_used() {
    let dir = temp_dir();
    let run_dir = dir.path().join("run_dir");
    let trained = run_json(&td(&run_dir, &["--json"]));
    assert_eq!(trained["games"], 6);
    assert_eq!(trained["complete"], true);
    assert_eq!(trained["weights"].as_object().map(|all| all.len()), Some(9));
    // The same command finds the run complete, with any number of threads.
    let again = run_json(&td(&run_dir, &["--json", "--threads", "1"]));
    assert_eq!(again["weights"], trained["weights"]);

    let games = run_dir.join("games.bin");
    let shown = run_json(&[
        "train",
        "games",
        path_text(&games),
        "--limit",
        "1",
        "--json",
    ]);
    assert_eq!(shown["games"], 6);
    let game = shown["printed"][0]["game"].as_str().expect("a game");
    let file = dir.path().join("game.txt");
    fs::write(&file, game).expect("a file");
    assert!(run_ok(&["convert", path_text(&file), "--to", "sgf"], "").contains("GM[18]"));

    let weights = dir.path().join("tuned.txt");
    let arguments = [
        "train",
        "tune",
        path_text(&games),
        "--features",
        "paper",
        "-o",
        path_text(&weights),
    ];
    let text = run_with_progress(&arguments);
    assert!(text.starts_with("log-loss 0."), "{text}");
    for weights in [weights, run_dir.join("weights.txt")] {
        let option = format!("setoption name WeightsFile value {}\n", path_text(&weights));
        let input = format!(
            "uci\nsetoption name Book value none\nsetoption name Player value alpha-beta\n{option}position startpos\ngo nodes 2\n"
        );
        let answer = run_ok(&["uci"], &input);
        assert!(answer.contains("bestmove"), "{answer}");
        assert!(!answer.contains("info string"), "{answer}");
    }
}

#[test]
fn invalid_uses_report_one_line() {
    let dir = temp_dir();
    let run_dir = dir.path().join("run_dir");
    run_with_progress(&td(&run_dir, &["--threads", "1"]));
    let before = fs::read(run_dir.join("games.bin")).expect("games");
    let error = |arguments: &[&str]| run_err(arguments, "");
    assert!(error(&td(&run_dir, &["--seed", "2"])).contains("seed is 1, not 2; choose another"));
    assert!(error(&td(&run_dir, &["--learning-rate", "NaN"])).contains("--learning-rate must be"));
    assert!(
        error(&td(&run_dir, &["--logit-scale", "0"])).contains("--logit-scale must be more than 0")
    );
    let wrong = path_text(&run_dir.join("weights.txt")).to_owned();
    let wrong = td(&run_dir, &["--features", "wide", "--init-weights", &wrong]).join("\n");
    let wrong: Vec<&str> = wrong.split('\n').collect();
    assert!(error(&wrong).contains("other phases than the feature set wide"));
    assert_eq!(fs::read(run_dir.join("games.bin")).expect("games"), before);
    let foreign = path_text(&run_dir.join("weights.txt")).to_owned();
    assert!(error(&["train", "games", &foreign]).contains("is not a game file"));
    let nowhere = ["train", "tune", "no-such-file", "-o", "nothing"];
    assert!(error(&nowhere).contains("cannot use no-such-file"));
}

/// The numbers of the games of a run.
fn games(run: &Path) -> Vec<u32> {
    let reader = GameReader::open(&run.join("games.bin"));
    let games = reader.into_iter().flatten();
    games.map(|game| game.expect("a game").number).collect()
}

#[test]
fn killed_runs_continue_to_the_same_weights() {
    let [whole, killed] = [(); 2].map(|()| temp_dir());
    let arguments = |dir| {
        let mut arguments = vec!["train", "td", "--dir", dir, "--games", "60"];
        arguments.extend(["--start", "6x6", "--nodes", "400", "--staleness", "1"]);
        arguments.extend(["--threads", "1"]);
        arguments
    };
    run_with_progress(&arguments(path_text(whole.path())));
    let mut before = Vec::new();
    let mut kills = 0;
    loop {
        let mut child = Command::new(PROGRAM)
            .args(arguments(path_text(killed.path())))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // Killed during a game, after some have finished.
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
        // All finished games are still there.
        let after = games(killed.path());
        assert!(after.starts_with(&seen) && seen.starts_with(&before));
        before = after;
    }
    assert!(kills >= 3, "only {kills} kills");
    assert_eq!(games(killed.path()), (0..60).collect::<Vec<_>>());
    for name in ["games.bin", "weights.txt", "curve.csv"] {
        let [one, other] = [&whole, &killed].map(|dir| fs::read(dir.path().join(name)));
        assert_eq!(one.expect("a file"), other.expect("a file"), "{name}");
    }
}
