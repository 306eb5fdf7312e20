//! Small commands: `perft`, `show`, `convert`, `play`, `completions`, `man`.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::{PROGRAM, path_text, run, run_err, run_json, run_ok, temp_dir};

#[test]
fn perft_counts() {
    let report = run_json(&["perft", "--depth", "2", "--json"]);
    assert_eq!(report["moves"], 4_307_152);
    assert!(report["seconds"].as_f64().expect("seconds") > 0.0);
    let report = run_json(&["perft", "--depth", "1", "x..|.#.|..o", "--divide", "--json"]);
    assert_eq!(report["moves"], 14);
    assert_eq!(report["divide"].as_object().expect("shares").len(), 14);
    assert!(run_ok(&["perft", "-d", "0"], "").starts_with("perft 0: 1 moves"));
}

#[test]
fn show_lists_facts() {
    let report = run_json(&["show", "xo#|..#|###", "--json", "--moves"]);
    assert_eq!(report["to_move"], "black");
    assert_eq!(report["size"], "3x3");
    assert_eq!(
        report["moves"].as_array().map(Vec::len),
        report["legal_moves"].as_u64().map(|n| n as usize)
    );
    assert_eq!(report["regions"].as_array().map(Vec::len), Some(1));
    let text = run_ok(&["show", "x#o|##.|..."], "");
    assert!(text.contains("Black cannot move: white has won"), "{text}");
    let text = run_ok(&["show", "x.#|###|o.#"], "");
    assert!(
        text.contains("separated: Black has 1 empty squares, White has 1"),
        "{text}"
    );
}

