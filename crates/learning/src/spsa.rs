//! Simultaneous perturbation (Spall's SPSA): numbers tuned by who wins, all at once, whatever the game.
//!
//! In every round all numbers are moved a little, each at random up or down, and so changed they play against themselves
//! changed the other way; then all move towards whoever did better.

use serde::{Deserialize, Serialize};

/// How steps and perturbations shrink, by Spall's advice.
const STEP_POWER: f64 = 0.602;
const REACH_POWER: f64 = 0.101;

/// What steers the tuning.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    /// How far a decided round moves a number, at first.
    pub rate: f64,
    /// How far numbers are perturbed, at first.
    pub reach: f64,
    /// After so many rounds steps have begun to shrink.
    pub steady: f64,
    /// No number falls below this.
    pub least: f64,
    /// None rises above this.
    pub most: f64,
}

impl Spsa {
    /// One round, counted from 0. `up` draws a direction; `compare` lets two sets of numbers play and says how much better the first did,
    /// from −1 to 1.
    ///
    /// # Errors
    /// If they could not be compared.
    pub fn step<E>(
        &self,
        numbers: &mut [f64],
        round: u32,
        mut up: impl FnMut() -> bool,
        compare: impl FnOnce(&[f64], &[f64]) -> Result<f64, E>,
    ) -> Result<(), E> {
        let round = f64::from(round) + 1.0;
        let step = self.rate * (1.0 + self.steady).powf(STEP_POWER)
            / (round + self.steady).powf(STEP_POWER);
        let reach = self.reach / round.powf(REACH_POWER);
        let signs: Vec<f64> = numbers
            .iter()
            .map(|_| if up() { 1.0 } else { -1.0 })
            .collect();
        let moved = |by: f64| -> Vec<f64> {
            let pairs = numbers.iter().zip(&signs);
            pairs
                .map(|(number, sign)| (number + by * sign).clamp(self.least, self.most))
                .collect()
        };
        let better = compare(&moved(reach), &moved(-reach))?;
        for (number, sign) in numbers.iter_mut().zip(&signs) {
            *number = (*number + step * better * sign).clamp(self.least, self.most);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use engine::RandomNumbers;

    use super::*;

    /// The best numbers are 0.7 and 1.3; who is closer wins nine times of ten.
    #[test]
    fn it_finds_what_wins() {
        let spsa = Spsa {
            rate: 0.05,
            reach: 0.1,
            steady: 50.0,
            least: 0.3,
            most: 2.0,
        };
        let mut numbers = [1.0, 1.0];
        let mut random = RandomNumbers::from_seed(4);
        let mut luck = random.split();
        let distance = |numbers: &[f64]| (numbers[0] - 0.7).powi(2) + (numbers[1] - 1.3).powi(2);
        for round in 0..2_000 {
            let Ok(()) = spsa.step(
                &mut numbers,
                round,
                || random.below(2) == 0,
                |one, other| -> Result<f64, Infallible> {
                    let is_better = distance(one) < distance(other);
                    let surprise = luck.below(10) == 0;
                    Ok(if is_better != surprise { 1.0 } else { -1.0 })
                },
            );
        }
        assert!(distance(&numbers) < 0.01, "{numbers:?}");
    }

    #[test]
    fn an_even_round_changes_nothing() {
        let spsa = Spsa {
            rate: 0.05,
            reach: 0.1,
            steady: 50.0,
            least: 0.3,
            most: 2.0,
        };
        let mut numbers = [1.0, 0.4];
        let mut seen = Vec::new();
        let Ok(()) = spsa.step(
            &mut numbers,
            0,
            || true,
            |one, other| -> Result<f64, Infallible> {
                seen = vec![one.to_vec(), other.to_vec()];
                Ok(0.0)
            },
        );
        assert_eq!(numbers, [1.0, 0.4]);
        assert_eq!(seen, [[1.1, 0.5], [0.9, 0.300_000_000_000_000_04]]);
    }
}
