//! The residual tower: from the input planes to the channels that the heads look at.
//!
//! The stream x that runs through the blocks stays in 32-bit floats; only what goes into a convolution is
//! rounded to bytes (see [`number`](crate::number)), with a scale of its own for every channel. All work on floats
//! is element by element, in one fixed order, with no fused operation, so it gives the same bits on every path.

use crate::convolution::{Convolution, STRIP, strips};
use crate::frame::{SIDE, SQUARES};
use crate::kernel::Kernel;
use crate::number::Number;
use crate::planes::{PLANES, Planes};
use crate::weights::{BlockWeights, Weights};

/// What a sum over the board is multiplied by to be its mean.
pub(crate) const MEAN: f32 = 1.0 / SQUARES as f32;

/// A strip of a square's channels.
pub(crate) type Strip<N> = [N; STRIP];

#[derive(Clone, Debug)]
struct Block<N: Number> {
    first: Convolution<N>,
    /// `[in][strip of out]`.
    context: Vec<Strip<f32>>,
    second: Convolution<N>,
    input_scale: Vec<Strip<f32>>,
    hidden_scale: Vec<Strip<f32>>,
}

impl<N: Number> Block<N> {
    fn new(weights: &BlockWeights<N::Weight>) -> Self {
        let channels = weights.input_scale.len();
        let context = (0..channels)
            .flat_map(|input| {
                let column: Vec<f32> = weights
                    .context
                    .iter()
                    .skip(input)
                    .step_by(channels)
                    .copied()
                    .collect();
                strips(&column)
            })
            .collect();
        Self {
            first: Convolution::new(&weights.first),
            context,
            second: Convolution::new(&weights.second),
            input_scale: strips(&weights.input_scale),
            hidden_scale: strips(&weights.hidden_scale),
        }
    }
}

/// The tower, ready to run.
#[derive(Clone, Debug)]
pub(crate) struct Tower<N: Number> {
    stem: Convolution<N>,
    blocks: Vec<Block<N>>,
    final_scale: Vec<Strip<f32>>,
}

/// Memory for one position on its way through the tower; the channels of a square lie together.
#[derive(Clone, Debug)]
pub(crate) struct Squares<N> {
    input: Vec<[N; PLANES]>,
    /// The stream. In the end, what ownership is read from.
    pub stream: Vec<Strip<f32>>,
    /// The stream as the next convolution's input. In the end, what the policy and the value are read from.
    pub features: Vec<Strip<N>>,
    hidden: Vec<Strip<N>>,
    /// The sum of the stream over the board.
    totals: Vec<Strip<f32>>,
    bias: Vec<Strip<f32>>,
}

impl<N: Number> Squares<N> {
    pub fn new(channels: usize) -> Self {
        let strips = channels / STRIP;
        Self {
            input: vec![[N::default(); PLANES]; SQUARES],
            stream: vec![[0.0; STRIP]; SQUARES * strips],
            features: vec![[N::default(); STRIP]; SQUARES * strips],
            hidden: vec![[N::default(); STRIP]; SQUARES * strips],
            totals: vec![[0.0; STRIP]; strips],
            bias: vec![[0.0; STRIP]; strips],
        }
    }
}

/// The inputs of a convolution.
// Loops rather than `array::from_fn`, which is not always inlined and then lacks the path's instructions.
#[inline(always)]
fn inputs<N: Number>(values: &Strip<f32>, scale: &Strip<f32>) -> Strip<N> {
    let mut inputs = [N::default(); STRIP];
    for index in 0..STRIP {
        inputs[index] = N::rectified(values[index] * scale[index]);
    }
    inputs
}

/// What a convolution gives for one square.
#[inline(always)]
pub(crate) fn scaled<N: Number>(
    sums: &Strip<N::Sum>,
    scale: &Strip<f32>,
    bias: &Strip<f32>,
) -> Strip<f32> {
    let mut values = [0.0; STRIP];
    for index in 0..STRIP {
        values[index] = N::float(sums[index]) * scale[index] + bias[index];
    }
    values
}

/// The sums of two strips.
#[inline(always)]
pub(crate) fn plus(mut left: Strip<f32>, right: &Strip<f32>) -> Strip<f32> {
    for index in 0..STRIP {
        left[index] += right[index];
    }
    left
}

