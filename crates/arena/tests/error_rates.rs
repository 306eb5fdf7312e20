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

/// The probability that of so many independent trials, each with the chance `rate`, at least `count`
/// succeed.
fn at_least(count: u32, trials: u64, rate: f64) -> f64 {
    // From term to term, beginning with no success at all.
    let mut term = (trials as f64 * (1.0 - rate).ln()).exp();
    let mut fewer = 0.0;
    for successes in 0..u64::from(count) {
        fewer += term;
        term *= (trials - successes) as f64 / (successes + 1) as f64 * rate / (1.0 - rate);
    }
    1.0 - fewer
}

/// So rarely, at most, may a test that keeps its promise fail here. With the ten rates that are
/// looked at, one of a hundred such suites would fail by chance; the seeds are fixed, so it is known
/// that this one does not.
const RARE: f64 = 0.001;

/// Whether so many wrong decisions refute that no more are made than asked for.
fn refutes(wrong: u32, asked: f64) -> bool {
    at_least(wrong, MATCHES, asked) < RARE
}

/// At either hypothesis no more wrong decisions than asked for, as far as 2,000 matches can tell: a
/// share of wrong decisions is an error if one that large would come by chance less than once in
/// 1,000 times. For 0.05 that is more than 0.0655.
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
    let (mut wrong_of_all, mut asked_of_all) = (0, 0.0);
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
            assert!(!refutes(count, asked), "{text} at {elo}: {rate}");
            // A test that never errs decides too late, unless it is over at the first moment.
            assert!(rate > asked / 2.0 || length < 20, "{text} at {elo}: {rate}");
            wrong_of_all += count;
            asked_of_all += asked;
        }
    }
    // All together tell more than each alone: there is no room for a small excess everywhere.
    let allowed = asked_of_all * MATCHES as f64;
    assert!(
        f64::from(wrong_of_all) <= allowed,
        "{wrong_of_all} of {allowed}"
    );
}

/// The statement above can fail: a test that errs twice as often as asked, or that stops at the wrong
/// bounds, is refuted by as many matches.
#[test]
fn a_test_that_errs_too_often_is_found_out() {
    let asked: Sprt = "elo0=0,elo1=40,alpha=0.05,beta=0.05".parse().unwrap();
    let careless = Sprt {
        alpha: 0.1,
        beta: 0.1,
        ..asked
    };
    for (elo, wrong) in [
        (asked.elo0, Decision::AcceptH1),
        (asked.elo1, Decision::AcceptH0),
    ] {
        let probabilities = distribution(elo, 0.5, false);
        let (count, _) = simulate(&careless, probabilities, wrong, 1);
        assert!(refutes(count, asked.alpha), "{count} of {MATCHES} at {elo}");
    }
}

/// Against a table of the binomial distribution.
#[test]
fn chances_by_hand() {
    assert_eq!(at_least(0, 10, 0.5), 1.0);
    assert!((at_least(8, 10, 0.5) - 56.0 / 1024.0).abs() < 1e-12);
    assert!((at_least(1, 2, 0.1) - 0.19).abs() < 1e-12);
    assert!(!refutes(131, 0.05) && refutes(134, 0.05));
}
