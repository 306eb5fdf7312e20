//! `thermodon eval` as a user meets it.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn eval(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_thermodon"))
        .arg("eval")
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// What a successful command printed.
fn printed(arguments: &[&str]) -> String {
    let output = eval(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The one sentence of a command that failed.
fn complaint(arguments: &[&str]) -> String {
    let output = eval(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    errors
}

fn file(name: &str, content: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("a file");
    path
}

#[test]
fn the_parts_add_up() {
    let report: Value =
        serde_json::from_str(&printed(&["x....|.#..o|..#..|....x|o.... w", "--json"])).unwrap();
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
fn a_person_sees_maps_and_terms() {
    let text = printed(&["startpos"]);
    for expected in [
        "White to move; 92 empty squares: 92 contested",
        "queen, black",
        "queen-by-one",
        "lieberum",
        "run-c",
    ] {
        assert!(text.contains(expected), "no {expected:?} in:\n{text}");
    }
    assert!(
        !text.contains('\u{1b}'),
        "colours where nobody asked for them"
    );
}

#[test]
fn weights_are_taken_from_a_file_or_refused() {
    let mut weights = evaluation::Weights::default();
    weights.provenance = "a test".to_owned();
    let whole = file("whole.txt", &weights.to_string());
    let text = printed(&["--weights", whole.to_str().unwrap()]);
    assert!(text.contains("weights: a test"), "{text}");

    let damaged = file(
        "damaged.txt",
        &weights.to_string().replace("a test", "a tent"),
    );
    let error = complaint(&["--weights", damaged.to_str().unwrap()]);
    assert!(error.contains("the weights are damaged"), "{error}");
    let foreign = file("foreign.txt", "{}");
    let error = complaint(&["--weights", foreign.to_str().unwrap()]);
    assert!(error.contains("no file of evaluation weights"), "{error}");
    let error = complaint(&["--weights", "no-such-file.txt"]);
    assert!(
        error.contains("cannot use the weights in no-such-file.txt"),
        "{error}"
    );
}

#[test]
fn what_is_no_position_is_refused() {
    let error = complaint(&["x..|.?."]);
    assert!(error.contains("'?'"), "{error}");
}
