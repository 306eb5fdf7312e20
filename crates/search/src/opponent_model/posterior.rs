//! Posterior over opponent models.
//!
//! Bayes' rule over the models and an unknown opponent, whose moves a model hits only because good
//! players often agree. The models are credible while the unknown opponent is less likely than not.

/// Probability that a model predicts the reply of the opponent it describes.
const HIT_RATE_IF_MODEL: f64 = 0.9;

/// Probability that a model predicts the reply of another opponent. With both rates, a model that
/// hits less than 64 % loses credit; see `docs/results/opponent-models.md` for what models gain and
/// lose.
const HIT_RATE_IF_UNKNOWN: f64 = 0.3;

/// Prior probability of an unknown opponent.
const PRIOR_UNKNOWN: f64 = 0.1;

/// Minimum probability of every hypothesis, so that none is ruled out for good.
const MIN_PROBABILITY: f64 = 0.005;

/// Posterior probabilities of opponent models.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelPosterior {
    prior: Vec<f64>,
    /// Probability of each model; the rest to 1 is that of an unknown opponent.
    probabilities: Vec<f64>,
}

impl ModelPosterior {
    /// Prior from the weights of the models; only their ratios matter.
    #[must_use]
    pub fn new(weights: &[f64]) -> Self {
        let sum: f64 = weights.iter().sum();
        let prior: Vec<f64> = weights
            .iter()
            .map(|weight| weight / sum * (1.0 - PRIOR_UNKNOWN))
            .collect();
        Self {
            probabilities: prior.clone(),
            prior,
        }
    }

    /// Updates with a reply, given which models predicted it.
    pub fn update(&mut self, was_hit: &[bool]) {
        let unknown_probability = self.unknown_probability();
        // The unknown opponent explains a hit of any model, or a miss of all.
        let unknown_likelihood = if was_hit.contains(&true) {
            HIT_RATE_IF_UNKNOWN
        } else {
            1.0 - HIT_RATE_IF_UNKNOWN
        };
        for (probability, &hit) in self.probabilities.iter_mut().zip(was_hit) {
            *probability *= if hit {
                HIT_RATE_IF_MODEL
            } else {
                1.0 - HIT_RATE_IF_MODEL
            };
        }
        let sum = self.probabilities.iter().sum::<f64>() + unknown_probability * unknown_likelihood;
        for probability in &mut self.probabilities {
            *probability = (*probability / sum).max(MIN_PROBABILITY);
        }
        let (sum, max) = (
            self.probabilities.iter().sum::<f64>(),
            1.0 - MIN_PROBABILITY,
        );
        if sum > max {
            self.probabilities
                .iter_mut()
                .for_each(|probability| *probability *= max / sum);
        }
    }

    /// Resets to the prior.
    pub fn clear(&mut self) {
        self.probabilities.clone_from(&self.prior);
    }

    /// Probability that the opponent is none of the models.
    #[must_use]
    pub fn unknown_probability(&self) -> f64 {
        1.0 - self.probabilities.iter().sum::<f64>()
    }

    /// Whether an unknown opponent is less likely than not.
    #[must_use]
    pub fn is_credible(&self) -> bool {
        self.unknown_probability() < 0.5
    }

    /// Probability of each model, given that the opponent is one of them.
    #[must_use]
    pub fn weights(&self) -> Vec<f64> {
        let sum: f64 = self.probabilities.iter().sum();
        self.probabilities
            .iter()
            .map(|probability| probability / sum)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_make_models_credible_and_misses_do_not() {
        let mut posterior = ModelPosterior::new(&[1.0]);
        assert!(posterior.is_credible());
        (0..10).for_each(|_| posterior.update(&[true]));
        assert!(posterior.is_credible() && posterior.unknown_probability() < 0.03);
        let missed = (1..).find(|_| {
            posterior.update(&[false]);
            !posterior.is_credible()
        });
        assert!(missed.is_some_and(|missed| (2..=5).contains(&missed)));
        (0..10).for_each(|_| posterior.update(&[true]));
        assert!(posterior.is_credible());
        posterior.clear();
        assert_eq!(posterior, ModelPosterior::new(&[2.0]));
    }

    #[test]
    fn weights_go_to_the_model_that_predicts() {
        let mut posterior = ModelPosterior::new(&[3.0, 1.0]);
        assert_eq!(posterior.weights(), [0.75, 0.25]);
        posterior.update(&[true, true]);
        assert!((posterior.weights()[0] - 0.75).abs() < 1e-9);
        (0..4).for_each(|_| posterior.update(&[false, true]));
        assert!(posterior.weights()[1] > 0.9 && posterior.is_credible());
        (0..6).for_each(|_| posterior.update(&[false, false]));
        assert!(!posterior.is_credible());
    }
}
