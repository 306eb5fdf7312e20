//! Databases and compact books.

use std::borrow::Cow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use amazons::{Color, Game, Position};
use book::{
    Book, BookDatabase, BookDatabaseError, BookKey, BuildConfig, CompactBook, CompactError,
    MoveEvaluator, PolicyKind, Provenance, ResultCount, build,
};
use proptest::prelude::*;
use twox_hash::XxHash3_64;

use crate::hash_evaluator::{HashEvaluator, config, empty_book};

fn provenance() -> String {
    let provenance = Provenance {
        engine: "test".to_owned(),
        weights: "hash".to_owned(),
        nodes: 10,
        date: "today".to_owned(),
    };
    provenance.to_json()
}

/// A book of a small board, saved after each search.
fn saved_book(file: &Path, size: usize, replacement_rounds: usize) -> Book {
    let root = Position::parse("5x5").expect("the position is valid");
    let (database, mut book) = BookDatabase::create(file, &root).expect("the file is new");
    let policy = PolicyKind::SecondExpansion.policy();
    let config = BuildConfig {
        replacement_rounds,
        provenance: &provenance(),
        ..config(policy.as_ref(), size)
    };
    let evaluators: Vec<Box<dyn MoveEvaluator>> = vec![Box::new(HashEvaluator(4))];
    let never = AtomicBool::new(false);
    let mut save = |book: &Book, changes: &_| Ok(database.save(book, changes)?);
    build(
        &mut book,
        &config,
        evaluators,
        &never,
        &mut save,
        &mut |_| {},
    )
    .expect("the build succeeds");
    book
}

#[test]
fn a_saved_book_is_read_back() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("a.redb");
    let book = saved_book(&file, 60, 3);
    let (database, read) = BookDatabase::open(&file).expect("the book is valid");
    assert_eq!(read.len(), book.len());
    assert_eq!(read.provenances(), book.provenances());
    for (key, node) in book.nodes() {
        assert_eq!(read.node(key), Some(node));
    }
    let results = [(book.root_key(), ResultCount { games: 7, wins: 3 })].into();
    database
        .save_games(&results)
        .expect("the database is writable");
    assert_eq!(database.games().expect("the database is readable"), results);
    assert!(matches!(
        BookDatabase::open(&file),
        Err(BookDatabaseError::InUse(_))
    ));
    let exists = BookDatabase::create(&file, book.root());
    assert!(matches!(exists, Err(BookDatabaseError::Exists(_))));
}

#[test]
fn missing_and_invalid_files_are_reported() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("a.redb");
    let missing = BookDatabase::open(&file).expect_err("the file is missing");
    assert!(missing.to_string().ends_with("not found"));
    drop(saved_book(&file, 5, 0));
    let mut bytes = std::fs::read(&file).expect("the file is readable");
    bytes.truncate(bytes.len() / 3);
    std::fs::write(&file, &bytes).expect("the file is writable");
    assert!(BookDatabase::open(&file).is_err());
    std::fs::write(&file, b"words").expect("the file is writable");
    let message = BookDatabase::open(&file)
        .expect_err("the file is text")
        .to_string();
    assert!(
        message.contains("is not a valid book database"),
        "{message}"
    );
}

#[test]
fn a_compact_book_has_the_values_of_the_book() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let book = saved_book(&directory.path().join("a.redb"), 80, 0);
    let compact =
        CompactBook::from_bytes(Cow::Owned(book.to_compact("here"))).expect("the bytes are valid");
    assert_eq!((compact.len(), compact.provenance()), (80, "here"));
    for (key, node) in book.nodes() {
        let entry = compact
            .probe(node.position())
            .expect("the position is in the book");
        assert_eq!(
            (entry.value, entry.best_deviation),
            (node.value(), node.best_deviation())
        );
        assert_eq!(entry.moves.len(), node.moves().len());
        assert!(
            entry
                .moves
                .is_sorted_by_key(|mv| std::cmp::Reverse(mv.value))
        );
        assert!(entry.bounds.low <= entry.value && entry.value <= entry.bounds.high);
        for mv in &entry.moves {
            let next = BookKey::after(node.position(), mv.mv).expect("the move is legal");
            let book_move = node
                .moves()
                .iter()
                .find(|book_move| book_move.child == next);
            let book_move = book_move.expect("the move is in the book");
            assert_eq!(mv.value, book.move_value(book_move), "{key:?}");
            assert_eq!(mv.is_expanded, book.node(&next).is_some());
        }
        // The same position with colors swapped.
        let swapped = color_swapped(node.position());
        let there = compact
            .probe(&swapped)
            .expect("symmetric positions share an entry");
        assert_eq!(there.value, entry.value);
        assert!(there.moves.iter().all(|mv| swapped.is_legal(mv.mv)));
    }
    assert_eq!(compact.probe(&Position::standard_start()), None);
}

