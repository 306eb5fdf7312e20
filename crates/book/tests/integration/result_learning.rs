//! Learning from the results of games.

use book::{Book, BookDatabase, BookKey, GameResults, Node, PolicyKind, ResultCount};

use crate::hash_evaluator::{config, empty_book, grow, grow_and_save, position};

fn some_book(size: usize) -> Book {
    let mut book = empty_book("6x6");
    grow(&mut book, PolicyKind::Reach.policy().as_ref(), size, 8);
    book
}

/// Expanded children of a node.
fn expanded_children<'a>(
    book: &'a Book,
    node: &'a Node,
) -> impl Iterator<Item = (BookKey, &'a Node)> {
    let children = node.moves().iter().map(|book_move| book_move.child);
    children.filter_map(|child| Some((child, book.node(&child)?)))
}

fn count(games: u32, wins: u32) -> ResultCount {
    ResultCount { games, wins }
}

/// Value of a node in millilogits.
fn value(book: &Book, key: &BookKey) -> i32 {
    let node = book.node(key).expect("the position is a node");
    node.value().millilogits()
}

/// Number of games that outweighs any search.
const A_QUARTER_WON: ResultCount = ResultCount {
    games: 4_000_000,
    wins: 1_000_000,
};

/// Checks that the value of a node is a win probability of one quarter.
fn assert_quarter(book: &Book, key: &BookKey) {
    let quarter = (1_000.0 * (1.0_f64 / 3.0).ln()).round() as i32;
    let value = value(book, key);
    assert!((value - quarter).abs() <= 1, "{value}, not {quarter}");
}

/// A node without expanded children, whose value is that of its own search.
fn a_leaf(book: &Book) -> BookKey {
    let is_leaf = |node: &Node| expanded_children(book, node).next().is_none();
    let leaves = book
        .nodes()
        .filter(|(_, node)| is_leaf(node) && !node.value().is_decisive());
    let keys = leaves.map(|(key, _)| *key);
    keys.min().expect("the book has leaves")
}

#[test]
fn many_results_override_the_search() {
    let mut book = some_book(60);
    let leaf = a_leaf(&book);
    book.learn_from_results(&GameResults::from([(leaf, A_QUARTER_WON)]));
    assert_quarter(&book, &leaf);
}

#[test]
fn many_results_override_minimax_without_changing_preferences() {
    let mut book = some_book(120);
    let root = book.node(&book.root_key()).expect("the position is a node");
    let inner = expanded_children(&book, root).filter(|(_, node)| {
        let searched =
            expanded_children(&book, node).filter(|(_, below)| !below.value().is_decisive());
        !node.value().is_decisive() && searched.count() > 1
    });
    let inner = inner.map(|(key, _)| key).min();
    let inner = inner.expect("a node with several expanded children");
    let ranking = |book: &Book| {
        let node = book.node(&inner).expect("the position is a node");
        let mut moves = node.moves().to_vec();
        moves.sort_by_key(|book_move| (book.move_value(book_move), book_move.mv.to_string()));
        let moves = moves.into_iter().map(|book_move| book_move.child);
        moves.collect::<Vec<_>>()
    };
    let before = ranking(&book);
    book.learn_from_results(&GameResults::from([(inner, A_QUARTER_WON)]));
    assert_quarter(&book, &inner);
    assert_eq!(ranking(&book), before);
}

#[test]
fn few_results_change_little_and_none_nothing() {
    let mut book = some_book(60);
    let leaf = a_leaf(&book);
    let before = value(&book, &leaf);
    let changes = book.learn_from_results(&GameResults::new());
    assert!(changes.updated.is_empty());
    let mut shift = |games| {
        book.learn_from_results(&GameResults::from([(leaf, count(games, 0))]));
        before - value(&book, &leaf)
    };
    let shifts = [1, 4, 16, 64].map(&mut shift);
    assert!(shifts.is_sorted_by(|one, other| one < other), "{shifts:?}");
    // Removing the results restores the value.
    book.learn_from_results(&GameResults::new());
    assert_eq!(value(&book, &leaf), before);
}

#[test]
fn untried_nodes_get_the_correction_of_their_parent() {
    let mut book = some_book(60);
    let root = book.root_key();
    book.learn_from_results(&GameResults::from([(root, count(100_000, 90_000))]));
    let node = book.node(&root).expect("the position is a node");
    let correction = node.correction();
    assert!(correction > 500, "{correction}");
    let mut count = 0;
    for (child, below) in expanded_children(&book, node) {
        assert_eq!(below.correction(), -correction, "{child:?}");
        count += 1;
    }
    assert!(count > 0, "the root has expanded children");
}

#[test]
fn nodes_added_later_are_corrected_alike() {
    let mut book = some_book(40);
    let root = book.root_key();
    let results = GameResults::from([(root, count(1_000, 800))]);
    book.learn_from_results(&results);
    grow(&mut book, PolicyKind::Reach.policy().as_ref(), 120, 8);
    book.learn_from_results(&results);
    let mut fresh = book.clone();
    fresh.learn_from_results(&GameResults::new());
    fresh.learn_from_results(&results);
    for (key, node) in book.nodes() {
        assert_eq!(fresh.node(key), Some(node));
    }
    let corrections = book.nodes().filter(|(_, node)| node.correction() != 0);
    assert_eq!(corrections.count(), book.len());
}

#[test]
fn trial_positions_are_likely_and_have_few_results() {
    let book = some_book(60);
    let none = GameResults::new();
    let selected = book.select_trial_positions(&none, 5);
    assert_eq!(selected[0], book.root_key(), "every game reaches the root");
    assert_eq!(selected.len(), 5);
    let result = count(1_000_000, 500_000);
    let results = GameResults::from([(selected[0], result), (selected[1], result)]);
    let next = book.select_trial_positions(&results, 3);
    assert_eq!(next, selected[2..]);
}

#[test]
fn trials_are_saved_with_their_corrections() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("trials.redb");
    let (database, mut book) =
        BookDatabase::create(&file, &position("6x6")).expect("the file is new");
    let policy = PolicyKind::Reach.policy();
    let mut save = |book: &Book, changes: &_| Ok(database.save(book, changes)?);
    grow_and_save(&mut book, &config(policy.as_ref(), 30), 8, 1, &mut save);
    let trials = database.trials().expect("the database is readable");
    assert!(trials.is_empty());
    let result = count(50, 10);
    let results = GameResults::from([(book.root_key(), result), (a_leaf(&book), result)]);
    let changes = book.learn_from_results(&results);
    database
        .save_trials(&book, &changes, &results)
        .expect("the database is writable");
    drop(database);
    let (database, read) = BookDatabase::open(&file).expect("the book is valid");
    let trials = database.trials().expect("the database is readable");
    assert_eq!(trials, results);
    for (key, node) in book.nodes() {
        assert_eq!(read.node(key), Some(node));
    }
    assert!(read.clone().learn_from_results(&results).updated.is_empty());
}
