//! The layers in 32-bit floats, one at a time, for what calibration measures and changes on the way.

use amazons::Position;
use network::{ONE, SQUARES, planes};

const SIDE: usize = 10;

/// Values of all squares, the channels of a square together.
pub type Board = Vec<f32>;

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
