//! How long it takes to open a book and to look into it.

use std::borrow::Cow;
use std::hint::black_box;
use std::sync::LazyLock;

use amazons::{Game, Position};
use book::{Appraisal, Appraised, Book, CompactBook};
use divan::Bencher;
use search::Value;

const POSITIONS: usize = 100_000;

/// A book of 100,000 positions with five moves each, and some of its positions as they come up in games.
static LARGE: LazyLock<(Vec<u8>, Vec<Position>)> = LazyLock::new(|| {
    let start = Position::standard_start();
    let mut book = Book::new(&start);
    let mut ahead = std::collections::VecDeque::from([start]);
    let mut met = Vec::new();
    while book.len() < POSITIONS {
        let Some(position) = ahead.pop_front() else {
            break;
        };
        let moves = position.moves();
        let chosen = moves.iter().step_by(moves.len() / 60 + 1);
        let appraised = chosen.enumerate().map(|(rank, &mv)| Appraised {
            mv,
            value: Value::estimate(-(rank as i32)),
            visits: 1,
        });
        let appraisal = Appraisal {
            moves: appraised.collect(),
            has_more: true,
            nodes: 1_000,
        };
        if book.add(&position, &appraisal, 5, true, 0).is_ok() && book.len().is_multiple_of(97) {
            met.push(position);
        }
        ahead.extend(
            appraisal
                .moves
                .iter()
                .filter_map(|one| position.after(one.mv).ok()),
        );
    }
    (book.to_compact("a bench"), met)
});

fn main() {
    divan::main();
}

#[divan::bench]
fn open_100_000_positions(bencher: Bencher<'_, '_>) {
    let (bytes, _) = &*LARGE;
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), bytes).expect("the file is written");
    bencher.bench_local(|| CompactBook::load(black_box(file.path())).map(|book| book.len()));
}

#[divan::bench]
fn probe_a_position_of_the_book(bencher: Bencher<'_, '_>) {
    let (bytes, met) = &*LARGE;
    let book = CompactBook::from_bytes(Cow::Borrowed(bytes.as_slice())).expect("a book");
    let mut next = met.iter().cycle();
    bencher.bench_local(|| next.next().map(|position| book.find(black_box(position))));
}

#[divan::bench]
fn probe_a_position_that_is_not_there(bencher: Bencher<'_, '_>) {
    let (bytes, met) = &*LARGE;
    let book = CompactBook::from_bytes(Cow::Borrowed(bytes.as_slice())).expect("a book");
    let absent: Vec<Position> = met
        .iter()
        .filter_map(|position| position.after(*position.moves().last()?).ok())
        .collect();
    let mut next = absent.iter().cycle();
    bencher.bench_local(|| next.next().map(|position| book.find(black_box(position))));
}
