//! Which model fits the opponent, and whether any does.
//!
//! Bayes' rule over the models and one more possibility: that the opponent is somebody else, whose moves a model hits only
//! because good players often agree. As long as that is the less likely one, models are believed.

/// How often a model is right about the opponent that it describes: people and programs deviate at times.
const RIGHT_IF_TRUE: f64 = 0.9;

/// How often a model is right about somebody else. With these two numbers the odds turn against a model that is right less often
/// than in 64 of 100 cases, which is careful: `docs/results/opponent-models.md` has what models gain and lose.
const RIGHT_IF_OTHER: f64 = 0.3;

/// The chance that the opponent is somebody else, before anything was seen.
const FIRST_DOUBT: f64 = 0.1;

/// No possibility is ever given up for good: an opponent may come back to their habits.
const LEAST: f64 = 0.005;

/// What is believed about the opponent.
#[derive(Clone, PartialEq, Debug)]
pub struct Beliefs {
    first: Vec<f64>,
    /// The chance of each model; what is missing to one is the chance of somebody else.
    chances: Vec<f64>,
    seen: u32,
    right: u32,
}

impl Beliefs {
    /// Before anything was seen, with the shares that models have; only their ratios count.
    #[must_use]
    pub fn new(shares: &[f64]) -> Self {
        let sum: f64 = shares.iter().sum();
        let first: Vec<f64> = shares
            .iter()
            .map(|share| share / sum * (1.0 - FIRST_DOUBT))
            .collect();
        Self {
            chances: first.clone(),
            first,
            seen: 0,
            right: 0,
        }
    }

    /// Learns from a reply: for each model, whether it was right.
    pub fn learn(&mut self, was_right: &[bool]) {
        self.seen += 1;
        self.right += u32::from(was_right.contains(&true));
        let doubt = self.doubt();
        // To somebody else the reply was as likely as the best informed model's hit or miss says.
        let other = if was_right.contains(&true) {
            RIGHT_IF_OTHER
        } else {
            1.0 - RIGHT_IF_OTHER
        };
        for (chance, &right) in self.chances.iter_mut().zip(was_right) {
            *chance *= if right {
                RIGHT_IF_TRUE
            } else {
                1.0 - RIGHT_IF_TRUE
            };
        }
        let sum = self.chances.iter().sum::<f64>() + doubt * other;
        for chance in &mut self.chances {
            *chance = (*chance / sum).max(LEAST);
        }
        let (sum, most) = (self.chances.iter().sum::<f64>(), 1.0 - LEAST);
        if sum > most {
            self.chances
                .iter_mut()
                .for_each(|chance| *chance *= most / sum);
        }
    }

    /// Back to before anything was seen.
    pub fn forget(&mut self) {
        self.chances.clone_from(&self.first);
        self.seen = 0;
        self.right = 0;
    }

    /// The chance that the opponent is none of the models.
    #[must_use]
    pub fn doubt(&self) -> f64 {
        1.0 - self.chances.iter().sum::<f64>()
    }

    /// Whether the models are to be believed.
    #[must_use]
    pub fn fit(&self) -> bool {
        self.doubt() < 0.5
    }

    /// The share of each model, if it is one of them.
    #[must_use]
    pub fn shares(&self) -> Vec<f64> {
        let sum: f64 = self.chances.iter().sum();
        self.chances.iter().map(|chance| chance / sum).collect()
    }

    /// How many replies were seen, and how many of them some model had foretold.
    #[must_use]
    pub fn record(&self) -> (u32, u32) {
        (self.seen, self.right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_is_always_right_is_believed_and_one_that_is_not_is_dropped() {
        let mut beliefs = Beliefs::new(&[1.0]);
        assert!(beliefs.fit());
        (0..10).for_each(|_| beliefs.learn(&[true]));
        assert!(beliefs.fit() && beliefs.doubt() < 0.03);
        let missed = (1..).find(|_| {
            beliefs.learn(&[false]);
            !beliefs.fit()
        });
        assert!(missed.is_some_and(|missed| (2..=5).contains(&missed)));
        // And it may come back.
        (0..10).for_each(|_| beliefs.learn(&[true]));
        assert!(beliefs.fit());
        beliefs.forget();
        assert_eq!(beliefs, Beliefs::new(&[2.0]));
    }

    #[test]
    fn shares_go_to_the_model_that_is_right() {
        let mut beliefs = Beliefs::new(&[3.0, 1.0]);
        assert_eq!(beliefs.shares(), [0.75, 0.25]);
        beliefs.learn(&[true, true]);
        assert!((beliefs.shares()[0] - 0.75).abs() < 1e-9);
        (0..4).for_each(|_| beliefs.learn(&[false, true]));
        assert!(beliefs.shares()[1] > 0.9 && beliefs.fit());
        assert_eq!(beliefs.record(), (5, 5));
        (0..6).for_each(|_| beliefs.learn(&[false, false]));
        assert!(!beliefs.fit());
    }
}
