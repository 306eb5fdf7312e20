//! Whatever is done to a book, its values are those of the definition.

mod opinion;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use amazons::{Game, Position};
use book::{Analyst, Book, Changes, Games, Goal, Key, Plan, Played, Policy, PolicyName, build};
use opinion::Opinionated;
use proptest::prelude::*;
use search::Value;

/// The value of a position by the definition, with nothing but what searches said: neither stored values nor links are looked at.
fn minimax(book: &Book, position: &Position, known: &mut HashMap<Key, Value>) -> Option<Value> {
    let (key, view) = Key::of(position);
    if let Some(&value) = known.get(&key) {
        return Some(value);
    }
    let node = book.node(&key)?;
    let back = view.inverse();
    let mut best = node.outside().unwrap_or(Value::loss(0));
    for choice in node.choices() {
        let next = position
            .after(back.of_move(choice.mv))
            .expect("moves of a book are legal");
        let value = match minimax(book, &next, known) {
            Some(below) => below.seen_from_parent(),
            None => choice.estimate,
        };
        best = best.max(value);
    }
    known.insert(key, best);
    Some(best)
}

/// Compares all stored values with the definition, and counts.
fn check(book: &Book) {
    let mut known = HashMap::new();
    let mut reached = HashSet::new();
    let mut ahead = vec![*book.root()];
    while let Some(position) = ahead.pop() {
        let (key, _) = Key::of(&position);
        let Some(node) = book.node(&key) else {
            continue;
        };
        if !reached.insert(key) {
            continue;
        }
        let expected = minimax(book, node.position(), &mut known);
        assert_eq!(Some(node.value()), expected, "{key:?}");
        for choice in node.choices() {
            ahead.push(node.position().after(choice.mv).expect("it is legal"));
        }
    }
    assert_eq!(
        reached.len(),
        book.len(),
        "everything is reached from the root"
    );
    let all: HashSet<Key> = book.positions().map(|(key, _)| *key).collect();
    assert_eq!(all.len() + 1, book.position_count());
    for (key, bounds) in book.bounds() {
        let value = book.node(&key).expect("bounds are those of nodes").value();
        assert!(bounds.low <= value && value <= bounds.high, "{key:?}");
    }
}

fn grow(
    book: &mut Book,
    seed: u64,
    policy: &dyn Policy,
    size: usize,
    width: usize,
    threads: usize,
) {
    let plan = Plan {
        policy,
        width,
        goal: Goal::Searched(size),
        renewals: 2,
        provenance: "an opinion",
    };
    let analysts = (0..threads)
        .map(|_| Box::new(Opinionated(seed)) as Box<dyn Analyst>)
        .collect();
    let mut keep = |_: &Book, changes: &Changes| {
        assert!(!changes.written.is_empty() || !changes.gone.is_empty());
        Ok(())
    };
    build(
        book,
        &plan,
        analysts,
        &AtomicBool::new(false),
        &mut keep,
        &mut |_| {},
    )
    .expect("opinions never fail");
}

/// Something that can be done to a book.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Grow {
        policy: usize,
        by: usize,
        width: usize,
    },
    Forget {
        which: usize,
    },
    Narrow {
        which: usize,
        most_lost: i32,
    },
    Merge {
        seed: u64,
        policy: usize,
        size: usize,
    },
    Insist {
        which: usize,
        mv: usize,
    },
    Try {
        which: usize,
        games: u32,
        won: u32,
    },
}

fn any_deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => (0..6_usize, 1..12_usize, 1..4_usize)
            .prop_map(|(policy, by, width)| Deed::Grow { policy, by, width }),
        1 => any::<usize>().prop_map(|which| Deed::Forget { which }),
        1 => (any::<usize>(), 0..800).prop_map(|(which, most_lost)| Deed::Narrow { which, most_lost }),
        1 => (1..5_u64, 0..6_usize, 1..20_usize)
            .prop_map(|(seed, policy, size)| Deed::Merge { seed, policy, size }),
        1 => (any::<usize>(), any::<usize>()).prop_map(|(which, mv)| Deed::Insist { which, mv }),
        1 => (any::<usize>(), 0..2_000_u32, any::<u32>()).prop_map(|(which, games, won)| {
            let won = won % (games + 1);
            Deed::Try { which, games, won }
        }),
    ]
}

