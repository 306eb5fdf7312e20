//! The opening book.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use amazons::{Color, Game, Move, Position};
use book::{Book, EvaluatedMove, PositionEvaluation};
use engine::{BookStatus, Engine, Event, GoLimits, Score};
use search::Value;

use crate::{engine_with, position};

const BEST: &str = "b1-b4/a3";
const GOOD: &str = "b1-b3/b4";
const UNSEARCHED: &str = "b1-b2/b4";
const REPLY: &str = "b6-b5/d5";

fn start() -> Position {
    position("6x6")
}

fn after(moves: &[&str]) -> Position {
    let mut position = start();
    for mv in moves {
        position = position.after(parse_move(mv)).expect("legal move");
    }
    position
}

fn expand(book: &mut Book, position: &Position, moves: &[(&str, i32)]) {
    let appraised = |&(mv, value): &(&str, i32)| EvaluatedMove {
        mv: parse_move(mv),
        value: Value::from_millilogits(value),
        visits: 1,
    };
    let appraisal = PositionEvaluation {
        moves: moves.iter().map(appraised).collect(),
        has_more: true,
        nodes: 1_000,
    };
    book.insert_evaluation(position, &appraisal, moves.len(), false, 0)
        .expect("legal moves");
}

/// A book with two expanded moves and a slightly better one that is not expanded.
fn small_book(dir: &Path) -> PathBuf {
    let mut book = Book::new(&start());
    expand(
        &mut book,
        &start(),
        &[(UNSEARCHED, 400), (BEST, 390), (GOOD, 350)],
    );
    expand(&mut book, &after(&[BEST]), &[(REPLY, -390)]);
    expand(&mut book, &after(&[GOOD]), &[(REPLY, -350)]);
    let file = dir.join("small.book");
    fs::write(&file, book.to_compact("by hand")).expect("writable file");
    file
}

fn engine_with_book(file: &Path) -> Engine {
    let file = file.to_str().expect("UTF-8 path");
    engine_with(&[("Player", "alpha-beta"), ("Book", file)])
}

fn run(engine: &mut Engine, position: &Position, limits: GoLimits) -> (Vec<Event>, Move) {
    let (events, best_move) = crate::run(engine, position, limits);
    (events, best_move.mv.expect("a move"))
}

fn parse_move(text: &str) -> Move {
    text.parse().expect("valid move")
}

#[test]
fn the_best_expanded_move_is_played_and_leaving_the_book_is_reported() {
    let dir = tempfile::tempdir().expect("temporary directory");
    let mut engine = engine_with_book(&small_book(dir.path()));
    let (events, mv) = run(&mut engine, &start(), GoLimits::nodes(50));
    assert_eq!(mv.to_string(), BEST);
    assert_eq!(events[0], Event::Book(BookStatus::InBook));
    let Event::Info(info) = &events[1] else {
        panic!("{events:?}")
    };
    assert_eq!((info.nodes, info.score), (0, Some(Score::Estimate(390))));
    let next = after(&[BEST, REPLY]);
    let (events, _) = run(&mut engine, &next, GoLimits::nodes(50));
    assert_eq!(events[0], Event::Book(BookStatus::LeftBook));
    // Reported once.
    let (events, _) = run(&mut engine, &next, GoLimits::nodes(50));
    assert!(!events.iter().any(|event| matches!(event, Event::Book(_))));
    // A game that starts out of book does not leave it.
    engine.new_game();
    let (events, _) = run(&mut engine, &next, GoLimits::nodes(50));
    assert!(matches!(events[0], Event::Info(_)), "{events:?}");
    // Moves that are not expanded are not played.
    let (events, _) = run(&mut engine, &after(&[BEST]), GoLimits::nodes(50));
    assert!(matches!(events[0], Event::Info(_)), "{events:?}");
}

#[test]
fn mirrored_positions_with_swapped_colors_are_found() {
    let dir = tempfile::tempdir().expect("temporary directory");
    let mut engine = engine_with_book(&small_book(dir.path()));
    let turned = start().with_to_move(Color::Black);
    let (events, mv) = run(&mut engine, &turned, GoLimits::nodes(50));
    assert_eq!(events[0], Event::Book(BookStatus::InBook));
    let mirrored: [Move; 2] = ["b6-b3/a4", "e6-e3/f4"].map(parse_move);
    assert!(mirrored.contains(&mv), "{mv}");
}

