//! How the inputs of a layer go together, and with what its outputs lack.

/// Added to the diagonal, as a share of its mean, so that inputs that never vary do no harm.
const DAMPING: f64 = 0.01;

/// Samples whose products are added up in 32 bits, which vectorises, before they go to 64.
const CHUNK: usize = 64;

/// One look at a layer: its inputs, and what the outputs should be but for the bias.
pub struct Sample {
    pub inputs: Vec<f32>,
    pub targets: Vec<f32>,
    /// How much it counts.
    pub weight: f32,
}

/// Covariances over samples: of the inputs, and of the inputs with what each output lacks.
///
/// All is measured from the means. What the means lack is the bias's work, which is not rounded.
pub struct Correlations {
    size: usize,
    /// `[input][input]`.
    inputs: Vec<f64>,
    /// `[output][input]`.
    missing: Vec<f64>,
    mean_input: Vec<f64>,
    mean_target: Vec<f64>,
}

/// Adds `weight · left · right` for all pairs to a matrix `[left][right]`.
fn add_products(matrix: &mut [f32], left: &[f32], right: &[f32], weight: f32) {
    for (&left, row) in left.iter().zip(matrix.chunks_exact_mut(right.len())) {
        // After a ReLU many are.
        if left != 0.0 {
            let factor = weight * left;
            for (sum, right) in row.iter_mut().zip(right) {
                *sum += factor * right;
            }
        }
    }
}

/// The weighted mean of what `of` sees in samples.
fn mean(samples: &[Sample], of: impl Fn(&Sample) -> &[f32]) -> Vec<f64> {
    let total: f64 = samples.iter().map(|sample| f64::from(sample.weight)).sum();
    let mut mean = vec![0.0; of(&samples[0]).len()];
    for sample in samples {
        let share = f64::from(sample.weight) / total;
        for (mean, &number) in mean.iter_mut().zip(of(sample)) {
            *mean += share * f64::from(number);
        }
    }
    mean
}

impl Correlations {
    /// Measures a layer that has these weights, `[output][input]`.
    pub fn new(samples: &[Sample], weights: &[f32]) -> Self {
        let mean_input = mean(samples, |sample| &sample.inputs);
        let mean_target = mean(samples, |sample| &sample.targets);
        let (size, outputs) = (mean_input.len(), mean_target.len());
        let mut inputs = vec![0.0; size * size];
        let mut missing = vec![0.0; outputs * size];
        for chunk in samples.chunks(CHUNK) {
            let mut part = vec![0.0_f32; size * size];
            let mut part_missing = vec![0.0_f32; outputs * size];
            for sample in chunk {
                let mut lack = sample.targets.clone();
                for (lack, row) in lack.iter_mut().zip(weights.chunks_exact(size)) {
                    *lack -= row
                        .iter()
                        .zip(&sample.inputs)
                        .map(|(w, x)| w * x)
                        .sum::<f32>();
                }
                add_products(&mut part, &sample.inputs, &sample.inputs, sample.weight);
                add_products(&mut part_missing, &lack, &sample.inputs, sample.weight);
            }
            for (sum, part) in inputs.iter_mut().zip(part) {
                *sum += f64::from(part);
            }
            for (sum, part) in missing.iter_mut().zip(part_missing) {
                *sum += f64::from(part);
            }
        }
        let total: f64 = samples.iter().map(|sample| f64::from(sample.weight)).sum();
        for (row, mean) in inputs.chunks_exact_mut(size).zip(&mean_input) {
            for (sum, other) in row.iter_mut().zip(&mean_input) {
                *sum -= total * mean * other;
            }
        }
        for ((row, weights), target) in missing
            .chunks_exact_mut(size)
            .zip(weights.chunks_exact(size))
            .zip(&mean_target)
        {
            let given: f64 = weights
                .iter()
                .zip(&mean_input)
                .map(|(&weight, mean)| f64::from(weight) * mean)
                .sum();
            for (sum, mean) in row.iter_mut().zip(&mean_input) {
                *sum -= total * (target - given) * mean;
            }
        }
        let damping = DAMPING * (0..size).map(|i| inputs[i * size + i]).sum::<f64>() / size as f64;
        for index in 0..size {
            inputs[index * size + index] += damping + f64::MIN_POSITIVE;
        }
        Self {
            size,
            inputs,
            missing,
            mean_input,
            mean_target,
        }
    }

