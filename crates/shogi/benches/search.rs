//! Move generation, evaluation and search.

use divan::Bencher;
use game::{Game, perft};
use search::alpha_beta::AlphaBetaParameters;
use search::{AlphaBeta, SearchLimits, Searcher, StopSignal};
use shogi::{Evaluation, Position};

/// A middle game with pieces in both hands.
const MIDDLE_GAME: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";

fn main() {
    divan::main();
}

#[divan::bench]
fn perft_3(bencher: Bencher) {
    let start = Position::start();
    bencher.bench(|| perft(divan::black_box(&start), 3));
}

#[divan::bench]
fn evaluation(bencher: Bencher) {
    let position = Position::parse(MIDDLE_GAME).expect("the position is well formed");
    bencher.bench(|| Evaluation::new().centipawns(divan::black_box(&position)));
}

#[divan::bench]
fn outcome(bencher: Bencher) {
    let position = Position::parse(MIDDLE_GAME).expect("the position is well formed");
    bencher.bench(|| divan::black_box(&position).proven_outcome());
}

#[divan::bench(args = [2, 3])]
fn plain_search(bencher: Bencher, plies: u32) {
    let position = Position::parse(MIDDLE_GAME).expect("the position is well formed");
    bencher.bench(|| {
        let mut searcher = AlphaBeta::new(Evaluation::new())
            .with_memory_limit(1 << 20)
            .with_parameters(AlphaBetaParameters::full_width());
        searcher.search(
            &position,
            &SearchLimits::depth(plies),
            &StopSignal::new(),
            &mut |_| {},
        )
    });
}
