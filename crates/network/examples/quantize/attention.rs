//! Quantizes attention layers: the convolution to queries, keys and values. The output matrix stays
//! in floats.

use network::SQUARES;
use network::weights::{AttentionWeights, LinearWeights};

use crate::float_layers::{Board, multiply};
use crate::quantizer::{channel_scales, quantize_boards, quantize_convolution, run};

const HEADS: usize = 4;

/// Quantizes a layer and passes the streams of the quantized and of the float network through it.
/// `amazons` are the squares that attend, by board.
pub fn quantize_attention(
    float: &AttentionWeights<f32>,
    amazons: &[Vec<usize>],
    streams: &mut [Board],
    float_streams: &mut [Board],
) -> AttentionWeights {
    let channels = float.out.inputs;
    let tokens = gather(streams, amazons, channels);
    let input_scale = channel_scales(&tokens, channels, &[&float.qkv]);
    let inputs = quantize_boards(&tokens, &input_scale);
    let targets: Vec<Board> = gather(float_streams, amazons, channels)
        .iter()
        .map(|tokens| run(&float.qkv, &float.qkv.bias, tokens))
        .collect();
    let live = vec![vec![true; SQUARES]; inputs.len()];
    let qkv = quantize_convolution(&live, &inputs, &targets, &input_scale, &float.qkv);
    let outputs: Vec<Board> = inputs
        .iter()
        .map(|board| run(&qkv, &qkv.bias, board))
        .collect();
    attend(streams, amazons, &outputs, &float.out);
    attend(float_streams, amazons, &targets, &float.out);
    AttentionWeights {
        input_scale,
        qkv,
        out: float.out.clone(),
    }
}

/// The given squares of all boards as the squares of as few boards; the last one is filled with
/// repetitions.
fn gather(boards: &[Board], squares: &[Vec<usize>], channels: usize) -> Vec<Board> {
    let tokens: Vec<&[f32]> = boards
        .iter()
        .zip(squares)
        .flat_map(|(board, squares)| squares.iter().map(|&s| &board[s * channels..][..channels]))
        .collect();
    let padded = tokens.len().next_multiple_of(SQUARES);
    let padded: Vec<&[f32]> = tokens.iter().copied().cycle().take(padded).collect();
    padded.chunks(SQUARES).map(<[_]>::concat).collect()
}

/// Applies attention to the streams, given the queries, keys and values of their gathered squares.
fn attend(streams: &mut [Board], amazons: &[Vec<usize>], qkv: &[Board], out: &LinearWeights) {
    let channels = out.inputs;
    let mut tokens = qkv
        .iter()
        .flat_map(|board| board.chunks_exact(3 * channels));
    for (stream, squares) in streams.iter_mut().zip(amazons) {
        let tokens: Vec<&[f32]> = tokens.by_ref().take(squares.len()).collect();
        for (&square, token) in squares.iter().zip(&tokens) {
            let added = multiply(&out.weights, &out.bias, &mix(token, &tokens, channels));
            let stream = &mut stream[square * channels..][..channels];
            for (number, added) in stream.iter_mut().zip(added) {
                *number = (*number + added).max(0.0);
            }
        }
    }
}

/// The values of all tokens, mixed for one of them.
fn mix(token: &[f32], tokens: &[&[f32]], channels: usize) -> Vec<f32> {
    let width = channels / HEADS;
    let mut mixed = vec![0.0; channels];
    for (head, mixed) in mixed.chunks_exact_mut(width).enumerate() {
        let part = |numbers: &[f32], part: usize| {
            numbers[part * channels + head * width..][..width].to_vec()
        };
        let query = part(token, 0);
        let keys: Vec<f32> = tokens.iter().flat_map(|token| part(token, 1)).collect();
        let scores = multiply(&keys, &[], &query);
        let max = scores.iter().fold(f32::NEG_INFINITY, |a, &b| a.max(b));
        let weights = scores
            .iter()
            .map(|score| ((score - max) / (width as f32).sqrt()).exp());
        let total: f32 = weights.clone().sum();
        for (weight, token) in weights.zip(tokens) {
            for (mixed, value) in mixed.iter_mut().zip(part(token, 2)) {
                *mixed += weight / total * value;
            }
        }
    }
    mixed
}

#[cfg(test)]
mod tests {
    use network::Network;
    use network::weights::NetworkWeights;

    use crate::positions::random_games;
    use crate::quantizer::quantize;

    #[test]
    fn a_quantized_network_is_close_to_the_float_network() {
        let bytes = include_bytes!("../../tests/network/attention.weights");
        let float = NetworkWeights::from_float_file(bytes).expect("the file is valid");
        let quantized = Network::new(&quantize(&float, &random_games(64, 1)));
        let quantized = quantized.expect("the shape is supported");
        let float = Network::from_float_weights(&float).expect("the shape is supported");
        let [mut float_workspace, mut workspace] = [&float, &quantized].map(Network::workspace);
        let (mut total, mut count) = (0.0, 0.0);
        for position in random_games(32, 2) {
            let expected = float.evaluate(&mut float_workspace, &position);
            let found = quantized.evaluate(&mut workspace, &position);
            for square in position.board() - position.burned() {
                total += (found.ownership(square) - expected.ownership(square)).abs();
                count += 1.0;
            }
        }
        assert!(
            total / count < 0.001,
            "mean error of ownership {}",
            total / count
        );
    }
}
