//! What a book learns from games that were played from its positions.

mod growing;
mod opinion;

use amazons::{Game, Position};
use book::{Book, Games, Key, Node, Played, PolicyName, Store};
use growing::grow;

fn some_book(size: usize) -> Book {
    let mut book = Book::new(&Position::parse("6x6").expect("a board"));
    grow(&mut book, PolicyName::Reach.policy().as_ref(), size, 8, 0);
    book
}

/// The searched positions to which a node's moves lead.
fn searched_below<'a>(book: &'a Book, node: &'a Node) -> impl Iterator<Item = (Key, &'a Node)> {
    let children = node.choices().iter().map(|choice| choice.child);
    children.filter_map(|child| Some((child, book.node(&child)?)))
}

/// A node of a book that was searched, and nothing below it: what it is worth follows from its own search alone.
fn a_leaf(book: &Book) -> Key {
    let is_leaf = |node: &Node| searched_below(book, node).next().is_none();
    let leaves = book
        .nodes()
        .filter(|(_, node)| is_leaf(node) && !node.value().is_decided());
    let keys = leaves.map(|(key, _)| *key);
    keys.min().expect("some position is the last")
}

#[test]
fn many_games_have_the_last_word() {
    let mut book = some_book(60);
    let leaf = a_leaf(&book);
    let played = Played {
        games: 4_000_000,
        won: 1_000_000,
    };
    book.correct(&Games::from([(leaf, played)]));
    let value = book.node(&leaf).expect("it is there").value().thousandths();
    let quarter = (1_000.0 * (1.0_f64 / 3.0).ln()).round() as i32;
    assert!((value - quarter).abs() <= 1, "{value} and not {quarter}");
}

#[test]
fn many_games_have_the_last_word_against_minimax_too_and_change_no_preference() {
    let mut book = some_book(120);
    let root = book.node(&book.root_key()).expect("it is there");
    let inner = searched_below(&book, root).filter(|(_, node)| {
        let searched = searched_below(&book, node).filter(|(_, below)| !below.value().is_decided());
        !node.value().is_decided() && searched.count() > 1
    });
    let inner = inner.map(|(key, _)| key).min();
    let inner = inner.expect("a position with several searched below it");
    let ranking = |book: &Book| {
        let mut moves = book.node(&inner).expect("it is there").choices().to_vec();
        moves.sort_by_key(|choice| (book.value_of(choice), choice.mv.to_string()));
        let moves = moves.into_iter().map(|choice| choice.child);
        moves.collect::<Vec<_>>()
    };
    let before = ranking(&book);
    let played = Played {
        games: 4_000_000,
        won: 1_000_000,
    };
    book.correct(&Games::from([(inner, played)]));
    let value = book.node(&inner).expect("it is there").value();
    let quarter = (1_000.0 * (1.0_f64 / 3.0).ln()).round() as i32;
    let off = (value.thousandths() - quarter).abs();
    assert!(off <= 1, "{value:?} and not {quarter}");
    assert_eq!(ranking(&book), before);
}

#[test]
fn few_games_say_little_and_none_say_nothing() {
    let mut book = some_book(60);
    let leaf = a_leaf(&book);
    let before = book.node(&leaf).expect("it is there").value().thousandths();
    assert!(book.correct(&Games::new()).written.is_empty());
    let mut shift = |games| {
        let lost = Played { games, won: 0 };
        book.correct(&Games::from([(leaf, lost)]));
        before - book.node(&leaf).expect("it is there").value().thousandths()
    };
    let shifts = [1, 4, 16, 64].map(&mut shift);
    assert!(shifts.is_sorted_by(|one, other| one < other), "{shifts:?}");
    // And what was taken back is as if it had never been.
    book.correct(&Games::new());
    assert_eq!(
        book.node(&leaf).expect("it is there").value().thousandths(),
        before
    );
}

#[test]
fn what_was_never_tried_errs_as_the_position_before() {
    let mut book = some_book(60);
    let root = book.root_key();
    let played = Played {
        games: 100_000,
        won: 90_000,
    };
    book.correct(&Games::from([(root, played)]));
    let node = book.node(&root).expect("it is there");
    let correction = node.correction();
    assert!(correction > 500, "{correction}");
    let mut count = 0;
    for (child, below) in searched_below(&book, node) {
        assert_eq!(below.correction(), -correction, "{child:?}");
        count += 1;
    }
    assert!(count > 0, "the root has searched positions below it");
}

#[test]
fn what_is_searched_later_is_corrected_like_what_was_there() {
    let mut book = some_book(40);
    let root = book.root_key();
    let played = Played {
        games: 1_000,
        won: 800,
    };
    let tried = Games::from([(root, played)]);
    book.correct(&tried);
    grow(&mut book, PolicyName::Reach.policy().as_ref(), 120, 8, 0);
    book.correct(&tried);
    let mut fresh = book.clone();
    fresh.correct(&Games::new());
    fresh.correct(&tried);
    for (key, node) in book.nodes() {
        assert_eq!(fresh.node(key), Some(node));
    }
    let corrections = book.nodes().filter(|(_, node)| node.correction() != 0);
    assert_eq!(corrections.count(), book.len());
}

#[test]
fn games_are_wanted_where_they_come_up_and_there_are_few() {
    let book = some_book(60);
    let none = Games::new();
    let wanted = book.most_worth_trying(&none, 5);
    assert_eq!(wanted[0], book.root_key(), "every game comes there");
    assert_eq!(wanted.len(), 5);
    let played = Played {
        games: 1_000_000,
        won: 500_000,
    };
    let tried = Games::from([(wanted[0], played), (wanted[1], played)]);
    let next = book.most_worth_trying(&tried, 3);
    assert_eq!(next, wanted[2..]);
}

#[test]
fn trials_are_kept_with_what_they_have_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tried.redb");
    let root = Position::parse("6x6").expect("a board");
    let (store, mut book) = Store::create(&file, &root).expect("a new book");
    grow(&mut book, PolicyName::Reach.policy().as_ref(), 30, 8, 0);
    let written = book.nodes().map(|(key, _)| *key).collect();
    let all = book::Changes {
        written,
        gone: Vec::new(),
    };
    store.keep(&book, &all).expect("it is kept");
    assert!(store.trials().expect("there are none yet").is_empty());
    let played = Played { games: 50, won: 10 };
    let tried = Games::from([(book.root_key(), played), (a_leaf(&book), played)]);
    let changes = book.correct(&tried);
    store
        .keep_trials(&book, &changes, &tried)
        .expect("they are kept");
    drop(store);
    let (store, read) = Store::open(&file).expect("the book");
    assert_eq!(store.trials().expect("the trials"), tried);
    for (key, node) in book.nodes() {
        assert_eq!(read.node(key), Some(node));
    }
    assert!(read.clone().correct(&tried).written.is_empty());
}
