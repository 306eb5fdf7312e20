//! The network in 32-bit floats, slow and plain: the truth that the quantised one is judged by.

use amazons::Position;
use network::{ONE, PLANES, SQUARES, planes};

use crate::exported::Exported;

const SIDE: usize = 10;

/// Values of all squares, the channels of a square together.
pub type Board = Vec<f32>;

/// What the exact network says.
pub struct Exact {
    pub win_logit: f32,
    pub margin: f32,
    pub ownership: Vec<f32>,
    /// `[square][embedding][number]`.
    pub embeddings: Board,
}

/// The input planes as the training sees them.
pub fn input(position: &Position) -> Board {
    planes(position)
        .as_flattened()
        .iter()
        .map(|&byte| f32::from(byte) / f32::from(ONE))
        .collect()
}

/// All inputs of a convolution's outputs on one square, in the order of its weights; zero off the board.
pub fn patch(board: &[f32], inputs: usize, side: usize, square: usize) -> Vec<f32> {
    let reach = side / 2;
    let mut patch = Vec::with_capacity(inputs * side * side);
    for channel in 0..inputs {
        for tap in 0..side * side {
            let rank = (square / SIDE + tap / side).wrapping_sub(reach);
            let file = (square % SIDE + tap % side).wrapping_sub(reach);
            let inside = rank < SIDE && file < SIDE;
            patch.push(if inside {
                board[(rank * SIDE + file) * inputs + channel]
            } else {
                0.0
            });
        }
    }
    patch
}

/// A convolution, weights `[out][in][rank step][file step]`.
pub fn convolve(board: &[f32], weights: &[f32], bias: &[f32], inputs: usize, side: usize) -> Board {
    let (outputs, length) = (bias.len(), inputs * side * side);
    let mut turned = vec![0.0; weights.len()];
    for (index, &weight) in weights.iter().enumerate() {
        turned[index % length * outputs + index / length] = weight;
    }
    let mut result = Vec::with_capacity(SQUARES * outputs);
    for square in 0..SQUARES {
        let mut sums = bias.to_vec();
        for (value, weights) in patch(board, inputs, side, square)
            .into_iter()
            .zip(turned.chunks_exact(outputs))
        {
            if value != 0.0 {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += value * weight;
                }
            }
        }
        result.extend(sums);
    }
    result
}

/// A matrix times a vector, with a bias if there is one.
pub fn multiply(weights: &[f32], bias: &[f32], input: &[f32]) -> Vec<f32> {
    weights
        .chunks_exact(input.len())
        .enumerate()
        .map(|(output, row)| {
            let sum: f32 = row
                .iter()
                .zip(input)
                .map(|(weight, value)| weight * value)
                .sum();
            sum + bias.get(output).unwrap_or(&0.0)
        })
        .collect()
}

/// The mean over the board of every channel.
pub fn mean(board: &[f32], channels: usize) -> Vec<f32> {
    let mut sums = vec![0.0; channels];
    for square in board.chunks_exact(channels) {
        for (sum, value) in sums.iter_mut().zip(square) {
            *sum += value / SQUARES as f32;
        }
    }
    sums
}

/// Negative numbers become zero.
pub fn rectify(numbers: &mut [f32]) {
    for number in numbers {
        *number = number.max(0.0);
    }
}

/// What the tower makes of the input.
fn tower(exported: &Exported, position: &Position) -> Board {
    let channels = exported.shape.channels;
    let (weights, bias) = (exported.tensor("stem.weight"), exported.tensor("stem.bias"));
    let mut stream = convolve(&input(position), weights, bias, PLANES, 3);
    rectify(&mut stream);
    for block in 0..exported.shape.blocks {
        let tensor = |name: &str| exported.tensor(&format!("blocks.{block}.{name}"));
        let bias = multiply(
            tensor("context.weight"),
            tensor("first.bias"),
            &mean(&stream, channels),
        );
        let mut hidden = convolve(&stream, tensor("first.weight"), &bias, channels, 3);
        rectify(&mut hidden);
        let added = convolve(
            &hidden,
            tensor("second.weight"),
            tensor("second.bias"),
            channels,
            3,
        );
        for (number, added) in stream.iter_mut().zip(added) {
            *number = (*number + added).max(0.0);
        }
    }
    stream
}

/// Runs the whole network.
pub fn evaluate(exported: &Exported, position: &Position) -> Exact {
    let stream = tower(exported, position);
    let channels = exported.shape.channels;
    let head = |name: &str| {
        let [weights, bias] =
            ["weight", "bias"].map(|kind| exported.tensor(&format!("{name}.{kind}")));
        convolve(&stream, weights, bias, channels, 1)
    };
    let mut squares = head("value_squares");
    rectify(&mut squares);
    let pooled = mean(&squares, exported.shape.value_channels);
    let linear = |name: &str, input: &[f32]| {
        let [weights, bias] =
            ["weight", "bias"].map(|kind| exported.tensor(&format!("{name}.{kind}")));
        multiply(weights, bias, input)
    };
    let mut hidden = linear("value_hidden", &pooled);
    rectify(&mut hidden);
    let out = linear("value_out", &hidden);
    Exact {
        win_logit: out[0],
        margin: out[1] * 10.0,
        ownership: head("ownership").into_iter().map(f32::tanh).collect(),
        embeddings: head("policy"),
    }
}
