//! Checks policies against their definitions by enumerating all lines of small books.

use std::collections::{HashMap, HashSet};

use amazons::Position;
use book::policy::{
    BestFirst, DropOut, PenalizedBestFirst, ReachProbability, Repertoire, SecondExpansion,
};
use book::{Book, BookKey, BuildConfig, Policy, PolicyKind};
use search::Value;

use crate::hash_evaluator::{config, empty_book, grow, grow_with};

fn built_book(board: &str, policy: &dyn Policy, size: usize, seed: u64) -> Book {
    let mut book = empty_book(board);
    grow(&mut book, policy, size, seed);
    book
}

/// A move of a line: its depth, its value, and the best and all values in its position.
#[derive(Clone)]
struct LineMove {
    depth: u32,
    best: Value,
    value: Value,
    all: Vec<Value>,
}

/// Key and `adds_moves` of an expansion target.
type Target = (BookKey, bool);

/// Called with a target and a line to it.
type Visitor<'a> = dyn FnMut(Target, &[LineMove]) + 'a;

/// Visits all lines from the root to targets.
fn lines(book: &Book, position: &Position, line: &mut Vec<LineMove>, visit: &mut Visitor<'_>) {
    let key = BookKey::new(position).0;
    let Some(node) = book.node(&key) else {
        visit((key, false), line);
        return;
    };
    if node.value().is_decisive() {
        return;
    }
    let values = node
        .moves()
        .iter()
        .map(|book_move| book.move_value(book_move));
    // `value` is replaced for every move.
    let template = LineMove {
        depth: line.len() as u32,
        best: node.value(),
        value: Value::DRAW,
        all: values.chain(node.best_deviation()).collect(),
    };
    for book_move in node.moves() {
        if !book.is_expanded(book_move) && book_move.parent_estimate.is_decisive() {
            continue;
        }
        let value = book.move_value(book_move);
        line.push(LineMove {
            value,
            ..template.clone()
        });
        let next = node
            .position()
            .after(book_move.mv)
            .expect("the move is legal");
        lines(book, &next, line, visit);
        line.pop();
    }
    if let Some(value) = node.best_deviation().filter(|value| !value.is_decisive()) {
        line.push(LineMove { value, ..template });
        visit((key, true), line);
        line.pop();
    }
}

/// Minimum cost of every target over all lines.
fn costs(book: &Book, loss_per_ply: &dyn Fn(u32) -> f64) -> HashMap<Target, u64> {
    let mut costs = HashMap::new();
    let mut visit = |target, line: &[LineMove]| {
        let cost = |step: &LineMove| {
            let loss = f64::from(step.best.millilogits() - step.value.millilogits());
            (1_000.0 * (1.0 + loss / loss_per_ply(step.depth))).round() as u64
        };
        let sum: u64 = line.iter().map(cost).sum();
        let min = costs.entry(target).or_insert(u64::MAX);
        *min = sum.min(*min);
    };
    lines(book, book.root(), &mut Vec::new(), &mut visit);
    costs
}

const BOARDS: [&str; 3] = ["4x4", "x..|.#.|..o b", "x...|....|...o w"];

#[test]
fn drop_out_selects_the_cheapest_targets_in_order() {
    for (seed, board) in (0..).zip(BOARDS) {
        let policy = DropOut::default();
        let book = built_book(board, &policy, 40, seed);
        let expected = costs(&book, &|_| policy.loss_per_ply);
        let chosen = policy.select(&book, &HashSet::new(), 8);
        let cost = |target: &book::ExpansionTarget| expected[&(target.key, target.adds_moves)];
        let found: Vec<u64> = chosen.iter().map(cost).collect();
        let mut all: Vec<u64> = expected.values().copied().collect();
        all.sort_unstable();
        assert_eq!(found, all[..found.len()], "{board}");
        assert!(!found.is_empty() || expected.is_empty(), "{board}");
    }
}

