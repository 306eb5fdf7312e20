//! `thermodon fit-opponent`, and play with the fitted model.

use crate::program::{path_text, run_err, run_json, run_ok, run_with_progress, temp_dir};

#[test]
fn models_are_fitted_and_played() {
    let dir = temp_dir();
    let match_dir = dir.path().join("match");
    let mut arguments = vec!["match", "--depth", "1", "--start", "6x6", "--games", "10"];
    arguments.extend(["--openings", "random:2", "--dir", path_text(&match_dir)]);
    for engine in [
        "name=habit,builtin,option.Player=alpha-beta,option.Hash=0",
        "name=chance,builtin,option.Player=random",
    ] {
        arguments.extend(["--engine", engine]);
    }
    run_with_progress(&arguments);
    let (games, model) = (match_dir.join("games.sgf"), dir.path().join("habit.model"));
    let (games, model) = (path_text(&games), path_text(&model));
    let fit = ["fit-opponent", games, "--name", "habit", "--output", model];
    let report = run_json(&[&fit[..], &["--json"]].concat());
    let number = |key: &str| report[key].as_u64().expect("a number");
    assert!(number("learned") > 20, "{report}");
    assert!(number("foretold") <= number("checked"), "{report}");
    let text = std::fs::read_to_string(model).expect("a model");
    assert!(text.contains("WeightsFile=habit.model.weights"), "{text}");
    let play = ["play", "--start", "4x4", "--opponent-model", model];
    let game = run_ok(
        &[&play[..], &["--time", "0.05", "--white", "engine"]].concat(),
        "",
    );
    assert!(game.contains("wins"), "{game}");
}

#[test]
fn invalid_uses_report_one_line_and_write_nothing() {
    let dir = temp_dir();
    let (games, model) = (dir.path().join("games.txt"), dir.path().join("some.model"));
    std::fs::write(&games, "6x6 moves b1-b2/b1 a5-a4/a5").expect("a file");
    // The former spellings are accepted.
    let fit = |rest: &[&str]| {
        let first = [
            "opponent",
            "fit",
            path_text(&games),
            "--output",
            path_text(&model),
        ];
        run_err(&[&first[..], rest].concat(), "")
    };
    assert_eq!(
        fit(&[]),
        "thermodon: too few moves: 2 before the game was decided, at least 20 needed"
    );
    let error = fit(&["--player", "Anna"]);
    assert!(
        error.starts_with("thermodon: there is no player \"Anna\""),
        "{error}"
    );
    assert!(!model.exists());
    assert_eq!(
        run_err(&["play", "--opponent", "Depth=none"], ""),
        "thermodon: invalid value for Opponent: Depth must be a positive number, not \"none\""
    );
}
