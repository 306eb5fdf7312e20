//! Time to open and to probe a compact book.

use std::borrow::Cow;
use std::hint::black_box;
use std::sync::LazyLock;

use amazons::{Game, Position};
use book::{Book, CompactBook, EvaluatedMove, PositionEvaluation};
use divan::Bencher;
use search::Value;

const POSITIONS: usize = 100_000;

/// A book of 100,000 positions with five moves each, and some of its positions.
static LARGE: LazyLock<(Vec<u8>, Vec<Position>)> = LazyLock::new(|| {
    let start = Position::standard_start();
    let mut book = Book::new(&start);
    let mut open = std::collections::VecDeque::from([start]);
    let mut sample = Vec::new();
    while book.len() < POSITIONS {
        let Some(position) = open.pop_front() else {
            break;
        };
        let moves = position.moves();
        let chosen = moves.iter().step_by(moves.len() / 60 + 1);
        let evaluated = chosen.enumerate().map(|(rank, &mv)| EvaluatedMove {
            mv,
            value: Value::from_millilogits(-(rank as i32)),
            visits: 1,
        });
        let evaluation = PositionEvaluation {
            moves: evaluated.collect(),
            has_more: true,
            nodes: 1_000,
        };
        if book
            .insert_evaluation(&position, &evaluation, 5, true, 0)
            .is_ok()
            && book.len().is_multiple_of(97)
        {
            sample.push(position);
        }
        open.extend(
            evaluation
                .moves
                .iter()
                .filter_map(|one| position.after(one.mv).ok()),
        );
    }
    (book.to_compact("bench"), sample)
});

fn main() {
    divan::main();
}

#[divan::bench]
fn open_100_000_positions(bencher: Bencher<'_, '_>) {
    let (bytes, _) = &*LARGE;
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), bytes).expect("the file is writable");
    bencher.bench_local(|| CompactBook::load(black_box(file.path())).map(|book| book.len()));
}

#[divan::bench]
fn probe_hit(bencher: Bencher<'_, '_>) {
    bench_probe(bencher, &LARGE.1);
}

fn bench_probe(bencher: Bencher<'_, '_>, positions: &[Position]) {
    let book = CompactBook::from_bytes(Cow::Borrowed(&LARGE.0)).expect("the bytes are valid");
    let mut next = positions.iter().cycle();
    bencher.bench_local(|| next.next().map(|position| book.probe(black_box(position))));
}

#[divan::bench]
fn probe_miss(bencher: Bencher<'_, '_>) {
    let last_move = |position: &Position| position.after(*position.moves().last()?).ok();
    let absent: Vec<Position> = LARGE.1.iter().filter_map(last_move).collect();
    bench_probe(bencher, &absent);
}
