//! How fast subgames are looked up: `cargo bench -p thermodon-endgame`.
//!
//! Subgames of up to eight squares, drawn at random and lying anywhere on the board, turned and mirrored; one item is
//! one of them, from sets of squares to a pair of values. The table is built first, in a temporary folder.

use std::sync::LazyLock;

use amazons::{Square, SquareSet};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use endgame::{Catalogue, Placements, Table, build};

fn main() {
    divan::main();
}

/// The largest size.
const SIZE: usize = 8;

/// So many that neither they nor their values stay in a cache.
const COUNT: usize = 1 << 18;

struct Drawn {
    table: Table,
    subgames: Vec<[SquareSet; 3]>,
    /// Removed when the program ends well; the files stay mapped until then.
    _folder: tempfile::TempDir,
}

static DRAWN: LazyLock<Drawn> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path(), SIZE, &|_| true).expect("the table can be built");
    let table = Table::open(folder.path()).expect("the table can be opened");
    let catalogue = Catalogue::new(SIZE);
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
            // Nearly all subgames are of the largest size; so that others are seen too, one in four is smaller.
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
