//! `thermodon solve` and exact values, as they are used.

mod program;

use program::{complaint, printed, thermodon};

/// What a command printed that may also have told how far it was.
fn solved(arguments: &[&str]) -> String {
    let output = thermodon(arguments, "");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&solved(arguments)).expect("JSON")
}

#[test]
fn boards_are_solved_alone_and_side_by_side() {
    let report = json(&["solve", ".oo.|o..o|x..x|.xx.", "--json", "--memory", "16"]);
    assert_eq!(report["black_to_move"], "white");
    assert_eq!(report["white_to_move"], "black");
    assert_eq!(report["black_winning_moves"], serde_json::json!([]));
    assert!(report["nodes"].as_u64() > Some(0));
    // A diagram on lines; Black has a move more than White.
    let said = solved(&["solve", "x..\n###\n..o", "x."]);
    assert!(said.contains("Black to move: Black wins with "), "{said}");
    assert!(said.contains("White to move: Black wins"), "{said}");
    assert!(said.contains("on board 1"), "{said}");
    // A FEN: what it says about whose turn it is does not matter.
    let report = json(&["solve", "q1Q w - - 0 1", "--json"]);
    assert_eq!(report["black_to_move"], "black");
    assert_eq!(report["white_to_move"], "white");
    assert_eq!(report["white_winning_moves"][0]["move"], "c1-b1/c1");
}

#[test]
fn a_proof_is_kept_in_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("proof");
    let state = state.to_str().expect("the folder's name is text");
    let solve = |memory: &'static str| {
        [
            "solve",
            "x..o|....|o..x",
            "--json",
            "--state",
            state,
            "--memory",
            memory,
        ]
    };
    let first = json(&solve("16"));
    let again = json(&solve("16"));
    assert_eq!(first["black_to_move"], again["black_to_move"]);
    assert!(again["nodes"].as_u64() < first["nodes"].as_u64());
    let refused = complaint(&solve("32"), "");
    assert!(
        refused.contains("was saved with another limit of memory"),
        "{refused}"
    );
    std::fs::write(state, "something else").expect("it can be written");
    let refused = complaint(&solve("16"), "");
    assert!(refused.ends_with("is not a saved proof"), "{refused}");
}

#[test]
fn what_is_no_board_is_refused_in_a_sentence() {
    let refused = complaint(&["solve", "x..|?"], "");
    assert!(refused.contains("cannot read the board"), "{refused}");
    assert!(refused.contains("'?' in row 2"), "{refused}");
}

#[test]
fn exact_values_are_built_and_probed() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().to_str().expect("the folder's name is text");
    let built = printed(
        &[
            "endgame", "build", "--exact", "--size", "5", "--folder", place,
        ],
        "",
    );
    assert!(
        built.contains("the exact values of all subgames up to 5 squares"),
        "{built}"
    );
    let svg = folder.path().join("thermographs.svg");
    let svg = svg.to_str().expect("the folder's name is text");
    let said = printed(
        &[
            "endgame",
            "probe",
            "--exact",
            "x..|..o",
            "--folder",
            place,
            "--thermographs",
            svg,
        ],
        "",
    );
    assert!(
        said.contains("value {1,{2|0}|-1,{0|-2}}: who begins wins"),
        "{said}"
    );
    assert!(said.contains("Black to move: Black wins"), "{said}");
    let picture = std::fs::read_to_string(svg).expect("a picture");
    assert!(
        picture.starts_with("<svg") && picture.contains("Black begins"),
        "{picture}"
    );
    let report = json(&[
        "endgame",
        "probe",
        "--exact",
        "x.o#..|####.x",
        "--json",
        "--folder",
        place,
    ]);
    assert_eq!(report["regions"][0]["value"], "3");
    assert_eq!(report["regions"][1]["value"], "*");
    assert_eq!(report["regions"][1]["outcome"], "first");
    assert_eq!(report["regions"][1]["temperature"], "0");
    assert_eq!(report["white_to_move"], "black");
}
