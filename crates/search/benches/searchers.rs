//! Speed of the searchers in nodes per second: `cargo bench -p thermodon-search`.
//!
//! The evaluator is cheap, so this is mostly the cost of the searchers and of move generation. A
//! node of alpha-beta is a position searched or evaluated; a node of MCTS is a playout.

use amazons::{Game, Position};
use divan::Bencher;
use divan::counter::ItemsCount;
use mobility::Mobility;
use search::mcts::EvaluatorExpander;
use search::{AlphaBeta, Evaluator, Mcts, SearchLimits, Searcher, StopSignal};

#[path = "../tests/searchers/mobility.rs"]
mod mobility;

const POSITIONS: [&str; 2] = ["start", "middle game"];
const MIDDLE_GAME: &str =
    "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16";

fn main() {
    divan::main();
}

fn position(name: &str) -> Position {
    match name {
        "start" => Position::standard_start(),
        _ => Position::parse(MIDDLE_GAME).expect("the position is valid"),
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
                &SearchLimits::nodes(nodes),
                &StopSignal::new(),
                &mut |_| {},
            )
        });
}

/// The evaluation alone, for comparison.
#[divan::bench(args = POSITIONS)]
fn evaluate(bencher: Bencher, name: &str) {
    let position = position(name);
    bencher.bench(|| Mobility.evaluate(divan::black_box(&position)));
}

#[divan::bench(args = POSITIONS, sample_count = 10)]
fn alpha_beta(bencher: Bencher, name: &str) {
    bench(bencher, name, 5_000, || {
        AlphaBeta::new(Mobility).with_memory_limit(1 << 22)
    });
}

#[divan::bench(args = POSITIONS, sample_count = 10)]
fn mcts(bencher: Bencher, name: &str) {
    bench(bencher, name, 1_000, || {
        Mcts::new(EvaluatorExpander::new(Mobility)).with_memory_limit(1 << 26)
    });
}

#[divan::bench(args = POSITIONS, sample_count = 10)]
fn mcts_with_two_threads(bencher: Bencher, name: &str) {
    bench(bencher, name, 1_000, || {
        Mcts::new(EvaluatorExpander::new(Mobility))
            .with_memory_limit(1 << 26)
            .with_threads(2)
    });
}
