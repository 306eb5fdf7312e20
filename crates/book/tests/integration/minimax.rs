//! Backed-up values equal minimax by definition after any sequence of operations.

use std::collections::{HashMap, HashSet};

use amazons::{Game, Position};
use book::{Book, BookKey, BuildConfig, GameResults, PolicyKind, ResultCount};
use proptest::prelude::*;
use search::Value;

use crate::hash_evaluator::{config, empty_book, grow_with, position};

/// Value by definition, from the results of searches alone.
fn minimax(book: &Book, position: &Position, cache: &mut HashMap<BookKey, Value>) -> Option<Value> {
    let (key, view) = BookKey::new(position);
    if let Some(&value) = cache.get(&key) {
        return Some(value);
    }
    let node = book.node(&key)?;
    let back = view.inverse();
    let mut best = node.best_deviation().unwrap_or(Value::loss(0));
    for book_move in node.moves() {
        let next = position
            .after(back.apply_to_move(book_move.mv))
            .expect("book moves are legal");
        let value = match minimax(book, &next, cache) {
            Some(child) => child.to_parent(),
            None => book_move.parent_estimate,
        };
        best = best.max(value);
    }
    cache.insert(key, best);
    Some(best)
}

/// Checks all stored values and counts.
fn check(book: &Book) {
    let mut cache = HashMap::new();
    let mut reached = HashSet::new();
    let mut open = vec![*book.root()];
    while let Some(position) = open.pop() {
        let (key, _) = BookKey::new(&position);
        let Some(node) = book.node(&key) else {
            continue;
        };
        if !reached.insert(key) {
            continue;
        }
        let expected = minimax(book, node.position(), &mut cache);
        assert_eq!(Some(node.value()), expected, "{key:?}");
        for book_move in node.moves() {
            let next = node.position().after(book_move.mv);
            open.push(next.expect("the move is legal"));
        }
    }
    assert_eq!(reached.len(), book.len(), "all nodes are reachable");
    let all: HashSet<BookKey> = book.positions().map(|(key, _)| *key).collect();
    assert_eq!(all.len() + 1, book.position_count());
    for (key, bounds) in book.bounds() {
        let value = book.node(&key).expect("bounds belong to nodes").value();
        assert!(bounds.low <= value && value <= bounds.high, "{key:?}");
    }
}

fn grow(
    book: &mut Book,
    seed: u64,
    policy: PolicyKind,
    size: usize,
    moves_per_node: usize,
    threads: usize,
) {
    let policy = policy.policy();
    let config = BuildConfig {
        moves_per_node,
        replacement_rounds: 2,
        ..config(policy.as_ref(), size)
    };
    grow_with(book, &config, seed, threads);
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    /// Policy, number of new nodes and moves per node.
    Grow(usize, usize, usize),
    /// Node.
    PruneNode(usize),
    /// Node and maximum loss.
    PruneMoves(usize, i32),
    /// Seed, policy and size of the other book.
    Merge(u64, usize, usize),
    /// Node and move.
    AddMove(usize, usize),
    /// Node, games and wins.
    LearnResults(usize, u32, u32),
}

fn any_operation() -> impl Strategy<Value = Operation> {
    let which = any::<usize>;
    prop_oneof![
        4 => (0..6_usize, 1..12_usize, 1..4_usize)
            .prop_map(|(policy, by, width)| Operation::Grow(policy, by, width)),
        1 => which().prop_map(Operation::PruneNode),
        1 => (which(), 0..800).prop_map(|(node, max_loss)| Operation::PruneMoves(node, max_loss)),
        1 => (1..5_u64, 0..6_usize, 1..20_usize)
            .prop_map(|(seed, policy, size)| Operation::Merge(seed, policy, size)),
        1 => (which(), which()).prop_map(|(node, mv)| Operation::AddMove(node, mv)),
        1 => (which(), 0..2_000_u32, any::<u32>()).prop_map(|(node, games, wins)| {
            Operation::LearnResults(node, games, wins % (games + 1))
        }),
    ]
}

/// A node by number, independent of hash order.
fn some_node(book: &Book, which: usize) -> Option<BookKey> {
    let mut keys: Vec<BookKey> = book.nodes().map(|(key, _)| *key).collect();
    keys.sort_unstable();
    (!keys.is_empty()).then(|| keys[which % keys.len()])
}

