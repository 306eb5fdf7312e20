//! The engine and its opening book.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use amazons::{Color, Game, Move, Position};
use book::{Appraisal, Appraised, Book};
use engine::{Engine, Event, Limits, Opening, Score};
use search::Value;

const BEST: &str = "b1-b4/a3";
const GOOD: &str = "b1-b3/b4";
const UNSEARCHED: &str = "b1-b2/b4";
const REPLY: &str = "b6-b5/d5";

fn start() -> Position {
    Position::parse("6x6").expect("it is a board")
}

fn after(moves: &[&str]) -> Position {
    let mut position = start();
    for mv in moves {
        position = position.after(mv.parse().expect("a move")).expect("legal");
    }
    position
}

fn say(book: &mut Book, position: &Position, moves: &[(&str, i32)]) {
    let appraised = |&(mv, value): &(&str, i32)| Appraised {
        mv: mv.parse().expect("a move"),
        value: Value::estimate(value),
        visits: 1,
    };
    let appraisal = Appraisal {
        moves: moves.iter().map(appraised).collect(),
        has_more: true,
        nodes: 1_000,
    };
    book.add(position, &appraisal, moves.len(), false, 0)
        .expect("the moves are legal");
}

/// Two searched moves, and one, thought a little better, that was not.
fn small_book(folder: &Path) -> PathBuf {
    let mut book = Book::new(&start());
    say(
        &mut book,
        &start(),
        &[(UNSEARCHED, 400), (BEST, 390), (GOOD, 350)],
    );
    say(&mut book, &after(&[BEST]), &[(REPLY, -390)]);
    say(&mut book, &after(&[GOOD]), &[(REPLY, -350)]);
    let file = folder.join("small.book");
    fs::write(&file, book.to_compact("by hand")).expect("a file");
    file
}

fn playing_from(file: &Path) -> Engine {
    let mut engine = Engine::new();
    engine.set_option("Player", "alpha-beta").expect("a player");
    let file = file.to_str().expect("text");
    engine.set_option("Book", file).expect("it is a book");
    engine
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// What the engine said of a move, the answer last.
fn told(engine: &mut Engine, position: &Position, limits: Limits) -> (Vec<Event>, Move) {
    let (sender, events) = mpsc::channel();
    let search = engine.start(position, limits, move |event| {
        let _ = sender.send(event);
    });
    let answer = search.expect("a thread").wait();
    (events.iter().collect(), answer.best_move.expect("a move"))
}

#[test]
fn the_best_searched_move_is_played_and_the_end_of_the_book_announced() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = playing_from(&small_book(folder.path()));
    let (events, mv) = told(&mut engine, &start(), nodes(50));
    assert_eq!(mv.to_string(), BEST);
    assert_eq!(events[0], Event::Opening(Opening::InBook));
    let Event::Info(info) = &events[1] else {
        panic!("{events:?}")
    };
    assert_eq!((info.nodes, info.score), (0, Some(Score::Estimate(390))));
    let next = after(&[BEST, REPLY]);
    let (events, _) = told(&mut engine, &next, nodes(50));
    assert_eq!(events[0], Event::Opening(Opening::LeftBook));
    // It is said once.
    let (events, _) = told(&mut engine, &next, nodes(50));
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::Opening(_)))
    );
    // Out of the book at the beginning is not left: it was never entered.
    engine.new_game();
    let (events, _) = told(&mut engine, &next, nodes(50));
    assert!(matches!(events[0], Event::Info(_)), "{events:?}");
    // A position whose moves were not searched themselves is none to play from.
    let (events, _) = told(&mut engine, &after(&[BEST]), nodes(50));
    assert!(matches!(events[0], Event::Info(_)), "{events:?}");
}

#[test]
fn images_and_exchanged_players_are_known_as_well() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = playing_from(&small_book(folder.path()));
    let turned = start().with_to_move(Color::Black);
    let (events, mv) = told(&mut engine, &turned, nodes(50));
    assert_eq!(events[0], Event::Opening(Opening::InBook));
    let mirrored: [Move; 2] = ["b6-b3/a4", "e6-e3/f4"].map(|mv| mv.parse().expect("a move"));
    assert!(mirrored.contains(&mv), "{mv}");
}

#[test]
fn variety_means_several_good_moves_and_none_unsearched() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = playing_from(&small_book(folder.path()));
    engine
        .set_option("BookVariety", "varied")
        .expect("a choice");
    let played: HashSet<String> = (1..=40)
        .map(|seed: u32| {
            engine
                .set_option("Seed", &seed.to_string())
                .expect("a number");
            told(&mut engine, &start(), nodes(50)).1.to_string()
        })
        .collect();
    assert_eq!(played, HashSet::from([BEST.to_owned(), GOOD.to_owned()]));
}

#[test]
fn what_looks_much_better_is_worth_a_thought() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut book = Book::new(&start());
    say(&mut book, &start(), &[(UNSEARCHED, 900), (BEST, 390)]);
    say(&mut book, &after(&[BEST]), &[(REPLY, -390)]);
    let file = folder.path().join("doubtful.book");
    fs::write(&file, book.to_compact("by hand")).expect("a file");
    let (events, _) = told(&mut playing_from(&file), &start(), nodes(50));
    assert!(matches!(events[0], Event::Info(_)), "{events:?}");
}

#[test]
fn analysis_levels_chance_and_chosen_moves_take_no_notice_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = small_book(folder.path());
    let is_searched = |engine: &mut Engine, limits: Limits| {
        let (events, _) = told(engine, &start(), limits);
        !events
            .iter()
            .any(|event| matches!(event, Event::Opening(_)))
    };
    for (name, value) in [
        ("MultiPV", "2"),
        ("Level", "3"),
        ("Player", "random"),
        ("Book", "none"),
    ] {
        let mut engine = playing_from(&file);
        engine.set_option(name, value).expect("it is an option");
        assert!(is_searched(&mut engine, nodes(20)), "{name}");
    }
    let among = Limits {
        search_moves: vec![GOOD.parse().expect("a move")],
        ..nodes(20)
    };
    assert!(is_searched(&mut playing_from(&file), among));
    let study = playing_from(&file)
        .study(&start(), nodes(20))
        .expect("a thread");
    assert!(study.lines()[0].nodes > 0);
}

#[test]
fn what_is_no_book_is_refused_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = small_book(folder.path());
    let mut engine = playing_from(&file);
    let mut bytes = fs::read(&file).expect("the book");
    let damaged = folder.path().join("damaged.book");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, &bytes).expect("a file");
    let refusal = |engine: &mut Engine, file: &str| {
        let error = engine.set_option("Book", file).expect_err("it is no book");
        error.to_string()
    };
    let said = refusal(&mut engine, damaged.to_str().expect("text"));
    assert!(said.ends_with("the book is damaged"), "{said}");
    let foreign = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let said = refusal(&mut engine, foreign);
    assert!(said.contains("it is no opening book"), "{said}");
    let said = refusal(&mut engine, "no-such-file");
    assert!(
        said.starts_with("Book cannot be that: no-such-file"),
        "{said}"
    );
    assert_eq!(told(&mut engine, &start(), nodes(20)).1.to_string(), BEST);
}

/// The book that ships is whole, and knows the start of the game.
#[test]
fn the_book_that_ships_has_a_first_move() {
    let mut engine = Engine::new();
    let start = Position::standard_start();
    let (events, mv) = told(&mut engine, &start, nodes(1));
    assert_eq!(events[0], Event::Opening(Opening::InBook));
    assert!(start.is_legal(mv));
    assert_eq!(engine.book_move(&start), Some(mv));
}
