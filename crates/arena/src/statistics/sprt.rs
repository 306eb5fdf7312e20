//! The sequential probability ratio test (SPRT) on game pairs.
//!
//! The generalized test of fishtest: it compares the likelihoods of the results under both
//! hypotheses, each with the maximum likelihood distribution of pair scores that has its strength
//! (M. Van den Bergh, "A practical introduction to the GSPRT" and "Normalized Elo").

use std::f64::consts::SQRT_2;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::elo::{NORMALIZED_SCALE, elo_to_score};
use super::pentanomial::Pentanomial;

/// SPRT of two hypotheses about the Elo difference of two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Elo difference under H0.
    pub elo0: f64,
    /// Elo difference under H1.
    pub elo1: f64,
    /// Probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true.
    pub beta: f64,
    /// Elo model of the hypotheses.
    pub model: EloModel,
}

/// Elo model of a hypothesis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloModel {
    /// Relative to the standard deviation of one game: the length of a test does not depend on
    /// openings and draws.
    Normalized,
    /// By the expected score.
    Logistic,
}

/// Decision of an SPRT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Undecided.
    Continue,
    /// H0 is accepted.
    AcceptH0,
    /// H1 is accepted.
    AcceptH1,
}

/// Error of parsing an [`Sprt`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseSprtError {
    /// An unknown setting.
    #[error("invalid SPRT setting {0:?}: expected elo0=, elo1=, alpha=, beta= or model=")]
    Setting(String),
    /// A value that is not a number.
    #[error("{0} must be a number, not {1:?}")]
    Number(String, String),
    /// An unknown Elo model.
    #[error("the model must be normalized or logistic, not {0:?}")]
    EloModel(String),
    /// The hypotheses are in the wrong order.
    #[error("elo1 must be greater than elo0")]
    Order,
    /// An error rate is out of range.
    #[error("alpha and beta must be between 0 and 0.5")]
    Rates,
}

impl Default for Sprt {
    fn default() -> Self {
        Self {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
            beta: 0.05,
            model: EloModel::Normalized,
        }
    }
}

/// Settings such as `elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized`, which are the defaults.
impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Self, ParseSprtError> {
        let mut sprt = Self::default();
        for setting in text.split([',', ' ']).filter(|setting| !setting.is_empty()) {
            let unknown = || ParseSprtError::Setting(setting.to_owned());
            let (name, value) = setting.split_once('=').ok_or_else(unknown)?;
            let number = || {
                let number = value
                    .parse::<f64>()
                    .ok()
                    .filter(|number| number.is_finite());
                number.ok_or_else(|| ParseSprtError::Number(name.to_owned(), value.to_owned()))
            };
            match name {
                "elo0" => sprt.elo0 = number()?,
                "elo1" => sprt.elo1 = number()?,
                "alpha" => sprt.alpha = number()?,
                "beta" => sprt.beta = number()?,
                "model" if value == "normalized" => sprt.model = EloModel::Normalized,
                "model" if value == "logistic" => sprt.model = EloModel::Logistic,
                "model" => return Err(ParseSprtError::EloModel(value.to_owned())),
                _ => return Err(unknown()),
            }
        }
        let is_rate = |rate: f64| 0.0 < rate && rate < 0.5;
        if sprt.elo1 <= sprt.elo0 {
            return Err(ParseSprtError::Order);
        }
        if !is_rate(sprt.alpha) || !is_rate(sprt.beta) {
            return Err(ParseSprtError::Rates);
        }
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = match self.model {
            EloModel::Normalized => "normalized",
            EloModel::Logistic => "logistic",
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
    /// Log-likelihood ratios at which H0 and H1 are accepted.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// Log-likelihood ratio of H1 to H0.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        /// Count of pair scores that have not occurred, so that none has probability 0.
        const REGULARIZATION: f64 = 1e-3;
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| (count as f64).max(REGULARIZATION));
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let fit = |elo: f64| match self.model {
            // The standard deviation of a pair score is that of a game divided by √2.
            EloModel::Normalized => mle_t_value(&observed, elo / NORMALIZED_SCALE * SQRT_2),
            EloModel::Logistic => mle_expected(
                &observed,
                &Pentanomial::SCORES.map(|score| score - elo_to_score(elo)),
            ),
        };
        let (under_h0, under_h1) = (fit(self.elo0), fit(self.elo1));
        let terms = (0..5).map(|i| counts[i] * (under_h1[i] / under_h0[i]).ln());
        terms.sum()
    }

    /// Decides by the results so far.
    #[must_use]
    pub fn decide(&self, pairs: &Pentanomial) -> Decision {
        /// Minimum number of pairs. The theory is asymptotic: with fewer pairs, distant hypotheses
        /// would be decided by a poorly estimated distribution.
        const MIN_PAIRS: u64 = 16;
        if pairs.pairs() < MIN_PAIRS {
            return Decision::Continue;
        }
        let llr = self.log_likelihood_ratio(pairs);
        let (low, high) = self.bounds();
        if llr <= low {
            Decision::AcceptH0
        } else if llr >= high {
            Decision::AcceptH1
        } else {
            Decision::Continue
        }
    }
}

