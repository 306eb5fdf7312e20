//! From an exported network to quantised weights, layer by layer.
//!
//! All calibration positions go through the tower together. Before each convolution its inputs get a scale for
//! every channel and are rounded; the weights are rounded for those inputs, towards what the exact network gives there;
//! and what the rounded convolution gives goes on, so that later layers make good the errors of earlier ones.

use amazons::Position;
use network::weights::{BlockWeights, ConvolutionWeights, Weights};
use network::{ONE, PLANES, SQUARES};

use crate::board::{Board, convolve, input, mean, multiply, patch, rectify};
use crate::correlations::{Correlations, Sample};
use crate::rounding::{Rounded, round};

/// The largest input of a convolution.
const LARGEST: f32 = 255.0;

/// Samples of a layer's inputs that the rounding is measured on.
const SAMPLES: usize = 16_000;

/// What a sample counts where the board is burned or ends: nothing but its neighbours reads what is there, and late in a game it would
/// outweigh all else.
const DEAD: f32 = 0.05;

/// Multiples of this, less their whole part, visit everything evenly: the golden ratio's fraction.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Channels that stay nearly silent get no finer scale than this share of the loudest one's.
const SILENCE: f32 = 0.02;

/// Rounds one convolution for inputs that are already whole numbers, each channel `scale` of which make 1, so
/// that it gives the targets.
fn quantise_convolution(
    live: &[Vec<bool>],
    boards: &[Board],
    targets: &[Board],
    scale: &[f32],
    exact: &ConvolutionWeights<f32>,
) -> ConvolutionWeights {
    let (inputs, side, outputs) = (exact.inputs, exact.side, exact.bias.len());
    let taps = side * side;
    let in_steps: Vec<f32> = exact
        .weights
        .iter()
        .enumerate()
        .map(|(index, weight)| weight / scale[index / taps % inputs])
        .collect();
    let places = boards.len() * SQUARES;
    let count = SAMPLES.min(places);
    let samples: Vec<Sample> = (0..count)
        .map(|sample| {
            let place = (sample as f64 * GOLDEN % 1.0 * places as f64) as usize;
            let (board, square) = (place / SQUARES, place % SQUARES);
            Sample {
                inputs: patch(&boards[board], inputs, side, square),
                targets: targets[board][square * outputs..][..outputs].to_vec(),
                weight: if live[board][square] { 1.0 } else { DEAD },
            }
        })
        .collect();
    let correlations = Correlations::new(&samples, &in_steps);
    let Rounded { bytes, scale, bias } = round(&in_steps, &correlations);
    ConvolutionWeights {
        inputs,
        side,
        weights: bytes,
        scale,
        bias,
    }
}

/// What a quantised convolution gives.
fn run(convolution: &ConvolutionWeights, bias: &[f32], board: &[f32]) -> Board {
    let length = convolution.inputs * convolution.side * convolution.side;
    let weights: Vec<f32> = convolution
        .weights
        .iter()
        .enumerate()
        .map(|(index, &weight)| f32::from(weight) * convolution.scale[index / length])
        .collect();
    convolve(board, &weights, bias, convolution.inputs, convolution.side)
}

/// The largest weight of every input channel.
fn reach(convolutions: &[&ConvolutionWeights<f32>]) -> Vec<f32> {
    let mut reach = vec![0.0_f32; convolutions[0].inputs];
    for convolution in convolutions {
        let taps = convolution.side * convolution.side;
        for (index, weights) in convolution.weights.chunks_exact(taps).enumerate() {
            let reach = &mut reach[index % convolution.inputs];
            *reach = weights
                .iter()
                .fold(*reach, |reach, weight| reach.max(weight.abs()));
        }
    }
    reach
}

/// How many steps make 1, for every channel.
///
/// Finer steps round the channel's values less and, since what all channels' weights are divided by follows the largest of
/// them, the weights more.
/// So a channel's steps are the finer, the larger its weights and the smaller its values (Xiao and others' SmoothQuant,
/// 2022); the powers are those that did best.
fn scale_of(
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
    let reach = reach(convolutions);
    let (loudest, furthest) = (largest(&ranges), largest(&reach));
    let fineness: Vec<f32> = ranges
        .iter()
        .zip(&reach)
        .map(|(range, reach)| {
            let share = |number: f32| number.max(SILENCE);
            share(reach / furthest).powf(0.25) / share(range / loudest).sqrt()
        })
        .collect();
    let steps = fineness
        .iter()
        .zip(&ranges)
        .map(|(fineness, range)| fineness * range);
    let most = largest(&steps.collect::<Vec<f32>>());
    fineness
        .iter()
        .map(|fineness| fineness * LARGEST / most)
        .collect()
}

/// Rounds boards to steps.
fn rounded(boards: &[Board], scale: &[f32]) -> Vec<Board> {
    let round_board = |board: &Board| {
        let scaled = board
            .iter()
            .zip(scale.iter().cycle())
            .map(|(value, scale)| value * scale);
        scaled
            .map(|value| value.clamp(0.0, LARGEST).round_ties_even())
            .collect()
    };
    boards.iter().map(round_board).collect()
}

