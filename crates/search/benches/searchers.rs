//! How many nodes the searchers look at: `cargo bench -p thermodon-search`.
//!
//! The evaluator is crude and cheap, so this is the cost of the searchers themselves and of listing
//! and playing moves; with a better evaluator, that takes most of the time. A node of alpha-beta is a
//! position searched or evaluated by itself; a node of Monte-Carlo is a visit, which expands a leaf.

use amazons::{Game, Position, slides};
use divan::Bencher;
use divan::counter::ItemsCount;
use search::monte_carlo::StaticExpander;
use search::{AlphaBeta, Evaluator, Limits, MonteCarlo, Searcher, Signal, Value};

const POSITIONS: [&str; 2] = ["start", "middle game"];
const MIDDLE_GAME: &str =
    "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16";

fn main() {
    divan::main();
}

/// The squares that the own amazons reach with one move, against those of the opponent's.
#[derive(Clone)]
struct Mobility;

impl Evaluator<Position> for Mobility {
    fn evaluate(&mut self, position: &Position) -> Value {
        let empty = position.empty_squares();
        let mobility = |color| -> i32 {
            let reach = |from| slides(from, empty).len() as i32;
            position.amazons(color).iter().map(reach).sum()
        };
        let to_move = position.to_move();
        Value::estimate(60 * (mobility(to_move) - mobility(!to_move)))
    }
}

fn position(name: &str) -> Position {
    match name {
        "start" => Position::standard_start(),
        _ => Position::parse(MIDDLE_GAME).expect("the middle game is a position"),
    }
}

fn bench<S: Searcher<Position>>(
    bencher: Bencher,
    name: &str,
    nodes: u64,
    new: impl Fn() -> S + Sync,
) {
    let position = position(name);
    bencher
        .counter(ItemsCount::new(nodes))
        .with_inputs(new)
        .bench_refs(|searcher| {
            searcher.search(
                &position,
                &Limits::nodes(nodes),
                &Signal::new(),
                &mut |_| {},
            )
        });
}

/// The evaluation alone, to compare with.
#[divan::bench(args = POSITIONS)]
fn evaluate(bencher: Bencher, name: &str) {
    let position = position(name);
    bencher.bench(|| Mobility.evaluate(divan::black_box(&position)));
}

#[divan::bench(args = POSITIONS, sample_count = 10)]
fn alpha_beta(bencher: Bencher, name: &str) {
    bench(bencher, name, 5_000, || {
        AlphaBeta::new(Mobility).with_memory(1 << 22)
    });
}

#[divan::bench(args = POSITIONS, sample_count = 10)]
fn monte_carlo(bencher: Bencher, name: &str) {
    bench(bencher, name, 1_000, || {
        MonteCarlo::new(StaticExpander::new(Mobility)).with_memory(1 << 26)
    });
}

#[divan::bench(args = POSITIONS, sample_count = 10)]
fn monte_carlo_with_two_threads(bencher: Bencher, name: &str) {
    bench(bencher, name, 1_000, || {
        MonteCarlo::new(StaticExpander::new(Mobility))
            .with_memory(1 << 26)
            .with_threads(2)
    });
}