/// Maximum likelihood distribution under which `values` have mean 0.
///
/// It is pᵢ / (1 + x·vᵢ), with x such that the mean is 0; the mean decreases with x.
fn mle_expected(observed: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
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

/// Maximum likelihood distribution whose mean is `t_value` of its own standard deviations above ½.
/// The condition is linearized around the last iterate; distant values are approached in steps.
fn mle_t_value(observed: &[f64; 5], t_value: f64) -> [f64; 5] {
    const MAX_STEP: f64 = 0.2;
    const MAX_ITERATIONS: usize = 100;
    let mut fit = [0.2; 5];
    let mut aim = 0.0;
    for _ in 0..MAX_ITERATIONS {
        let remaining: f64 = t_value - aim;
        aim += remaining.clamp(-MAX_STEP, MAX_STEP);
        let moment = |value: &dyn Fn(f64) -> f64| -> f64 {
            let terms = Pentanomial::SCORES
                .iter()
                .zip(fit)
                .map(|(&score, p)| p * value(score));
            terms.sum()
        };
        let mean = moment(&|score| score);
        let deviation = moment(&|score| (score - mean).powi(2)).sqrt();
        let values = Pentanomial::SCORES.map(|score| {
            let distance = (mean - score) / deviation;
            score - 0.5 - aim * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = mle_expected(observed, &values);
        let change = next
            .iter()
            .zip(fit)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        fit = next;
        if change < 1e-9 && remaining.abs() <= MAX_STEP {
            break;
        }
    }
    fit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_parsed_and_formatted() {
        let sprt: Sprt = "elo0=-5,elo1=5,alpha=0.1".parse().unwrap();
        assert_eq!(
            (sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta),
            (-5.0, 5.0, 0.1, 0.05)
        );
        assert_eq!(sprt.to_string().parse(), Ok(sprt));
        assert_eq!("".parse(), Ok(Sprt::default()));
        for (text, error) in [
            ("elo0", ParseSprtError::Setting("elo0".into())),
            ("elo2=1", ParseSprtError::Setting("elo2=1".into())),
            ("elo0=x", ParseSprtError::Number("elo0".into(), "x".into())),
            ("elo0=10", ParseSprtError::Order),
            ("alpha=0.7", ParseSprtError::Rates),
            ("model=elo", ParseSprtError::EloModel("elo".into())),
        ] {
            assert_eq!(text.parse::<Sprt>(), Err(error), "{text}");
        }
    }

    #[test]
    fn fitted_distributions_meet_their_conditions() {
        let observed = [0.1, 0.15, 0.4, 0.25, 0.1];
        let mean = |fit: &[f64; 5]| -> f64 {
            fit.iter()
                .zip(Pentanomial::SCORES)
                .map(|(p, s)| p * s)
                .sum()
        };
        for target in [0.45, 0.5, 0.6] {
            let fit = mle_expected(&observed, &Pentanomial::SCORES.map(|score| score - target));
            assert!((fit.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((mean(&fit) - target).abs() < 1e-9);
        }
        for target in [-1.5, -0.1, 0.0, 0.05, 0.2, 1.2] {
            let fit = mle_t_value(&observed, target);
            let mean = mean(&fit);
            let variance: f64 = fit
                .iter()
                .zip(Pentanomial::SCORES)
                .map(|(p, s)| p * (s - mean).powi(2))
                .sum();
            assert!(
                ((mean - 0.5) / variance.sqrt() - target).abs() < 1e-7,
                "{target}"
            );
        }
    }

    #[test]
    fn the_llr_of_many_pairs_agrees_with_its_normal_approximation() {
        let pairs = Pentanomial([2300, 0, 5200, 0, 2500]);
        let sprt = Sprt {
            model: EloModel::Logistic,
            ..Sprt::default()
        };
        let (s0, s1) = (elo_to_score(sprt.elo0), elo_to_score(sprt.elo1));
        let (score, variance) = (pairs.score(), pairs.variance());
        let approximation = 10_000.0 * (s1 - s0) * (2.0 * score - s0 - s1) / (2.0 * variance);
        let ratio = sprt.log_likelihood_ratio(&pairs);
        assert!(
            (ratio - approximation).abs() < 0.02 * approximation.abs(),
            "{ratio} {approximation}"
        );
        assert_eq!(sprt.log_likelihood_ratio(&Pentanomial::default()), 0.0);
    }

    #[test]
    fn decisions_follow_the_llr() {
        let sprt = Sprt::default();
        assert_eq!(
            sprt.decide(&Pentanomial([10, 0, 20, 0, 10])),
            Decision::Continue
        );
        assert_eq!(
            sprt.decide(&Pentanomial([0, 0, 0, 0, 15])),
            Decision::Continue
        );
        assert_eq!(
            sprt.decide(&Pentanomial([2000, 0, 6000, 0, 2600])),
            Decision::AcceptH1
        );
        assert_eq!(
            sprt.decide(&Pentanomial([2600, 0, 6000, 0, 2000])),
            Decision::AcceptH0
        );
    }
}
