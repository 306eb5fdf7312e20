//! `thermodon endgame analyze`, and exact values in analyses.

use serde_json::{Value, json};

use crate::program::{path_text, run, run_err, run_json, run_ok, temp_dir};

/// Three regions; White wins with either player to move.
const BOARD: &str = "x..#x.|..o#..|####o.|o.x#..";

#[test]
fn report_has_values_lead_and_best_play() {
    // An empty directory: no tables, the same on every machine.
    let dir = temp_dir();
    let tables = path_text(dir.path());
    let text = run_ok(&["endgame", "analyze", BOARD, "--table-dir", tables], "");
    for line in [
        "A  3 squares: a1 b1 c1\n   value *, mean 0, temperature 0: the first player wins\n",
        "B  8 squares: e1 f1 e2 f2 e3 f3 e4 f4  <- hottest\n",
        "   value {{1/2|0}|-3}, mean -11/8, temperature 13/8: White wins\n",
        "Black to move: White wins by one tempo\n",
        "White to move: White wins, ahead by 2 moves\n",
        "Every move of Black loses.\n",
        "Best play\n  1. Black B  ",
        "Black cannot move: White wins\n",
    ] {
        assert!(text.contains(line), "missing {line:?} in\n{text}");
    }
    let few = run_ok(
        &[
            "endgame",
            "analyze",
            BOARD,
            "--to-move",
            "white",
            "--table-dir",
            tables,
        ],
        "",
    );
    assert!(few.contains("Winning moves of White\n"), "{few}");
    assert!(few.contains(" more\n"), "{few}");
    let arguments = [
        "endgame",
        "analyze",
        BOARD,
        "--to-move",
        "white",
        "--all-moves",
        "--table-dir",
        tables,
    ];
    assert!(!run_ok(&arguments, "").contains(" more\n"));
}

/// The endgame of a game between people.
#[test]
fn winner_is_that_of_the_solver() {
    // An empty directory: no tables, the same on every machine.
    let dir = temp_dir();
    let tables = path_text(dir.path());
    let end = "q*3***2/*****1*q*1/*1**1****1/Q****Q***1/1**1**1**1/***1q**1*1/**1*1****1/1*1****Q*1/1Q****2**/*q2**4 w - - 59 30";
    let analyzed = run_json(&["endgame", "analyze", "--json", "--table-dir", tables, end]);
    let solved = run_json(&[
        "endgame",
        "solve",
        "--json",
        "--hash",
        "16",
        "--table-dir",
        tables,
        end,
    ]);
    for side in ["black_to_move", "white_to_move"] {
        assert_eq!(analyzed[side]["winner"], solved[side], "{side}");
    }
    let play = analyzed["play"].as_array().expect("moves");
    let last = play.last().expect("there are moves");
    assert_eq!(last["side"], analyzed["white_to_move"]["winner"]);
}

#[test]
fn winning_moves_are_those_of_the_solver() {
    // An empty directory: no tables, the same on every machine.
    let dir = temp_dir();
    let tables = path_text(dir.path());
    let boards = [BOARD, "x..|.#o"];
    let mut analyze = vec![
        "endgame",
        "analyze",
        "--json",
        "--table-dir",
        tables,
        "--to-move",
        "white",
    ];
    analyze.extend(boards);
    let mut solve = vec![
        "endgame",
        "solve",
        "--json",
        "--hash",
        "16",
        "--table-dir",
        tables,
    ];
    solve.extend(boards);
    let (analyzed, solved) = (run_json(&analyze), run_json(&solve));
    for side in ["black_to_move", "white_to_move"] {
        assert_eq!(analyzed[side]["winner"], solved[side], "{side}");
    }
    let sorted = |moves: &Value| {
        let text = |mv: &Value| format!("{} {}", mv["board"], mv["move"]);
        let mut moves: Vec<String> = moves.as_array().expect("moves").iter().map(text).collect();
        moves.sort();
        moves
    };
    assert_eq!(solved["white_winning_moves_complete"], true);
    let winning = sorted(&solved["white_winning_moves"]);
    assert!(!winning.is_empty());
    assert_eq!(sorted(&analyzed["winning_moves"]), winning);
    assert_eq!(analyzed["hottest"], "D");
    assert_eq!(analyzed["regions"][1]["temperature"], "13/8");
    let play = analyzed["play"].as_array().expect("moves");
    assert!(
        play.iter()
            .all(|played| played["ahead"] == analyzed["white_to_move"]["ahead"])
    );
}

#[test]
fn large_regions_have_bounds() {
    let text = run_ok(&["endgame", "analyze", "startpos", "--time", "0"], "");
    assert!(text.contains("too large to compute"), "{text}");
    assert!(text.contains("White to move: unknown"), "{text}");
    // The solver finds the winner without values.
    let board = "x..o|....|o..x";
    let searched = run_json(&[
        "endgame",
        "analyze",
        board,
        "--region-nodes",
        "10",
        "--json",
    ]);
    assert_eq!(searched["regions"][0]["exact"], false);
    assert_eq!(
        searched["black_to_move"],
        json!({ "winner": "black", "ahead": null })
    );
    assert_eq!(searched["winning_moves_complete"], true);
    assert_eq!(searched["play"], Value::Null);
    let text = run_ok(&["endgame", "analyze", board, "--region-nodes", "10"], "");
    assert!(text.contains("Black wins by an unknown lead"), "{text}");
}

#[test]
fn invalid_input_reports_one_line() {
    let error = run_err(&["endgame", "analyze", "x..|?"], "");
    assert!(
        error.contains("cannot read the position or game"),
        "{error}"
    );
    let error = run_err(&["endgame", "analyze", "x.o", "x.o", "--ply", "1"], "");
    assert!(
        error.contains("--ply applies to one game, not to 2 boards"),
        "{error}"
    );
    let error = run_err(&["endgame", "analyze", "x.o", "--ply", "7"], "");
    assert!(
        error.contains("there is no ply 7: the game has 0"),
        "{error}"
    );
    let error = run_err(&["endgame", "analyze", "missing.sgf"], "");
    assert!(error.contains("there is no file missing.sgf"), "{error}");
    let output = run(&["endgame", "analyze", "x.o", "--time", "-1"], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn analyses_have_exact_values() {
    // Five moves of Black, two of White.
    let position = "x.....|######|o..### w";
    let analysis = run_json(&["analyze", position, "--json", "--nodes", "10"]);
    let exact = &analysis["exact"];
    assert_eq!(exact["winner"], "black");
    assert_eq!(exact["ahead"], json!({ "least": 3, "most": 3 }));
    let text = run_ok(&["analyze", position, "--nodes", "10"], "");
    assert!(text.contains("Black ahead by 3 moves: proven."), "{text}");
    let open = run_json(&["analyze", "6x6", "--json", "--nodes", "10"]);
    assert_eq!(open["exact"], Value::Null);
    let with_values = run_ok(
        &["uci"],
        "position fen qQ4/******/2q3 b - - 0 1\ngo nodes 10\nquit\n",
    );
    assert!(with_values.contains("info string "), "{with_values}");
    let without = run_ok(
        &["uci"],
        "setoption name ExactEndgames value off\nposition fen qQ4/******/2q3 b - - 0 1\ngo nodes 10\nquit\n",
    );
    assert!(!without.contains("proven"), "{without}");
}