#[test]
fn varied_plays_several_good_expanded_moves() {
    let dir = tempfile::tempdir().expect("temporary directory");
    let mut engine = engine_with_book(&small_book(dir.path()));
    engine
        .set_option("BookVariety", "varied")
        .expect("valid option");
    let played: HashSet<String> = (1..=40)
        .map(|seed: u32| {
            engine
                .set_option("Seed", &seed.to_string())
                .expect("valid option");
            run(&mut engine, &start(), GoLimits::nodes(50))
                .1
                .to_string()
        })
        .collect();
    assert_eq!(played, HashSet::from([BEST.to_owned(), GOOD.to_owned()]));
}

#[test]
fn no_book_move_is_played_if_another_move_looks_much_better() {
    let dir = tempfile::tempdir().expect("temporary directory");
    let mut book = Book::new(&start());
    expand(&mut book, &start(), &[(UNSEARCHED, 900), (BEST, 390)]);
    expand(&mut book, &after(&[BEST]), &[(REPLY, -390)]);
    let file = dir.path().join("doubtful.book");
    fs::write(&file, book.to_compact("by hand")).expect("writable file");
    let (events, _) = run(&mut engine_with_book(&file), &start(), GoLimits::nodes(50));
    assert!(matches!(events[0], Event::Info(_)), "{events:?}");
}

#[test]
fn analysis_levels_random_moves_and_search_moves_ignore_the_book() {
    let dir = tempfile::tempdir().expect("temporary directory");
    let file = small_book(dir.path());
    let is_searched = |engine: &mut Engine, limits: GoLimits| {
        let (events, _) = run(engine, &start(), limits);
        !events.iter().any(|event| matches!(event, Event::Book(_)))
    };
    for (name, value) in [
        ("MultiPV", "2"),
        ("Level", "3"),
        ("Player", "random"),
        ("Book", "none"),
    ] {
        let mut engine = engine_with_book(&file);
        engine.set_option(name, value).expect("valid option");
        assert!(is_searched(&mut engine, GoLimits::nodes(20)), "{name}");
    }
    let mut limits = GoLimits::nodes(20);
    limits.search.search_moves = vec![parse_move(GOOD)];
    assert!(is_searched(&mut engine_with_book(&file), limits));
    let analysis = engine_with_book(&file)
        .analyze(&start(), GoLimits::nodes(20))
        .expect("spawned thread");
    assert!(analysis.lines()[0].nodes > 0);
}

#[test]
fn an_invalid_book_is_rejected_and_changes_nothing() {
    let dir = tempfile::tempdir().expect("temporary directory");
    let file = small_book(dir.path());
    let mut engine = engine_with_book(&file);
    let mut bytes = fs::read(&file).expect("readable file");
    let damaged = dir.path().join("damaged.book");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, &bytes).expect("writable file");
    let set_book = |engine: &mut Engine, file: &str| {
        let error = engine.set_option("Book", file).expect_err("invalid book");
        error.to_string()
    };
    let error = set_book(&mut engine, damaged.to_str().expect("UTF-8 path"));
    assert!(error.contains("the book file is corrupt"), "{error}");
    let foreign = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let error = set_book(&mut engine, foreign);
    assert!(error.contains("not a compact book file"), "{error}");
    let error = set_book(&mut engine, "no-such-file");
    assert!(
        error.starts_with("invalid value for Book: no-such-file"),
        "{error}"
    );
    assert_eq!(
        run(&mut engine, &start(), GoLimits::nodes(20))
            .1
            .to_string(),
        BEST
    );
}

#[test]
fn the_embedded_book_has_a_first_move() {
    let mut engine = Engine::new();
    let start = Position::standard_start();
    let (events, mv) = run(&mut engine, &start, GoLimits::nodes(1));
    assert_eq!(events[0], Event::Book(BookStatus::InBook));
    assert!(start.is_legal(mv));
    assert_eq!(engine.book_move(&start), Some(mv));
}
