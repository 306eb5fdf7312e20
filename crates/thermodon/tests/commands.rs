//! The commands as a user meets them: the real program, its output and its exit status.

mod program;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use program::{complaint, printed, thermodon};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments, "")).expect("JSON")
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn perft_counts() {
    let report = json(&["perft", "--depth", "2", "--json"]);
    assert_eq!(report["moves"], 4_307_152);
    assert!(report["seconds"].as_f64().expect("seconds") > 0.0);
    let report = json(&[
        "perft",
        "--depth",
        "1",
        "--position",
        "x..|.#.|..o",
        "--divide",
        "--json",
    ]);
    assert_eq!(report["moves"], 14);
    assert_eq!(report["divide"].as_object().expect("shares").len(), 14);
    assert!(printed(&["perft", "-d", "0"], "").starts_with("perft 0: 1 moves"));
}

#[test]
fn show_describes_a_position() {
    let report = json(&["show", "xo#|..#|###", "--json", "--moves"]);
    assert_eq!(report["to_move"], "black");
    assert_eq!(report["size"], "3x3");
    assert_eq!(
        report["moves"].as_array().map(Vec::len),
        report["legal_moves"].as_u64().map(|n| n as usize)
    );
    assert_eq!(report["regions"].as_array().map(Vec::len), Some(1));
    let text = printed(&["show", "x#o|##.|..."], "");
    assert!(text.contains("Black cannot move: white has won"), "{text}");
    let text = printed(&["show", "x.#|###|o.#"], "");
    assert!(
        text.contains("separated: Black has 1 empty squares, White 1"),
        "{text}"
    );
}

