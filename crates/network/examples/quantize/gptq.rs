//! Rounds weights to bytes with the least change of the *outputs* (GPTQ, Frantar et al. 2022).
//!
//! Inputs and target outputs of a layer are sampled on real positions. Least squares first adapt
//! the weights to the errors of earlier layers. Then the weights are rounded one input at a time;
//! each rounding error is compensated by the weights not yet rounded. The best of several scales is
//! kept. Finally, coordinate descent changes single bytes.

use crate::covariance::Covariances;

/// Largest quantized weight.
const MAX_WEIGHT: f64 = 127.0;

/// Scales to try, relative to the one that represents the largest weight of a row. Smaller ones
/// clip a few weights and round all others more finely.
const SCALE_FACTORS: [f64; 5] = [1.0, 0.95, 0.9, 0.85, 0.8];

/// Maximum number of rounds of coordinate descent; usually fewer suffice.
const MAX_DESCENT_ROUNDS: usize = 20;

/// A quantized layer.
pub struct QuantizedLayer {
    pub bytes: Vec<i8>,
    pub scale: Vec<f32>,
    pub bias: Vec<f32>,
}

/// Rounded weights of one output.
struct Row {
    steps: Vec<f64>,
    scale: f64,
    /// Squared error of the output.
    error: f64,
}

/// Rounds weights one after the other and distributes each error over the rest.
fn gptq_round(weights: &[f64], scale: f64, inverse_cholesky: &[f64]) -> Row {
    let size = weights.len();
    let mut rest = weights.to_vec();
    let (mut steps, mut error) = (Vec::with_capacity(size), 0.0);
    for index in 0..size {
        let step = (rest[index] / scale).round().clamp(-MAX_WEIGHT, MAX_WEIGHT);
        let shares = &inverse_cholesky[index * size..][..size];
        let off = (rest[index] - step * scale) / shares[index];
        for (weight, share) in rest[index..].iter_mut().zip(&shares[index..]) {
            *weight -= off * share;
        }
        steps.push(step);
        error += off * off;
    }
    Row {
        steps,
        scale,
        error,
    }
}

