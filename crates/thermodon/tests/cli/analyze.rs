//! `thermodon analyze` and `thermodon review`: results are those of the engine.

use amazons::records::{self, Record};
use engine::review::{GameReview, Judgement};
use engine::{Analysis, Engine, GoLimits};
use serde_json::Value;

use crate::program::Sandbox;

/// A finished game on a small board.
const GAME: &str = "4x4 moves b1-b3/b1 a3-a4/a3 d2-d1/d2 c4-d4/c4";

const NODES: u64 = 60;

/// The review of a game by the engine itself.
fn review(record: &Record) -> GameReview {
    let mut engine = Engine::new();
    let limits = GoLimits::nodes(NODES);
    let mut analyze = |position| {
        engine.new_game();
        engine.analyze(position, limits.clone()).expect("a thread")
    };
    let studies: Vec<Analysis> = record
        .main_line_positions()
        .iter()
        .map(&mut analyze)
        .collect();
    let moves: Vec<_> = record.main_line().collect();
    GameReview::new(studies, &moves).expect("the network has scores")
}

fn record(text: &str) -> Record {
    records::read(text).expect("a game").swap_remove(0)
}

fn assert_close(reported: &Value, expected: f64) {
    let reported = reported.as_f64().expect("a number");
    assert!((reported - expected).abs() < 1e-5, "{reported} {expected}");
}

#[test]
fn json_is_the_review_of_the_engine() {
    let report = Sandbox::new().json(&format!("review '{GAME}' --nodes {NODES}"));
    let review = review(&record(GAME));
    let moves = report["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), review.moves().len());
    for (reported, judged) in moves.iter().zip(review.moves()) {
        assert_eq!(reported["ply"], judged.ply);
        assert_eq!(reported["player"], judged.mover.to_string());
        assert_eq!(reported["move"], judged.mv.to_string());
        assert_eq!(reported["best_move"], judged.engine_move.to_string());
        assert_eq!(reported["judgement"], judged.judgement.name());
        assert_close(&reported["loss"], judged.win_probability_loss);
    }
    let positions = report["positions"].as_array().expect("positions");
    assert_eq!(positions.len(), moves.len() + 1);
    for (reported, study) in positions.iter().zip(review.analyses()) {
        let white = study.win_probability(amazons::Color::White);
        let white = white.expect("a value");
        assert_close(&reported["win_probability"]["white"], white);
        assert_close(&reported["win_probability"]["black"], 1.0 - white);
    }
    assert_eq!(positions[0]["nodes"], NODES);
    assert!(report["players"]["white"]["accuracy"].is_number());
}

#[test]
fn results_do_not_depend_on_threads() {
    let [one, four] = ["1", "4"].map(|threads| {
        let line = format!("review '{GAME}' --nodes 40 --threads {threads}");
        let mut report = Sandbox::new().json(&line);
        for position in report["positions"].as_array_mut().expect("positions") {
            position["seconds"] = Value::Null;
        }
        report
    });
    assert_eq!(one, four);
}

#[test]
fn colors_are_used_if_requested() {
    let line = format!("review '{GAME}' --nodes 2");
    assert!(!Sandbox::new().ok(&line).contains('\u{1b}'));
    let colored = Sandbox::new().ok(&format!("{line} --color always"));
    assert!(colored.contains('\u{1b}'));
}

#[test]
fn sgf_annotates_the_bad_moves() {
    let text = Sandbox::new().ok(&format!("review '{GAME}' --nodes {NODES} --sgf"));
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
        let marks = annotations.properties.iter().map(ToString::to_string);
        let mark: &[&str] = match judged.judgement {
            Judgement::Best | Judgement::Good => &[],
            Judgement::Inaccuracy => &["DO[]"],
            Judgement::Mistake => &["BM[1]"],
            Judgement::Blunder => &["BM[2]"],
        };
        assert_eq!(marks.collect::<Vec<_>>(), mark);
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
fn positions_have_best_lines() {
    let program = Sandbox::new();
    let line = "analyze 5x5 --nodes 50 --threads 1 --multipv 4";
    let text = program.ok(line);
    let report = program.json(line);
    let lines = report["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 4);
    assert_eq!(report["best_move"], lines[0]["moves"][0]);
    for line in lines {
        let first = line["moves"][0].as_str().expect("a move");
        assert!(text.contains(first), "{text}");
    }
    let sgf = program.ok(&format!("{line} --sgf"));
    assert_eq!(record(&sgf).children(Record::ROOT).count(), 4, "{sgf}");
}

/// `analyze` of a game was `review` before that was a command.
#[test]
fn analyze_reviews_games_without_a_ply() {
    let program = Sandbox::new();
    let analyzed = program.ok(&format!("analyze '{GAME}' --nodes 20 --lines 2"));
    let reviewed = program.ok(&format!("review '{GAME}' --nodes 20 --multipv 2"));
    assert_eq!(analyzed, reviewed);
}

#[test]
fn games_of_a_table_are_reviewed_in_every_format() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/games/little-golem.csv"
    );
    let program = Sandbox::new();
    for game in ["3", "40"] {
        let line = format!("review '{file}' --game {game} --nodes 2");
        let text = program.ok(&line);
        assert!(text.contains("accuracy"), "{text}");
        let notes = record(&program.ok(&format!("{line} --sgf")));
        let plies = program.json(&line)["moves"].as_array().map(Vec::len);
        assert_eq!(plies, Some(notes.main_line().count()));
        assert!(plies > Some(20));
    }
}
