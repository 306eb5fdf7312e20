//! `thermodon endgame solve` and exact values.

use crate::program::{path_text, run_err, run_json, run_ok, run_with_progress, temp_dir};

#[test]
fn boards_and_sums_are_solved() {
    let report = run_json(&[
        "endgame",
        "solve",
        ".oo.|o..o|x..x|.xx.",
        "--json",
        "--hash",
        "16",
    ]);
    assert_eq!(report["black_to_move"], "white");
    assert_eq!(report["white_to_move"], "black");
    assert_eq!(report["black_winning_moves"], serde_json::json!([]));
    assert!(report["nodes"].as_u64() > Some(0));
    // A diagram on several lines; Black has one move more than White.
    let text = run_with_progress(&["endgame", "solve", "x..\n###\n..o", "x."]);
    assert!(text.contains("Black to move: Black wins with "), "{text}");
    assert!(text.contains("White to move: Black wins"), "{text}");
    assert!(text.contains("on board 1"), "{text}");
    // The side to move of a FEN is ignored. The former command is accepted.
    let report = run_json(&["solve", "q1Q w - - 0 1", "--json"]);
    assert_eq!(report["black_to_move"], "black");
    assert_eq!(report["white_to_move"], "white");
    assert_eq!(report["white_winning_moves"][0]["move"], "c1-b1/c1");
}

#[test]
fn checkpoints_are_continued() {
    let dir = temp_dir();
    let checkpoint = dir.path().join("proof");
    let checkpoint = path_text(&checkpoint);
    let solve = |hash: &'static str| {
        [
            "endgame",
            "solve",
            "x..o|....|o..x",
            "--json",
            "--checkpoint",
            checkpoint,
            "--hash",
            hash,
        ]
    };
    let first = run_json(&solve("16"));
    let again = run_json(&solve("16"));
    assert_eq!(first["black_to_move"], again["black_to_move"]);
    assert!(again["nodes"].as_u64() < first["nodes"].as_u64());
    let error = run_err(&solve("32"), "");
    assert!(
        error.contains("was saved with another memory limit"),
        "{error}"
    );
    std::fs::write(checkpoint, "something else").expect("it can be written");
    let error = run_err(&solve("16"), "");
    assert!(error.ends_with("is not a saved proof"), "{error}");
}

#[test]
fn invalid_boards_report_one_line() {
    let error = run_err(&["endgame", "solve", "x..|?"], "");
    assert!(error.contains("cannot read the board"), "{error}");
    assert!(error.contains("'?' in row 2"), "{error}");
}

#[test]
fn exact_values_are_built_and_probed() {
    let dir = temp_dir();
    let tables = path_text(dir.path());
    let build = ["endgame", "build", "--exact", "--max-squares", "5"];
    let built = run_ok(&[&build[..], &["--table-dir", tables]].concat(), "");
    assert!(
        built.starts_with("exact values of all subgames of up to 5 squares"),
        "{built}"
    );
    let svg = dir.path().join("thermographs.svg");
    let svg = path_text(&svg);
    let text = run_ok(
        &[
            "endgame",
            "probe",
            "--exact",
            "x..|..o",
            "--table-dir",
            tables,
            "--thermographs",
            svg,
        ],
        "",
    );
    assert!(
        text.contains("value {1,{2|0}|-1,{0|-2}}: the first player wins"),
        "{text}"
    );
    assert!(text.contains("Black to move: Black wins"), "{text}");
    let plot = std::fs::read_to_string(svg).expect("a plot");
    assert!(
        plot.starts_with("<svg") && plot.contains("Black to move"),
        "{plot}"
    );
    let report = run_json(&[
        "endgame",
        "probe",
        "--exact",
        "x.o#..|####.x",
        "--json",
        "--table-dir",
        tables,
    ]);
    assert_eq!(report["regions"][0]["value"], "3");
    assert_eq!(report["regions"][1]["value"], "*");
    assert_eq!(report["regions"][1]["outcome"], "first");
    assert_eq!(report["regions"][1]["temperature"], "0");
    assert_eq!(report["white_to_move"], "black");
}