#[test]
fn show_finds_a_ply_of_a_game() {
    let game = "startpos moves d1-d7/g7 a7-c5/c4 g1-g6/b1";
    let at = |ply: &str| {
        let text = printed(&["show", "-", "--json", "--ply", ply], game);
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    assert_eq!(at("0")["last_move"], Value::Null);
    assert_eq!(at("2")["last_move"], "a7-c5/c4");
    assert_eq!(at("2")["to_move"], "white");
    assert_eq!(
        complaint(&["show", "-", "--ply", "4"], game),
        "thermodon: there is no position after 4 moves: the game has 3"
    );
    assert_eq!(
        complaint(&["show", "-", "--game", "2"], game),
        "thermodon: there is no game 2: the input holds 1"
    );
}

#[test]
fn convert_leads_through_every_format_and_back() {
    let game = printed(
        &["convert", "--to", "text"],
        "startpos moves d1-d7/g7 a7-c5/c4 g1-g6/b1",
    );
    for format in ["sgf", "ggf", "little-golem", "text"] {
        let there = printed(&["convert", "--to", format], &game);
        let back = printed(&["convert", "--from", format, "--to", "text"], &there);
        assert_eq!(back, game, "through {format}: {there}");
    }
    let fen = printed(&["convert", "--to", "fen"], &game);
    assert_eq!(printed(&["convert", "--to", "fen"], &fen), fen);
    let diagram = printed(&["convert", "--to", "diagram"], &game);
    assert_eq!(printed(&["convert", "--to", "diagram"], &diagram), diagram);
}

#[test]
fn convert_writes_whole_files_or_none() {
    let folder = folder("convert");
    let path = folder.join("game.sgf");
    let path = path.to_str().expect("a plain path");
    printed(
        &["convert", "startpos", "--to", "sgf", "--output", path],
        "",
    );
    let before = std::fs::read_to_string(path).expect("the file is there");
    assert!(before.starts_with("(;"), "{before}");
    complaint(
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
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 1);
    let nowhere = folder.join("no").join("where.sgf");
    let said = complaint(
        &[
            "convert",
            "startpos",
            "--to",
            "sgf",
            "-o",
            nowhere.to_str().expect("a plain path"),
        ],
        "",
    );
    assert!(said.contains("cannot write"), "{said}");
}

#[test]
fn nonsense_gets_one_sentence() {
    for (arguments, expected) in [
        (&["show", "hello"][..], "cannot read the position or game"),
        (&["show", "missing.sgf"], "there is no file missing.sgf"),
        (
            &["perft", "--depth", "1", "--position", "11/11"],
            "11 columns",
        ),
        (
            &["perft", "--depth", "1", "--position", "3x3"],
            "no standard start",
        ),
        (&["convert", "--to", "sgf"], "empty"),
        (&["play", "--position", "zz"], "cannot read the position"),
    ] {
        let said = complaint(arguments, "");
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    assert_eq!(thermodon(&["dance"], "").status.code(), Some(2));
    assert_eq!(
        thermodon(&["perft", "--depth", "-1"], "").status.code(),
        Some(2)
    );
    assert_eq!(
        thermodon(&["convert", "--to", "pgn"], "").status.code(),
        Some(2)
    );
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_thermodon"))
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
fn a_game_in_the_terminal() {
    let folder = folder("play");
    let path = folder.join("my game.sgf");
    let path = path.to_str().expect("a plain path");
    let random = ["play", "--player", "random", "--seed", "7"];
    let script = format!(
        "help\nd1\nd1-d7\nd1-d9/d10\nd1-d7/g7\nmoves\nfen\nundo\nundo\nflip\ndance\n\
         d1-d7/g7\nsave {path}\nsave game.pgn\nresign\nnew\n"
    );
    let text = printed(&random, &script);
    for expected in [
        "You play White",
        "take back your last move",
        "d1-d9/d10 is not legal: an arrow cannot fly from d9 to d10",
        "black plays ",
        "there is nothing to take back",
        "\"dance\" is not a move",
        "saved to ",
        "cannot save as .pgn",
        "white resigns: black wins",
    ] {
        assert!(text.contains(expected), "missing {expected:?} in\n{text}");
    }
    let saved = json(&["show", path, "--json"]);
    assert_eq!(saved["plies"], 2);
    assert_eq!(text, printed(&random, &script), "a seed repeats a game");
}

#[test]
fn a_level_is_chosen_and_changed_at_the_table() {
    let arguments = ["play", "--position", "6x6", "--level", "2", "--seed", "7"];
    let script = "level\nlevel 5\nlevel 99\nlevel easy\nhelp\nb1-b2/b1\n";
    let text = printed(&arguments, script);
    for expected in [
        "Level 2 of 20, Beginner: ",
        "\n*  2  Beginner ",
        "\n  20  Amazon ",
        "Level 5 of 20, ",
        "Level must be a number from 1 to 20, not \"99\"",
        "Level must be a number from 1 to 20, not \"easy\"",
        "list the computer's levels",
        "black plays ",
    ] {
        assert!(text.contains(expected), "missing {expected:?} in\n{text}");
    }
    assert_eq!(text, printed(&arguments, script), "a seed repeats a game");
    for refused in [
        &["play", "--level", "21"][..],
        &["play", "--level", "3", "--player", "random"],
    ] {
        assert_eq!(thermodon(refused, "").status.code(), Some(2));
    }
}

#[test]
fn the_computer_plays_itself_to_the_end() {
    let arguments = [
        "play",
        "--position",
        "5x5",
        "--white",
        "computer",
        "--black",
        "computer",
        "--player",
        "random",
        "--seed",
        "1",
    ];
    let text = printed(&arguments, "");
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
            printed(&["completions", shell], "").contains("botzone"),
            "{shell}"
        );
    }
    assert!(printed(&["man"], "").contains("thermodon"));
    let folder = folder("man").join("man1");
    printed(
        &["man", "--folder", folder.to_str().expect("a plain path")],
        "",
    );
    for page in ["thermodon.1", "thermodon-perft.1", "thermodon-convert.1"] {
        assert!(folder.join(page).is_file(), "{page}");
    }
}
