//! Reading and writing: `cargo bench -p thermodon-amazons --bench notation`.

use amazons::notation::{diagram, fen, parse_move};
use amazons::records::{self, Format, Record};
use amazons::{Game, Move, Position};

const MIDDLE_GAME: &str =
    "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16";

fn main() {
    divan::main();
}

fn middle_game() -> Position {
    Position::parse(MIDDLE_GAME).expect("the middle game is a position")
}

#[divan::bench]
fn read_fen(bencher: divan::Bencher) {
    bencher.bench(|| fen::parse(divan::black_box(MIDDLE_GAME)));
}

#[divan::bench]
fn write_fen(bencher: divan::Bencher) {
    let position = middle_game();
    bencher.bench(|| fen::write(divan::black_box(&position)));
}

#[divan::bench]
fn read_diagram(bencher: divan::Bencher) {
    let text = diagram::write(&middle_game());
    bencher.bench(|| diagram::parse(divan::black_box(&text)));
}

#[divan::bench]
fn write_diagram(bencher: divan::Bencher) {
    let position = middle_game();
    bencher.bench(|| diagram::write(divan::black_box(&position)));
}

/// Includes the legality check.
#[divan::bench(args = ["d1-d7/g7", "d1d7,d7g7"])]
fn read_move(bencher: divan::Bencher, text: &str) {
    let position = Position::standard_start();
    bencher.bench(|| parse_move(&position, divan::black_box(text)));
}

#[divan::bench]
fn write_move(bencher: divan::Bencher) {
    let mv: Move = "d1-d7/g7".parse().expect("a move");
    bencher.bench(|| divan::black_box(mv).to_string());
}

/// The formats with moves.
const FORMATS: [&str; 4] = ["sgf", "ggf", "little-golem", "text"];

/// A game of forty moves, spread over the lists of legal moves.
fn game() -> Record {
    let start = Position::standard_start();
    let mut position = start;
    let moves = (0..40).map_while(|ply: usize| {
        let moves = position.moves();
        let mv = *moves.get(ply * 7919 % moves.len().max(1))?;
        position.play(mv);
        Some(mv)
    });
    Record::from_moves(start, moves.collect::<Vec<_>>()).expect("the moves are legal")
}

fn format(name: &str) -> Format {
    name.parse().expect("a format")
}

#[divan::bench(args = FORMATS)]
fn read_game(bencher: divan::Bencher, name: &str) {
    let text = records::write(&game(), format(name));
    bencher.bench(|| records::read_as(divan::black_box(&text), format(name)));
}

#[divan::bench(args = FORMATS)]
fn write_game(bencher: divan::Bencher, name: &str) {
    let game = game();
    bencher.bench(|| records::write(divan::black_box(&game), format(name)));
}
