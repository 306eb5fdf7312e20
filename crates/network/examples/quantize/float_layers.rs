//! Network layers in 32-bit floats, to calibrate the quantization.

use amazons::Position;
use network::{PLANE_ONE, SQUARES, input_planes};

const BOARD_SIDE: usize = 10;

/// A feature map: the values of all squares, channels last.
pub type Board = Vec<f32>;

/// Input planes as floats.
pub fn float_planes(position: &Position) -> Board {
    input_planes(position)
        .as_flattened()
        .iter()
        .map(|&byte| f32::from(byte) / f32::from(PLANE_ONE))
        .collect()
}

/// Inputs of a convolution at one square, in the order of its weights; zero outside the board.
pub fn patch(board: &[f32], inputs: usize, kernel_size: usize, square: usize) -> Vec<f32> {
    let radius = kernel_size / 2;
    let mut patch = Vec::with_capacity(inputs * kernel_size * kernel_size);
    for channel in 0..inputs {
        for tap in 0..kernel_size * kernel_size {
            let row = (square / BOARD_SIDE + tap / kernel_size).wrapping_sub(radius);
            let column = (square % BOARD_SIDE + tap % kernel_size).wrapping_sub(radius);
            let inside = row < BOARD_SIDE && column < BOARD_SIDE;
            patch.push(if inside {
                board[(row * BOARD_SIDE + column) * inputs + channel]
            } else {
                0.0
            });
        }
    }
    patch
}

/// A convolution with weights `[out][in][row tap][column tap]`.
pub fn convolve(
    board: &[f32],
    weights: &[f32],
    bias: &[f32],
    inputs: usize,
    kernel_size: usize,
) -> Board {
    let (outputs, patch_len) = (bias.len(), inputs * kernel_size * kernel_size);
    let mut transposed = vec![0.0; weights.len()];
    for (index, &weight) in weights.iter().enumerate() {
        transposed[index % patch_len * outputs + index / patch_len] = weight;
    }
    let mut result = Vec::with_capacity(SQUARES * outputs);
    for square in 0..SQUARES {
        let mut sums = bias.to_vec();
        for (value, weights) in patch(board, inputs, kernel_size, square)
            .into_iter()
            .zip(transposed.chunks_exact(outputs))
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

/// A matrix times a vector, plus the bias if it is not empty.
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

/// Global average pooling: the mean of every channel.
pub fn mean(board: &[f32], channels: usize) -> Vec<f32> {
    let mut sums = vec![0.0; channels];
    for square in board.chunks_exact(channels) {
        for (sum, value) in sums.iter_mut().zip(square) {
            *sum += value / SQUARES as f32;
        }
    }
    sums
}

pub fn relu(mut board: Board) -> Board {
    for number in &mut board {
        *number = number.max(0.0);
    }
    board
}
