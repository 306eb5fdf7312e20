//! Time to solve boards and sums of boards: `cargo bench -p thermodon-endgame --bench solve`.
//! `EXACT=DIR` uses the value table in that directory.

use std::time::{Duration, Instant};

use amazons::notation::parse_position;
use amazons::{BoardSize, Color, Content, Position};
use endgame::{Solver, ValueTable};
use game::SplitMix64;

/// Sums per kind.
const SUMS: usize = 1000;

const BOARDS: [&str; 5] = [
    ".oo.|o..o|x..x|.xx.",
    "x..o|....|....|o..x",
    "o..o|....|....|x..x",
    ".o.o.|o...o|x...x|.x.x.",
    ".oo.|o..o|....|x..x|.xx.",
];

/// A random 3×3 board with one to four amazons per side.
fn small_board(rng: &mut SplitMix64) -> Position {
    let size = BoardSize::new(3, 3).expect("a size");
    let mut position = Position::empty(size, Color::Black);
    let mut free: Vec<_> = position.board().iter().collect();
    for color in Color::ALL {
        for _ in 0..1 + rng.below(4) {
            let square = free.swap_remove(rng.below(free.len()));
            position
                .put(square, Content::Amazon(color))
                .expect("a square of the board");
        }
    }
    position
}

fn solve(table: Option<&ValueTable>, boards: &[Position]) -> (Duration, u64) {
    let begin = Instant::now();
    let solver = Solver::new(1 << 30, 2, table);
    let solution = solver
        .solve(boards, &mut |_, _| true)
        .expect("nobody interrupts");
    (begin.elapsed(), solution.nodes)
}

fn main() {
    let dir = std::env::var_os("EXACT");
    let table = dir.map(|dir| ValueTable::open(dir.as_ref()).expect("a table"));
    let table = table.as_ref();
    for count in [4, 8] {
        let mut rng = SplitMix64::from_seed(count as u64);
        let mut times: Vec<Duration> = (0..SUMS)
            .map(|_| {
                let boards: Vec<Position> = (0..count).map(|_| small_board(&mut rng)).collect();
                solve(table, &boards).0
            })
            .collect();
        times.sort_unstable();
        println!(
            "{SUMS} sums of {count} boards of 3x3, all solved: median {:.2?}, longest {:.2?}",
            times[SUMS / 2],
            times[SUMS - 1]
        );
    }
    for text in BOARDS {
        let board = parse_position(text).expect("a board");
        let (time, nodes) = solve(table, &[board]);
        println!("{text}: {nodes} sums searched, {time:.2?}");
    }
}
