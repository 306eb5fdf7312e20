//! The value head and ownership: from the tower's output to numbers about the game.

use crate::convolution::{Convolution, STRIP};
use crate::elementary::tanh;
use crate::frame::SQUARES;
use crate::kernel::Kernel;
use crate::number::Number;
use crate::tower::{MEAN, Squares, Strip, plus, rectified, scaled};
use crate::weights::{LinearWeights, Weights};

/// The margin head speaks in tens of squares.
const MARGIN_UNIT: f32 = 10.0;

/// The heads but the policy, ready to run.
#[derive(Clone, Debug)]
pub(crate) struct Heads<N: Number> {
    value_squares: Convolution<N>,
    hidden: LinearWeights,
    out: LinearWeights,
    ownership: LinearWeights,
}

/// What the heads say.
pub(crate) struct Verdict {
    pub win_logit: f32,
    pub margin: f32,
    pub ownership: [f32; SQUARES],
}

impl<N: Number> Heads<N> {
    pub fn new(weights: &Weights<N::Weight>) -> Self {
        Self {
            value_squares: Convolution::new(&weights.value_squares),
            hidden: weights.value_hidden.clone(),
            out: weights.value_out.clone(),
            ownership: weights.ownership.clone(),
        }
    }

    /// Reads everything off a tower's output.
    #[inline(always)]
    pub fn run<K: Kernel>(&self, kernel: K, squares: &Squares<N>) -> Verdict {
        let pooled = self.pool(kernel, squares);
        let mut hidden = apply(&self.hidden, pooled.as_flattened());
        for number in &mut hidden {
            *number = number.max(0.0);
        }
        let out = apply(&self.out, &hidden);
        let [win_logit, margin] = [out[0], out[1]];
        Verdict {
            win_logit,
            margin: margin * MARGIN_UNIT,
            ownership: self.ownership(squares),
        }
    }

    /// The mean over the board of the value head's channels.
    #[inline(always)]
    fn pool<K: Kernel>(&self, kernel: K, squares: &Squares<N>) -> Vec<Strip<f32>> {
        let convolution = &self.value_squares;
        let mut pooled = vec![[0.0; STRIP]; convolution.scale.len()];
        convolution.run(kernel, squares.features.as_flattened(), |strip, _, tile| {
            let (scale, bias) = (convolution.scale[strip], convolution.bias[strip]);
            let mut total = pooled[strip];
            for sums in tile {
                total = plus(total, &rectified(scaled::<N>(sums, &scale, &bias)));
            }
            pooled[strip] = total;
        });
        for number in pooled.as_flattened_mut() {
            *number *= MEAN;
        }
        pooled
    }

    /// The expected owner of every square.
    #[inline(always)]
    fn ownership(&self, squares: &Squares<N>) -> [f32; SQUARES] {
        let channels = self.ownership.inputs;
        let bias = self.ownership.bias[0];
        let mut owners = [0.0; SQUARES];
        for (owner, values) in owners
            .iter_mut()
            .zip(squares.stream.as_flattened().chunks_exact(channels))
        {
            *owner = dot(values, &self.ownership.weights) + bias;
        }
        // On their own, so that many are computed at once.
        for owner in &mut owners {
            *owner = tanh(*owner);
        }
        owners
    }
}

/// A matrix times a vector that may be longer than the matrix is wide.
#[inline(always)]
fn apply(linear: &LinearWeights, input: &[f32]) -> Vec<f32> {
    let mut outputs = linear.bias.clone();
    for (output, row) in outputs
        .iter_mut()
        .zip(linear.weights.chunks_exact(linear.inputs))
    {
        *output += dot(&input[..linear.inputs], row);
    }
    outputs
}

/// A sum of products in a fixed order: sixteen partial sums, then halved four times. Sixteen is what the
/// widest registers hold, and the order is the same where they are narrower.
#[inline(always)]
pub(crate) fn dot(left: &[f32], right: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    let (left_chunks, left_rest) = left.as_chunks::<LANES>();
    let (right_chunks, right_rest) = right.as_chunks::<LANES>();
    for (left, right) in left_chunks.iter().zip(right_chunks) {
        for lane in 0..LANES {
            sums[lane] += left[lane] * right[lane];
        }
    }
    for (lane, (left, right)) in left_rest.iter().zip(right_rest).enumerate() {
        sums[lane] += left * right;
    }
    total(sums)
}

/// The sum of sixteen numbers, halving by halving.
#[inline(always)]
pub(crate) fn total(sums: [f32; 16]) -> f32 {
    let eight: [f32; 8] = halved(&sums);
    let four: [f32; 4] = halved(&eight);
    let [first, second] = halved(&four);
    first + second
}

/// The first half of the numbers plus the second half.
#[inline(always)]
fn halved<const HALF: usize>(numbers: &[f32]) -> [f32; HALF] {
    let mut sums = [0.0; HALF];
    for lane in 0..HALF {
        sums[lane] = numbers[lane] + numbers[lane + HALF];
    }
    sums
}
