//! Where books grow, held against the words of each policy, line by line.

mod growing;
mod opinion;

use std::collections::{HashMap, HashSet};

use amazons::{Game, Position};
use book::policy::{BestFirst, DropOut, Penalties, Reach, Repertoire, SecondExpansion};
use book::{Book, Key, Policy};
use growing::grow;
use search::Value;

fn grown(board: &str, policy: &dyn Policy, size: usize, seed: u64) -> Book {
    let mut book = Book::new(&Position::parse(board).expect("a board"));
    grow(&mut book, policy, size, seed, 0);
    book
}

/// A step of a line: the depth at which it is taken, the best value there, its own value, and all values there.
#[derive(Clone)]
struct Step {
    depth: u32,
    best: Value,
    value: Value,
    all: Vec<Value>,
}

/// Is shown a target, whether it is a move outside, and a line that leads there.
type Visitor<'a> = dyn FnMut((Key, bool), &[Step]) + 'a;

/// Hands every line of the book from its root to something that could be searched to `visit`; with it, the target and whether it is a move outside.
fn lines(book: &Book, position: &Position, line: &mut Vec<Step>, visit: &mut Visitor<'_>) {
    let key = Key::of(position).0;
    let Some(node) = book.node(&key) else {
        visit((key, false), line);
        return;
    };
    if node.value().is_decided() {
        return;
    }
    let values = node.choices().iter().map(|choice| book.value_of(choice));
    let step = Step {
        depth: line.len() as u32,
        best: node.value(),
        value: Value::DRAW,
        all: values.chain(node.outside()).collect(),
    };
    for choice in node.choices() {
        if !book.is_searched(choice) && choice.estimate.is_decided() {
            continue;
        }
        let value = book.value_of(choice);
        line.push(Step {
            value,
            ..step.clone()
        });
        let next = node.position().after(choice.mv).expect("legal");
        lines(book, &next, line, visit);
        line.pop();
    }
    if let Some(value) = node.outside().filter(|value| !value.is_decided()) {
        line.push(Step { value, ..step });
        visit((key, true), line);
        line.pop();
    }
}

/// The least cost of every target over all lines.
fn costs(book: &Book, loss_per_move: &dyn Fn(u32) -> f64) -> HashMap<(Key, bool), u64> {
    let mut costs = HashMap::new();
    let mut visit = |target, line: &[Step]| {
        let cost = |step: &Step| {
            let loss = f64::from(step.best.thousandths() - step.value.thousandths());
            (1_000.0 * (1.0 + loss / loss_per_move(step.depth))).round() as u64
        };
        let sum: u64 = line.iter().map(cost).sum();
        let least = costs.entry(target).or_insert(u64::MAX);
        *least = sum.min(*least);
    };
    lines(book, book.root(), &mut Vec::new(), &mut visit);
    costs
}

const BOARDS: [&str; 3] = ["4x4", "x..|.#.|..o b", "x...|....|...o w"];

#[test]
fn drop_out_takes_the_cheapest_lines_in_order() {
    for (seed, board) in (0..).zip(BOARDS) {
        let policy = DropOut::default();
        let book = grown(board, &policy, 40, seed);
        let expected = costs(&book, &|_| policy.loss_per_move);
        let chosen = policy.choose(&book, &HashSet::new(), 8);
        let of = |target: &book::Target| expected[&(target.key, target.widens)];
        let found: Vec<u64> = chosen.iter().map(of).collect();
        let mut all: Vec<u64> = expected.values().copied().collect();
        all.sort_unstable();
        assert_eq!(found, all[..found.len()], "{board}");
        assert!(!found.is_empty() || expected.is_empty(), "{board}");
    }
}

#[test]
fn a_repertoire_is_drop_out_for_either_player() {
    for (seed, board) in (10..).zip(BOARDS) {
        let policy = Repertoire::default();
        let book = grown(board, &policy, 40, seed);
        let player = |parity: u32| {
            costs(&book, &move |depth| {
                if depth % 2 == parity {
                    policy.own_loss_per_move
                } else {
                    policy.opponents_loss_per_move
                }
            })
        };
        let players = [player(0), player(1)];
        let least = players.iter().flat_map(|costs| costs.values()).min();
        let chosen = policy.choose(&book, &HashSet::new(), 1);
        let cost = chosen.first().and_then(|target| {
            let costs = players
                .iter()
                .filter_map(|costs| costs.get(&(target.key, target.widens)));
            costs.min()
        });
        assert_eq!(cost, least, "{board}");
    }
}

