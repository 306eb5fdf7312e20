//! Known perft counts.

use game::{Game, perft};
use shogi::Position;

/// Counts of the start position from depth 1.
const START: [u64; 5] = [30, 900, 25_470, 719_731, 19_861_490];

#[test]
fn counts_of_the_start() {
    for (depth, count) in (1..).zip(&START[..4]) {
        assert_eq!(perft(&Position::start(), depth), *count, "depth {depth}");
    }
}

#[test]
#[ignore = "20 million positions: run with --release, see docs/results/kinds.md"]
fn count_of_the_start_at_depth_5() {
    assert_eq!(perft(&Position::start(), 5), START[4]);
}

/// The maximum number of moves of any position.
#[test]
fn the_position_with_most_moves_has_593() {
    let widest = Position::parse("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1").unwrap();
    assert_eq!(widest.move_count(), 593);
    assert_eq!(widest.moves().len(), 593);
}

/// A position with drops, promotions and checks; counts by other programs.
#[test]
fn counts_of_a_middle_game() {
    let text = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
    let position = Position::parse(text).unwrap();
    for (depth, count) in [(1, 207), (2, 28_684), (3, 4_809_015)] {
        assert_eq!(perft(&position, depth), count, "depth {depth}");
    }
}
