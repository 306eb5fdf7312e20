//! Rounding weights to bytes so that the *outputs* change least.
//!
//! Frantar and others' GPTQ (2022): the inputs of one layer are measured on real positions. Weights are rounded
//! one input at a time, and after each the error it makes is made good as far as possible by the weights
//! not yet rounded, as the correlations between inputs allow. Next to plain rounding this halves the
//! error of the policy.

/// Added to the diagonal, as a share of its mean, so that inputs that never vary do no harm.
const DAMPING: f64 = 0.01;

/// The largest weight.
const LARGEST: f64 = 127.0;

/// How the inputs of a layer go together: Σ x xᵀ over samples.
pub struct Correlations {
    size: usize,
    sums: Vec<f64>,
}

impl Correlations {
    pub fn new(size: usize) -> Self {
        Self {
            size,
            sums: vec![0.0; size * size],
        }
    }

    /// Adds samples.
    pub fn add(&mut self, samples: &[Vec<f32>]) {
        // In 32 bits for a few samples at a time, which vectorises, then added up in 64.
        let mut part = vec![0.0_f32; self.size * self.size];
        for sample in samples {
            for (&left, row) in sample.iter().zip(part.chunks_exact_mut(self.size)) {
                if left != 0.0 {
                    for (sum, right) in row.iter_mut().zip(sample) {
                        *sum += left * right;
                    }
                }
            }
        }
        for (sum, part) in self.sums.iter_mut().zip(part) {
            *sum += f64::from(part);
        }
    }

    /// The matrix, its rows and columns in that order, with damping.
    fn ordered(&self, order: &[usize]) -> Vec<f64> {
        let size = self.size;
        let mean = (0..size)
            .map(|index| self.sums[index * size + index])
            .sum::<f64>()
            / size as f64;
        let mut matrix = Vec::with_capacity(size * size);
        for &row in order {
            for &column in order {
                let damping = if row == column {
                    DAMPING * mean + f64::MIN_POSITIVE
                } else {
                    0.0
                };
                matrix.push(self.sums[row * size + column] + damping);
            }
        }
        matrix
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

/// The upper triangle U with Uᵀ U = the inverse of the matrix, by which rounding errors spread.
///
/// With the order of rows and columns turned round, the matrix's own triangle does: if J A J = L Lᵀ, then
/// A⁻¹ = (J L⁻¹ J)ᵀ (J L⁻¹ J), and J L⁻¹ J is upper.
fn spreading(matrix: &[f64], size: usize) -> Vec<f64> {
    let turned: Vec<f64> = matrix.iter().rev().copied().collect();
    let mut inverse = inverse_of_lower(&cholesky(&turned, size), size);
    inverse.reverse();
    inverse
}

/// Rounds the rows of a matrix `[out][in]` to bytes and the scale of each row.
pub fn round(weights: &[f32], correlations: &Correlations) -> (Vec<i8>, Vec<f32>) {
    let size = correlations.size;
    let mut order: Vec<usize> = (0..size).collect();
    // The most active inputs first, while most others can still make good for them.
    let activity = |index: &usize| correlations.sums[index * size + index];
    order.sort_by(|left, right| {
        activity(right)
            .total_cmp(&activity(left))
            .then(left.cmp(right))
    });
    let upper = spreading(&correlations.ordered(&order), size);

    let (mut rounded, mut scales) = (vec![0; weights.len()], Vec::new());
    for (row, rounded) in weights
        .chunks_exact(size)
        .zip(rounded.chunks_exact_mut(size))
    {
        let largest = row
            .iter()
            .fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
        // A row of zeros keeps a scale that can be divided by.
        let scale = f64::from(if largest > 0.0 { largest } else { 1.0 }) / LARGEST;
        let mut rest: Vec<f64> = order.iter().map(|&index| f64::from(row[index])).collect();
        for (place, &index) in order.iter().enumerate() {
            let byte = (rest[place] / scale).round().clamp(-LARGEST, LARGEST);
            rounded[index] = byte as i8;
            let spread = &upper[place * size..][..size];
            let error = (rest[place] - byte * scale) / spread[place];
            for (weight, share) in rest[place..].iter_mut().zip(&spread[place..]) {
                *weight -= error * share;
            }
        }
        scales.push(scale as f32);
    }
    (rounded, scales)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 24;

    /// Inputs that go together, and weights.
    fn example() -> (Vec<Vec<f32>>, Vec<f32>) {
        let mut state = 7_u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / 16_777_216.0
        };
        let samples = (0..500)
            .map(|_| {
                let shared = number();
                (0..SIZE)
                    .map(|index| number() * 0.3 + shared * (index % 5) as f32)
                    .collect()
            })
            .collect();
        (samples, (0..4 * SIZE).map(|_| number() - 0.5).collect())
    }

    fn error(samples: &[Vec<f32>], weights: &[f32], bytes: &[i8], scales: &[f32]) -> f64 {
        let mut total = 0.0;
        for (row, (bytes, scale)) in weights.chunks(SIZE).zip(bytes.chunks(SIZE).zip(scales)) {
            for sample in samples {
                let off: f64 = (0..SIZE)
                    .map(|index| {
                        let rounded = f64::from(bytes[index]) * f64::from(*scale);
                        (rounded - f64::from(row[index])) * f64::from(sample[index])
                    })
                    .sum();
                total += off * off;
            }
        }
        total
    }

    #[test]
    fn the_triangle_is_that_of_the_inverse() {
        let (samples, _) = example();
        let mut correlations = Correlations::new(SIZE);
        correlations.add(&samples);
        let order: Vec<usize> = (0..SIZE).collect();
        let matrix = correlations.ordered(&order);
        let upper = spreading(&matrix, SIZE);
        for row in 0..SIZE {
            for column in 0..SIZE {
                // (Uᵀ U A)[row][column] is the identity's.
                let product: f64 = (0..SIZE)
                    .flat_map(|inner| (0..SIZE).map(move |outer| (inner, outer)))
                    .map(|(inner, outer)| {
                        upper[inner * SIZE + row]
                            * upper[inner * SIZE + outer]
                            * matrix[outer * SIZE + column]
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

    #[test]
    fn outputs_change_less_than_by_plain_rounding() {
        let (samples, weights) = example();
        let mut correlations = Correlations::new(SIZE);
        correlations.add(&samples);
        let (bytes, scales) = round(&weights, &correlations);
        let plain: Vec<i8> = weights
            .iter()
            .enumerate()
            .map(|(index, weight)| (weight / scales[index / SIZE]).round() as i8)
            .collect();
        let (ours, theirs) = (
            error(&samples, &weights, &bytes, &scales),
            error(&samples, &weights, &plain, &scales),
        );
        assert!(ours < 0.5 * theirs, "{ours} against {theirs}");
    }
}
