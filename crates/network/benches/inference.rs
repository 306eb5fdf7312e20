//! How long the network takes: `cargo bench -p thermodon-network --bench inference`.
//!
//! `evaluate` is all a search pays for a leaf's value; `policy` comes on top where a leaf is expanded.
//! Paths that this processor lacks are left out.

use amazons::{Game, Position};
use divan::Bencher;
use divan::counter::ItemsCount;
use network::{Network, Path, planes};

const MIDDLE_GAME: &str =
    "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16";

/// Positions of a batch.
const BATCH: usize = 8;

fn main() {
    divan::main();
}

fn paths() -> impl Iterator<Item = Path> {
    Path::available()
}

fn middle_game() -> Position {
    Position::parse(MIDDLE_GAME).expect("the middle game is a position")
}

fn network_on(path: Path) -> Network {
    Network::embedded()
        .on_path(path)
        .expect("the path is available")
}

#[divan::bench]
fn input_planes(bencher: Bencher) {
    let position = middle_game();
    bencher.bench(|| planes(divan::black_box(&position)));
}

#[divan::bench(args = paths())]
fn evaluate(bencher: Bencher, path: Path) {
    let (network, position) = (network_on(path), middle_game());
    let mut workspace = network.workspace();
    bencher
        .counter(ItemsCount::new(1_usize))
        .bench_local(|| network.evaluate(&mut workspace, divan::black_box(&position)));
}

#[divan::bench(args = paths())]
fn evaluate_batch(bencher: Bencher, path: Path) {
    let (network, positions) = (network_on(path), [middle_game(); BATCH]);
    let mut workspace = network.workspace();
    bencher
        .counter(ItemsCount::new(BATCH))
        .bench_local(|| network.evaluate_all(&mut workspace, divan::black_box(&positions)));
}

/// All that a search pays for a leaf.
#[divan::bench(args = paths())]
fn expand(bencher: Bencher, path: Path) {
    let (network, position) = (network_on(path), middle_game());
    let mut workspace = network.workspace();
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let evaluation = network.evaluate(&mut workspace, divan::black_box(&position));
        network.policy(&position, &evaluation).likeliest(48)
    });
}

/// The likeliest 48 of two thousand moves.
#[divan::bench(args = paths())]
fn policy_start(bencher: Bencher, path: Path) {
    let (network, position) = (network_on(path), Position::standard_start());
    let evaluation = network.evaluate(&mut network.workspace(), &position);
    bencher.bench(|| {
        network
            .policy(divan::black_box(&position), &evaluation)
            .likeliest(48)
    });
}

/// The probabilities of all moves.
#[divan::bench(args = paths())]
fn whole_policy_start(bencher: Bencher, path: Path) {
    let (network, position) = (network_on(path), Position::standard_start());
    let evaluation = network.evaluate(&mut network.workspace(), &position);
    let moves = position.moves();
    bencher.bench(|| {
        network
            .policy(divan::black_box(&position), &evaluation)
            .log_probabilities(&moves)
    });
}
