//! Time per evaluation: `cargo bench -p thermodon-evaluation`.
//!
//! Runs over all positions of some 10×10 games in which each move is the best of a few random ones.
//! An item is one position. Every backend of this CPU is measured.

use std::sync::LazyLock;

use amazons::{Game, Position};
use divan::Bencher;
use divan::counter::ItemsCount;
use evaluation::{
    DominationDistance, EvalBoard, EvaluationFunction, Lieberum, SimdBackend, TaperedEvaluation,
};
use game::SplitMix64;

fn main() {
    divan::main();
}

/// Number of games; enough to defeat branch prediction by memorization.
const GAMES: usize = 16;

/// Number of random moves of which the best is played.
const CANDIDATES: usize = 6;

static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let evaluation = TaperedEvaluation::default();
    let mut rng = SplitMix64::from_seed(1);
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        let mut position = Position::standard_start();
        loop {
            positions.push(position);
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let board = EvalBoard::from(&position);
            let best = (0..CANDIDATES)
                .map(|_| moves[rng.below(moves.len())])
                .min_by_key(|&mv| evaluation.evaluate(&board.after(mv)));
            position.play(best.expect("there are candidates"));
        }
    }
    positions
});

/// Runs `evaluate` on all positions.
fn over_positions<T>(bencher: Bencher, evaluate: impl Fn(&EvalBoard) -> T + Sync) {
    let positions = &*POSITIONS;
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        for position in positions {
            divan::black_box(evaluate(&EvalBoard::from(divan::black_box(position))));
        }
    });
}

#[divan::bench(args = SimdBackend::available())]
fn tapered(bencher: Bencher, backend: SimdBackend) {
    let evaluation = TaperedEvaluation::default();
    over_positions(bencher, |board| backend.evaluate(&evaluation, board));
}

#[divan::bench(args = SimdBackend::available())]
fn lieberum(bencher: Bencher, backend: SimdBackend) {
    over_positions(bencher, |board| backend.evaluate(&Lieberum, board));
}

#[divan::bench(args = SimdBackend::available())]
fn domination_distance(bencher: Bencher, backend: SimdBackend) {
    over_positions(bencher, |board| {
        backend.evaluate(&DominationDistance::RUN_A, board)
    });
}

#[divan::bench(args = SimdBackend::available())]
fn features(bencher: Bencher, backend: SimdBackend) {
    over_positions(bencher, |board| backend.features(board));
}

#[divan::bench(args = SimdBackend::available())]
fn distance_maps(bencher: Bencher, backend: SimdBackend) {
    over_positions(bencher, |board| backend.distance_maps(board));
}
