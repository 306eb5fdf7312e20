//! Error rates of the SPRT, by simulated matches at either hypothesis.

use arena::statistics::{Decision, EloEstimate, Pentanomial, Sprt};
use game::SplitMix64;

/// A distribution of pair scores with a given normalized Elo and share of even pairs, with or
/// without draws.
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
        const PAIRS: f64 = 1e12;
        let counts = Pentanomial(at(shift).map(|p| (p * PAIRS) as u64));
        EloEstimate::new(&counts).unwrap().normalized_elo
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

/// Simulates matches; returns the number of wrong decisions and the mean number of pairs.
fn simulate(sprt: &Sprt, probabilities: [f64; 5], wrong: Decision, seed: u64) -> (u32, u64) {
    let mut rng = SplitMix64::from_seed(seed);
    let (mut wrong_decisions, mut played) = (0, 0);
    for _ in 0..MATCHES {
        let mut pairs = Pentanomial::default();
        let decision = loop {
            let mut sample = rng.unit_f64();
            let points = probabilities.iter().position(|p| {
                sample -= p;
                sample < 0.0
            });
            pairs.add(points.unwrap_or(2));
            match sprt.decide(&pairs) {
                Decision::Continue => {}
                decision => break decision,
            }
        };
        wrong_decisions += u32::from(decision == wrong);
        played += pairs.pairs();
    }
    (wrong_decisions, played / MATCHES)
}

const MATCHES: u64 = 2000;

/// Binomial probability of at least `count` successes in `trials` trials.
fn binomial_tail(count: u32, trials: u64, rate: f64) -> f64 {
    // Terms from no success upwards.
    let mut term = (trials as f64 * (1.0 - rate).ln()).exp();
    let mut fewer = 0.0;
    for successes in 0..u64::from(count) {
        fewer += term;
        term *= (trials - successes) as f64 / (successes + 1) as f64 * rate / (1.0 - rate);
    }
    1.0 - fewer
}

/// Significance level of each check. With ten rates, 1 % of such suites would fail by chance; the
/// seeds are fixed, and this one passes.
const SIGNIFICANCE: f64 = 0.001;

/// Whether the number of wrong decisions is significantly above the nominal rate.
fn exceeds(wrong: u32, nominal: f64) -> bool {
    binomial_tail(wrong, MATCHES, nominal) < SIGNIFICANCE
}

/// At a nominal rate of 0.05, the limit is 0.0655.
///
/// Over 40,000 matches each: 0.046 and 0.045 in the first setting, 0.045 and 0.086 in the second,
/// 0.093 and 0.018 in the third.
#[test]
fn error_rates_do_not_exceed_the_nominal_rates() {
    let settings = [
        ("elo0=0,elo1=40,alpha=0.05,beta=0.05", 0.5, false),
        ("elo0=-30,elo1=30,alpha=0.05,beta=0.1", 0.7, false),
        ("elo0=0,elo1=50,alpha=0.1,beta=0.02", 0.4, true),
        ("elo0=0,elo1=100,alpha=0.05,beta=0.05", 0.5, false),
        ("elo0=0,elo1=300,alpha=0.05,beta=0.05", 0.4, true),
    ];
    let (mut total_wrong, mut total_nominal) = (0, 0.0);
    for (seed, (text, even, with_draws)) in (1..).zip(settings) {
        let sprt: Sprt = text.parse().unwrap();
        for (elo, wrong, nominal) in [
            (sprt.elo0, Decision::AcceptH1, sprt.alpha),
            (sprt.elo1, Decision::AcceptH0, sprt.beta),
        ] {
            let probabilities = distribution(elo, even, with_draws);
            let (count, length) = simulate(&sprt, probabilities, wrong, seed);
            let rate = f64::from(count) / MATCHES as f64;
            println!("{text} at {elo}: {rate:.4} wrong after {length} pairs on average");
            assert!(!exceeds(count, nominal), "{text} at {elo}: {rate}");
            // A test that hardly errs decides too late, unless it ends at the first opportunity.
            assert!(
                rate > nominal / 2.0 || length < 20,
                "{text} at {elo}: {rate}"
            );
            total_wrong += count;
            total_nominal += nominal;
        }
    }
    // The total detects a small excess in every setting.
    let allowed = total_nominal * MATCHES as f64;
    assert!(
        f64::from(total_wrong) <= allowed,
        "{total_wrong} of {allowed}"
    );
}

#[test]
fn doubled_error_rates_are_detected() {
    let nominal: Sprt = "elo0=0,elo1=40,alpha=0.05,beta=0.05".parse().unwrap();
    let loose = Sprt {
        alpha: 0.1,
        beta: 0.1,
        ..nominal
    };
    for (elo, wrong) in [
        (nominal.elo0, Decision::AcceptH1),
        (nominal.elo1, Decision::AcceptH0),
    ] {
        let probabilities = distribution(elo, 0.5, false);
        let (count, _) = simulate(&loose, probabilities, wrong, 1);
        assert!(
            exceeds(count, nominal.alpha),
            "{count} of {MATCHES} at {elo}"
        );
    }
}

#[test]
fn binomial_tail_agrees_with_tabulated_values() {
    assert_eq!(binomial_tail(0, 10, 0.5), 1.0);
    assert!((binomial_tail(8, 10, 0.5) - 56.0 / 1024.0).abs() < 1e-12);
    assert!((binomial_tail(1, 2, 0.1) - 0.19).abs() < 1e-12);
    assert!(!exceeds(131, 0.05) && exceeds(134, 0.05));
}
