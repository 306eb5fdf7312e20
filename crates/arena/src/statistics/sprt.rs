//! The sequential probability ratio test: play until one of two hypotheses is refuted.
//!
//! The generalised test on pairs, as the chess world uses it: at each moment the likelihoods of the
//! results under both hypotheses are compared, each at the distribution of pair scores that fits the
//! results best among those that have the hypothesis' strength (M. Van den Bergh, "A practical
//! introduction to the GSPRT" and "Normalized Elo").

use std::f64::consts::SQRT_2;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::elo::{NORMALIZED_SCALE, score_of_elo};
use super::pairs::PairCounts;

/// A test of two hypotheses about the strength of the first of two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// H0: the first player is that much stronger.
    pub elo0: f64,
    /// H1: the first player is that much stronger.
    pub elo1: f64,
    /// The probability of accepting H1 though H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 though H1 is true.
    pub beta: f64,
    /// What is meant by Elo.
    pub model: Model,
}

/// What is meant by Elo in a hypothesis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// Strength in units of the noise of one game: the length of a test does not depend on
    /// openings and draws.
    Normalized,
    /// The usual scale, by the expected score.
    Logistic,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Not enough evidence.
    Continue,
    /// H0 is accepted.
    AcceptH0,
    /// H1 is accepted.
    AcceptH1,
}

/// Why a text is no test.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotASprt {
    /// Something that is not a name and a value.
    #[error("{0:?} is no setting of a test: elo0=, elo1=, alpha=, beta= and model= are")]
    Setting(String),
    /// A value that is no number.
    #[error("{0} must be a number, not {1:?}")]
    Number(String, String),
    /// A model that is none.
    #[error("the model must be normalized or logistic, not {0:?}")]
    Model(String),
    /// Bounds in the wrong order.
    #[error("elo1 must be greater than elo0")]
    Order,
    /// Error rates that no test can have.
    #[error("alpha and beta must lie between 0 and 0.5")]
    Rates,
}

impl Default for Sprt {
    fn default() -> Self {
        Self {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Normalized,
        }
    }
}

/// `elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized`; what is left out is as here.
impl FromStr for Sprt {
    type Err = NotASprt;

    fn from_str(text: &str) -> Result<Self, NotASprt> {
        let mut sprt = Self::default();
        for setting in text.split([',', ' ']).filter(|setting| !setting.is_empty()) {
            let unknown = || NotASprt::Setting(setting.to_owned());
            let (name, value) = setting.split_once('=').ok_or_else(unknown)?;
            let number = || {
                let number = value
                    .parse::<f64>()
                    .ok()
                    .filter(|number| number.is_finite());
                number.ok_or_else(|| NotASprt::Number(name.to_owned(), value.to_owned()))
            };
            match name {
                "elo0" => sprt.elo0 = number()?,
                "elo1" => sprt.elo1 = number()?,
                "alpha" => sprt.alpha = number()?,
                "beta" => sprt.beta = number()?,
                "model" if value == "normalized" => sprt.model = Model::Normalized,
                "model" if value == "logistic" => sprt.model = Model::Logistic,
                "model" => return Err(NotASprt::Model(value.to_owned())),
                _ => return Err(unknown()),
            }
        }
        let is_rate = |rate: f64| 0.0 < rate && rate < 0.5;
        if sprt.elo1 <= sprt.elo0 {
            return Err(NotASprt::Order);
        }
        if !is_rate(sprt.alpha) || !is_rate(sprt.beta) {
            return Err(NotASprt::Rates);
        }
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = match self.model {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        };
        let Self {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = self;
        write!(
            f,
            "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}"
        )
    }
}

impl Sprt {
    /// The log-likelihood ratios at which H0 and H1 are accepted.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of H1 to H0.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &PairCounts) -> f64 {
        /// Stands for scores that have not come up yet, so that none is thought impossible.
        const RARE: f64 = 1e-3;
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| (count as f64).max(RARE));
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let fit = |elo: f64| match self.model {
            // Of a pair's score the noise is that of a game divided by √2.
            Model::Normalized => fit_to_deviations(&observed, elo / NORMALIZED_SCALE * SQRT_2),
            Model::Logistic => fit_to_mean(
                &observed,
                &PairCounts::SCORES.map(|score| score - score_of_elo(elo)),
            ),
        };
        let (under_h0, under_h1) = (fit(self.elo0), fit(self.elo1));
        let terms = (0..5).map(|i| counts[i] * (under_h1[i] / under_h0[i]).ln());
        terms.sum()
    }

    /// What the results so far say.
    #[must_use]
    pub fn decide(&self, pairs: &PairCounts) -> Decision {
        /// The theory is one of many pairs. With fewer than these, hypotheses that are far apart
        /// would be decided by a distribution that nobody can know yet.
        const FEWEST: u64 = 16;
        if pairs.pairs() < FEWEST {
            return Decision::Continue;
        }
        let ratio = self.log_likelihood_ratio(pairs);
        let (low, high) = self.bounds();
        if ratio <= low {
            Decision::AcceptH0
        } else if ratio >= high {
            Decision::AcceptH1
        } else {
            Decision::Continue
        }
    }
}

