//! The error rates of the sequential test, by simulated matches at exactly either hypothesis.

use arena::statistics::{Decision, Estimate, PairCounts, Sprt};
use engine::RandomNumbers;

/// A distribution of pair scores of exactly a given normalised Elo, with that share of even
/// pairs, and of draws where there are any.
fn distribution(normalized_elo: f64, even: f64, with_draws: bool) -> [f64; 5] {
    let at = |shift: f64| {
        let rest = 1.0 - even;
        let (up, down) = (rest * (0.5 + shift), rest * (0.5 - shift));
        if with_draws {
            [down * 0.4, down * 0.6, even, up * 0.6, up * 0.4]
        } else {
            [down, 0.0, even, 0.0, up]
        }
    };
    let strength = |shift: f64| {
        const LARGE: f64 = 1e12;
        let counts = PairCounts(at(shift).map(|p| (p * LARGE) as u64));
        Estimate::of(&counts).unwrap().normalized_elo
    };
    let (mut low, mut high) = (-0.5, 0.5);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if strength(middle) < normalized_elo {
            low = middle
        } else {
            high = middle
        }
    }
    at(low)
}

/// The share of wrong decisions among simulated matches, and their average length.
fn simulate(sprt: &Sprt, probabilities: [f64; 5], wrong: Decision, seed: u64) -> (u32, u64) {
    let mut numbers = RandomNumbers::from_seed(seed);
    let (mut wrongs, mut played) = (0, 0);
    for _ in 0..MATCHES {
        let mut pairs = PairCounts::default();
        let decision = loop {
            let mut draw = (numbers.next_bits() >> 11) as f64 / (1_u64 << 53) as f64;
            let points = probabilities.iter().position(|p| {
                draw -= p;
                draw < 0.0
            });
            pairs.add(points.unwrap_or(2));
            match sprt.decide(&pairs) {
                Decision::Continue => {}
                decision => break decision,
            }
        };
        wrongs += u32::from(decision == wrong);
        played += pairs.pairs();
    }
    (wrongs, played / MATCHES)
}

const MATCHES: u64 = 2000;

/// At either hypothesis no more wrong decisions than asked for, as far as so many matches can
/// tell: none by more than two standard deviations, and on average not at all.
///
/// Over 40,000 matches each: 0.046 and 0.045 in the first setting, 0.045 and 0.086 in the second,
/// 0.093 and 0.018 in the third.
#[test]
fn error_rates_are_kept() {
    let settings = [
        ("elo0=0,elo1=40,alpha=0.05,beta=0.05", 0.5, false),
        ("elo0=-30,elo1=30,alpha=0.05,beta=0.1", 0.7, false),
        ("elo0=0,elo1=50,alpha=0.1,beta=0.02", 0.4, true),
        ("elo0=0,elo1=100,alpha=0.05,beta=0.05", 0.5, false),
        ("elo0=0,elo1=300,alpha=0.05,beta=0.05", 0.4, true),
    ];
    let mut shares = Vec::new();
    for (seed, (text, even, with_draws)) in (1..).zip(settings) {
        let sprt: Sprt = text.parse().unwrap();
        for (elo, wrong, asked) in [
            (sprt.elo0, Decision::AcceptH1, sprt.alpha),
            (sprt.elo1, Decision::AcceptH0, sprt.beta),
        ] {
            let probabilities = distribution(elo, even, with_draws);
            let (count, length) = simulate(&sprt, probabilities, wrong, seed);
            let rate = f64::from(count) / MATCHES as f64;
            println!("{text} at {elo}: {rate:.4} wrong, after {length} pairs on average");
            let noise = (asked * (1.0 - asked) / MATCHES as f64).sqrt();
            assert!(rate <= asked + 2.0 * noise, "{text} at {elo}: {rate}");
            // A test that never errs decides too late, unless it is over at the first moment.
            assert!(rate > asked / 2.0 || length < 20, "{text} at {elo}: {rate}");
            shares.push(rate / asked);
        }
    }
    let average = shares.iter().sum::<f64>() / shares.len() as f64;
    assert!(average <= 1.0, "{average} of the errors allowed");
}
