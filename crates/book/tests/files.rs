//! Books on the disk, in both forms.

mod opinion;

use std::borrow::Cow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use amazons::{Color, Game, Position};
use book::{
    Analyst, Book, CompactBook, CompactError, Goal, Key, Plan, Played, PolicyName, Provenance,
    Store, StoreError, build,
};
use opinion::Opinionated;
use proptest::prelude::*;
use twox_hash::XxHash3_64;

fn provenance() -> String {
    let provenance = Provenance {
        engine: "somebody".to_owned(),
        weights: "an opinion".to_owned(),
        nodes: 10,
        date: "today".to_owned(),
    };
    provenance.to_json()
}

/// A book of a small board, each search on the disk before the next begins.
fn kept(file: &Path, size: usize, renewals: usize) -> Book {
    let root = Position::parse("5x5").expect("a board");
    let (store, mut book) = Store::create(file, &root).expect("a new book");
    let policy = PolicyName::SecondExpansion.policy();
    let plan = Plan {
        policy: policy.as_ref(),
        width: 3,
        goal: Goal::Searched(size),
        renewals,
        provenance: &provenance(),
    };
    let analysts: Vec<Box<dyn Analyst>> = vec![Box::new(Opinionated(4))];
    let never = AtomicBool::new(false);
    let mut keep = |book: &Book, changes: &_| Ok(store.keep(book, changes)?);
    build(&mut book, &plan, analysts, &never, &mut keep, &mut |_| {}).expect("it grows");
    book
}

#[test]
fn what_was_kept_is_what_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.redb");
    let book = kept(&file, 60, 3);
    let (store, read) = Store::open(&file).expect("the book");
    assert_eq!(read.len(), book.len());
    assert_eq!(read.provenances(), book.provenances());
    for (key, node) in book.nodes() {
        assert_eq!(read.node(key), Some(node));
    }
    let played = Played { games: 7, won: 3 };
    let games = [(book.root_key(), played)].into();
    store.keep_games(&games).expect("they are kept");
    assert_eq!(store.games().expect("they are read"), games);
    assert!(matches!(Store::open(&file), Err(StoreError::InUse(_))));
    let exists = Store::create(&file, book.root());
    assert!(matches!(exists, Err(StoreError::Exists(_))));
}

#[test]
fn what_is_no_book_is_said_to_be_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.redb");
    let missing = Store::open(&file).expect_err("there is none");
    assert!(missing.to_string().starts_with("there is no book"));
    drop(kept(&file, 5, 0));
    let mut bytes = std::fs::read(&file).expect("the file");
    bytes.truncate(bytes.len() / 3);
    std::fs::write(&file, &bytes).expect("a file");
    assert!(Store::open(&file).is_err());
    std::fs::write(&file, b"words").expect("a file");
    let sentence = Store::open(&file).expect_err("words").to_string();
    assert!(sentence.contains("is no book, or damaged"), "{sentence}");
}

#[test]
fn a_compact_book_says_what_the_book_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = kept(&folder.path().join("a.redb"), 80, 0);
    let compact = CompactBook::from_bytes(Cow::Owned(book.to_compact("here"))).expect("a book");
    assert_eq!((compact.len(), compact.provenance()), (80, "here"));
    for (key, node) in book.nodes() {
        let found = compact.find(node.position()).expect("it is there");
        assert_eq!((found.value, found.outside), (node.value(), node.outside()));
        assert_eq!(found.moves.len(), node.choices().len());
        assert!(
            found
                .moves
                .is_sorted_by_key(|mv| std::cmp::Reverse(mv.value))
        );
        assert!(found.bounds.low <= found.value && found.value <= found.bounds.high);
        for mv in &found.moves {
            let next = Key::after(node.position(), mv.mv).expect("legal");
            let choice = node.choices().iter().find(|choice| choice.child == next);
            let choice = choice.expect("a move of the book");
            assert_eq!(mv.value, book.value_of(choice), "{key:?}");
            assert_eq!(mv.is_searched, book.node(&next).is_some());
        }
        // The same position with the players exchanged has the same moves, turned round.
        let swapped = exchanged(node.position());
        let there = compact.find(&swapped).expect("it is the same position");
        assert_eq!(there.value, found.value);
        assert!(there.moves.iter().all(|mv| swapped.is_legal(mv.mv)));
    }
    assert_eq!(compact.find(&Position::standard_start()), None);
}