/// The distribution closest to the observed one under which `values` have the mean 0.
///
/// It is pᵢ / (1 + x·vᵢ), with x so that the mean is 0; the mean falls with x.
fn fit_to_mean(observed: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if lowest >= 0.0 || highest <= 0.0 {
        return *observed;
    }
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    let mut x = 0.0;
    for _ in 0..100 {
        let (mut mean, mut slope) = (0.0, 0.0);
        for (probability, value) in observed.iter().zip(values) {
            let ratio = value / (1.0 + x * value);
            mean += probability * ratio;
            slope -= probability * ratio * ratio;
        }
        if mean > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - mean / slope;
        let next = if low < newton && newton < high {
            newton
        } else {
            (low + high) / 2.0
        };
        let is_close = (next - x).abs() < 1e-12 * (high - low).abs().max(1.0);
        x = next;
        if is_close {
            break;
        }
    }
    std::array::from_fn(|i| observed[i] / (1.0 + x * values[i]))
}

/// The distribution closest to the observed one whose mean lies `deviations` of its own standard
/// deviations above ½: the condition is linearised around the last guess until it holds. A far one is
/// approached in steps, for the line would lead astray.
fn fit_to_deviations(observed: &[f64; 5], deviations: f64) -> [f64; 5] {
    const STEP: f64 = 0.2;
    const ITERATIONS: usize = 100;
    let mut fit = [0.2; 5];
    let mut aim = 0.0;
    for _ in 0..ITERATIONS {
        let remaining: f64 = deviations - aim;
        aim += remaining.clamp(-STEP, STEP);
        let moment = |of: &dyn Fn(f64) -> f64| -> f64 {
            let terms = PairCounts::SCORES
                .iter()
                .zip(fit)
                .map(|(&score, p)| p * of(score));
            terms.sum()
        };
        let mean = moment(&|score| score);
        let deviation = moment(&|score| (score - mean).powi(2)).sqrt();
        let values = PairCounts::SCORES.map(|score| {
            let distance = (mean - score) / deviation;
            score - 0.5 - aim * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = fit_to_mean(observed, &values);
        let change = next
            .iter()
            .zip(fit)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        fit = next;
        if change < 1e-9 && remaining.abs() <= STEP {
            break;
        }
    }
    fit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_written() {
        let sprt: Sprt = "elo0=-5,elo1=5,alpha=0.1".parse().unwrap();
        assert_eq!(
            (sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta),
            (-5.0, 5.0, 0.1, 0.05)
        );
        assert_eq!(sprt.to_string().parse(), Ok(sprt));
        assert_eq!("".parse(), Ok(Sprt::default()));
        for (text, error) in [
            ("elo0", NotASprt::Setting("elo0".into())),
            ("elo2=1", NotASprt::Setting("elo2=1".into())),
            ("elo0=x", NotASprt::Number("elo0".into(), "x".into())),
            ("elo0=10", NotASprt::Order),
            ("alpha=0.7", NotASprt::Rates),
            ("model=elo", NotASprt::Model("elo".into())),
        ] {
            assert_eq!(text.parse::<Sprt>(), Err(error), "{text}");
        }
    }

    #[test]
    fn fitted_distributions_have_what_was_asked() {
        let observed = [0.1, 0.15, 0.4, 0.25, 0.1];
        let mean = |fit: &[f64; 5]| -> f64 {
            fit.iter().zip(PairCounts::SCORES).map(|(p, s)| p * s).sum()
        };
        for target in [0.45, 0.5, 0.6] {
            let fit = fit_to_mean(&observed, &PairCounts::SCORES.map(|score| score - target));
            assert!((fit.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((mean(&fit) - target).abs() < 1e-9);
        }
        for target in [-1.5, -0.1, 0.0, 0.05, 0.2, 1.2] {
            let fit = fit_to_deviations(&observed, target);
            let mean = mean(&fit);
            let variance: f64 = fit
                .iter()
                .zip(PairCounts::SCORES)
                .map(|(p, s)| p * (s - mean).powi(2))
                .sum();
            assert!(
                ((mean - 0.5) / variance.sqrt() - target).abs() < 1e-7,
                "{target}"
            );
        }
    }

    /// For many pairs the ratio tends to that of two normal distributions.
    #[test]
    fn the_ratio_agrees_with_its_normal_approximation() {
        let pairs = PairCounts([2300, 0, 5200, 0, 2500]);
        let sprt = Sprt {
            model: Model::Logistic,
            ..Sprt::default()
        };
        let (s0, s1) = (score_of_elo(sprt.elo0), score_of_elo(sprt.elo1));
        let (score, variance) = (pairs.score(), pairs.variance());
        let approximation = 10_000.0 * (s1 - s0) * (2.0 * score - s0 - s1) / (2.0 * variance);
        let ratio = sprt.log_likelihood_ratio(&pairs);
        assert!(
            (ratio - approximation).abs() < 0.02 * approximation.abs(),
            "{ratio} {approximation}"
        );
        assert_eq!(sprt.log_likelihood_ratio(&PairCounts::default()), 0.0);
    }

    #[test]
    fn decisions_follow_the_evidence() {
        let sprt = Sprt::default();
        assert_eq!(
            sprt.decide(&PairCounts([10, 0, 20, 0, 10])),
            Decision::Continue
        );
        assert_eq!(
            sprt.decide(&PairCounts([0, 0, 0, 0, 15])),
            Decision::Continue
        );
        assert_eq!(
            sprt.decide(&PairCounts([2000, 0, 6000, 0, 2600])),
            Decision::AcceptH1
        );
        assert_eq!(
            sprt.decide(&PairCounts([2600, 0, 6000, 0, 2000])),
            Decision::AcceptH0
        );
    }
}
