//! How long proofs and fillings take: `cargo bench -p thermodon-amazons --bench territory`.
//!
//! A search asks for a proof at every node, nearly always in vain: that must cost next to nothing. The
//! positions are those of one game between people.

use amazons::{Game, Position};
use divan::Bencher;

/// By the number of empty squares. With 30 left the result is proven, with 45 not yet.
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
fn filling(bencher: Bencher, name: &str) {
    let position = position(name);
    bencher.bench(|| divan::black_box(&position).filling());
}