/// Negative numbers become zero.
#[inline(always)]
pub(crate) fn rectified(mut values: Strip<f32>) -> Strip<f32> {
    for value in &mut values {
        *value = value.max(0.0);
    }
    values
}

impl<N: Number> Tower<N> {
    pub fn new(weights: &Weights<N::Weight>) -> Self {
        Self {
            stem: Convolution::new(&weights.stem),
            blocks: weights.blocks.iter().map(Block::new).collect(),
            final_scale: strips(&weights.final_scale),
        }
    }

    /// Runs the tower; what the heads need is left in `squares`.
    // A row's scales and totals are copied, so that they need not be read again for every square.
    #[inline(always)]
    pub fn run<K: Kernel>(&self, kernel: K, planes: &Planes, squares: &mut Squares<N>) {
        let Squares {
            input,
            stream,
            features,
            hidden,
            totals,
            bias,
        } = squares;
        let strips = self.final_scale.len();
        // The scale by which each stage's output becomes bytes is that of the next stage's input.
        let mut next_scales = self
            .blocks
            .iter()
            .map(|block| &block.input_scale)
            .chain([&self.final_scale]);
        let mut next_scale = || next_scales.next().unwrap_or(&self.final_scale);

        let planes = planes.as_flattened().iter();
        for (number, &plane) in input.as_flattened_mut().iter_mut().zip(planes) {
            *number = N::from_plane(plane);
        }
        let next = next_scale();
        totals.fill([0.0; STRIP]);
        self.stem
            .run(kernel, input.as_flattened(), |strip, row, tile| {
                let (scale, bias) = (self.stem.scale[strip], self.stem.bias[strip]);
                let (next, mut total) = (next[strip], totals[strip]);
                let stream = row_of(stream, strips, strip, row);
                let features = row_of(features, strips, strip, row);
                for ((sums, number), feature) in tile.iter().zip(stream).zip(features) {
                    let value = rectified(scaled::<N>(sums, &scale, &bias));
                    *number = value;
                    total = plus(total, &value);
                    *feature = inputs(&value, &next);
                }
                totals[strip] = total;
            });
        for block in &self.blocks {
            add_context(block, totals, bias);
            let first = &block.first;
            first.run(kernel, features.as_flattened(), |strip, row, tile| {
                let (scale, bias) = (first.scale[strip], bias[strip]);
                let next = block.hidden_scale[strip];
                let hidden = row_of(hidden, strips, strip, row);
                for (sums, feature) in tile.iter().zip(hidden) {
                    *feature = inputs(&scaled::<N>(sums, &scale, &bias), &next);
                }
            });
            let next = next_scale();
            let second = &block.second;
            totals.fill([0.0; STRIP]);
            second.run(kernel, hidden.as_flattened(), |strip, row, tile| {
                let (scale, bias) = (second.scale[strip], second.bias[strip]);
                let (next, mut total) = (next[strip], totals[strip]);
                let stream = row_of(stream, strips, strip, row);
                let features = row_of(features, strips, strip, row);
                for ((sums, number), feature) in tile.iter().zip(stream).zip(features) {
                    let value = rectified(plus(*number, &scaled::<N>(sums, &scale, &bias)));
                    *number = value;
                    total = plus(total, &value);
                    *feature = inputs(&value, &next);
                }
                totals[strip] = total;
            });
        }
    }
}

/// One strip of a row's squares.
#[inline(always)]
pub(crate) fn row_of<T>(
    squares: &mut [T],
    strips: usize,
    strip: usize,
    row: usize,
) -> impl Iterator<Item = &mut T> {
    let row = &mut squares[row * SIDE * strips..][..SIDE * strips];
    row[strip..].iter_mut().step_by(strips)
}

/// The first convolution's bias on this board: its own, and what follows from the mean of the stream.
#[inline(always)]
fn add_context<N: Number>(block: &Block<N>, totals: &[Strip<f32>], bias: &mut [Strip<f32>]) {
    let strips = bias.len();
    for (strip, bias) in bias.iter_mut().enumerate() {
        // A variable of its own stays in registers.
        let mut sums = block.first.bias[strip];
        let columns = block.context[strip..].iter().step_by(strips);
        for (&total, column) in totals.as_flattened().iter().zip(columns) {
            let mean = total * MEAN;
            for index in 0..STRIP {
                sums[index] += mean * column[index];
            }
        }
        *bias = sums;
    }
}
