//! Probe speed of the score table: `cargo bench -p thermodon-endgame --bench probe`.
//!
//! Random subgames of up to eight squares in random orientation anywhere on the board; one item is
//! one probe from square sets to a score pair. The table is built first, in a temporary directory.

use std::sync::LazyLock;

use amazons::{Square, SquareSet};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use endgame::{Placements, ScoreTable, ShapeCatalogue, build_score_table};

fn main() {
    divan::main();
}

/// Squares of the largest subgames.
const SIZE: usize = 8;

/// Number of subgames; exceeds the caches together with their scores.
const COUNT: usize = 1 << 18;

struct Drawn {
    table: ScoreTable,
    subgames: Vec<[SquareSet; 3]>,
    /// Keeps the mapped files alive; removed on exit.
    _folder: tempfile::TempDir,
}

static DRAWN: LazyLock<Drawn> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    build_score_table(folder.path(), SIZE, &|_| true).expect("the table can be built");
    let table = ScoreTable::open(folder.path()).expect("the table can be opened");
    let catalogue = ShapeCatalogue::new(SIZE);
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let boards: Vec<Vec<(u16, u16)>> = (1..=SIZE)
        .map(|size| Placements::new(size).all().collect())
        .collect();
    let subgames = (0..COUNT)
        .map(|_| {
            // One in four is drawn uniformly over all sizes, since nearly all subgames have the
            // largest size.
            let size = if below(4) == 0 { 1 + below(SIZE) } else { SIZE };
            let shape = catalogue.shapes(size)[below(catalogue.shapes(size).len())];
            let orientations = shape.orientations();
            let (image, numbers) = orientations[below(orientations.len())];
            let (black, white) = boards[size - 1][below(boards[size - 1].len())];
            let shift = (below(10 - SIZE + 1) as u8, below(10 - SIZE + 1) as u8);
            let mut sets = [SquareSet::EMPTY; 3];
            for ((row, column), &number) in image.squares().zip(&numbers) {
                let square = Square::new(column + shift.0, row + shift.1).expect("on the board");
                sets[0] |= square;
                if black >> number & 1 == 1 {
                    sets[1] |= square;
                }
                if white >> number & 1 == 1 {
                    sets[2] |= square;
                }
            }
            sets
        })
        .collect();
    Drawn {
        table,
        subgames,
        _folder: folder,
    }
});

#[divan::bench]
fn random_subgames(bencher: Bencher) {
    let drawn = &*DRAWN;
    bencher.counter(ItemsCount::new(COUNT)).bench_local(|| {
        for &[squares, black, white] in &drawn.subgames {
            let pair = drawn.table.probe_squares(squares, black, white);
            black_box(pair.expect("the table is sound"));
        }
    });
}
