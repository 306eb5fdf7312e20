//! Fixed pieces of work for counting instructions, not seconds: a count is the same however busy
//! the machine is, so a regression of a few percent shows.
//!
//! `benches/instructions/check` builds this program, runs each piece under callgrind and compares
//! the counts with `pins.txt`. Only what happens inside the functions of [`PIECES`] is counted, so
//! they allocate nothing: the C library would add counts that differ from machine to machine.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::ExitCode;

use amazons::{Game, Move, Position, slides};
use game::perft;

const MIDDLE_GAME: &str =
    "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16";

/// A piece of work; its result is printed, so that no compiler can leave the work out.
type Piece = fn(&mut Work) -> u64;

/// What can be measured, by the name of the function that callgrind counts in.
const PIECES: [(&str, Piece); 5] = [
    ("perft_two_of_the_start", perft_two_of_the_start),
    ("count_moves_a_thousand_times", count_moves_a_thousand_times),
    ("list_moves_a_thousand_times", list_moves_a_thousand_times),
    (
        "play_and_unplay_a_thousand_times",
        play_and_unplay_a_thousand_times,
    ),
    ("slide_a_thousand_times", slide_a_thousand_times),
];

/// All that the pieces need, made ready before the counting starts.
struct Work {
    start: Position,
    middle_game: Position,
    moves: Vec<Move>,
}

fn main() -> ExitCode {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let Some((_, piece)) = PIECES.iter().find(|(name, _)| *name == wanted) else {
        if wanted == "--list" {
            PIECES.iter().for_each(|(name, _)| println!("{name}"));
        } else {
            println!(
                "Instruction counts need callgrind: run crates/amazons/benches/instructions/check."
            );
        }
        return ExitCode::SUCCESS;
    };
    let middle_game = Position::parse(MIDDLE_GAME).expect("the middle game is a position");
    let mut work = Work {
        start: Position::standard_start(),
        middle_game,
        moves: middle_game.moves(),
    };
    println!("{}", piece(&mut work));
    ExitCode::SUCCESS
}

#[inline(never)]
fn perft_two_of_the_start(work: &mut Work) -> u64 {
    perft(black_box(&work.start), 2)
}

#[inline(never)]
fn count_moves_a_thousand_times(work: &mut Work) -> u64 {
    (0..1000)
        .map(|_| black_box(&work.middle_game).move_count())
        .sum()
}

#[inline(never)]
fn list_moves_a_thousand_times(work: &mut Work) -> u64 {
    let Work {
        middle_game, moves, ..
    } = work;
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
fn play_and_unplay_a_thousand_times(work: &mut Work) -> u64 {
    let Work {
        middle_game, moves, ..
    } = work;
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
fn slide_a_thousand_times(work: &mut Work) -> u64 {
    let empty = work.middle_game.empty_squares();
    let mut reached = 0;
    for _ in 0..1000 {
        for square in empty {
            reached += u64::from(slides(black_box(square), black_box(empty)).len());
        }
    }
    reached
}
