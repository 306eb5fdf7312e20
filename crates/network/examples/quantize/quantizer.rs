//! Post-training quantization, layer by layer.
//!
//! All calibration positions pass through the tower together. Before each convolution the inputs
//! get one scale per channel and are rounded. The weights are rounded for these inputs towards the
//! output of the float network. The output of the rounded convolution is passed on, so that later
//! layers compensate for the errors of earlier ones.

use amazons::Position;
use network::weights::{BlockWeights, ConvolutionWeights, NetworkWeights};
use network::{PLANE_ONE, PLANES, SQUARES};

use crate::attention::quantize_attention;
use crate::covariance::{Covariances, Sample};
use crate::float_layers::{Board, convolve, float_planes, mean, multiply, patch, relu};
use crate::gptq::{QuantizedLayer, quantize_rows};

/// Largest input of a convolution.
const MAX_ACTIVATION: f32 = 255.0;

/// Number of sampled inputs per layer.
const SAMPLES: usize = 16_000;

/// Weight of samples on burned squares, which would otherwise dominate late positions.
const BURNED_SAMPLE_WEIGHT: f32 = 0.05;

/// Fractional parts of its multiples are evenly distributed.
const GOLDEN_RATIO_FRACTION: f64 = 0.618_033_988_749_894_9;

/// Smallest range of a channel, relative to the largest, that influences its scale.
const MIN_RELATIVE_SCALE: f32 = 0.02;

/// Quantizes a convolution for quantized inputs, in units of 1 / `scale` per channel, towards the
/// targets.
pub fn quantize_convolution(
    live: &[Vec<bool>],
    boards: &[Board],
    targets: &[Board],
    scale: &[f32],
    float: &ConvolutionWeights<f32>,
) -> ConvolutionWeights {
    let (inputs, side, outputs) = (float.inputs, float.side, float.bias.len());
    let taps = side * side;
    let in_steps: Vec<f32> = float
        .weights
        .iter()
        .enumerate()
        .map(|(index, weight)| weight / scale[index / taps % inputs])
        .collect();
    let squares = boards.len() * SQUARES;
    let count = SAMPLES.min(squares);
    let samples: Vec<Sample> = (0..count)
        .map(|sample| {
            let index = (sample as f64 * GOLDEN_RATIO_FRACTION % 1.0 * squares as f64) as usize;
            let (board, square) = (index / SQUARES, index % SQUARES);
            Sample {
                inputs: patch(&boards[board], inputs, side, square),
                targets: targets[board][square * outputs..][..outputs].to_vec(),
                weight: if live[board][square] {
                    1.0
                } else {
                    BURNED_SAMPLE_WEIGHT
                },
            }
        })
        .collect();
    let covariances = Covariances::new(&samples, &in_steps);
    let QuantizedLayer { bytes, scale, bias } = quantize_rows(&in_steps, &covariances);
    ConvolutionWeights {
        inputs,
        side,
        weights: bytes,
        scale,
        bias,
    }
}

/// Output of a convolution, quantized or in floats.
pub fn run<W: Copy>(convolution: &ConvolutionWeights<W>, bias: &[f32], board: &[f32]) -> Board
where
    f32: From<W>,
{
    let length = convolution.inputs * convolution.side * convolution.side;
    let weights = convolution.weights.iter().enumerate();
    let weights: Vec<f32> = weights
        .map(|(index, &weight)| f32::from(weight) * convolution.scale[index / length])
        .collect();
    convolve(board, &weights, bias, convolution.inputs, convolution.side)
}

/// Largest absolute weight of every input channel.
fn max_weight_per_input(convolutions: &[&ConvolutionWeights<f32>]) -> Vec<f32> {
    let mut max = vec![0.0_f32; convolutions[0].inputs];
    for convolution in convolutions {
        let taps = convolution.side * convolution.side;
        for (index, weights) in convolution.weights.chunks_exact(taps).enumerate() {
            let max = &mut max[index % convolution.inputs];
            *max = weights
                .iter()
                .fold(*max, |max, weight| max.max(weight.abs()));
        }
    }
    max
}

/// Quantization steps per unit for every channel.
///
/// Finer steps reduce the rounding error of the channel's values, but increase that of the weights,
/// which share one scale. So steps are finer for channels with large weights and small values
/// (SmoothQuant, Xiao et al. 2022); the exponents were tuned.
pub fn channel_scales(
    boards: &[Board],
    channels: usize,
    convolutions: &[&ConvolutionWeights<f32>],
) -> Vec<f32> {
    let mut ranges = vec![0.0_f32; channels];
    for square in boards.iter().flat_map(|board| board.chunks_exact(channels)) {
        for (range, &value) in ranges.iter_mut().zip(square) {
            *range = range.max(value);
        }
    }
    let largest = |numbers: &[f32]| numbers.iter().fold(f32::MIN_POSITIVE, |a, &b| a.max(b));
    let weights = max_weight_per_input(convolutions);
    let (max_range, max_weight) = (largest(&ranges), largest(&weights));
    let fineness: Vec<f32> = ranges
        .iter()
        .zip(&weights)
        .map(|(range, weight)| {
            let share = |number: f32| number.max(MIN_RELATIVE_SCALE);
            share(weight / max_weight).powf(0.25) / share(range / max_range).sqrt()
        })
        .collect();
    let steps = fineness
        .iter()
        .zip(&ranges)
        .map(|(fineness, range)| fineness * range);
    let max_steps = largest(&steps.collect::<Vec<f32>>());
    fineness
        .iter()
        .map(|fineness| fineness * MAX_ACTIVATION / max_steps)
        .collect()
}