/// Swaps the colors and turns the board.
fn color_swapped(position: &Position) -> Position {
    let view = amazons::Transform {
        size: position.size(),
        symmetry: amazons::Symmetry::ALL[1],
        swaps_colors: true,
    };
    let seen = view.apply(position);
    assert_eq!(seen.to_move(), Color::Black);
    seen
}

#[test]
fn foreign_newer_and_truncated_files_are_distinguished() {
    let book = Book::new(&Position::standard_start()).to_compact("nothing");
    let read = |bytes: &[u8]| CompactBook::from_bytes(Cow::Owned(bytes.to_vec()));
    assert!(read(&book).is_ok_and(|book| book.is_empty()));
    assert!(matches!(read(b"words"), Err(CompactError::NotABook)));
    assert!(matches!(read(b""), Err(CompactError::NotABook)));
    let mut newer = book.clone();
    newer[7] = 9;
    assert!(matches!(read(&newer), Err(CompactError::Version(9))));
    for length in 8..book.len() {
        assert!(matches!(read(&book[..length]), Err(CompactError::Corrupt)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Even with a valid checksum.
    #[test]
    fn changed_books_are_rejected_or_have_legal_moves(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut book = empty_book("5x5");
        let mut evaluator = HashEvaluator(1);
        for _ in 0..5 {
            let policy = PolicyKind::Reach.policy();
            let target = policy.select(&book, &Default::default(), 1)[0];
            let evaluation = evaluator.evaluate_moves(&target.position, 4, &[]);
            let evaluation = evaluation.expect("the evaluator does not fail");
            book.insert_evaluation(&target.position, &evaluation, 3, false, 0)
                .expect("the moves are legal");
        }
        let mut bytes = book.to_compact("somewhere");
        bytes.truncate(bytes.len() - 8);
        if let Some(cut) = cut {
            bytes.truncate(8 + cut.index(bytes.len() - 8));
        }
        for (index, byte) in changes {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        bytes.extend(XxHash3_64::oneshot(&bytes).to_le_bytes());
        if let Ok(read) = CompactBook::from_bytes(Cow::Owned(bytes)) {
            for (_, node) in book.nodes() {
                if let Some(entry) = read.probe(node.position()) {
                    for mv in entry.moves {
                        prop_assert!(node.position().after(mv.mv).is_ok());
                    }
                }
            }
        }
    }
}

#[test]
fn a_book_from_a_compact_book_exports_the_same_file() {
    let compact = CompactBook::embedded();
    let book = Book::from_compact(compact).expect("the embedded book is valid");
    assert_eq!(book.root_key(), BookKey::new(&Position::standard_start()).0);
    assert_eq!(book.len(), compact.len());
    let again = book.to_compact(compact.provenance());
    assert!(again == include_bytes!("../../default.book"));
    let heights = book.heights();
    for (key, node) in book.nodes() {
        let entry = compact
            .probe(node.position())
            .expect("the position is in the book");
        assert_eq!(node.value(), entry.value);
        assert_eq!(node.best_deviation(), entry.best_deviation);
        let moves = entry.moves.iter().map(|entry| (entry.mv, entry.value));
        let ours = node.moves().iter();
        let ours = ours.map(|book_move| (book_move.mv, book.move_value(book_move)));
        assert!(moves.eq(ours), "{key:?}");
        let below = node
            .moves()
            .iter()
            .map(|book_move| heights.get(&book_move.child));
        assert_eq!(
            heights[key],
            1 + below.flatten().max().copied().unwrap_or(0)
        );
    }
    assert!(heights[&book.root_key()] > 3);
}