#[test]
fn repertoire_is_drop_out_for_either_player() {
    for (seed, board) in (10..).zip(BOARDS) {
        let policy = Repertoire::default();
        let book = built_book(board, &policy, 40, seed);
        let costs_for = |parity: u32| {
            costs(&book, &move |depth| {
                if depth % 2 == parity {
                    policy.own_loss_per_ply
                } else {
                    policy.opponent_loss_per_ply
                }
            })
        };
        let player_costs = [costs_for(0), costs_for(1)];
        let min = player_costs.iter().flat_map(|costs| costs.values()).min();
        let chosen = policy.select(&book, &HashSet::new(), 1);
        let cost = chosen.first().and_then(|target| {
            let costs = player_costs
                .iter()
                .filter_map(|costs| costs.get(&(target.key, target.adds_moves)));
            costs.min()
        });
        assert_eq!(cost, min, "{board}");
    }
}

#[test]
fn reach_probability_sums_over_all_lines() {
    for (seed, board) in (20..).zip(BOARDS) {
        let policy = ReachProbability::default();
        let book = built_book(board, &policy, 40, seed);
        let mut expected: HashMap<Target, f64> = HashMap::new();
        let mut visit = |target, line: &[LineMove]| {
            let probability = |step: &LineMove| {
                let weight =
                    |value: &Value| (f64::from(value.millilogits()) / policy.temperature).exp();
                weight(&step.value) / step.all.iter().map(weight).sum::<f64>()
            };
            *expected.entry(target).or_insert(0.0) += line.iter().map(probability).product::<f64>();
        };
        lines(&book, book.root(), &mut Vec::new(), &mut visit);
        let max = expected.values().copied().fold(0.0, f64::max);
        if let Some(target) = policy.select(&book, &HashSet::new(), 1).first() {
            let found = expected[&(target.key, target.adds_moves)];
            assert!((found - max).abs() < 1e-9, "{board}: {found}, not {max}");
        }
    }
}

#[test]
fn penalties_control_depth_and_width() {
    let no_penalty = PenalizedBestFirst { depth: 0, width: 0 };
    let book = built_book("5x5", &BestFirst, 40, 3);
    let none = HashSet::new();
    assert_eq!(
        no_penalty.select(&book, &none, 5),
        BestFirst.select(&book, &none, 5)
    );
    let [narrow, wide] = [(0, 100_000), (100_000, 0)].map(|(depth, width)| {
        let book = built_book("5x5", &PenalizedBestFirst { depth, width }, 40, 3);
        let depths = book.nodes().map(|(_, node)| book.depth(node.position()));
        depths.max().expect("the book is not empty")
    });
    assert!(narrow > wide, "{narrow} and {wide}");
}

#[test]
fn targets_in_progress_are_skipped() {
    let book = built_book("5x5", &DropOut::default(), 40, 9);
    for policy in PolicyKind::ALL.map(PolicyKind::policy) {
        let mut in_progress = HashSet::new();
        for _ in 0..20 {
            let chosen = policy.select(&book, &in_progress, 1);
            let target = chosen.first().expect("the game is not solved");
            assert!(in_progress.insert(target.key), "{policy:?}");
        }
        let many = policy.select(&book, &HashSet::new(), 20);
        let keys: HashSet<Target> = many.iter().map(|one| (one.key, one.adds_moves)).collect();
        assert_eq!(keys.len(), 20, "{policy:?}");
    }
}

#[test]
fn second_expansion_replaces_expensive_nodes() {
    let policy = SecondExpansion::default();
    let total_cost = |book: &Book| {
        let nodes = policy.0.nodes_by_cost(book).into_iter();
        // Costs below proven positions are u64::MAX.
        nodes.map(|(cost, _)| cost.min(1_000_000)).sum::<u64>()
    };
    // A best-first book has many nodes that drop-out does not need.
    let mut book = built_book("5x5", &BestFirst, 80, 6);
    let before = total_cost(&book);
    assert!(!policy.least_needed(&book, 8).is_empty());
    let config = BuildConfig {
        replacement_rounds: 6,
        ..config(&policy, 80)
    };
    grow_with(&mut book, &config, 6, 1);
    assert_eq!(book.len(), 80);
    let after = total_cost(&book);
    assert!(after < before, "{after} and {before}");
    // A drop-out book has few.
    let policies: [&dyn Policy; 2] = [&policy, &BestFirst];
    let [few, many] = policies.map(|builder| {
        policy
            .least_needed(&built_book("5x5", builder, 80, 6), 80)
            .len()
    });
    assert!(few < many, "{few} and {many}");
}
