//! `thermodon eval`.

use crate::program::{path_text, run_err, run_json, run_ok, temp_dir};

#[test]
fn terms_add_up() {
    let report = run_json(&["eval", "x....|.#..o|..#..|....x|o.... w", "--json"]);
    assert_eq!(report["to_move"], "white");
    let staged = &report["staged"];
    let terms = staged["terms"].as_object().unwrap().values();
    let sum: f64 = terms.map(|term| term["share"].as_f64().unwrap()).sum();
    assert!(
        (sum - staged["logit"].as_f64().unwrap()).abs() < 0.002,
        "{sum}"
    );
    assert_eq!(
        report["maps"]["queen"]["black"][0],
        serde_json::json!([null, 1, 1, 1, 1])
    );
    assert_eq!(
        report["maps"]["king"]["black"][0],
        serde_json::json!([null, 1, 2, 3, 3])
    );
    assert_eq!(report["features"]["empty"], 19);
}

#[test]
fn text_has_maps_and_terms() {
    let text = run_ok(&["eval", "startpos"], "");
    for expected in [
        "White to move; 92 empty squares: 92 contested",
        "queen, black",
        "queen-by-one",
        "lieberum",
        "run-c",
    ] {
        assert!(text.contains(expected), "no {expected:?} in:\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "colors without a terminal");
}

#[test]
fn weights_are_read_from_a_file() {
    let dir = temp_dir();
    let file = |name: &str, content: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, content).expect("a file");
        path
    };
    let mut weights = evaluation::TermWeights::default();
    weights.provenance = "a test".to_owned();
    let valid = file("valid.txt", &weights.to_string());
    let text = run_ok(&["eval", "--weights", path_text(&valid)], "");
    assert!(text.contains("weights: a test"), "{text}");

    let damaged = file(
        "damaged.txt",
        &weights.to_string().replace("a test", "a tent"),
    );
    let error = run_err(&["eval", "--weights", path_text(&damaged)], "");
    assert!(error.contains("the weights file is corrupt"), "{error}");
    let foreign = file("foreign.txt", "{}");
    let error = run_err(&["eval", "--weights", path_text(&foreign)], "");
    assert!(error.contains("not an evaluation weights file"), "{error}");
    let error = run_err(&["eval", "--weights", "no-such-file.txt"], "");
    assert!(
        error.contains("cannot read the weights in no-such-file.txt"),
        "{error}"
    );
}

#[test]
fn invalid_positions_are_rejected() {
    let error = run_err(&["eval", "x..|.?."], "");
    assert!(error.contains("'?'"), "{error}");
}
