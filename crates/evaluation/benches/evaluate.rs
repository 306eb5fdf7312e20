//! How long an evaluation takes: `cargo bench -p thermodon-evaluation`.
//!
//! Measured over all positions of some games on the 10×10 board from the first move to the last, played
//! like a beginner plays: each move is the best of a few random ones. One item is one position, with
//! all terms of both sides. Every path that the machine has is measured; `work` shows what takes how long,
//! each line holding the ones above it.

use std::sync::LazyLock;

use amazons::{Game, Position};
use divan::Bencher;
use divan::counter::ItemsCount;
use evaluation::path::Work;
use evaluation::{Evaluation, Features, Layout, Lieberum, Paper, Path, Staged};

fn main() {
    divan::main();
}

/// So many that the processor cannot learn them by heart.
const GAMES: usize = 16;

/// Random moves to choose from.
const CHOICE: u64 = 6;

static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let staged = Staged::default();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        let mut position = Position::standard_start();
        loop {
            positions.push(position);
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let some = (0..CHOICE).map(|_| moves[(random() % moves.len() as u64) as usize]);
            let layout = Layout::of(&position);
            let best = some.min_by_key(|&mv| staged.evaluate(&layout.after(mv)));
            position.play(best.expect("there are moves to choose from"));
        }
    }
    positions
});

/// Runs `evaluate` on all positions.
fn over_positions<T>(bencher: Bencher, evaluate: impl Fn(&Layout) -> T + Sync) {
    let positions = &*POSITIONS;
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        for position in positions {
            divan::black_box(evaluate(&Layout::of(divan::black_box(position))));
        }
    });
}

/// The evaluation that the engine uses.
#[divan::bench(args = Path::available())]
fn staged(bencher: Bencher, path: Path) {
    let staged = Staged::default();
    over_positions(bencher, |layout| path.evaluate(&staged, layout));
}

#[divan::bench(args = Path::available())]
fn lieberum(bencher: Bencher, path: Path) {
    over_positions(bencher, |layout| path.evaluate(&Lieberum, layout));
}

#[divan::bench(args = Path::available())]
fn paper(bencher: Bencher, path: Path) {
    over_positions(bencher, |layout| path.evaluate(&Paper::RUN_A, layout));
}

/// All that is counted, not yet weighed.
#[divan::bench(args = Path::available())]
fn features(bencher: Bencher, path: Path) {
    over_positions(bencher, |layout| Features::along(path, layout));
}

/// Parts of the work.
mod work {
    use super::*;

    #[divan::bench(args = Path::available())]
    fn a_king_maps(bencher: Bencher, path: Path) {
        over_positions(bencher, |layout| path.perform(Work::KingMaps, layout));
    }

    #[divan::bench(args = Path::available())]
    fn b_queen_maps(bencher: Bencher, path: Path) {
        over_positions(bencher, |layout| path.perform(Work::Maps, layout));
    }

    #[divan::bench(args = Path::available())]
    fn c_comparisons(bencher: Bencher, path: Path) {
        over_positions(bencher, |layout| path.perform(Work::Comparisons, layout));
    }

    #[divan::bench(args = Path::available())]
    fn d_mobility(bencher: Bencher, path: Path) {
        over_positions(bencher, |layout| path.perform(Work::Everything, layout));
    }
}
