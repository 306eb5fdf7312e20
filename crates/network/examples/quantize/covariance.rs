//! Covariances of a layer's inputs, and of its inputs with its errors.

/// Added to the diagonal, relative to its mean, for inputs that never vary.
const DAMPING: f64 = 0.01;

/// Number of samples accumulated in 32 bits, which is vectorized, before adding to 64 bits.
const CHUNK: usize = 64;

/// Inputs of a layer and target outputs.
pub struct Sample {
    pub inputs: Vec<f32>,
    pub targets: Vec<f32>,
    pub weight: f32,
}

/// Weighted covariances over samples: of the inputs, and of the inputs with each output's residual
/// (target minus output). Means are corrected by the bias, which is not rounded.
pub struct Covariances {
    size: usize,
    /// `[input][input]`.
    inputs: Vec<f64>,
    /// `[output][input]`.
    residuals: Vec<f64>,
    mean_input: Vec<f64>,
    mean_target: Vec<f64>,
}

/// Adds `weight · left · right` for all pairs to a matrix `[left][right]`.
fn add_products(matrix: &mut [f32], left: &[f32], right: &[f32], weight: f32) {
    for (&left, row) in left.iter().zip(matrix.chunks_exact_mut(right.len())) {
        // Zero is frequent after a ReLU.
        if left != 0.0 {
            let factor = weight * left;
            for (sum, right) in row.iter_mut().zip(right) {
                *sum += factor * right;
            }
        }
    }
}

/// Weighted mean over samples of the numbers selected by `of`.
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

impl Covariances {
    /// Computes the covariances for a layer with weights `[output][input]`.
    pub fn new(samples: &[Sample], weights: &[f32]) -> Self {
        let mean_input = mean(samples, |sample| &sample.inputs);
        let mean_target = mean(samples, |sample| &sample.targets);
        let (size, outputs) = (mean_input.len(), mean_target.len());
        let mut inputs = vec![0.0; size * size];
        let mut residuals = vec![0.0; outputs * size];
        for chunk in samples.chunks(CHUNK) {
            let mut part = vec![0.0_f32; size * size];
            let mut part_residuals = vec![0.0_f32; outputs * size];
            for sample in chunk {
                let mut residual = sample.targets.clone();
                for (residual, row) in residual.iter_mut().zip(weights.chunks_exact(size)) {
                    *residual -= row
                        .iter()
                        .zip(&sample.inputs)
                        .map(|(w, x)| w * x)
                        .sum::<f32>();
                }
                add_products(&mut part, &sample.inputs, &sample.inputs, sample.weight);
                add_products(
                    &mut part_residuals,
                    &residual,
                    &sample.inputs,
                    sample.weight,
                );
            }
            for (sum, part) in inputs.iter_mut().zip(part) {
                *sum += f64::from(part);
            }
            for (sum, part) in residuals.iter_mut().zip(part_residuals) {
                *sum += f64::from(part);
            }
        }
        let total: f64 = samples.iter().map(|sample| f64::from(sample.weight)).sum();
        for (row, mean) in inputs.chunks_exact_mut(size).zip(&mean_input) {
            for (sum, other) in row.iter_mut().zip(&mean_input) {
                *sum -= total * mean * other;
            }
        }
        for ((row, weights), target) in residuals
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
            residuals,
            mean_input,
            mean_target,
        }
    }

    /// Number of inputs.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Covariances of one input with all inputs.
    pub fn row(&self, input: usize) -> &[f64] {
        &self.inputs[input * self.size..][..self.size]
    }

    /// Covariances of an output's residual with all inputs.
    pub fn residuals(&self, output: usize) -> &[f64] {
        &self.residuals[output * self.size..][..self.size]
    }

    /// Inputs by descending variance.
    pub fn by_variance(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.size).collect();
        let variance = |&index: &usize| self.inputs[index * self.size + index];
        order.sort_by(|left, right| {
            variance(right)
                .total_cmp(&variance(left))
                .then(left.cmp(right))
        });
        order
    }

    /// Bias that makes the mean of an output correct.
    pub fn bias(&self, output: usize, weights: impl Iterator<Item = f64>) -> f64 {
        let given: f64 = weights.zip(&self.mean_input).map(|(w, x)| w * x).sum();
        self.mean_target[output] - given
    }

    /// Upper triangular U with Uᵀ U = A⁻¹, where A is the matrix of the inputs in the given order.
    ///
    /// If J A J = L Lᵀ for the reversal J, then A⁻¹ = (J L⁻¹ J)ᵀ (J L⁻¹ J), and J L⁻¹ J is upper
    /// triangular.
    pub fn inverse_cholesky(&self, order: &[usize]) -> Vec<f64> {
        let reversed: Vec<f64> = order
            .iter()
            .rev()
            .flat_map(|&row| order.iter().rev().map(move |&column| self.row(row)[column]))
            .collect();
        let mut inverse = inverse_of_lower(&cholesky(&reversed, self.size), self.size);
        inverse.reverse();
        inverse
    }
}

/// L with L Lᵀ = the positive definite matrix.
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

/// Inverse of a lower triangular matrix.
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
    use crate::gptq::tests::{SIZE, example};

    #[test]
    fn inverse_cholesky_factors_the_inverse() {
        let (samples, weights) = example();
        let covariances = Covariances::new(&samples, &weights);
        let order = covariances.by_variance();
        let upper = covariances.inverse_cholesky(&order);
        for row in 0..SIZE {
            for column in 0..SIZE {
                // Uᵀ U A is the identity.
                let product: f64 = (0..SIZE)
                    .flat_map(|inner| (0..SIZE).map(move |outer| (inner, outer)))
                    .map(|(inner, outer)| {
                        upper[inner * SIZE + row]
                            * upper[inner * SIZE + outer]
                            * covariances.row(order[outer])[order[column]]
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
