//! `thermodon analyze` as a user meets it: positions and games, in all its forms.

mod program;

use amazons::records::{self, Record};
use engine::review::{Judgement, Review};
use engine::{Engine, Limits, Study};
use program::{complaint, printed};
use serde_json::Value;

/// A game on a small board, played to its end.
const GAME: &str = "4x4 moves b1-b3/b1 a3-a4/a3 d2-d1/d2 c4-d4/c4";

const NODES: u64 = 60;

/// What the engine itself says of the positions of a game, each on its own.
fn review(record: &Record) -> Review {
    let mut engine = Engine::new();
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let studies: Vec<Study> = record
        .positions()
        .iter()
        .map(|position| {
            engine.new_game();
            engine.study(position, limits.clone()).expect("a thread")
        })
        .collect();
    let moves: Vec<_> = record.main_line().collect();
    Review::new(studies, &moves).expect("the network has values")
}

fn record(text: &str) -> Record {
    records::read(text).expect("a game").swap_remove(0)
}

fn game_in(format: &str) -> String {
    printed(
        &["analyze", "-", "--nodes", &NODES.to_string(), format],
        GAME,
    )
}

#[test]
fn json_is_what_the_engine_says() {
    let report: Value = serde_json::from_str(&game_in("--json")).expect("JSON");
    let review = review(&record(GAME));
    let moves = report["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), review.moves().len());
    for (said, judged) in moves.iter().zip(review.moves()) {
        assert_eq!(said["ply"], judged.ply);
        assert_eq!(said["player"], judged.mover.to_string());
        assert_eq!(said["move"], judged.mv.to_string());
        assert_eq!(said["best_move"], judged.preferred.to_string());
        assert_eq!(said["judgement"], judged.judgement.name());
        let loss = said["loss"].as_f64().expect("a number");
        assert!((loss - judged.loss).abs() < 1e-6, "{said}");
    }
    let positions = report["positions"].as_array().expect("positions");
    assert_eq!(positions.len(), moves.len() + 1);
    for (said, study) in positions.iter().zip(review.studies()) {
        let [black, white] = ["black", "white"]
            .map(|side| said["win_probability"][side].as_f64().expect("a number"));
        assert!((black + white - 1.0).abs() < 1e-5, "{said}");
        let expected = study.chance(amazons::Color::White).expect("a value");
        assert!((white - expected).abs() < 1e-6, "{said}");
    }
    assert_eq!(positions[0]["nodes"], NODES);
    assert!(report["players"]["white"]["accuracy"].is_number());
}

#[test]
fn several_threads_find_the_same_as_one() {
    let with = |threads: &str| {
        let text = printed(
            &[
                "analyze",
                "-",
                "--nodes",
                "40",
                "--threads",
                threads,
                "--json",
            ],
            GAME,
        );
        let mut report: Value = serde_json::from_str(&text).expect("JSON");
        for position in report["positions"].as_array_mut().expect("positions") {
            position["seconds"] = Value::Null;
        }
        report
    };
    assert_eq!(with("1"), with("4"));
}

#[test]
fn the_text_has_a_graph_a_table_and_a_summary() {
    let nodes = NODES.to_string();
    let text = printed(&["analyze", "-", "--nodes", &nodes], GAME);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("White ▕"), "{text}");
    let head = lines.iter().position(|line| line.starts_with("move "));
    let table = &lines[head.expect("a table") + 1..];
    for (line, mv) in table.iter().zip(record(GAME).main_line()) {
        assert!(line.contains(&mv.to_string()), "{line}");
    }
    for expected in ["accuracy", "\nWhite ", "\nBlack ", "Turning point"] {
        let is_there =
            text.contains(expected) || (expected == "Turning point" && text.contains("ahead"));
        assert!(is_there, "{expected}: {text}");
    }
    assert!(
        text.lines()
            .all(|line| line.trim_end() == line || line.contains('▕')),
        "{text}"
    );
    assert!(
        !text.contains('\u{1b}'),
        "colours where there is no terminal"
    );
    let colored = printed(
        &["analyze", "-", "--nodes", &nodes, "--color", "always"],
        GAME,
    );
    assert!(colored.contains('\u{1b}'));
}

#[test]
fn sgf_is_read_back_and_marks_the_bad_moves() {
    let text = game_in("--sgf");
    let notes = record(&text);
    assert_eq!(records::sgf::write(&notes), text.trim_end(), "a round trip");
    let original = record(GAME);
    assert!(notes.main_line().eq(original.main_line()));
    assert_eq!(notes.start(), original.start());
    let review = review(&original);
    let nodes: Vec<_> = notes.main_line_nodes().collect();
    let mut bad = 0;
    for (judged, &node) in review.moves().iter().zip(&nodes) {
        let annotations = notes.annotations(node);
        let expected = 100.0 * (2.0 * judged.after - 1.0);
        let value = annotations.evaluation.expect("a value");
        assert!((value - expected).abs() < 0.006, "{value} for {expected}");
        assert!(annotations.comment.contains("White "), "{annotations:?}");
        let marks: Vec<String> = annotations
            .properties
            .iter()
            .map(ToString::to_string)
            .collect();
        let mark: &[&str] = match judged.judgement {
            Judgement::Best | Judgement::Good => &[],
            Judgement::Inaccuracy => &["DO[]"],
            Judgement::Mistake => &["BM[1]"],
            Judgement::Blunder => &["BM[2]"],
        };
        assert_eq!(marks, mark);
        if judged.judgement.is_bad() {
            bad += 1;
            let parent = notes.parent(node).expect("not the root");
            let better = notes.children(parent).nth(1).expect("a variation");
            assert_eq!(notes.move_of(better), Some(judged.preferred));
        }
    }
    assert!(bad > 0, "the game should have bad moves: {text}");
}

