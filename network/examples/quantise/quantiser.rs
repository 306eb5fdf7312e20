//! From an exported network to quantised weights, layer by layer.
//!
//! All calibration positions go through the tower together. Before each convolution its inputs get a scale for
//! every channel and are rounded; the weights are rounded for those inputs; and what the rounded
//! convolution gives goes on, so that later layers learn to live with the errors of earlier ones.

use amazons::Position;
use network::weights::{BlockWeights, ConvolutionWeights, Weights};
use network::{ONE, PLANES, SQUARES};

use crate::board::{Board, convolve, input, mean, multiply, patch, rectify};
use crate::rounding::{Correlations, round};

/// The largest input of a convolution.
const LARGEST: f32 = 255.0;

/// Samples of a layer's inputs that the rounding is measured on.
const SAMPLES: usize = 8000;

/// Channels that stay nearly silent get no finer scale than this share of the loudest one's.
const SILENCE: f32 = 0.02;

/// Rounds one convolution for inputs that are already whole numbers, each channel `scale` of which make 1.
fn quantise_convolution(
    boards: &[Board],
    scale: &[f32],
    exact: &ConvolutionWeights<f32>,
) -> ConvolutionWeights {
    let (inputs, side) = (exact.inputs, exact.side);
    let taps = side * side;
    let places = boards.len() * SQUARES;
    let samples = SAMPLES.min(places);
    let mut correlations = Correlations::new(inputs * taps);
    let chosen: Vec<usize> = (0..samples)
        .map(|sample| sample * places / samples)
        .collect();
    for chunk in chosen.chunks(100) {
        let patches: Vec<Vec<f32>> = chunk
            .iter()
            .map(|place| patch(&boards[place / SQUARES], inputs, side, place % SQUARES))
            .collect();
        correlations.add(&patches);
    }
    let in_steps: Vec<f32> = exact
        .weights
        .iter()
        .enumerate()
        .map(|(index, weight)| weight / scale[index / taps % inputs])
        .collect();
    let (weights, scale) = round(&in_steps, &correlations);
    ConvolutionWeights {
        inputs,
        side,
        weights,
        scale,
        bias: exact.bias.clone(),
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

/// How many steps make 1, for every channel: half way, on a logarithmic scale, between the same steps for
/// all channels and steps as fine as each channel's range allows. The former is best for the weights, the
/// latter for the inputs.
fn scale_of(boards: &[Board], channels: usize) -> Vec<f32> {
    let mut ranges = vec![0.0_f32; channels];
    for square in boards.iter().flat_map(|board| board.chunks_exact(channels)) {
        for (range, &value) in ranges.iter_mut().zip(square) {
            *range = range.max(value);
        }
    }
    let loudest = ranges
        .iter()
        .fold(f32::MIN_POSITIVE, |loudest, &range| loudest.max(range));
    ranges
        .iter()
        .map(|range| LARGEST / (loudest * (range / loudest).max(SILENCE).sqrt()))
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

/// Quantises a network, calibrated on these positions.
pub fn quantise(exact: &Weights<f32>, positions: &[Position]) -> Weights {
    let channels = exact.shape.channels;

    let input_scale = [f32::from(ONE); PLANES];
    let inputs: Vec<Board> = positions.iter().map(input).collect();
    let inputs = rounded(&inputs, &input_scale);
    let stem = quantise_convolution(&inputs, &input_scale, &exact.stem);
    let mut streams: Vec<Board> = inputs
        .iter()
        .map(|board| run(&stem, &stem.bias, board))
        .collect();
    streams.iter_mut().for_each(|stream| rectify(stream));

    let mut blocks = Vec::new();
    for block in &exact.blocks {
        eprintln!("block {} of {}", blocks.len() + 1, exact.shape.blocks);
        let input_scale = scale_of(&streams, channels);
        let inputs = rounded(&streams, &input_scale);
        let first = quantise_convolution(&inputs, &input_scale, &block.first);
        let context = block.context.clone();
        let hidden: Vec<Board> = inputs
            .iter()
            .zip(&streams)
            .map(|(board, stream)| {
                let bias = multiply(&context, &first.bias, &mean(stream, channels));
                let mut hidden = run(&first, &bias, board);
                rectify(&mut hidden);
                hidden
            })
            .collect();
        let hidden_scale = scale_of(&hidden, channels);
        let hidden = rounded(&hidden, &hidden_scale);
        let second = quantise_convolution(&hidden, &hidden_scale, &block.second);
        for (stream, board) in streams.iter_mut().zip(&hidden) {
            for (number, added) in stream.iter_mut().zip(run(&second, &second.bias, board)) {
                *number = (*number + added).max(0.0);
            }
        }
        blocks.push(BlockWeights {
            first,
            context,
            second,
            input_scale,
            hidden_scale,
        });
    }

    let final_scale = scale_of(&streams, channels);
    let finals = rounded(&streams, &final_scale);
    Weights {
        shape: exact.shape,
        provenance: exact.provenance.clone(),
        stem,
        blocks,
        policy: quantise_convolution(&finals, &final_scale, &exact.policy),
        value_squares: quantise_convolution(&finals, &final_scale, &exact.value_squares),
        ownership: exact.ownership.clone(),
        value_hidden: exact.value_hidden.clone(),
        value_out: exact.value_out.clone(),
        final_scale,
    }
}
