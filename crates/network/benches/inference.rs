//! Time of inference: `cargo bench -p thermodon-network --bench inference`.
//!
//! `evaluate` measures the network, `expand` the network and the policy, as MCTS runs them to
//! expand a leaf. Each [`Kernel`] (SIMD implementation) that this CPU supports is measured.

use amazons::{Game, Position};
use divan::Bencher;
use divan::counter::ItemsCount;
use network::{Kernel, Network};

const MIDDLE_GAME: &str =
    "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16";

/// Number of moves that an expanded leaf gets.
const EXPANDED_MOVES: usize = 48;

fn main() {
    divan::main();
}

fn middle_game() -> Position {
    Position::parse(MIDDLE_GAME).expect("the position is valid")
}

fn network_with(kernel: Kernel) -> Network {
    Network::embedded()
        .with_kernel(kernel)
        .expect("the kernel is available")
}

/// Input planes of the network.
#[divan::bench]
fn planes(bencher: Bencher) {
    let position = middle_game();
    bencher.bench(|| network::input_planes(divan::black_box(&position)));
}

#[divan::bench(args = Kernel::available())]
fn evaluate(bencher: Bencher, kernel: Kernel) {
    let (network, position) = (network_with(kernel), middle_game());
    let mut workspace = network.workspace();
    bencher
        .counter(ItemsCount::new(1_usize))
        .bench_local(|| network.evaluate(&mut workspace, divan::black_box(&position)));
}

/// Evaluation and the most probable moves.
#[divan::bench(args = Kernel::available())]
fn expand(bencher: Bencher, kernel: Kernel) {
    let (network, position) = (network_with(kernel), middle_game());
    let mut workspace = network.workspace();
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let evaluation = network.evaluate(&mut workspace, divan::black_box(&position));
        network
            .policy(&position, &evaluation)
            .top_moves(EXPANDED_MOVES)
    });
}

/// The most probable of the 2,176 moves of the start position.
#[divan::bench(args = Kernel::available())]
fn policy_start(bencher: Bencher, kernel: Kernel) {
    let (network, position) = (network_with(kernel), Position::standard_start());
    let evaluation = network.evaluate(&mut network.workspace(), &position);
    bencher.bench(|| {
        network
            .policy(divan::black_box(&position), &evaluation)
            .top_moves(EXPANDED_MOVES)
    });
}

/// Probabilities of all 2,176 moves of the start position.
#[divan::bench(args = Kernel::available())]
fn whole_policy_start(bencher: Bencher, kernel: Kernel) {
    let (network, position) = (network_with(kernel), Position::standard_start());
    let evaluation = network.evaluate(&mut network.workspace(), &position);
    let moves = position.moves();
    bencher.bench(|| {
        network
            .policy(divan::black_box(&position), &evaluation)
            .log_probabilities(&moves)
    });
}
