//! `thermodon endgame explain`, and what is certain in analyses, as they are used.

mod program;

use program::{complaint, printed, thermodon};
use serde_json::{Value, json};

/// Three regions: whoever begins, White wins.
const BOARD: &str = "x..#x.|..o#..|####o.|o.x#..";

fn report(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments, "")).expect("JSON")
}

/// An empty folder: no table, the same on every machine.
fn no_table() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn regions_the_lead_and_best_play_are_explained() {
    let folder = no_table();
    let place = folder.path().to_str().expect("the folder's name is text");
    let text = printed(&["endgame", "explain", BOARD, "--folder", place], "");
    for line in [
        "A  3 squares: a1 b1 c1\n   value *, mean 0, temperature 0: who begins wins\n",
        "B  8 squares: e1 f1 e2 f2 e3 f3 e4 f4  <- the hottest\n",
        "   value {{1/2|0}|-3}, mean -11/8, temperature 13/8: White wins\n",
        "Black to move: White wins, with no move to spare\n",
        "White to move: White wins, ahead by 2 moves\n",
        "Every move of Black loses.\n",
        "Best play\n  1. Black B  ",
        "Black has no move left: White wins\n",
    ] {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
    let few = printed(
        &[
            "endgame", "explain", BOARD, "--first", "white", "--folder", place,
        ],
        "",
    );
    assert!(few.contains("Moves of White that keep the win\n"), "{few}");
    assert!(few.contains(" more\n"), "{few}");
    let arguments = [
        "endgame", "explain", BOARD, "--first", "white", "--all", "--folder", place,
    ];
    assert!(!printed(&arguments, "").contains(" more\n"));
}

/// The end of a game between people: explained to its end, with the solver's result.
#[test]
fn a_real_endgame_has_the_solver_s_result() {
    let folder = no_table();
    let place = folder.path().to_str().expect("the folder's name is text");
    let end = "q*3***2/*****1*q*1/*1**1****1/Q****Q***1/1**1**1**1/***1q**1*1/**1*1****1/1*1****Q*1/1Q****2**/*q2**4 w - - 59 30";
    let explained = report(&["endgame", "explain", "--json", "--folder", place, end]);
    let solved = report(&["solve", "--json", "--memory", "16", "--folder", place, end]);
    for side in ["black_to_move", "white_to_move"] {
        assert_eq!(explained[side]["winner"], solved[side], "{side}");
    }
    let play = explained["play"].as_array().expect("moves");
    let last = play.last().expect("there are moves");
    assert_eq!(last["side"], explained["white_to_move"]["winner"]);
}

/// By values and by the board solver: two ways to the same moves.
#[test]
fn the_moves_that_keep_the_win_are_those_that_the_solver_finds() {
    let folder = no_table();
    let place = folder.path().to_str().expect("the folder's name is text");
    let boards = [BOARD, "x..|.#o"];
    let mut explain = vec![
        "endgame", "explain", "--json", "--folder", place, "--first", "white",
    ];
    explain.extend(boards);
    let mut solve = vec!["solve", "--json", "--memory", "16", "--folder", place];
    solve.extend(boards);
    let (explained, solved) = (report(&explain), report(&solve));
    for side in ["black_to_move", "white_to_move"] {
        assert_eq!(explained[side]["winner"], solved[side], "{side}");
    }
    let sorted = |moves: &Value| {
        let one = |mv: &Value| format!("{} {}", mv["board"], mv["move"]);
        let mut moves: Vec<String> = moves.as_array().expect("moves").iter().map(one).collect();
        moves.sort();
        moves
    };
    assert_eq!(solved["white_winning_moves_complete"], true);
    let winning = sorted(&solved["white_winning_moves"]);
    assert!(!winning.is_empty());
    assert_eq!(sorted(&explained["winning_moves"]), winning);
    assert_eq!(explained["hottest"], "D");
    assert_eq!(explained["regions"][1]["temperature"], "13/8");
    let play = explained["play"].as_array().expect("moves");
    assert!(
        play.iter()
            .all(|played| played["ahead"] == explained["white_to_move"]["ahead"])
    );
}

#[test]
fn what_is_too_large_is_said_to_be() {
    let text = printed(&["endgame", "explain", "startpos", "--seconds", "0"], "");
    assert!(text.contains("not exact: too large"), "{text}");
    assert!(text.contains("White to move: not known"), "{text}");
    // The solver knows more than the values.
    let board = "x..o|....|o..x";
    let searched = report(&["endgame", "explain", board, "--steps", "10", "--json"]);
    assert_eq!(searched["regions"][0]["exact"], false);
    assert_eq!(
        searched["black_to_move"],
        json!({ "winner": "black", "ahead": null })
    );
    assert_eq!(searched["winning_moves_complete"], true);
    assert_eq!(searched["play"], Value::Null);
    let text = printed(&["endgame", "explain", board, "--steps", "10"], "");
    assert!(
        text.contains("Black wins, by how much is not known"),
        "{text}"
    );
}

#[test]
fn bad_input_gets_a_sentence() {
    let refused = complaint(&["endgame", "explain", "x..|?"], "");
    assert!(
        refused.contains("cannot read the position or game"),
        "{refused}"
    );
    let refused = complaint(&["endgame", "explain", "x.o", "x.o", "--ply", "1"], "");
    assert!(
        refused.contains("--ply belongs to one game, not to 2 boards"),
        "{refused}"
    );
    let refused = complaint(&["endgame", "explain", "x.o", "--ply", "7"], "");
    assert!(refused.contains("the game has 0 moves, not 7"), "{refused}");
    let refused = complaint(&["endgame", "explain", "missing.sgf"], "");
    assert!(
        refused.contains("there is no file missing.sgf"),
        "{refused}"
    );
    let output = thermodon(&["endgame", "explain", "x.o", "--seconds", "-1"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_is_certain_is_told_in_analyses() {
    // Five moves against two.
    let position = "x.....|######|o..### w";
    let analysis = report(&["analyze", position, "--json", "--nodes", "10"]);
    let exact = &analysis["exact"];
    assert_eq!(exact["winner"], "black");
    assert_eq!(exact["ahead"], json!({ "least": 3, "most": 3 }));
    let text = printed(&["analyze", position, "--nodes", "10"], "");
    assert!(text.contains("Black ahead by 3 moves: proved."), "{text}");
    let open = report(&["analyze", "6x6", "--json", "--nodes", "10"]);
    assert_eq!(open["exact"], Value::Null);
    let spoken = printed(
        &["uci"],
        "position fen qQ4/******/2q3 b - - 0 1\ngo nodes 10\nquit\n",
    );
    assert!(spoken.contains("info string "), "{spoken}");
    let silent = printed(
        &["uci"],
        "setoption name ExactEndgames value off\nposition fen qQ4/******/2q3 b - - 0 1\ngo nodes 10\nquit\n",
    );
    assert!(!silent.contains("proved"), "{silent}");
}
