//! Logistic regression: the weights whose chances make the results of many positions likeliest, found by Newton's
//! method. Nothing here knows a game.

use crate::differences::{Differences, Slope, logistic};

/// A position to learn from.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// What its value consists of.
    pub slope: Slope,
    /// What came of it, or what a search thinks of it: a chance.
    pub target: f64,
}

/// The steps that are tried at most; a few are enough where there is a best answer.
const MOST_STEPS: usize = 50;

/// The search ends when no weight moves more than this.
const STILL: f64 = 1e-7;

/// Examples that can be gone through again and again. There may be more of them than there is memory for their slopes,
/// so they are made as they are needed.
pub trait Examples {
    /// All of them, in the same order every time.
    fn examples(&self) -> impl Iterator<Item = Example>;
}

impl Examples for Vec<Example> {
    fn examples(&self) -> impl Iterator<Item = Example> {
        self.iter().cloned()
    }
}

/// The mean of −ln of the chance that weights give to what came of the examples.
#[must_use]
pub fn loss(weights: &[f64], examples: &impl Examples) -> f64 {
    let (sum, count) = sum_of_losses(weights, examples);
    sum / count.max(1) as f64
}

fn sum_of_losses(weights: &[f64], examples: &impl Examples) -> (f64, usize) {
    let losses = examples.examples().map(|example| {
        let value = Differences::value(weights, &example.slope);
        // −t ln p − (1 − t) ln (1 − p), without numbers that are too large.
        value.max(0.0) + (-value.abs()).exp().ln_1p() - example.target * value
    });
    losses.fold((0.0, 0), |(sum, count), loss| (sum + loss, count + 1))
}

/// The weights that lose least over all examples, where each weight costs `ridge` times the square of its way from
/// `start` over two: so that what no example tells about stays where it was.
#[must_use]
pub fn fit(start: &[f64], examples: &impl Examples, ridge: f64) -> Vec<f64> {
    let mut weights = start.to_vec();
    let cost = |weights: &[f64]| cost(weights, examples, start, ridge);
    let mut current = cost(&weights);
    for _ in 0..MOST_STEPS {
        let step = newton_step(&weights, examples, start, ridge);
        // Far from the best, a whole step may be too long.
        let mut share = 1.0;
        let (next, cost_there) = loop {
            let shifted = |(weight, step): (&f64, &f64)| weight - share * step;
            let next: Vec<f64> = weights.iter().zip(&step).map(shifted).collect();
            let there = cost(&next);
            if there <= current || share < 1e-6 {
                break (next, there);
            }
            share /= 2.0;
        };
        if cost_there > current {
            break;
        }
        let moved = step.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
        (weights, current) = (next, cost_there);
        if share * moved < STILL {
            break;
        }
    }
    weights
}

fn cost(weights: &[f64], examples: &impl Examples, start: &[f64], ridge: f64) -> f64 {
    let ways = weights.iter().zip(start);
    let squares: f64 = ways.map(|(weight, start)| (weight - start).powi(2)).sum();
    sum_of_losses(weights, examples).0 + ridge / 2.0 * squares
}

/// The gradient divided by the matrix of second derivatives.
fn newton_step(weights: &[f64], examples: &impl Examples, start: &[f64], ridge: f64) -> Vec<f64> {
    let count = weights.len();
    let ways = weights.iter().zip(start);
    let mut gradient: Vec<f64> = ways
        .map(|(weight, start)| ridge * (weight - start))
        .collect();
    let mut matrix = vec![0.0; count * count];
    for index in 0..count {
        matrix[index * count + index] = ridge;
    }
    for example in examples.examples() {
        let chance = logistic(Differences::value(weights, &example.slope));
        let steepness = chance * (1.0 - chance);
        for &(row, by) in &example.slope {
            gradient[row] += (chance - example.target) * by;
            let factor = steepness * by;
            // The matrix is symmetric, and only this half of it is looked at.
            for &(column, other) in example.slope.iter().filter(|part| part.0 <= row) {
                matrix[row * count + column] += factor * other;
            }
        }
    }
    solve(matrix, gradient)
}

/// Solves a symmetric system with a positive diagonal, by Cholesky's method.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for column in 0..count {
        for row in column..count {
            let dot: f64 = (0..column)
                .map(|place| matrix[row * count + place] * matrix[column * count + place])
                .sum();
            let rest = matrix[row * count + column] - dot;
            matrix[row * count + column] = if row == column {
                // Rounding may take what the ridge has given.
                rest.max(f64::MIN_POSITIVE).sqrt()
            } else {
                rest / matrix[column * count + column]
            };
        }
    }
    for row in 0..count {
        let dot: f64 = (0..row)
            .map(|place| matrix[row * count + place] * right[place])
            .sum();
        right[row] = (right[row] - dot) / matrix[row * count + row];
    }
    for row in (0..count).rev() {
        let dot: f64 = (row + 1..count)
            .map(|place| matrix[place * count + row] * right[place])
            .sum();
        right[row] = (right[row] - dot) / matrix[row * count + row];
    }
    right
}

#[cfg(test)]
mod tests {
    use engine::RandomNumbers;
    use proptest::prelude::*;

    use super::*;

    fn examples(seed: u64, count: usize, truth: &[f64]) -> Vec<Example> {
        let mut numbers = RandomNumbers::from_seed(seed);
        let mut between = |low: f64, high: f64| {
            low + (high - low) * numbers.below(1 << 30) as f64 / (1 << 30) as f64
        };
        (0..count)
            .map(|_| {
                let slope: Slope = (0..truth.len())
                    .map(|index| (index, between(-1.0, 1.0)))
                    .collect();
                let chance = logistic(Differences::value(truth, &slope));
                let target = if between(0.0, 1.0) < chance { 1.0 } else { 0.0 };
                Example { slope, target }
            })
            .collect()
    }

    /// Where results follow weights, those weights are found.
    #[test]
    fn the_weights_behind_the_results_are_found() {
        let truth = [1.5, -0.7, 0.0, 3.0];
        let examples = examples(1, 40_000, &truth);
        let found = fit(&[0.0; 4], &examples, 1e-6);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.1, "{found}, not {truth}");
        }
        assert!(loss(&found, &examples) <= loss(&truth, &examples));
    }

    proptest! {
        /// At the end the slope of the loss is nought in every direction, which for a convex loss is the best.
        #[test]
        fn no_direction_is_better(seed: u64) {
            let examples = examples(seed, 200, &[1.0, -1.0, 0.5]);
            let start = [0.3, 2.0, -1.0];
            let found = fit(&start, &examples, 0.5);
            let best = cost(&found, &examples, &start, 0.5);
            for index in 0..found.len() {
                for by in [-1e-3, 1e-3] {
                    let mut other = found.clone();
                    other[index] += by;
                    prop_assert!(cost(&other, &examples, &start, 0.5) >= best);
                }
            }
        }
    }

    #[test]
    fn what_no_example_tells_about_stays() {
        let lone = Example {
            slope: vec![(0, 1.0)],
            target: 1.0,
        };
        let found = fit(&[-5.0, 5.0], &vec![lone], 0.1);
        assert!(found[0] > 0.0 && (found[1] - 5.0).abs() < 1e-6, "{found:?}");
        assert_eq!(loss(&[0.0], &Vec::new()), 0.0);
    }
}
