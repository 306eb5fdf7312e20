//! Rounding weights to bytes so that the *outputs* change least.
//!
//! The inputs of one layer are measured on real positions, together with what the outputs should be. First the
//! weights are changed, unrounded, to make good what earlier layers have spoilt (least squares). Then they are
//! rounded one input at a time, and after each the error it makes is made good as far as possible by the
//! weights not yet rounded (Frantar and others' GPTQ, 2022), for several scales, of which the best is kept. In the
//! end single bytes go up or down while that helps.

use crate::correlations::Correlations;

/// The largest weight.
const LARGEST: f64 = 127.0;

/// Scales that are tried, as shares of the one that reaches the largest weight of a row. Smaller ones clip
/// a few weights and round all others more finely.
const SCALES: [f64; 5] = [1.0, 0.95, 0.9, 0.85, 0.8];

/// Rounds of changing single bytes, at most; nearly always fewer are enough.
const ROUNDS: usize = 20;

/// A layer in bytes.
pub struct Rounded {
    pub bytes: Vec<i8>,
    pub scale: Vec<f32>,
    pub bias: Vec<f32>,
}

/// One output's weights as whole numbers, not yet in order.
struct Row {
    steps: Vec<f64>,
    scale: f64,
    /// What the outputs are off, squared.
    error: f64,
}

/// Rounds one after the other, in order; the triangle says how an error spreads.
fn spread(weights: &[f64], scale: f64, triangle: &[f64]) -> Row {
    let size = weights.len();
    let mut rest = weights.to_vec();
    let (mut steps, mut error) = (Vec::with_capacity(size), 0.0);
    for place in 0..size {
        let step = (rest[place] / scale).round().clamp(-LARGEST, LARGEST);
        let shares = &triangle[place * size..][..size];
        let off = (rest[place] - step * scale) / shares[place];
        for (weight, share) in rest[place..].iter_mut().zip(&shares[place..]) {
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

/// Moves single steps while that brings the outputs nearer.
fn descend(row: &mut Row, weights: &[f64], correlations: &Correlations) {
    // How fast the error falls with each weight.
    let mut slope = vec![0.0; weights.len()];
    let shift = |slope: &mut [f64], input: usize, by: f64| {
        for (slope, covariance) in slope.iter_mut().zip(correlations.row(input)) {
            *slope += by * covariance;
        }
    };
    for (input, (weight, step)) in weights.iter().zip(&row.steps).enumerate() {
        shift(&mut slope, input, weight - step * row.scale);
    }
    for _ in 0..ROUNDS {
        let mut changed = false;
        for input in 0..weights.len() {
            let wanted = slope[input] / (correlations.row(input)[input] * row.scale);
            let step = (row.steps[input] + wanted.round()).clamp(-LARGEST, LARGEST);
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

/// The weights of one output that come nearest to its targets, unrounded, in order.
fn fitted(weights: &[f32], missing: &[f64], order: &[usize], triangle: &[f64]) -> Vec<f64> {
    let size = weights.len();
    // The inverse of the covariances is Uᵀ U.
    let mut change = vec![0.0; size];
    for (place, row) in triangle.chunks_exact(size).enumerate() {
        let along: f64 = (place..size).map(|at| row[at] * missing[order[at]]).sum();
        for at in place..size {
            change[at] += row[at] * along;
        }
    }
    order
        .iter()
        .zip(change)
        .map(|(&input, change)| f64::from(weights[input]) + change)
        .collect()
}

/// Rounds the rows of a matrix `[output][input]`.
pub fn round(weights: &[f32], correlations: &Correlations) -> Rounded {
    let size = correlations.size();
    // The most active inputs first, while most others can still make good for them.
    let order = correlations.by_activity();
    let triangle = correlations.triangle(&order);
    let mut rounded = Rounded {
        bytes: Vec::with_capacity(weights.len()),
        scale: Vec::new(),
        bias: Vec::new(),
    };
    for (output, weights) in weights.chunks_exact(size).enumerate() {
        let in_order = fitted(weights, correlations.missing(output), &order, &triangle);
        let largest = in_order
            .iter()
            .fold(0.0_f64, |largest, weight| largest.max(weight.abs()));
        // A row of zeros keeps a scale that can be divided by.
        let widest = if largest > 0.0 { largest } else { 1.0 } / LARGEST;
        let mut row = SCALES
            .iter()
            .map(|share| spread(&in_order, share * widest, &triangle))
            .min_by(|left, right| left.error.total_cmp(&right.error))
            .expect("there are scales to try");
        let unsorted = |sorted: &[f64]| {
            let mut unsorted = vec![0.0; size];
            for (&input, &number) in order.iter().zip(sorted) {
                unsorted[input] = number;
            }
            unsorted
        };
        row.steps = unsorted(&row.steps);
        descend(&mut row, &unsorted(&in_order), correlations);
        let scale = row.scale as f32;
        let exact = row.steps.iter().map(|step| step * f64::from(scale));
        rounded.bias.push(correlations.bias(output, exact) as f32);
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
    use crate::correlations::Sample;

    pub const SIZE: usize = 24;
    const OUTPUTS: usize = 4;

    /// Inputs that go together with what a layer of other weights makes of them, and weights.
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

    /// How far a layer is off its targets, squared and summed.
    fn error(samples: &[Sample], rounded: &Rounded) -> f64 {
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
    fn outputs_come_nearer_than_by_plain_rounding() {
        let (samples, weights) = example();
        let correlations = Correlations::new(&samples, &weights);
        let ours = round(&weights, &correlations);
        let mut plain = Rounded {
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
            plain.bias.push(correlations.bias(output, exact) as f32);
        }
        let (ours, theirs) = (error(&samples, &ours), error(&samples, &plain));
        assert!(ours < 0.1 * theirs, "{ours} against {theirs}");
    }

    #[test]
    fn no_single_step_is_left_that_would_help() {
        let (samples, weights) = example();
        let correlations = Correlations::new(&samples, &weights);
        let wanted: Vec<f64> = weights[..SIZE]
            .iter()
            .map(|&weight| f64::from(weight))
            .collect();
        // From where rounding in the inputs' own order leaves them.
        let order: Vec<usize> = (0..SIZE).collect();
        let mut row = spread(&wanted, 0.01, &correlations.triangle(&order));
        descend(&mut row, &wanted, &correlations);
        let error = |steps: &[f64]| -> f64 {
            let off: Vec<f64> = wanted
                .iter()
                .zip(steps)
                .map(|(w, s)| w - s * row.scale)
                .collect();
            (0..SIZE)
                .map(|i| {
                    off[i]
                        * correlations
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