/// One of the searched positions, always the same for the same number.
fn some_node(book: &Book, which: usize) -> Option<Key> {
    let mut keys: Vec<Key> = book.nodes().map(|(key, _)| *key).collect();
    keys.sort_unstable();
    (!keys.is_empty()).then(|| keys[which % keys.len()])
}

fn apply(book: &mut Book, deed: Deed) {
    match deed {
        Deed::Grow { policy, by, width } => {
            let size = book.len() + by;
            let policy = PolicyName::ALL[policy].policy();
            grow(book, 0, policy.as_ref(), size, width, 1);
        }
        Deed::Forget { which } => {
            if let Some(key) = some_node(book, which) {
                book.forget(&key);
            }
        }
        Deed::Narrow { which, most_lost } => {
            if let Some(key) = some_node(book, which) {
                book.narrow(&key, most_lost);
            }
        }
        Deed::Merge { seed, policy, size } => {
            let mut other = Book::new(book.root());
            let policy = PolicyName::ALL[policy].policy();
            grow(&mut other, seed, policy.as_ref(), size, 3, 1);
            book.merge(&other).expect("both begin at the same position");
        }
        Deed::Insist { which, mv } => {
            if let Some(key) = some_node(book, which) {
                let position = *book.node(&key).expect("it is one").position();
                let moves = position.moves();
                let mv = moves[mv % moves.len()];
                book.add_move(&position, mv).expect("the move is legal");
            }
        }
        Deed::Try { which, games, won } => {
            let key = some_node(book, which);
            let tried: Games = key
                .map(|key| (key, Played { games, won }))
                .into_iter()
                .collect();
            book.correct(&tried);
            assert!(book.correct(&tried).written.is_empty(), "once is enough");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn values_are_those_of_the_definition_whatever_is_done(
        board in prop::sample::select(vec!["4x4", "5x5", "x..|.#.|..o b", "x...|....|...o w"]),
        deeds in prop::collection::vec(any_deed(), 1..12),
    ) {
        let mut book = Book::new(&Position::parse(board).expect("it is a position"));
        for deed in deeds {
            apply(&mut book, deed);
            check(&book);
        }
    }
}

#[test]
fn pruning_changes_no_value_above() {
    let mut book = Book::new(&Position::parse("5x5").expect("a board"));
    grow(
        &mut book,
        1,
        PolicyName::DropOut.policy().as_ref(),
        80,
        3,
        1,
    );
    let before = book.value();
    for which in [7, 3, 40, 2, 90] {
        let key = some_node(&book, which).expect("there are some");
        if key != book.root_key() {
            book.forget(&key);
            assert_eq!(book.value(), before);
        }
        let key = some_node(&book, which + 1).expect("there are some");
        book.narrow(&key, 100);
        assert_eq!(book.value(), before);
    }
    assert!(book.len() < 80);
    check(&book);
}

#[test]
fn transpositions_and_images_are_one_position() {
    let mut book = Book::new(&Position::parse("4x4").expect("a board"));
    grow(&mut book, 3, PolicyName::Reach.policy().as_ref(), 300, 8, 1);
    assert!(
        book.transposition_count() > 5,
        "{}",
        book.transposition_count()
    );
    check(&book);
    // The start is its own mirror image, so no two of its moves are images of each other.
    let root = book.node(&book.root_key()).expect("searched");
    let children: HashSet<Key> = root.choices().iter().map(|choice| choice.child).collect();
    assert_eq!(children.len(), root.choices().len());
    // And whoever asks from the other side, turned round, finds the same book.
    let turned = Position::parse("4x4")
        .expect("a board")
        .with_to_move(amazons::Color::Black);
    assert_eq!(Key::of(&turned).0, book.root_key());
}

/// The paper's step, written as it is told: minimax to a leaf, search it, add its best moves.
#[test]
fn best_first_expands_the_leaf_that_the_value_comes_from() {
    let root = Position::parse("5x5").expect("a board");
    let mut book = Book::new(&root);
    for size in 1..60 {
        let policy = PolicyName::BestFirst.policy();
        let targets = policy.choose(&book, &HashSet::new(), 1);
        let mut position = *book.root();
        while let Some(node) = book.node(&Key::of(&position).0) {
            let view = Key::of(&position).1.inverse();
            let best = node.choices().iter().max_by(|one, other| {
                // Of equals the first.
                book.value_of(one)
                    .cmp(&book.value_of(other))
                    .then(std::cmp::Ordering::Greater)
            });
            let best = best.expect("the game is not over so soon");
            position = position.after(view.of_move(best.mv)).expect("it is legal");
        }
        assert_eq!(targets[0].key, Key::of(&position).0);
        grow(&mut book, 5, policy.as_ref(), size, 2, 1);
        assert_eq!(book.len(), size);
    }
}

#[test]
fn many_threads_find_a_sound_book_of_the_same_size() {
    for policy in PolicyName::ALL {
        let mut book = Book::new(&Position::parse("5x5").expect("a board"));
        grow(&mut book, 2, policy.policy().as_ref(), 120, 3, 4);
        assert_eq!(book.len(), 120, "{policy}");
        check(&book);
    }
}

#[test]
fn a_game_that_is_known_to_its_end_grows_no_more() {
    for policy in PolicyName::ALL {
        let mut book = Book::new(&Position::parse("x..|..o b").expect("a board"));
        grow(&mut book, 1, policy.policy().as_ref(), usize::MAX, 3, 2);
        check(&book);
        assert!(!book.is_empty(), "{policy}");
    }
}

/// A book may be let grow from anywhere, and its values are still those of the definition wherever they are looked at.
#[test]
fn a_book_grows_from_wherever_it_is_looked_at() {
    let root = Position::parse("5x5").expect("a board");
    let mut book = Book::new(&root);
    let policy = PolicyName::Repertoire.policy();
    let never = AtomicBool::new(false);
    let grow = |book: &mut Book, size: usize| {
        let plan = Plan {
            policy: policy.as_ref(),
            width: 3,
            goal: Goal::Searched(size),
            renewals: 0,
            provenance: "somebody",
        };
        let analysts: Vec<Box<dyn Analyst>> = vec![Box::new(Opinionated(4))];
        let mut keep = |_: &Book, _: &Changes| Ok(());
        build(book, &plan, analysts, &never, &mut keep, &mut |_| {}).expect("it grows");
    };
    grow(&mut book, 20);
    // A position that no search thought of, one of the book, and one of another board.
    let unknown = root.after(root.moves()[7]).expect("it is legal");
    let known = book.node(&book.root_key()).expect("it was searched");
    let known = known.position().after(known.choices()[0].mv);
    let elsewhere = Position::parse("4x4").expect("a board");
    for (place, size) in [unknown, known.expect("it is legal"), elsewhere]
        .iter()
        .zip([30, 60, 70])
    {
        let before: HashSet<Key> = book.nodes().map(|(key, _)| *key).collect();
        book.look_from(place);
        grow(&mut book, size);
        assert_eq!(book.len(), size);
        assert!(book.node(&Key::of(place).0).is_some());
        for (key, node) in book.nodes() {
            let is_below = node.position().size() == place.size()
                && node.position().burned().len() >= place.burned().len();
            assert!(before.contains(key) || is_below, "{key:?}");
        }
    }
    let mut known = HashMap::new();
    for (key, node) in book.nodes() {
        let expected = minimax(&book, node.position(), &mut known);
        assert_eq!(Some(node.value()), expected, "{key:?}");
    }
}