/// Changes single steps while that reduces the error.
fn coordinate_descent(row: &mut Row, weights: &[f64], covariances: &Covariances) {
    // Negative gradient of the error.
    let mut slope = vec![0.0; weights.len()];
    let shift = |slope: &mut [f64], input: usize, by: f64| {
        for (slope, covariance) in slope.iter_mut().zip(covariances.row(input)) {
            *slope += by * covariance;
        }
    };
    for (input, (weight, step)) in weights.iter().zip(&row.steps).enumerate() {
        shift(&mut slope, input, weight - step * row.scale);
    }
    for _ in 0..MAX_DESCENT_ROUNDS {
        let mut changed = false;
        for input in 0..weights.len() {
            let wanted = slope[input] / (covariances.row(input)[input] * row.scale);
            let step = (row.steps[input] + wanted.round()).clamp(-MAX_WEIGHT, MAX_WEIGHT);
            let by = step - row.steps[input];
            if by != 0.0 {
                row.steps[input] = step;
                shift(&mut slope, input, -by * row.scale);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
}

/// Unrounded weights of one output with the least squared error, in `order`.
fn least_squares(
    weights: &[f32],
    residuals: &[f64],
    order: &[usize],
    inverse_cholesky: &[f64],
) -> Vec<f64> {
    let size = weights.len();
    // The inverse of the covariances is Uᵀ U.
    let mut change = vec![0.0; size];
    for (index, row) in inverse_cholesky.chunks_exact(size).enumerate() {
        let along: f64 = (index..size).map(|at| row[at] * residuals[order[at]]).sum();
        for at in index..size {
            change[at] += row[at] * along;
        }
    }
    order
        .iter()
        .zip(change)
        .map(|(&input, change)| f64::from(weights[input]) + change)
        .collect()
}

/// Quantizes the rows of a matrix `[output][input]`.
pub fn quantize_rows(weights: &[f32], covariances: &Covariances) -> QuantizedLayer {
    let size = covariances.size();
    // Inputs with the largest variance first, while most others can still compensate.
    let order = covariances.by_variance();
    let inverse_cholesky = covariances.inverse_cholesky(&order);
    let mut rounded = QuantizedLayer {
        bytes: Vec::with_capacity(weights.len()),
        scale: Vec::new(),
        bias: Vec::new(),
    };
    for (output, weights) in weights.chunks_exact(size).enumerate() {
        let in_order = least_squares(
            weights,
            covariances.residuals(output),
            &order,
            &inverse_cholesky,
        );
        let largest = in_order
            .iter()
            .fold(0.0_f64, |largest, weight| largest.max(weight.abs()));
        // Avoids a zero scale for a row of zeros.
        let widest = if largest > 0.0 { largest } else { 1.0 } / MAX_WEIGHT;
        let mut row = SCALE_FACTORS
            .iter()
            .map(|share| gptq_round(&in_order, share * widest, &inverse_cholesky))
            .min_by(|left, right| left.error.total_cmp(&right.error))
            .expect("there are scales");
        let unsorted = |sorted: &[f64]| {
            let mut unsorted = vec![0.0; size];
            for (&input, &number) in order.iter().zip(sorted) {
                unsorted[input] = number;
            }
            unsorted
        };
        row.steps = unsorted(&row.steps);
        coordinate_descent(&mut row, &unsorted(&in_order), covariances);
        let scale = row.scale as f32;
        let exact = row.steps.iter().map(|step| step * f64::from(scale));
        rounded.bias.push(covariances.bias(output, exact) as f32);
        rounded.scale.push(scale);
        rounded
            .bytes
            .extend(row.steps.iter().map(|&step| step as i8));
    }
    rounded
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::covariance::Sample;

    pub const SIZE: usize = 24;
    const OUTPUTS: usize = 4;

    /// Correlated inputs with the outputs of similar weights, and weights.
    pub fn example() -> (Vec<Sample>, Vec<f32>) {
        let mut state = 7_u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / 16_777_216.0
        };
        let weights: Vec<f32> = (0..OUTPUTS * SIZE).map(|_| number() - 0.5).collect();
        let wanted: Vec<f32> = weights
            .iter()
            .map(|weight| weight + 0.05 * number())
            .collect();
        let samples = (0..500)
            .map(|_| {
                let shared = number();
                let inputs: Vec<f32> = (0..SIZE)
                    .map(|index| number() * 0.3 + shared * (index % 5) as f32)
                    .collect();
                let targets = wanted
                    .chunks(SIZE)
                    .map(|row| 3.0 + row.iter().zip(&inputs).map(|(w, x)| w * x).sum::<f32>())
                    .collect();
                Sample {
                    inputs,
                    targets,
                    weight: 1.0,
                }
            })
            .collect();
        (samples, weights)
    }

    /// Sum of squared errors of a layer.
    fn error(samples: &[Sample], rounded: &QuantizedLayer) -> f64 {
        let mut total = 0.0;
        for sample in samples {
            for (output, target) in sample.targets.iter().enumerate() {
                let bytes = &rounded.bytes[output * SIZE..][..SIZE];
                let sum: f32 = bytes
                    .iter()
                    .zip(&sample.inputs)
                    .map(|(&b, x)| f32::from(b) * x)
                    .sum();
                let off = target - sum * rounded.scale[output] - rounded.bias[output];
                total += f64::from(off * off);
            }
        }
        total
    }

    #[test]
    fn gptq_beats_plain_rounding() {
        let (samples, weights) = example();
        let covariances = Covariances::new(&samples, &weights);
        let ours = quantize_rows(&weights, &covariances);
        let mut plain = QuantizedLayer {
            bytes: Vec::new(),
            scale: ours.scale.clone(),
            bias: Vec::new(),
        };
        for (output, row) in weights.chunks(SIZE).enumerate() {
            let scale = plain.scale[output];
            let bytes = row.iter().map(|weight| (weight / scale).round() as i8);
            plain.bytes.extend(bytes);
            let exact = plain.bytes[output * SIZE..]
                .iter()
                .map(|&byte| f64::from(byte) * f64::from(scale));
            plain.bias.push(covariances.bias(output, exact) as f32);
        }
        let (ours, theirs) = (error(&samples, &ours), error(&samples, &plain));
        assert!(ours < 0.1 * theirs, "{ours} against {theirs}");
    }

    #[test]
    fn coordinate_descent_ends_in_a_local_minimum() {
        let (samples, weights) = example();
        let covariances = Covariances::new(&samples, &weights);
        let wanted: Vec<f64> = weights[..SIZE]
            .iter()
            .map(|&weight| f64::from(weight))
            .collect();
        let order: Vec<usize> = (0..SIZE).collect();
        let mut row = gptq_round(&wanted, 0.01, &covariances.inverse_cholesky(&order));
        coordinate_descent(&mut row, &wanted, &covariances);
        let error = |steps: &[f64]| -> f64 {
            let off: Vec<f64> = wanted
                .iter()
                .zip(steps)
                .map(|(w, s)| w - s * row.scale)
                .collect();
            (0..SIZE)
                .map(|i| {
                    off[i]
                        * covariances
                            .row(i)
                            .iter()
                            .zip(&off)
                            .map(|(c, o)| c * o)
                            .sum::<f64>()
                })
                .sum()
        };
        let least = error(&row.steps);
        for input in 0..SIZE {
            for by in [-1.0, 1.0] {
                let mut steps = row.steps.clone();
                steps[input] += by;
                assert!(error(&steps) >= least - 1e-9, "input {input} by {by}");
            }
        }
    }
}
