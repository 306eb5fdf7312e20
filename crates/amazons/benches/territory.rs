//! Territory proofs and plans: `cargo bench -p thermodon-amazons --bench territory`.
//!
//! Search attempts a proof at every node and nearly always fails, so failing must be cheap. The
//! positions are from a game between humans.

use amazons::{Game, Position};
use divan::Bencher;

/// Name (number of empty squares) and FEN. The result is proven with 30 empty squares, not with 45.
const POSITIONS: [(&str, &str); 6] = [
    ("92", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b"),
    (
        "72",
        "4*5/2*q3**1/5*Qq2/3Q3*2/1*5**1/2Q****q*1/6**2/1*1q3Q1*/5*2*1/10 b",
    ),
    (
        "60",
        "4*Q4/1***3**1/Q2*****2/*q*4*2/1*1q2***1/3****1*1/2*3**q*/1*1q3Q1*/3Q**2*1/10 b",
    ),
    (
        "45",
        "4**2Q*/1***3***/*Q1*****2/*1**3*2/1*q1*1***q/Q1*****1**/*1*q*1**1*/***2**2*/2q1**2*1/4*2Q2 w",
    ),
    (
        "30",
        "4******/1***2Q***/*Q******2/*****q1*2/Q****1***q/*******1**/********1*/*******2*/2qq**2*1/4*2Q2 b",
    ),
    (
        "15",
        "Q*********/Q*********/********2/********2/Q****q***q/*******1**/********1*/*******2*/*qq***2*1/*****2Q2 w",
    ),
];

const NAMES: [&str; 6] = ["92", "72", "60", "45", "30", "15"];

fn main() {
    divan::main();
}

fn position(name: &str) -> Position {
    let text = POSITIONS.iter().find(|(known, _)| *known == name);
    let (_, text) = text.expect("the position is in the list");
    Position::parse(text).expect("the text is a position")
}

#[divan::bench(args = NAMES)]
fn proven_outcome(bencher: Bencher, name: &str) {
    let position = position(name);
    bencher.bench(|| divan::black_box(&position).proven_outcome());
}

#[divan::bench(args = NAMES)]
fn territory_plan(bencher: Bencher, name: &str) {
    let position = position(name);
    bencher.bench(|| divan::black_box(&position).territory_plan());
}
