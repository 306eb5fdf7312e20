//! Logistic regression by Newton's method. Independent of the game.

use crate::td_lambda::{SparseFeatures, TdLambda, sigmoid};

/// A training example.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Example {
    pub features: SparseFeatures,
    /// Target probability.
    pub target: f64,
}

/// Maximum number of Newton steps; a few suffice.
const MAX_ITERATIONS: usize = 50;

/// The iteration ends when no weight changes by more than this.
const TOLERANCE: f64 = 1e-7;

/// Examples that can be iterated repeatedly. Features are extracted on the fly, since they may not
/// fit into memory.
pub(crate) trait Dataset {
    /// All examples, in the same order every time.
    fn iter(&self) -> impl Iterator<Item = Example>;
}

/// Mean log loss of the weights.
pub(crate) fn log_loss(weights: &[f64], examples: &impl Dataset) -> f64 {
    let (sum, count) = sum_of_losses(weights, examples);
    sum / count.max(1) as f64
}

fn sum_of_losses(weights: &[f64], examples: &impl Dataset) -> (f64, usize) {
    let losses = examples.iter().map(|example| {
        let value = TdLambda::value(weights, &example.features);
        // −t ln p − (1 − t) ln (1 − p), without overflow.
        value.max(0.0) + (-value.abs()).exp().ln_1p() - example.target * value
    });
    losses.fold((0.0, 0), |(sum, count), loss| (sum + loss, count + 1))
}

/// Minimizes the total log loss plus `ridge`/2 · ‖w − start‖².
pub(crate) fn fit(start: &[f64], examples: &impl Dataset, ridge: f64) -> Vec<f64> {
    let mut weights = start.to_vec();
    let objective_at = |weights: &[f64]| objective(weights, examples, start, ridge);
    let mut current = objective_at(&weights);
    for _ in 0..MAX_ITERATIONS {
        let step = newton_step(&weights, examples, start, ridge);
        // Backtracking: far from the minimum a full step may be too long.
        let mut step_size = 1.0;
        let (next, value) = loop {
            let shifted = |(weight, step): (&f64, &f64)| weight - step_size * step;
            let next: Vec<f64> = weights.iter().zip(&step).map(shifted).collect();
            let value = objective_at(&next);
            if value <= current || step_size < 1e-6 {
                break (next, value);
            }
            step_size /= 2.0;
        };
        if value > current {
            break;
        }
        let largest = step.iter().fold(0.0_f64, |max, step| max.max(step.abs()));
        (weights, current) = (next, value);
        if step_size * largest < TOLERANCE {
            break;
        }
    }
    weights
}

fn objective(weights: &[f64], examples: &impl Dataset, start: &[f64], ridge: f64) -> f64 {
    let pairs = weights.iter().zip(start);
    let squares: f64 = pairs.map(|(weight, start)| (weight - start).powi(2)).sum();
    sum_of_losses(weights, examples).0 + ridge / 2.0 * squares
}

/// Inverse Hessian times gradient.
fn newton_step(weights: &[f64], examples: &impl Dataset, start: &[f64], ridge: f64) -> Vec<f64> {
    let count = weights.len();
    let mut gradient: Vec<f64> = weights
        .iter()
        .zip(start)
        .map(|(weight, start)| ridge * (weight - start))
        .collect();
    let mut hessian = vec![0.0; count * count];
    for index in 0..count {
        hessian[index * count + index] = ridge;
    }
    for example in examples.iter() {
        let prediction = sigmoid(TdLambda::value(weights, &example.features));
        let sigmoid_slope = prediction * (1.0 - prediction);
        for &(row, coefficient) in &example.features {
            gradient[row] += (prediction - example.target) * coefficient;
            let factor = sigmoid_slope * coefficient;
            // The Hessian is symmetric; only the lower triangle is used.
            for &(column, other) in example.features.iter().filter(|pair| pair.0 <= row) {
                hessian[row * count + column] += factor * other;
            }
        }
    }
    solve_cholesky(hessian, gradient)
}

/// Solves a symmetric positive definite system by Cholesky decomposition.
fn solve_cholesky(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for column in 0..count {
        for row in column..count {
            let dot: f64 = (0..column)
                .map(|index| matrix[row * count + index] * matrix[column * count + index])
                .sum();
            let rest = matrix[row * count + column] - dot;
            matrix[row * count + column] = if row == column {
                // Rounding errors may exceed the ridge.
                rest.max(f64::MIN_POSITIVE).sqrt()
            } else {
                rest / matrix[column * count + column]
            };
        }
    }
    for row in 0..count {
        let dot: f64 = (0..row)
            .map(|index| matrix[row * count + index] * right[index])
            .sum();
        right[row] = (right[row] - dot) / matrix[row * count + row];
    }
    for row in (0..count).rev() {
        let dot: f64 = (row + 1..count)
            .map(|index| matrix[index * count + row] * right[index])
            .sum();
        right[row] = (right[row] - dot) / matrix[row * count + row];
    }
    right
}

#[cfg(test)]
mod tests {
    use game::SplitMix64;
    use proptest::prelude::*;

    use super::*;

    impl Dataset for Vec<Example> {
        fn iter(&self) -> impl Iterator<Item = Example> {
            self.as_slice().iter().cloned()
        }
    }

    fn examples(seed: u64, count: usize, truth: &[f64]) -> Vec<Example> {
        let mut rng = SplitMix64::from_seed(seed);
        let mut between =
            |low: f64, high: f64| low + (high - low) * rng.below(1 << 30) as f64 / (1 << 30) as f64;
        (0..count)
            .map(|_| {
                let features: SparseFeatures = (0..truth.len())
                    .map(|index| (index, between(-1.0, 1.0)))
                    .collect();
                let probability = sigmoid(TdLambda::value(truth, &features));
                let target = if between(0.0, 1.0) < probability {
                    1.0
                } else {
                    0.0
                };
                Example { features, target }
            })
            .collect()
    }

    #[test]
    fn true_weights_are_recovered() {
        let truth = [1.5, -0.7, 0.0, 3.0];
        let examples = examples(1, 40_000, &truth);
        let found = fit(&[0.0; 4], &examples, 1e-6);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.1, "{found}, not {truth}");
        }
        assert!(log_loss(&found, &examples) <= log_loss(&truth, &examples));
    }

    proptest! {
        /// The objective is convex, so a local minimum is the minimum.
        #[test]
        fn the_fit_is_a_minimum(seed: u64) {
            let examples = examples(seed, 200, &[1.0, -1.0, 0.5]);
            let start = [0.3, 2.0, -1.0];
            let found = fit(&start, &examples, 0.5);
            let best = objective(&found, &examples, &start, 0.5);
            for index in 0..found.len() {
                for by in [-1e-3, 1e-3] {
                    let mut other = found.clone();
                    other[index] += by;
                    prop_assert!(objective(&other, &examples, &start, 0.5) >= best);
                }
            }
        }
    }

    #[test]
    fn undetermined_weights_keep_their_start_value() {
        let single = Example {
            features: vec![(0, 1.0)],
            target: 1.0,
        };
        let found = fit(&[-5.0, 5.0], &vec![single], 0.1);
        assert!(found[0] > 0.0 && (found[1] - 5.0).abs() < 1e-6, "{found:?}");
        assert_eq!(log_loss(&[0.0], &Vec::new()), 0.0);
    }
}
