//! Rules: `cargo bench -p thermodon-amazons --bench rules`.
//!
//! Search generates moves at every node, perft counts them at the last ply, and both play and
//! unplay every move. The middle game is a random game after thirty moves.

use std::ops::ControlFlow;

use amazons::{Game, Move, Position, queen_moves};
use divan::Bencher;
use divan::counter::ItemsCount;
use game::perft;

const POSITIONS: [&str; 2] = ["start", "middle game"];
const MIDDLE_GAME: &str =
    "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16";

fn main() {
    divan::main();
}

fn position(name: &str) -> Position {
    match name {
        "start" => Position::standard_start(),
        _ => Position::parse(MIDDLE_GAME).expect("the middle game is a position"),
    }
}

/// Collects the legal moves.
#[divan::bench(args = POSITIONS)]
fn list_moves(bencher: Bencher, name: &str) {
    let position = position(name);
    let mut moves: Vec<Move> = Vec::with_capacity(4096);
    bencher
        .counter(ItemsCount::new(position.moves().len()))
        .bench_local(|| {
            moves.clear();
            let _ = divan::black_box(&position).visit_moves(|mv| {
                moves.push(mv);
                ControlFlow::<()>::Continue(())
            });
            divan::black_box(&moves);
        });
}

/// Visits steps with their sets of arrows.
#[divan::bench(args = POSITIONS)]
fn visit_steps(bencher: Bencher, name: &str) {
    let position = position(name);
    bencher
        .counter(ItemsCount::new(position.moves().len()))
        .bench(|| {
            let _ = divan::black_box(&position).visit_steps(|from, to, arrows| {
                divan::black_box((from, to, arrows));
                ControlFlow::<()>::Continue(())
            });
        });
}

#[divan::bench(args = POSITIONS)]
fn count_moves(bencher: Bencher, name: &str) {
    let position = position(name);
    bencher
        .counter(ItemsCount::new(position.moves().len()))
        .bench(|| divan::black_box(&position).move_count());
}

/// Plays and unplays every legal move.
#[divan::bench(args = POSITIONS)]
fn play_and_unplay(bencher: Bencher, name: &str) {
    let mut position = position(name);
    let moves = position.moves();
    bencher
        .counter(ItemsCount::new(moves.len()))
        .bench_local(|| {
            for &mv in &moves {
                position.play(mv);
                divan::black_box(&mut position).unplay(mv, ());
            }
        });
}

/// Items are leaves.
#[divan::bench(args = POSITIONS)]
fn perft_two(bencher: Bencher, name: &str) {
    let position = position(name);
    bencher
        .counter(ItemsCount::new(perft(&position, 2)))
        .bench(|| perft(divan::black_box(&position), 2));
}

#[divan::bench(args = POSITIONS)]
fn queen_moves_of_empty_squares(bencher: Bencher, name: &str) {
    let empty = position(name).empty_squares();
    bencher.counter(ItemsCount::new(empty.len())).bench(|| {
        for square in empty {
            divan::black_box(queen_moves(
                divan::black_box(square),
                divan::black_box(empty),
            ));
        }
    });
}

#[divan::bench(args = POSITIONS)]
fn has_legal_move(bencher: Bencher, name: &str) {
    let position = position(name);
    bencher.bench(|| divan::black_box(&position).has_legal_move());
}