fn apply(book: &mut Book, operation: Operation) {
    match operation {
        Operation::Grow(policy, by, width) => {
            let size = book.len() + by;
            grow(book, 0, PolicyKind::ALL[policy], size, width, 1);
        }
        Operation::PruneNode(which) => {
            if let Some(key) = some_node(book, which) {
                book.prune_node(&key);
            }
        }
        Operation::PruneMoves(which, max_loss) => {
            if let Some(key) = some_node(book, which) {
                book.prune_moves(&key, max_loss);
            }
        }
        Operation::Merge(seed, policy, size) => {
            let mut other = Book::new(book.root());
            grow(&mut other, seed, PolicyKind::ALL[policy], size, 3, 1);
            book.merge(&other).expect("the roots are equal");
        }
        Operation::AddMove(which, mv) => {
            if let Some(key) = some_node(book, which) {
                let position = *book.node(&key).expect("the key is of a node").position();
                let moves = position.moves();
                let mv = moves[mv % moves.len()];
                book.add_move(&position, mv).expect("the move is legal");
            }
        }
        Operation::LearnResults(which, games, wins) => {
            let key = some_node(book, which);
            let result = key.map(|key| (key, ResultCount { games, wins }));
            let results: GameResults = result.into_iter().collect();
            book.learn_from_results(&results);
            let again = book.learn_from_results(&results);
            assert!(again.updated.is_empty(), "learning is idempotent");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn values_are_minimax_after_any_operations(
        board in prop::sample::select(vec!["4x4", "5x5", "x..|.#.|..o b", "x...|....|...o w"]),
        operations in prop::collection::vec(any_operation(), 1..12),
    ) {
        let mut book = empty_book(board);
        for operation in operations {
            apply(&mut book, operation);
            check(&book);
        }
    }
}

#[test]
fn pruning_keeps_the_value_of_the_root() {
    let mut book = empty_book("5x5");
    grow(&mut book, 1, PolicyKind::DropOut, 80, 3, 1);
    let before = book.value();
    for which in [7, 3, 40, 2, 90] {
        let key = some_node(&book, which).expect("the book is not empty");
        if key != book.root_key() {
            book.prune_node(&key);
            assert_eq!(book.value(), before);
        }
        let key = some_node(&book, which + 1).expect("the book is not empty");
        book.prune_moves(&key, 100);
        assert_eq!(book.value(), before);
    }
    assert!(book.len() < 80);
    check(&book);
}

#[test]
fn transpositions_and_symmetric_positions_share_a_node() {
    let mut book = empty_book("4x4");
    grow(&mut book, 3, PolicyKind::Reach, 300, 8, 1);
    let transpositions = book.transposition_count();
    assert!(transpositions > 5, "{transpositions}");
    check(&book);
    // The start is symmetric, but no two of its book moves are images of each other.
    let root = book.node(&book.root_key()).expect("the root is a node");
    let children = root.moves().iter().map(|book_move| book_move.child);
    assert_eq!(children.collect::<HashSet<_>>().len(), root.moves().len());
    // With colors swapped the book is the same.
    let swapped = position("4x4").with_to_move(amazons::Color::Black);
    assert_eq!(BookKey::new(&swapped).0, book.root_key());
}

/// The paper's step: follow minimax to a leaf, search it, add its best moves.
#[test]
fn best_first_expands_the_leaf_of_the_principal_variation() {
    let mut book = empty_book("5x5");
    for size in 1..60 {
        let targets = PolicyKind::BestFirst
            .policy()
            .select(&book, &HashSet::new(), 1);
        let mut position = *book.root();
        while let Some(node) = book.node(&BookKey::new(&position).0) {
            let view = BookKey::new(&position).1.inverse();
            let best = node.moves().iter().max_by(|one, other| {
                // The first of equals.
                book.move_value(one)
                    .cmp(&book.move_value(other))
                    .then(std::cmp::Ordering::Greater)
            });
            let best = best.expect("the game is not over");
            position = position
                .after(view.apply_to_move(best.mv))
                .expect("the move is legal");
        }
        assert_eq!(targets[0].key, BookKey::new(&position).0);
        grow(&mut book, 5, PolicyKind::BestFirst, size, 2, 1);
        assert_eq!(book.len(), size);
    }
}

#[test]
fn builds_with_several_threads_are_valid() {
    for policy in PolicyKind::ALL {
        let mut book = empty_book("5x5");
        grow(&mut book, 2, policy, 120, 3, 4);
        assert_eq!(book.len(), 120, "{policy}");
        check(&book);
    }
}

#[test]
fn a_solved_game_has_no_more_targets() {
    for policy in PolicyKind::ALL {
        let mut book = empty_book("x..|..o b");
        grow(&mut book, 1, policy, usize::MAX, 3, 2);
        check(&book);
        assert!(!book.is_empty(), "{policy}");
    }
}

#[test]
fn a_book_grows_from_any_root() {
    let root = position("5x5");
    let mut book = Book::new(&root);
    let grow = |book: &mut Book, size| grow(book, 4, PolicyKind::Repertoire, size, 3, 1);
    grow(&mut book, 20);
    // A position that is not in the book, one that is, and one of another board.
    let unknown = root.after(root.moves()[7]).expect("the move is legal");
    let known = book.node(&book.root_key()).expect("the root is a node");
    let known = known.position().after(known.moves()[0].mv);
    let elsewhere = position("4x4");
    for (root, size) in [unknown, known.expect("the move is legal"), elsewhere]
        .iter()
        .zip([30, 60, 70])
    {
        let before: HashSet<BookKey> = book.nodes().map(|(key, _)| *key).collect();
        book.set_root(root);
        grow(&mut book, size);
        assert_eq!(book.len(), size);
        assert!(book.node(&BookKey::new(root).0).is_some());
        for (key, node) in book.nodes() {
            let is_below = node.position().size() == root.size()
                && node.position().burned().len() >= root.burned().len();
            assert!(before.contains(key) || is_below, "{key:?}");
        }
    }
    let mut cache = HashMap::new();
    for (key, node) in book.nodes() {
        let expected = minimax(&book, node.position(), &mut cache);
        assert_eq!(Some(node.value()), expected, "{key:?}");
    }
}
