//! Book databases and compact books: saving, loading and rejection of invalid files.

use std::borrow::Cow;
use std::path::Path;

use amazons::{Color, Game, Position};
use book::{
    Book, BookDatabase, BookDatabaseError, BookKey, BuildConfig, CompactBook, CompactBookError,
    MoveEvaluator, PolicyKind, Provenance, ResultCount,
};
use proptest::prelude::*;
use twox_hash::XxHash3_64;

use crate::hash_evaluator::{HashEvaluator, config, empty_book, grow_and_save, position};

/// Builds a book of `size` nodes on a 5×5 board and saves it to `file` after each search.
fn saved_book(file: &Path, size: usize, replacement_rounds: usize) -> Book {
    let (database, mut book) =
        BookDatabase::create(file, &position("5x5")).expect("the file is new");
    let policy = PolicyKind::SecondExpansion.policy();
    let provenance = Provenance {
        engine: "test".to_owned(),
        weights: "hash".to_owned(),
        nodes: 10,
        date: "2000-01-01".to_owned(),
    };
    let config = BuildConfig {
        replacement_rounds,
        provenance: &provenance.to_json(),
        ..config(policy.as_ref(), size)
    };
    let mut save = |book: &Book, changes: &_| Ok(database.save(book, changes)?);
    grow_and_save(&mut book, &config, 4, 1, &mut save);
    book
}

#[test]
fn a_saved_book_is_read_back() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("a.redb");
    let book = saved_book(&file, 60, 3);
    let (database, loaded) = BookDatabase::open(&file).expect("the book is valid");
    assert_eq!(loaded.len(), book.len());
    assert_eq!(loaded.provenances(), book.provenances());
    for (key, node) in book.nodes() {
        assert_eq!(loaded.node(key), Some(node));
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
    let created = BookDatabase::create(&file, book.root());
    assert!(matches!(created, Err(BookDatabaseError::Exists(_))));
}

#[test]
fn missing_and_invalid_files_are_reported() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("a.redb");
    let missing = BookDatabase::open(&file).expect_err("the file is missing");
    assert!(missing.to_string().ends_with("not found"));
    std::fs::write(&file, b"words").expect("the file is writable");
    let text = BookDatabase::open(&file).expect_err("the file is text");
    assert!(
        text.to_string().contains("is not a valid book database"),
        "{text}"
    );
}

/// A damaged book is restored from its intact records, and the damaged file is kept.
#[test]
fn damaged_book_is_restored() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("a.redb");
    let book = saved_book(&file, 40, 0);
    let bytes = std::fs::read(&file).expect("the file is readable");
    let mut restored = 0;
    for offset in (4096..bytes.len()).step_by(4096 + 1000) {
        let mut damaged = bytes.clone();
        damaged[offset] ^= 4;
        let directory = tempfile::tempdir().expect("a temporary directory");
        let file = directory.path().join("a.redb");
        std::fs::write(&file, &damaged).expect("the file is writable");
        let (_database, found) = BookDatabase::open(&file).expect("most records are intact");
        let kept = file.with_extension("redb.damaged");
        if !kept.exists() {
            assert_eq!(found.len(), book.len());
            continue;
        }
        restored += 1;
        assert_eq!(std::fs::read(kept).expect("the file is kept"), damaged);
        assert!(found.len() + 1 >= book.len(), "{offset}");
        for (key, node) in found.nodes() {
            let before = book.node(key).expect("the node was in the book");
            assert_eq!(node.moves(), before.moves());
        }
    }
    assert!(restored > 0);
}