#[test]
fn reach_adds_up_over_all_lines() {
    for (seed, board) in (20..).zip(BOARDS) {
        let policy = Reach::default();
        let book = grown(board, &policy, 40, seed);
        let mut expected: HashMap<(Key, bool), f64> = HashMap::new();
        let mut visit = |target, line: &[Step]| {
            let share = |step: &Step| {
                let weight =
                    |value: &Value| (f64::from(value.thousandths()) / policy.temperature).exp();
                weight(&step.value) / step.all.iter().map(weight).sum::<f64>()
            };
            let probability: f64 = line.iter().map(share).product();
            *expected.entry(target).or_insert(0.0) += probability;
        };
        lines(&book, book.root(), &mut Vec::new(), &mut visit);
        let most = expected.values().copied().fold(0.0, f64::max);
        if let Some(target) = policy.choose(&book, &HashSet::new(), 1).first() {
            let found = expected[&(target.key, target.widens)];
            assert!((found - most).abs() < 1e-9, "{board}: {found} and {most}");
        }
    }
}

#[test]
fn penalties_of_nothing_are_none() {
    let free = Penalties { depth: 0, width: 0 };
    let book = grown("5x5", &BestFirst, 40, 3);
    let none = HashSet::new();
    assert_eq!(
        free.choose(&book, &none, 5),
        BestFirst.choose(&book, &none, 5)
    );
    let strict = Penalties {
        depth: 0,
        width: 100_000,
    };
    let wide = Penalties {
        depth: 100_000,
        width: 0,
    };
    let depth = |policy: Penalties| {
        let book = grown("5x5", &policy, 40, 3);
        let depths = book.nodes().map(|(_, node)| book.depth(node.position()));
        depths.max().expect("it has positions")
    };
    assert!(
        depth(strict) > depth(wide),
        "{} and {}",
        depth(strict),
        depth(wide)
    );
}

#[test]
fn what_is_under_way_is_left_alone() {
    let book = grown("5x5", &DropOut::default(), 40, 9);
    let policies: [&dyn Policy; 5] = [
        &BestFirst,
        &Penalties::default(),
        &DropOut::default(),
        &Repertoire::default(),
        &Reach::default(),
    ];
    for policy in policies {
        let mut under_way = HashSet::new();
        for _ in 0..20 {
            let chosen = policy.choose(&book, &under_way, 1);
            let target = chosen.first().expect("there is more to find");
            assert!(under_way.insert(target.key), "{policy:?}");
        }
        let many = policy.choose(&book, &HashSet::new(), 20);
        let keys: HashSet<(Key, bool)> = many.iter().map(|one| (one.key, one.widens)).collect();
        assert_eq!(keys.len(), 20, "{policy:?}");
    }
}

#[test]
fn a_second_expansion_gives_places_to_what_is_cheaper() {
    let policy = SecondExpansion::default();
    let dearest = |book: &Book| {
        let nodes = policy.0.dearest(book).into_iter();
        // What lies below a proof costs more than can be added up.
        nodes.map(|(cost, _)| cost.min(1_000_000)).sum::<u64>()
    };
    // Best-first leaves a book that drop-out finds much to change in.
    let mut book = grown("5x5", &BestFirst, 80, 6);
    let before = dearest(&book);
    assert!(!policy.unneeded(&book, 8).is_empty());
    grow(&mut book, &policy, 80, 6, 6);
    assert_eq!(book.len(), 80);
    assert!(dearest(&book) < before, "{} and {before}", dearest(&book));
    // A book that grew by drop-out alone has little to give away.
    let settled = grown("5x5", &policy, 80, 6);
    let (few, many) = (
        policy.unneeded(&settled, 80),
        policy.unneeded(&grown("5x5", &BestFirst, 80, 6), 80),
    );
    assert!(few.len() < many.len(), "{} and {}", few.len(), many.len());
}
