//! Probe speed of the score table: `cargo bench -p thermodon-endgame --bench probe`.
//!
//! Probes random subgames of up to eight squares in random orientations and places on the board.
//! One item is one probe: the lookup of the score pair of a region. The table is built first, in
//! a temporary directory.

use std::sync::LazyLock;

use amazons::{BoardSize, Color, Content, Position, Region, Square};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use endgame::{Placements, ScoreTable, ShapeCatalogue, build_score_table};
use game::SplitMix64;

fn main() {
    divan::main();
}

/// Maximum number of squares of a subgame.
const MAX_SQUARES: usize = 8;

/// Number of subgames; large enough that they and their scores exceed the CPU caches.
const SUBGAME_COUNT: usize = 1 << 18;

struct Fixture {
    table: ScoreTable,
    subgames: Vec<Region>,
    /// Directory of the memory-mapped table. Statics are not dropped, so it is not deleted.
    _dir: tempfile::TempDir,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a temporary directory can be created");
    build_score_table(dir.path(), MAX_SQUARES, &|_| true).expect("the table can be built");
    let table = ScoreTable::open(dir.path()).expect("the table can be opened");
    let catalogue = ShapeCatalogue::new(MAX_SQUARES);
    let mut rng = SplitMix64::from_seed(1);
    let mut burned_board = Position::empty(BoardSize::STANDARD, Color::Black);
    for square in burned_board.board() {
        burned_board
            .put(square, Content::Burned)
            .expect("the square is on the board");
    }
    // All placements of amazons, by size.
    let placements: Vec<Vec<(u16, u16)>> = (1..=MAX_SQUARES)
        .map(|size| Placements::new(size).all().collect())
        .collect();
    let subgames = (0..SUBGAME_COUNT)
        .map(|_| {
            // Nearly all subgames of the table have the maximum size. Here three in four have it;
            // the size of the others is uniform.
            let size = if rng.below(4) == 0 {
                1 + rng.below(MAX_SQUARES)
            } else {
                MAX_SQUARES
            };
            let shape = catalogue.shapes(size)[rng.below(catalogue.shapes(size).len())];
            let orientations = shape.orientations();
            let (oriented_shape, square_indices) = orientations[rng.below(orientations.len())];
            let placements = &placements[size - 1];
            let (black, white) = placements[rng.below(placements.len())];
            // The board has ten rows and columns; a shape has at most `MAX_SQUARES`.
            let max_offset = 10 - MAX_SQUARES;
            let column_offset = rng.below(max_offset + 1) as u8;
            let row_offset = rng.below(max_offset + 1) as u8;
            let mut position = burned_board;
            for ((row, column), &index) in oriented_shape.squares().zip(&square_indices) {
                let content = match (black >> index & 1, white >> index & 1) {
                    (0, 0) => Content::Empty,
                    (1, _) => Content::Amazon(Color::Black),
                    _ => Content::Amazon(Color::White),
                };
                let square = Square::new(column + column_offset, row + row_offset);
                let put = square.map(|square| position.put(square, content));
                assert!(matches!(put, Some(Ok(_))), "the square is on the board");
            }
            position.regions().next().expect("the shape is a region")
        })
        .collect();
    Fixture {
        table,
        subgames,
        _dir: dir,
    }
});

#[divan::bench]
fn random_subgames(bencher: Bencher) {
    let fixture = &*FIXTURE;
    bencher
        .counter(ItemsCount::new(SUBGAME_COUNT))
        .bench_local(|| {
            for region in &fixture.subgames {
                let score_pair = fixture.table.probe(region);
                black_box(score_pair.expect("the table is not corrupt"));
            }
        });
}
