//! Fixed workloads for instruction counts, which do not depend on the load of the machine and show
//! regressions of a few percent.
//!
//! `benches/instructions/check` builds this program, runs each workload under callgrind and
//! compares the counts with `baseline.txt`. Only the functions of [`WORKLOADS`] are counted; they
//! do not allocate, since the counts of the C library differ between machines.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::ExitCode;

use amazons::{Game, Move, Position, queen_moves};
use game::perft;

const MIDDLE_GAME: &str =
    "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16";

/// A workload; its result is printed so that it cannot be optimized away.
type Workload = fn(&mut Fixtures) -> u64;

/// The workloads by function name, by which `check` tells callgrind what to count.
const WORKLOADS: [(&str, Workload); 5] = [
    ("perft_two_of_the_start", perft_two_of_the_start),
    ("count_moves_a_thousand_times", count_moves_a_thousand_times),
    ("list_moves_a_thousand_times", list_moves_a_thousand_times),
    (
        "play_and_unplay_a_thousand_times",
        play_and_unplay_a_thousand_times,
    ),
    ("slide_a_thousand_times", slide_a_thousand_times),
];

/// Inputs of the workloads, built before counting.
struct Fixtures {
    start: Position,
    middle_game: Position,
    moves: Vec<Move>,
}

fn main() -> ExitCode {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let Some((_, workload)) = WORKLOADS.iter().find(|(name, _)| *name == wanted) else {
        if wanted == "--list" {
            WORKLOADS.iter().for_each(|(name, _)| println!("{name}"));
        } else {
            println!(
                "Instruction counts need callgrind: run crates/amazons/benches/instructions/check."
            );
        }
        return ExitCode::SUCCESS;
    };
    let middle_game = Position::parse(MIDDLE_GAME).expect("valid position");
    let mut fixtures = Fixtures {
        start: Position::standard_start(),
        middle_game,
        moves: middle_game.moves(),
    };
    println!("{}", workload(&mut fixtures));
    ExitCode::SUCCESS
}

#[inline(never)]
fn perft_two_of_the_start(fixtures: &mut Fixtures) -> u64 {
    perft(black_box(&fixtures.start), 2)
}

#[inline(never)]
fn count_moves_a_thousand_times(fixtures: &mut Fixtures) -> u64 {
    (0..1000)
        .map(|_| black_box(&fixtures.middle_game).move_count())
        .sum()
}

#[inline(never)]
fn list_moves_a_thousand_times(fixtures: &mut Fixtures) -> u64 {
    let Fixtures {
        middle_game, moves, ..
    } = fixtures;
    let mut listed = 0;
    for _ in 0..1000 {
        moves.clear();
        let _ = black_box(&*middle_game).visit_moves(|mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        listed += black_box(&*moves).len() as u64;
    }
    listed
}

#[inline(never)]
fn play_and_unplay_a_thousand_times(fixtures: &mut Fixtures) -> u64 {
    let Fixtures {
        middle_game, moves, ..
    } = fixtures;
    let mut keys = 0_u64;
    for _ in 0..1000 {
        for &mv in &*moves {
            middle_game.play(mv);
            keys = keys.wrapping_add(black_box(&mut *middle_game).key());
            middle_game.unplay(mv, ());
        }
    }
    keys
}

#[inline(never)]
fn slide_a_thousand_times(fixtures: &mut Fixtures) -> u64 {
    let empty = fixtures.middle_game.empty_squares();
    let mut reached = 0;
    for _ in 0..1000 {
        for square in empty {
            reached += u64::from(queen_moves(black_box(square), black_box(empty)).len());
        }
    }
    reached
}
