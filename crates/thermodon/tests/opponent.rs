//! `thermodon opponent` as a user meets it: from somebody's games to a game against them.

mod program;

use std::path::PathBuf;

use program::{complaint, printed};
use serde_json::Value;

/// A file of this test's own.
fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().expect("a path that is text").to_owned()
}

#[test]
fn somebody_is_known_from_games_and_played() {
    let folder = file("opponent-games");
    let _ = std::fs::remove_dir_all(&folder);
    let habit = "name=habit,engine,option.Player=alpha-beta,option.Hash=0";
    let arguments = [
        "match",
        "--player",
        habit,
        "--player",
        "name=chance,engine,option.Player=random",
        "--depth",
        "1",
        "--position",
        "6x6",
        "--openings",
        "random:2",
        "--games",
        "10",
        "--folder",
        &folder,
        "--json",
    ];
    let output = program::thermodon(&arguments, "");
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let (games, model) = (format!("{folder}/games.sgf"), file("habit.model"));
    let report = printed(
        &[
            "opponent", "fit", &games, "--player", "habit", "--output", &model, "--json",
        ],
        "",
    );
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let number = |key: &str| report[key].as_u64().expect("a number");
    assert!(number("learned") > 20, "{report}");
    assert!(number("foretold") <= number("checked"), "{report}");
    let text = std::fs::read_to_string(&model).expect("it is written");
    assert!(text.contains("WeightsFile=habit.model.weights"), "{text}");
    let game = printed(
        &[
            "play",
            "--position",
            "4x4",
            "--opponent",
            &model,
            "--seconds",
            "0.05",
            "--white",
            "computer",
        ],
        "",
    );
    assert!(game.contains("wins"), "{game}");
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_written() {
    let games = file("two-moves.txt");
    std::fs::write(&games, "6x6 moves b1-b2/b1 a5-a4/a5").expect("there is room");
    let model = file("nobody.model");
    let fit = |rest: &[&str]| {
        let first = ["opponent", "fit", &games, "--output", &model];
        complaint(&[&first[..], rest].concat(), "")
    };
    assert_eq!(
        fit(&[]),
        "thermodon: there are only 2 moves to learn from, where the game was still open; 20 are needed at least"
    );
    let nobody = fit(&["--player", "Anna"]);
    assert!(
        nobody.starts_with("thermodon: nobody called \"Anna\" plays"),
        "{nobody}"
    );
    assert!(!PathBuf::from(&model).exists());
    let model = complaint(&["play", "--opponent", "Depth=none"], "");
    assert_eq!(
        model,
        "thermodon: Opponent cannot be that: Depth must be a positive number, not \"none\""
    );
}
