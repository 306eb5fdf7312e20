//! `thermodon train`.

use std::fs;
use std::time::Duration;

use learning::GameReader;

use crate::program::Sandbox;

/// Command line of a small training run.
const TD: &str = "train td --dir run --games 6 --start 5x5 --nodes 3";

#[test]
fn weights_are_trained_tuned_and_used() {
    let dir = Sandbox::new();
    let trained = dir.json(TD);
    assert_eq!(trained["games"], 6);
    assert_eq!(trained["complete"], true);
    assert_eq!(trained["weights"].as_object().map(|all| all.len()), Some(9));
    // The same command finds the run complete, with any number of threads.
    let again = dir.json(&format!("{TD} --threads 1"));
    assert_eq!(again["weights"], trained["weights"]);

    let shown = dir.json("train games run/games.bin --limit 1");
    assert_eq!(shown["games"], 6);
    let game = shown["printed"][0]["game"].as_str().expect("a game");
    assert!(
        dir.ok(&format!("convert '{game}' --to sgf"))
            .contains("GM[18]")
    );

    let text = dir.output(0, "train tune run/games.bin --features paper -o tuned.txt");
    assert!(text.starts_with("log-loss 0."), "{text}");
    for weights in ["tuned.txt", "run/weights.txt"] {
        let input = format!(
            "setoption name Book value none\nsetoption name Player value alpha-beta\n\
             setoption name WeightsFile value {weights}\ngo nodes 2\n"
        );
        let answer = dir.ok_with_input("uci", &input);
        assert!(answer.contains("bestmove"), "{answer}");
        assert!(!answer.contains("info string"), "{answer}");
    }
}

#[test]
fn invalid_uses_report_one_line() {
    let dir = Sandbox::new();
    dir.output(0, &format!("{TD} --threads 1"));
    let games = || fs::read(dir.path("run/games.bin")).expect("games");
    let before = games();
    for (options, expected) in [
        ("--seed 2", "seed is 1, not 2; choose another"),
        ("--learning-rate NaN", "--learning-rate must be"),
        ("--logit-scale 0", "--logit-scale must be more than 0"),
        (
            "--features wide --init-weights run/weights.txt",
            "other phases than the feature set wide",
        ),
    ] {
        dir.expect_errors(&[(&format!("{TD} {options}"), expected)]);
    }
    assert_eq!(games(), before);
    dir.expect_errors(&[
        ("train games run/weights.txt", "is not a game file"),
        (
            "train tune no-such-file -o nothing",
            "cannot use no-such-file",
        ),
    ]);
}

#[test]
fn killed_runs_continue_to_the_same_weights() {
    let dir = Sandbox::new();
    let train = |run: &str| {
        format!("train td --dir {run} --games 60 --start 6x6 --nodes 400 --staleness 1 --threads 1")
    };
    // The numbers of the games of the killed run.
    let games = || -> Vec<u32> {
        let reader = GameReader::open(&dir.path("killed/games.bin"));
        let games = reader.into_iter().flatten();
        games.map(|game| game.expect("a game").number).collect()
    };
    dir.output(0, &train("whole"));
    let mut before = Vec::new();
    let mut kills = 0;
    'killed: loop {
        let mut child = dir.spawn(&train("killed"));
        // Killed during a game, after some have finished.
        while games().len() < before.len() + 9 {
            if let Some(status) = child.try_wait().expect("a status") {
                assert!(status.success());
                break 'killed;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let seen = games();
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
        // All finished games are still there.
        let after = games();
        assert!(after.starts_with(&seen) && seen.starts_with(&before));
        before = after;
    }
    assert!(kills >= 3, "only {kills} kills");
    assert_eq!(games(), (0..60).collect::<Vec<_>>());
    for name in ["games.bin", "weights.txt", "curve.csv"] {
        let [one, other] = ["whole", "killed"].map(|run| fs::read(dir.path(run).join(name)));
        assert_eq!(one.expect("a file"), other.expect("a file"), "{name}");
    }
}
