//! Known counts.

use game::{Game, perft};
use shogi::Position;

/// Those of the start that every program agrees on.
const START: [u64; 5] = [30, 900, 25_470, 719_731, 19_861_490];

#[test]
fn the_start_has_the_known_counts() {
    for (depth, count) in (1..).zip(&START[..4]) {
        assert_eq!(perft(&Position::start(), depth), *count, "depth {depth}");
    }
}

#[test]
#[ignore = "twenty million positions: for builds with --release, see docs/results/kinds.md"]
fn the_start_has_the_known_count_at_depth_five() {
    assert_eq!(perft(&Position::start(), 5), START[4]);
}

/// The most moves that a position can have.
#[test]
fn the_widest_position_has_593_moves() {
    let widest = Position::parse("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1").unwrap();
    assert_eq!(widest.move_count(), 593);
    assert_eq!(widest.moves().len(), 593);
}

/// A position of endings with drops, promotions and checks; counts by other programs.
#[test]
fn a_middle_game_has_the_known_counts() {
    let text = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
    let position = Position::parse(text).unwrap();
    for (depth, count) in [(1, 207), (2, 28_684), (3, 4_809_015)] {
        assert_eq!(perft(&position, depth), count, "depth {depth}");
    }
}
