//! `thermodon analyze` and `thermodon review`.

use amazons::records::{self, Record};
use engine::review::{GameReview, Judgement};
use engine::{Analysis, Engine, GoLimits};
use serde_json::Value;

use crate::program::{run_err, run_json, run_ok};

/// A finished game on a small board.
const GAME: &str = "4x4 moves b1-b3/b1 a3-a4/a3 d2-d1/d2 c4-d4/c4";

const NODES: u64 = 60;

/// The review of a game by the engine itself.
fn review(record: &Record) -> GameReview {
    let mut engine = Engine::new();
    let limits = GoLimits::nodes(NODES);
    let studies: Vec<Analysis> = record
        .positions()
        .iter()
        .map(|position| {
            engine.new_game();
            engine.analyze(position, limits.clone()).expect("a thread")
        })
        .collect();
    let moves: Vec<_> = record.main_line().collect();
    GameReview::new(studies, &moves).expect("the network has scores")
}

fn record(text: &str) -> Record {
    records::read(text).expect("a game").swap_remove(0)
}

fn review_as(format: &str) -> String {
    run_ok(
        &["review", "-", "--nodes", &NODES.to_string(), format],
        GAME,
    )
}

#[test]
fn json_is_the_review_of_the_engine() {
    let report: Value = serde_json::from_str(&review_as("--json")).expect("JSON");
    let review = review(&record(GAME));
    let moves = report["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), review.moves().len());
    for (reported, judged) in moves.iter().zip(review.moves()) {
        assert_eq!(reported["ply"], judged.ply);
        assert_eq!(reported["player"], judged.mover.to_string());
        assert_eq!(reported["move"], judged.mv.to_string());
        assert_eq!(reported["best_move"], judged.engine_move.to_string());
        assert_eq!(reported["judgement"], judged.judgement.name());
        let loss = reported["loss"].as_f64().expect("a number");
        assert!(
            (loss - judged.win_probability_loss).abs() < 1e-6,
            "{reported}"
        );
    }
    let positions = report["positions"].as_array().expect("positions");
    assert_eq!(positions.len(), moves.len() + 1);
    for (reported, study) in positions.iter().zip(review.analyses()) {
        let [black, white] = ["black", "white"].map(|side| {
            reported["win_probability"][side]
                .as_f64()
                .expect("a number")
        });
        assert!((black + white - 1.0).abs() < 1e-5, "{reported}");
        let expected = study
            .win_probability(amazons::Color::White)
            .expect("a value");
        assert!((white - expected).abs() < 1e-6, "{reported}");
    }
    assert_eq!(positions[0]["nodes"], NODES);
    assert!(report["players"]["white"]["accuracy"].is_number());
}

#[test]
fn results_do_not_depend_on_threads() {
    let with = |threads: &str| {
        let text = run_ok(
            &[
                "review",
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
fn text_has_a_graph_a_table_and_a_summary() {
    let nodes = NODES.to_string();
    let text = run_ok(&["review", "-", "--nodes", &nodes], GAME);
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
    assert!(!text.contains('\u{1b}'), "colors without a terminal");
    let colored = run_ok(
        &["review", "-", "--nodes", &nodes, "--color", "always"],
        GAME,
    );
    assert!(colored.contains('\u{1b}'));
}

#[test]
fn sgf_annotates_the_bad_moves() {
    let text = review_as("--sgf");
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
        let expected = 100.0 * (2.0 * judged.win_probability_after - 1.0);
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
            assert_eq!(notes.move_of(better), Some(judged.engine_move));
        }
    }
    assert!(bad > 0, "the game should have bad moves: {text}");
}

#[test]
fn sgf_keeps_existing_annotations() {
    let game = "(;GM[18]SZ[4]PB[Ada]PW[Bob]PL[W]AW[aa][ab]AB[dd][dc]C[before]\
        ;W[aabbaa]C[first]TE[1]GW[1](;B[ddccdd])(;B[ddcddd]C[other]))";
    let text = run_ok(&["review", "-", "--nodes", "30", "--sgf"], game);
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
fn positions_have_best_lines() {
    let arguments = [
        "analyze",
        "5x5",
        "--nodes",
        "50",
        "--threads",
        "1",
        "--multipv",
        "4",
    ];
    let text = run_ok(&arguments, "");
    assert!(text.contains("White to move. White "), "{text}");
    let report: Value =
        serde_json::from_str(&run_ok(&[&arguments[..], &["--json"]].concat(), "")).expect("JSON");
    let lines = report["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 4);
    assert_eq!(report["best_move"], lines[0]["moves"][0]);
    for line in lines {
        assert!(
            text.contains(line["moves"][0].as_str().expect("a move")),
            "{text}"
        );
    }
    let sgf = run_ok(&[&arguments[..], &["--sgf"]].concat(), "");
    let notes = record(&sgf);
    assert_eq!(notes.children(Record::ROOT).count(), 4, "{sgf}");
}

#[test]
fn plies_of_a_game_are_analyzed() {
    let analyze = |ply: &str| {
        let text = run_ok(
            &["analyze", "-", "--ply", ply, "--nodes", "20", "--json"],
            GAME,
        );
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    assert_eq!(analyze("0")["to_move"], "white");
    assert_eq!(analyze("1")["to_move"], "black");
    assert_eq!(
        run_err(&["analyze", "-", "--ply", "5"], GAME),
        "thermodon: there is no ply 5: the game has 4"
    );
}

#[test]
fn proven_and_finished_positions_are_reported() {
    let text = run_ok(&["analyze", "x#o|##.|...", "--nodes", "10"], "");
    assert!(text.contains("Black cannot move: White has won."), "{text}");
    let text = run_ok(&["analyze", "x.#o b", "--nodes", "10"], "");
    assert!(text.contains("White lost in 1, Black won in 1."), "{text}");
    let text = run_ok(&["review", "-", "--nodes", "10"], "x.#o b moves a1-b1/a1");
    assert!(text.contains("White cannot move: Black has won."), "{text}");
}

#[test]
fn invalid_input_reports_one_line() {
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
            &["review", "-", "--player", "random"],
            GAME,
            "reports no scores",
        ),
        (&["review", "5x5"], "", "no moves to review"),
        (
            &["analyze", "-"],
            "x..|",
            "cannot read the position or game",
        ),
    ] {
        let error = run_err(arguments, input);
        assert!(error.contains(expected), "{error}");
    }
}

/// `analyze` of a game was `review` before that was a command.
#[test]
fn analyze_reviews_games_without_a_ply() {
    let analyzed = run_ok(&["analyze", "-", "--nodes", "20", "--lines", "2"], GAME);
    let reviewed = run_ok(&["review", "-", "--nodes", "20", "--multipv", "2"], GAME);
    assert_eq!(analyzed, reviewed);
    let default = run_json(&["analyze", "--nodes", "2", "--json"]);
    assert_eq!(default["to_move"], "white", "the start position");
}

#[test]
fn games_between_people_are_reviewed_in_every_format() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/littlegolem-games.csv"
    );
    if !std::path::Path::new(file).exists() {
        eprintln!("skipped: {file} does not exist");
        return;
    }
    for game in ["3", "40"] {
        let arguments = ["review", file, "--game", game, "--nodes", "2"];
        let text = run_ok(&arguments, "");
        assert!(text.contains("accuracy"), "{text}");
        let with = |format: &str| run_ok(&[&arguments[..], &[format]].concat(), "");
        let report: Value = serde_json::from_str(&with("--json")).expect("JSON");
        let notes = record(&with("--sgf"));
        let plies = report["moves"].as_array().map(Vec::len);
        assert_eq!(plies, Some(notes.main_line().count()));
        assert!(plies > Some(20));
    }
}