/// The players exchanged, and the board turned upside down.
fn exchanged(position: &Position) -> Position {
    let view = amazons::View {
        size: position.size(),
        symmetry: amazons::Symmetry::ALL[1],
        exchanges_players: true,
    };
    let seen = view.of(position);
    assert_eq!(seen.to_move(), Color::Black);
    seen
}

#[test]
fn foreign_newer_and_cut_files_are_told_apart() {
    let book = Book::new(&Position::standard_start()).to_compact("nothing");
    let read = |bytes: &[u8]| CompactBook::from_bytes(Cow::Owned(bytes.to_vec()));
    assert!(read(&book).is_ok_and(|book| book.is_empty()));
    assert!(matches!(read(b"words"), Err(CompactError::Foreign)));
    assert!(matches!(read(b""), Err(CompactError::Foreign)));
    let mut newer = book.clone();
    newer[7] = 9;
    assert!(matches!(read(&newer), Err(CompactError::Version(9))));
    for length in 8..book.len() {
        assert!(matches!(read(&book[..length]), Err(CompactError::Damaged)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever is in a file, even with a checksum that fits, looking into it is harmless.
    #[test]
    fn changed_books_are_refused_or_harmless(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let start = Position::parse("5x5").expect("a board");
        let mut book = Book::new(&start);
        let mut analyst = Opinionated(1);
        for _ in 0..5 {
            let policy = PolicyName::Reach.policy();
            let target = policy.choose(&book, &Default::default(), 1)[0];
            let appraisal = analyst.appraise(&target.position, 4, &[]).expect("an opinion");
            book.add(&target.position, &appraisal, 3, false, 0).expect("legal moves");
        }
        let mut bytes = book.to_compact("somewhere");
        bytes.truncate(bytes.len() - 8);
        if let Some(cut) = cut {
            bytes.truncate(8 + cut.index(bytes.len() - 8));
        }
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        bytes.extend(XxHash3_64::oneshot(&bytes).to_le_bytes());
        if let Ok(read) = CompactBook::from_bytes(Cow::Owned(bytes)) {
            for (_, node) in book.nodes() {
                if let Some(found) = read.find(node.position()) {
                    for mv in found.moves {
                        prop_assert!(node.position().after(mv.mv).is_ok());
                    }
                }
            }
        }
    }
}

/// What a compact file leaves out follows from what it says.
#[test]
fn a_compact_book_becomes_one_that_can_grow() {
    let compact = CompactBook::embedded();
    let book = Book::of_compact(compact).expect("the book that ships is whole");
    assert_eq!(book.root_key(), Key::of(&Position::standard_start()).0);
    assert_eq!(book.len(), compact.len());
    // Its bounds too, and everything else.
    let again = book.to_compact(compact.provenance());
    assert!(again == include_bytes!("../default.book"));
    let heights = book.heights();
    for (key, node) in book.nodes() {
        let found = compact.find(node.position()).expect("it is in the book");
        assert_eq!(node.value(), found.value);
        assert_eq!(node.outside(), found.outside);
        let moves = found.moves.iter().map(|found| (found.mv, found.value));
        let ours = node.choices().iter();
        let ours = ours.map(|choice| (choice.mv, book.value_of(choice)));
        assert!(moves.eq(ours), "{key:?}");
        let below = node
            .choices()
            .iter()
            .map(|choice| heights.get(&choice.child));
        assert_eq!(
            heights[key],
            1 + below.flatten().max().copied().unwrap_or(0)
        );
    }
    assert!(heights[&book.root_key()] > 3);
}