    /// The number of inputs.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The covariances of one input with all.
    pub fn row(&self, input: usize) -> &[f64] {
        &self.inputs[input * self.size..][..self.size]
    }

    /// The covariances of what an output lacks with all inputs.
    pub fn missing(&self, output: usize) -> &[f64] {
        &self.missing[output * self.size..][..self.size]
    }

    /// The inputs, those that vary most first.
    pub fn by_activity(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.size).collect();
        let activity = |&index: &usize| self.inputs[index * self.size + index];
        order.sort_by(|left, right| {
            activity(right)
                .total_cmp(&activity(left))
                .then(left.cmp(right))
        });
        order
    }

    /// The bias by which an output of these weights is right in the mean.
    pub fn bias(&self, output: usize, weights: impl Iterator<Item = f64>) -> f64 {
        let given: f64 = weights.zip(&self.mean_input).map(|(w, x)| w * x).sum();
        self.mean_target[output] - given
    }

    /// The upper triangle U with Uᵀ U = the inverse of the inputs' matrix, in that order of its rows and columns.
    ///
    /// With the order turned round, the matrix's own triangle does: if J A J = L Lᵀ, then
    /// A⁻¹ = (J L⁻¹ J)ᵀ (J L⁻¹ J), and J L⁻¹ J is upper.
    pub fn triangle(&self, order: &[usize]) -> Vec<f64> {
        let turned: Vec<f64> = order
            .iter()
            .rev()
            .flat_map(|&row| order.iter().rev().map(move |&column| self.row(row)[column]))
            .collect();
        let mut inverse = inverse_of_lower(&cholesky(&turned, self.size), self.size);
        inverse.reverse();
        inverse
    }
}

/// L with L Lᵀ = the matrix, which is positive definite.
fn cholesky(matrix: &[f64], size: usize) -> Vec<f64> {
    let mut lower = vec![0.0; size * size];
    for row in 0..size {
        for column in 0..=row {
            let dot: f64 = (0..column)
                .map(|index| lower[row * size + index] * lower[column * size + index])
                .sum();
            let rest = matrix[row * size + column] - dot;
            lower[row * size + column] = if row == column {
                rest.sqrt()
            } else {
                rest / lower[column * size + column]
            };
        }
    }
    lower
}

/// The inverse of a lower triangle.
fn inverse_of_lower(lower: &[f64], size: usize) -> Vec<f64> {
    let mut inverse = vec![0.0; size * size];
    for row in 0..size {
        // Row by row: L⁻¹[row] = (e[row] − Σ L[row][k] · L⁻¹[k]) / L[row][row].
        let (done, rest) = inverse.split_at_mut(row * size);
        let current = &mut rest[..size];
        for (index, solved) in done.chunks_exact(size).enumerate() {
            let factor = lower[row * size + index];
            for (number, solved) in current[..=index].iter_mut().zip(solved) {
                *number -= factor * solved;
            }
        }
        current[row] = 1.0;
        let diagonal = lower[row * size + row];
        for number in current {
            *number /= diagonal;
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounding::tests::{SIZE, example};

    #[test]
    fn the_triangle_is_that_of_the_inverse() {
        let (samples, weights) = example();
        let correlations = Correlations::new(&samples, &weights);
        let order = correlations.by_activity();
        let upper = correlations.triangle(&order);
        for row in 0..SIZE {
            for column in 0..SIZE {
                // (Uᵀ U A)[row][column] is the identity's.
                let product: f64 = (0..SIZE)
                    .flat_map(|inner| (0..SIZE).map(move |outer| (inner, outer)))
                    .map(|(inner, outer)| {
                        upper[inner * SIZE + row]
                            * upper[inner * SIZE + outer]
                            * correlations.row(order[outer])[order[column]]
                    })
                    .sum();
                let expected = f64::from(u8::from(row == column));
                assert!(
                    (product - expected).abs() < 1e-6,
                    "{row} {column}: {product}"
                );
            }
        }
    }
}