/// Quantizes boards.
pub fn quantize_boards(boards: &[Board], scale: &[f32]) -> Vec<Board> {
    let round_board = |board: &Board| {
        let scaled = board
            .iter()
            .zip(scale.iter().cycle())
            .map(|(value, scale)| value * scale);
        scaled
            .map(|value| value.clamp(0.0, MAX_ACTIVATION).round_ties_even())
            .collect()
    };
    boards.iter().map(round_board).collect()
}

/// Difference of two boards.
fn subtract(mut left: Board, right: &[f32]) -> Board {
    for (left, right) in left.iter_mut().zip(right) {
        *left -= right;
    }
    left
}

/// The same channels on all squares.
fn splat(numbers: &[f32]) -> Board {
    numbers.repeat(SQUARES)
}

/// Squares that are not burned, according to the first three input planes.
fn live_squares(planes: &[f32]) -> Vec<bool> {
    planes
        .chunks_exact(PLANES)
        .map(|square| square[..3].iter().any(|&plane| plane > 0.0))
        .collect()
}

/// Squares with amazons, according to the first two input planes.
fn amazon_squares(planes: &[f32]) -> Vec<usize> {
    let squares = planes.chunks_exact(PLANES).enumerate();
    squares
        .filter(|(_, square)| square[..2].iter().any(|&plane| plane > 0.0))
        .map(|(index, _)| index)
        .collect()
}

/// Quantizes a network, calibrated on the given positions.
pub fn quantize(float: &NetworkWeights<f32>, positions: &[Position]) -> NetworkWeights {
    let channels = float.shape.channels;

    let input_scale = [f32::from(PLANE_ONE); PLANES];
    let inputs: Vec<Board> = positions.iter().map(float_planes).collect();
    let targets: Vec<Board> = inputs
        .iter()
        .map(|board| run(&float.stem, &float.stem.bias, board))
        .collect();
    let live: Vec<Vec<bool>> = inputs.iter().map(|board| live_squares(board)).collect();
    let amazons: Vec<Vec<usize>> = inputs.iter().map(|board| amazon_squares(board)).collect();
    let inputs = quantize_boards(&inputs, &input_scale);
    let stem = quantize_convolution(&live, &inputs, &targets, &input_scale, &float.stem);
    let mut float_streams: Vec<Board> = targets.into_iter().map(relu).collect();
    let mut streams: Vec<Board> = inputs
        .iter()
        .map(|board| relu(run(&stem, &stem.bias, board)))
        .collect();

    let mut blocks = Vec::new();
    for block in &float.blocks {
        eprintln!("block {} of {}", blocks.len() + 1, float.shape.blocks);
        let input_scale = channel_scales(&streams, channels, &[&block.first]);
        let inputs = quantize_boards(&streams, &input_scale);
        let context = block.context.clone();
        let contexts: Vec<Board> = streams
            .iter()
            .map(|stream| splat(&multiply(&context, &[], &mean(stream, channels))))
            .collect();
        let float_hidden: Vec<Board> = float_streams
            .iter()
            .map(|stream| {
                let bias = multiply(&context, &block.first.bias, &mean(stream, channels));
                run(&block.first, &bias, stream)
            })
            .collect();
        let targets: Vec<Board> = float_hidden
            .iter()
            .zip(&contexts)
            .map(|(hidden, context)| subtract(hidden.clone(), context))
            .collect();
        let first = quantize_convolution(&live, &inputs, &targets, &input_scale, &block.first);
        let hidden: Vec<Board> = inputs
            .iter()
            .zip(&streams)
            .map(|(board, stream)| {
                let bias = multiply(&context, &first.bias, &mean(stream, channels));
                relu(run(&first, &bias, board))
            })
            .collect();
        for (stream, hidden) in float_streams.iter_mut().zip(float_hidden) {
            let added = run(&block.second, &block.second.bias, &relu(hidden));
            for (number, added) in stream.iter_mut().zip(added) {
                *number += added;
            }
        }
        let hidden_scale = channel_scales(&hidden, channels, &[&block.second]);
        let hidden = quantize_boards(&hidden, &hidden_scale);
        let targets: Vec<Board> = float_streams
            .iter()
            .zip(&streams)
            .map(|(float, stream)| subtract(float.clone(), stream))
            .collect();
        let second = quantize_convolution(&live, &hidden, &targets, &hidden_scale, &block.second);
        for (stream, board) in streams.iter_mut().zip(&hidden) {
            for (number, added) in stream.iter_mut().zip(run(&second, &second.bias, board)) {
                *number = (*number + added).max(0.0);
            }
        }
        float_streams = float_streams.into_iter().map(relu).collect();
        let attention = block.attention.as_ref().map(|attention| {
            quantize_attention(attention, &amazons, &mut streams, &mut float_streams)
        });
        blocks.push(BlockWeights {
            first,
            context,
            second,
            input_scale,
            hidden_scale,
            attention,
        });
    }

    let final_scale = channel_scales(&streams, channels, &[&float.policy, &float.value_squares]);
    let finals = quantize_boards(&streams, &final_scale);
    let head = |convolution: &ConvolutionWeights<f32>| {
        let targets: Vec<Board> = float_streams
            .iter()
            .map(|stream| run(convolution, &convolution.bias, stream))
            .collect();
        quantize_convolution(&live, &finals, &targets, &final_scale, convolution)
    };
    NetworkWeights {
        shape: float.shape,
        provenance: float.provenance.clone(),
        stem,
        blocks,
        policy: head(&float.policy),
        value_squares: head(&float.value_squares),
        ownership: float.ownership.clone(),
        value_hidden: float.value_hidden.clone(),
        value_out: float.value_out.clone(),
        final_scale,
    }
}