#[test]
fn notes_keep_what_the_record_said() {
    let game = "(;GM[18]SZ[4]PB[Ada]PW[Bob]PL[W]AW[aa][ab]AB[dd][dc]C[before]\
        ;W[aabbaa]C[first]TE[1]GW[1](;B[ddccdd])(;B[ddcddd]C[other]))";
    let text = printed(&["analyze", "-", "--nodes", "30", "--sgf"], game);
    let notes = record(&text);
    let first = notes.main_line_nodes().next().expect("a move");
    assert!(
        notes
            .annotations(Record::ROOT)
            .comment
            .starts_with("before\n")
    );
    assert!(notes.annotations(first).comment.starts_with("first\n"));
    assert!(
        text.contains("GW[1]") && text.contains("C[other]"),
        "{text}"
    );
    assert!(text.contains("PB[Ada]"), "{text}");
}

#[test]
fn a_position_has_its_best_lines() {
    let arguments = [
        "analyze",
        "5x5",
        "--nodes",
        "50",
        "--threads",
        "1",
        "--lines",
        "4",
    ];
    let text = printed(&arguments, "");
    assert!(text.contains("White to move. White "), "{text}");
    let report: Value =
        serde_json::from_str(&printed(&[&arguments[..], &["--json"]].concat(), "")).expect("JSON");
    let lines = report["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 4);
    assert_eq!(report["best_move"], lines[0]["moves"][0]);
    for line in lines {
        assert!(
            text.contains(line["moves"][0].as_str().expect("a move")),
            "{text}"
        );
    }
    let sgf = printed(&[&arguments[..], &["--sgf"]].concat(), "");
    let notes = record(&sgf);
    assert_eq!(notes.children(Record::ROOT).count(), 4, "{sgf}");
}

#[test]
fn a_ply_of_a_game_is_a_position() {
    let analyze = |ply: &str| {
        let text = printed(
            &["analyze", "-", "--ply", ply, "--nodes", "20", "--json"],
            GAME,
        );
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    assert_eq!(analyze("0")["to_move"], "white");
    assert_eq!(analyze("1")["to_move"], "black");
    assert_eq!(
        complaint(&["analyze", "-", "--ply", "5"], GAME),
        "thermodon: there is no position after 5 moves: the game has 4"
    );
}

#[test]
fn what_is_proved_or_over_is_said_so() {
    let text = printed(&["analyze", "x#o|##.|...", "--nodes", "10"], "");
    assert!(text.contains("Black cannot move: White has won."), "{text}");
    let text = printed(&["analyze", "x.#o b", "--nodes", "10"], "");
    assert!(text.contains("White lost in 1, Black won in 1."), "{text}");
    let text = printed(&["analyze", "-", "--nodes", "10"], "x.#o b moves a1-b1/a1");
    assert!(text.contains("White cannot move: Black has won."), "{text}");
}

#[test]
fn bad_input_gets_one_sentence() {
    for (arguments, input, expected) in [
        (
            &["analyze", "nonsense"][..],
            "",
            "cannot read the position or game",
        ),
        (
            &["analyze", "missing.sgf"],
            "",
            "there is no file missing.sgf",
        ),
        (&["analyze", "-"], "4x4 moves b1-b3/b1 b1-b2/b3", "move 2"),
        (
            &["analyze", "startpos", "--time", "0"],
            "",
            "more than 0 seconds",
        ),
        (
            &["analyze", "startpos", "--player", "me"],
            "",
            "Player must be",
        ),
        (
            &["analyze", "startpos", "--option", "Luck=1"],
            "",
            "there is no option \"Luck\"",
        ),
        (
            &["analyze", "startpos", "--option", "Luck"],
            "",
            "takes NAME=VALUE",
        ),
        (
            &["analyze", "startpos", "--game", "2"],
            "",
            "there is no game 2",
        ),
        (
            &["analyze", "-", "--player", "random"],
            GAME,
            "gives no values",
        ),
    ] {
        let said = complaint(arguments, input);
        assert!(said.contains(expected), "{said}");
    }
}

/// Games that people played, in the form in which they are kept.
#[test]
fn real_games_are_analysed_in_every_form() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/littlegolem-games.csv"
    );
    if !std::path::Path::new(file).exists() {
        eprintln!("skipped: there is no {file}");
        return;
    }
    for game in ["3", "40"] {
        let arguments = ["analyze", file, "--game", game, "--nodes", "2"];
        let text = printed(&arguments, "");
        assert!(text.contains("accuracy"), "{text}");
        let with = |form: &str| printed(&[&arguments[..], &[form]].concat(), "");
        let report: Value = serde_json::from_str(&with("--json")).expect("JSON");
        let notes = record(&with("--sgf"));
        let plies = report["moves"].as_array().map(Vec::len);
        assert_eq!(plies, Some(notes.main_line().count()));
        assert!(plies > Some(20));
    }
}
