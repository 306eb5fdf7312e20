//! The residual tower: from the input planes to the channels that the heads look at.
//!
//! The stream x that runs through the blocks stays in 32-bit floats; only what goes into a convolution is
//! rounded to bytes, with a scale of its own for every channel. All work on floats is element by element,
//! in one fixed order, with no fused operation, so it gives the same bits on every path.

use crate::convolution::{Convolution, STRIP, strips};
use crate::frame::{SIDE, SQUARES};
use crate::kernel::Kernel;
use crate::planes::Planes;
use crate::weights::{BlockWeights, Weights};

/// The largest input of a convolution.
const LARGEST: f32 = 255.0;

/// Adding this to a number from 0 to 255 leaves it, rounded, in the lowest byte.
const ROUNDER: f32 = 12_582_912.0;

/// What a sum over the board is multiplied by to be its mean.
pub(crate) const MEAN: f32 = 1.0 / SQUARES as f32;

/// A strip of rounded inputs.
pub(crate) type Bytes = [u8; STRIP];

/// A strip of numbers.
pub(crate) type Floats = [f32; STRIP];

#[derive(Clone, Debug)]
struct Block {
    first: Convolution,
    /// `[in][strip of out]`.
    context: Vec<Floats>,
    second: Convolution,
    input_scale: Vec<Floats>,
    hidden_scale: Vec<Floats>,
}

impl Block {
    fn new(weights: &BlockWeights) -> Self {
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
pub(crate) struct Tower {
    stem: Convolution,
    blocks: Vec<Block>,
    final_scale: Vec<Floats>,
}

/// Memory for one position on its way through the tower; the channels of a square lie together.
#[derive(Clone, Debug)]
pub(crate) struct Squares {
    /// The stream. In the end, what ownership is read from.
    pub stream: Vec<Floats>,
    /// The stream as bytes. In the end, what the policy and the value are read from.
    pub bytes: Vec<Bytes>,
    hidden: Vec<Bytes>,
    /// The sum of the stream over the board.
    totals: Vec<Floats>,
    bias: Vec<Floats>,
}

impl Squares {
    pub fn new(channels: usize) -> Self {
        let strips = channels / STRIP;
        Self {
            stream: vec![[0.0; STRIP]; SQUARES * strips],
            bytes: vec![[0; STRIP]; SQUARES * strips],
            hidden: vec![[0; STRIP]; SQUARES * strips],
            totals: vec![[0.0; STRIP]; strips],
            bias: vec![[0.0; STRIP]; strips],
        }
    }
}

/// Rounds the inputs of a convolution.
// Loops rather than `array::from_fn`, which is not always inlined and then lacks the path's instructions.
#[inline(always)]
fn rounded(values: &Floats, scale: &Floats) -> Bytes {
    let mut bytes = [0; STRIP];
    for index in 0..STRIP {
        let scaled = (values[index] * scale[index]).clamp(0.0, LARGEST);
        bytes[index] = (scaled + ROUNDER).to_bits() as u8;
    }
    bytes
}

/// What a convolution gives for one square.
#[inline(always)]
pub(crate) fn scaled(sums: &[i32; STRIP], scale: &Floats, bias: &Floats) -> Floats {
    let mut values = [0.0; STRIP];
    for index in 0..STRIP {
        values[index] = sums[index] as f32 * scale[index] + bias[index];
    }
    values
}

/// The sums of two strips.
#[inline(always)]
pub(crate) fn plus(mut left: Floats, right: &Floats) -> Floats {
    for index in 0..STRIP {
        left[index] += right[index];
    }
    left
}

/// Negative numbers become zero.
#[inline(always)]
pub(crate) fn rectified(mut values: Floats) -> Floats {
    for value in &mut values {
        *value = value.max(0.0);
    }
    values
}

impl Tower {
    pub fn new(weights: &Weights) -> Self {
        Self {
            stem: Convolution::new(&weights.stem),
            blocks: weights.blocks.iter().map(Block::new).collect(),
            final_scale: strips(&weights.final_scale),
        }
    }

    /// Runs the tower; what the heads need is left in `squares`.
    // A row's scales and totals are copied, so that they need not be read again for every square.
    #[inline(always)]
    pub fn run<K: Kernel>(&self, kernel: K, planes: &Planes, squares: &mut Squares) {
        let Squares {
            stream,
            bytes,
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

        let next = next_scale();
        totals.fill([0.0; STRIP]);
        self.stem
            .run(kernel, planes.as_flattened(), |strip, row, tile| {
                let (scale, bias) = (self.stem.scale[strip], self.stem.bias[strip]);
                let (next, mut total) = (next[strip], totals[strip]);
                let stream = row_of(stream, strips, strip, row);
                let bytes = row_of(bytes, strips, strip, row);
                for ((sums, number), byte) in tile.iter().zip(stream).zip(bytes) {
                    let value = rectified(scaled(sums, &scale, &bias));
                    *number = value;
                    total = plus(total, &value);
                    *byte = rounded(&value, &next);
                }
                totals[strip] = total;
            });
        for block in &self.blocks {
            add_context(block, totals, bias);
            let first = &block.first;
            first.run(kernel, bytes.as_flattened(), |strip, row, tile| {
                let (scale, bias) = (first.scale[strip], bias[strip]);
                let next = block.hidden_scale[strip];
                let hidden = row_of(hidden, strips, strip, row);
                for (sums, byte) in tile.iter().zip(hidden) {
                    *byte = rounded(&scaled(sums, &scale, &bias), &next);
                }
            });
            let next = next_scale();
            let second = &block.second;
            totals.fill([0.0; STRIP]);
            second.run(kernel, hidden.as_flattened(), |strip, row, tile| {
                let (scale, bias) = (second.scale[strip], second.bias[strip]);
                let (next, mut total) = (next[strip], totals[strip]);
                let stream = row_of(stream, strips, strip, row);
                let bytes = row_of(bytes, strips, strip, row);
                for ((sums, number), byte) in tile.iter().zip(stream).zip(bytes) {
                    let value = rectified(plus(*number, &scaled(sums, &scale, &bias)));
                    *number = value;
                    total = plus(total, &value);
                    *byte = rounded(&value, &next);
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
fn add_context(block: &Block, totals: &[Floats], bias: &mut [Floats]) {
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