#[test]
fn show_finds_a_ply_of_a_game() {
    let game = "startpos moves d1-d7/g7 a7-c5/c4 g1-g6/b1";
    let at = |ply: &str| {
        let text = run_ok(&["show", "-", "--json", "--ply", ply], game);
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    assert_eq!(at("0")["last_move"], Value::Null);
    assert_eq!(at("2")["last_move"], "a7-c5/c4");
    assert_eq!(at("2")["to_move"], "white");
    assert_eq!(
        run_err(&["show", "-", "--ply", "4"], game),
        "thermodon: there is no ply 4: the game has 3"
    );
    assert_eq!(
        run_err(&["show", "-", "--game", "2"], game),
        "thermodon: there is no game 2: the input has 1"
    );
}

#[test]
fn convert_round_trips_every_format() {
    let game = run_ok(
        &["convert", "--to", "text"],
        "startpos moves d1-d7/g7 a7-c5/c4 g1-g6/b1",
    );
    for format in ["sgf", "ggf", "little-golem", "text"] {
        let there = run_ok(&["convert", "--to", format], &game);
        let back = run_ok(&["convert", "--from", format, "--to", "text"], &there);
        assert_eq!(back, game, "through {format}: {there}");
    }
    let fen = run_ok(&["convert", "--to", "fen"], &game);
    assert_eq!(run_ok(&["convert", "--to", "fen"], &fen), fen);
    let diagram = run_ok(&["convert", "--to", "diagram"], &game);
    assert_eq!(run_ok(&["convert", "--to", "diagram"], &diagram), diagram);
}

#[test]
fn convert_writes_complete_files_or_none() {
    let dir = temp_dir();
    let path = dir.path().join("game.sgf");
    let path = path_text(&path);
    run_ok(
        &["convert", "startpos", "--to", "sgf", "--output", path],
        "",
    );
    let before = std::fs::read_to_string(path).expect("the file is there");
    assert!(before.starts_with("(;"), "{before}");
    run_err(
        &[
            "convert",
            "startpos moves d1-d1/d1",
            "--to",
            "sgf",
            "--output",
            path,
        ],
        "",
    );
    assert_eq!(std::fs::read_to_string(path).expect("still there"), before);
    assert_eq!(std::fs::read_dir(&dir).expect("a directory").count(), 1);
    let nowhere = dir.path().join("no").join("where.sgf");
    let error = run_err(
        &[
            "convert",
            "startpos",
            "--to",
            "sgf",
            "-o",
            path_text(&nowhere),
        ],
        "",
    );
    assert!(error.contains("cannot write"), "{error}");
}

#[test]
fn invalid_input_reports_one_line() {
    for (arguments, expected) in [
        (&["show", "hello"][..], "cannot read the position or game"),
        (&["show", "missing.sgf"], "there is no file missing.sgf"),
        (
            &["perft", "--depth", "1", "-p", "11/11"],
            "invalid board size 11x2",
        ),
        (
            &["perft", "--depth", "1", "--position", "3x3"],
            "has no start position",
        ),
        (&["convert", "--to", "sgf"], "empty"),
        (&["play", "--start", "zz"], "cannot read the start position"),
    ] {
        let error = run_err(arguments, "");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
    assert_eq!(run(&["dance"], "").status.code(), Some(2));
    assert_eq!(run(&["perft", "--depth", "-1"], "").status.code(), Some(2));
    assert_eq!(run(&["convert", "--to", "pgn"], "").status.code(), Some(2));
}

#[test]
fn closed_output_is_not_an_error() {
    let mut child = Command::new(PROGRAM)
        .args(["show", "--moves"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn play_handles_every_command() {
    let dir = temp_dir();
    let path = dir.path().join("my game.sgf");
    let path = path_text(&path);
    let random = ["play", "--player", "random", "--seed", "7"];
    let script = format!(
        "help\nd1\nd1-d7\nd1-d9/d10\nd1-d7/g7\nmoves\nfen\nundo\nundo\nflip\ndance\n\
         d1-d7/g7\nsave {path}\nsave game.pgn\nresign\nnew\n"
    );
    let text = run_ok(&random, &script);
    for expected in [
        "You play White",
        "take back your last move",
        "illegal move d1-d9/d10: an arrow from d9 cannot reach d10",
        "black plays ",
        "there is no move to take back",
        "invalid move \"dance\"",
        "saved to ",
        "cannot save as .pgn",
        "white resigns: black wins",
    ] {
        assert!(text.contains(expected), "missing {expected:?} in\n{text}");
    }
    let saved = run_json(&["show", path, "--json"]);
    assert_eq!(saved["plies"], 2);
    assert_eq!(text, run_ok(&random, &script), "a seed reproduces a game");
}

#[test]
fn play_changes_the_level() {
    let arguments = ["play", "--start", "6x6", "--level", "2", "--seed", "7"];
    let script = "level\nlevel 5\nlevel 99\nlevel easy\nhelp\nb1-b2/b1\n";
    let text = run_ok(&arguments, script);
    for expected in [
        "Level 2 of 20, Beginner: ",
        "\n*  2  Beginner ",
        "\n  20  Amazon ",
        "Level 5 of 20, ",
        "Level must be a number from 1 to 20, not \"99\"",
        "Level must be a number from 1 to 20, not \"easy\"",
        "list the levels of the engine",
        "black plays ",
    ] {
        assert!(text.contains(expected), "missing {expected:?} in\n{text}");
    }
    assert_eq!(text, run_ok(&arguments, script), "a seed reproduces a game");
    for rejected in [
        &["play", "--level", "21"][..],
        &["play", "--level", "3", "--player", "random"],
    ] {
        assert_eq!(run(rejected, "").status.code(), Some(2));
    }
}

#[test]
fn engine_plays_both_sides_to_the_end() {
    let arguments = [
        "play", "--start", "5x5", "--white", "engine", "--black", "engine", "--player", "random",
        "--seed", "1",
    ];
    let text = run_ok(&arguments, "");
    let last = text.lines().last().expect("a last line");
    assert!(
        last.contains("cannot move") && last.contains("wins after"),
        "{last}"
    );
}

#[test]
fn completions_and_man_pages_name_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(
            run_ok(&["completions", shell], "").contains("botzone"),
            "{shell}"
        );
    }
    assert!(run_ok(&["man"], "").contains("thermodon"));
    let dir = temp_dir();
    let dir = dir.path().join("man1");
    run_ok(&["man", "--dir", path_text(&dir)], "");
    for page in ["thermodon.1", "thermodon-perft.1", "thermodon-review.1"] {
        assert!(dir.join(page).is_file(), "{page}");
    }
}