#[test]
fn a_compact_book_has_the_values_of_the_book() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let book = saved_book(&directory.path().join("a.redb"), 80, 0);
    let compact = CompactBook::from_bytes(Cow::Owned(book.to_compact("test provenance")))
        .expect("the bytes are valid");
    assert_eq!(
        (compact.len(), compact.provenance()),
        (80, "test provenance")
    );
    for (key, node) in book.nodes() {
        let entry = compact.probe(node.position());
        let entry = entry.expect("the position is in the book");
        assert_eq!(
            (entry.value, entry.best_deviation),
            (node.value(), node.best_deviation())
        );
        assert_eq!(entry.moves.len(), node.moves().len());
        assert!(entry.moves.iter().rev().is_sorted_by_key(|mv| mv.value));
        assert!(entry.bounds.low <= entry.value && entry.value <= entry.bounds.high);
        for mv in &entry.moves {
            let child = BookKey::after(node.position(), mv.mv).expect("the move is legal");
            let mut moves = node.moves().iter();
            let book_move = moves.find(|book_move| book_move.child == child);
            let book_move = book_move.expect("the move is in the book");
            assert_eq!(mv.value, book.move_value(book_move), "{key:?}");
            assert_eq!(mv.is_expanded, book.node(&child).is_some());
        }
        // A symmetric position with colors swapped.
        let swapped = color_swapped(node.position());
        let swapped_entry = compact.probe(&swapped);
        let swapped_entry = swapped_entry.expect("symmetric positions share an entry");
        assert_eq!(swapped_entry.value, entry.value);
        assert!(swapped_entry.moves.iter().all(|mv| swapped.is_legal(mv.mv)));
    }
    assert_eq!(compact.probe(&Position::standard_start()), None);
}

/// Swaps the colors and mirrors the rows of a book position, which has White to move.
fn color_swapped(position: &Position) -> Position {
    let transform = amazons::Transform {
        size: position.size(),
        symmetry: amazons::Symmetry::ALL[1],
        swaps_colors: true,
    };
    let swapped = transform.apply(position);
    assert_eq!(swapped.to_move(), Color::Black);
    swapped
}

#[test]
fn other_newer_and_truncated_files_have_different_errors() {
    let book = Book::new(&Position::standard_start()).to_compact("test provenance");
    let parse = |bytes: &[u8]| CompactBook::from_bytes(Cow::Owned(bytes.to_vec()));
    assert!(parse(&book).is_ok_and(|book| book.is_empty()));
    assert!(matches!(
        parse(b"not a book"),
        Err(CompactBookError::BadHeader)
    ));
    assert!(matches!(parse(b""), Err(CompactBookError::BadHeader)));
    let mut newer = book.clone();
    newer[7] = 9;
    assert!(matches!(parse(&newer), Err(CompactBookError::Version(9))));
    for length in 8..book.len() {
        assert!(matches!(
            parse(&book[..length]),
            Err(CompactBookError::Corrupt)
        ));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The checksum is recomputed, so that the checks of the contents are tested.
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
        let mut bytes = book.to_compact("test provenance");
        bytes.truncate(bytes.len() - 8);
        if let Some(cut) = cut {
            bytes.truncate(8 + cut.index(bytes.len() - 8));
        }
        for (index, byte) in changes {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        bytes.extend(XxHash3_64::oneshot(&bytes).to_le_bytes());
        if let Ok(compact) = CompactBook::from_bytes(Cow::Owned(bytes)) {
            for (_, node) in book.nodes() {
                if let Some(entry) = compact.probe(node.position()) {
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
    let exported = book.to_compact(compact.provenance());
    assert!(exported == include_bytes!("../../default.book"));
    let heights = book.heights();
    for (key, node) in book.nodes() {
        let entry = compact.probe(node.position());
        let entry = entry.expect("the position is in the book");
        assert_eq!(node.value(), entry.value);
        assert_eq!(node.best_deviation(), entry.best_deviation);
        let compact_moves = entry.moves.iter().map(|mv| (mv.mv, mv.value));
        let book_moves = node.moves().iter();
        let book_moves = book_moves.map(|book_move| (book_move.mv, book.move_value(book_move)));
        assert!(compact_moves.eq(book_moves), "{key:?}");
        let children = node.moves().iter();
        let below = children.filter_map(|book_move| heights.get(&book_move.child));
        assert_eq!(heights[key], 1 + below.max().copied().unwrap_or(0));
    }
    assert!(heights[&book.root_key()] > 3);
}