/// What an exact convolution gives.
fn run_exactly(convolution: &ConvolutionWeights<f32>, bias: &[f32], board: &[f32]) -> Board {
    convolve(
        board,
        &convolution.weights,
        bias,
        convolution.inputs,
        convolution.side,
    )
}

/// All of one board less another.
fn minus(mut left: Board, right: &[f32]) -> Board {
    for (left, right) in left.iter_mut().zip(right) {
        *left -= right;
    }
    left
}

fn rectified(mut board: Board) -> Board {
    rectify(&mut board);
    board
}

/// Numbers for every square, on all squares.
fn everywhere(numbers: &[f32]) -> Board {
    numbers.repeat(SQUARES)
}

/// Which squares of the input planes are not burned: the first three planes say what stands there.
fn live_squares(planes: &[f32]) -> Vec<bool> {
    planes
        .chunks_exact(PLANES)
        .map(|square| square[..3].iter().any(|&plane| plane > 0.0))
        .collect()
}

/// Quantises a network, calibrated on these positions.
pub fn quantise(exact: &Weights<f32>, positions: &[Position]) -> Weights {
    let channels = exact.shape.channels;

    let input_scale = [f32::from(ONE); PLANES];
    let inputs: Vec<Board> = positions.iter().map(input).collect();
    let targets: Vec<Board> = inputs
        .iter()
        .map(|board| run_exactly(&exact.stem, &exact.stem.bias, board))
        .collect();
    let live: Vec<Vec<bool>> = inputs.iter().map(|board| live_squares(board)).collect();
    let inputs = rounded(&inputs, &input_scale);
    let stem = quantise_convolution(&live, &inputs, &targets, &input_scale, &exact.stem);
    let mut exact_streams: Vec<Board> = targets.into_iter().map(rectified).collect();
    let mut streams: Vec<Board> = inputs
        .iter()
        .map(|board| rectified(run(&stem, &stem.bias, board)))
        .collect();

    let mut blocks = Vec::new();
    for block in &exact.blocks {
        eprintln!("block {} of {}", blocks.len() + 1, exact.shape.blocks);
        let input_scale = scale_of(&streams, channels, &[&block.first]);
        let inputs = rounded(&streams, &input_scale);
        let context = block.context.clone();
        let contexts: Vec<Board> = streams
            .iter()
            .map(|stream| everywhere(&multiply(&context, &[], &mean(stream, channels))))
            .collect();
        let exact_hidden: Vec<Board> = exact_streams
            .iter()
            .map(|stream| {
                let bias = multiply(&context, &block.first.bias, &mean(stream, channels));
                run_exactly(&block.first, &bias, stream)
            })
            .collect();
        let targets: Vec<Board> = exact_hidden
            .iter()
            .zip(&contexts)
            .map(|(hidden, context)| minus(hidden.clone(), context))
            .collect();
        let first = quantise_convolution(&live, &inputs, &targets, &input_scale, &block.first);
        let hidden: Vec<Board> = inputs
            .iter()
            .zip(&streams)
            .map(|(board, stream)| {
                let bias = multiply(&context, &first.bias, &mean(stream, channels));
                rectified(run(&first, &bias, board))
            })
            .collect();
        for (stream, hidden) in exact_streams.iter_mut().zip(exact_hidden) {
            let added = run_exactly(&block.second, &block.second.bias, &rectified(hidden));
            for (number, added) in stream.iter_mut().zip(added) {
                *number += added;
            }
        }
        let hidden_scale = scale_of(&hidden, channels, &[&block.second]);
        let hidden = rounded(&hidden, &hidden_scale);
        let targets: Vec<Board> = exact_streams
            .iter()
            .zip(&streams)
            .map(|(exact, stream)| minus(exact.clone(), stream))
            .collect();
        let second = quantise_convolution(&live, &hidden, &targets, &hidden_scale, &block.second);
        for (stream, board) in streams.iter_mut().zip(&hidden) {
            for (number, added) in stream.iter_mut().zip(run(&second, &second.bias, board)) {
                *number = (*number + added).max(0.0);
            }
        }
        exact_streams.iter_mut().for_each(|stream| rectify(stream));
        blocks.push(BlockWeights {
            first,
            context,
            second,
            input_scale,
            hidden_scale,
        });
    }

    let final_scale = scale_of(&streams, channels, &[&exact.policy, &exact.value_squares]);
    let finals = rounded(&streams, &final_scale);
    let head = |convolution: &ConvolutionWeights<f32>| {
        let targets: Vec<Board> = exact_streams
            .iter()
            .map(|stream| run_exactly(convolution, &convolution.bias, stream))
            .collect();
        quantise_convolution(&live, &finals, &targets, &final_scale, convolution)
    };
    Weights {
        shape: exact.shape,
        provenance: exact.provenance.clone(),
        stem,
        blocks,
        policy: head(&exact.policy),
        value_squares: head(&exact.value_squares),
        ownership: exact.ownership.clone(),
        value_hidden: exact.value_hidden.clone(),
        value_out: exact.value_out.clone(),
        final_scale,
    }
}
