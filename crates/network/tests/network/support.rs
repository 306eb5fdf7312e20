//! Test weights.

use network::weights::{BlockWeights, ConvolutionWeights, NetworkWeights};
use network::{PLANE_ONE, PLANES};

/// The embedded file.
pub const DEFAULT: &[u8] = include_bytes!("../../default.weights");

/// The embedded weights.
pub fn default_weights() -> NetworkWeights {
    NetworkWeights::from_bytes(DEFAULT).expect("the embedded file is valid")
}

/// Converts weights to floats, so that activations are no longer quantized.
pub fn to_float_weights(weights: &NetworkWeights) -> NetworkWeights<f32> {
    let ones = vec![1.0; weights.shape.channels];
    let final_scale = &weights.final_scale;
    NetworkWeights {
        shape: weights.shape,
        provenance: weights.provenance.clone(),
        stem: convolution(&weights.stem, &[f32::from(PLANE_ONE); PLANES]),
        blocks: weights
            .blocks
            .iter()
            .map(|block| BlockWeights {
                first: convolution(&block.first, &block.input_scale),
                context: block.context.clone(),
                second: convolution(&block.second, &block.hidden_scale),
                input_scale: ones.clone(),
                hidden_scale: ones.clone(),
            })
            .collect(),
        final_scale: ones.clone(),
        policy: convolution(&weights.policy, final_scale),
        value_squares: convolution(&weights.value_squares, final_scale),
        ownership: weights.ownership.clone(),
        value_hidden: weights.value_hidden.clone(),
        value_out: weights.value_out.clone(),
    }
}

fn convolution(quantized: &ConvolutionWeights, input_scale: &[f32]) -> ConvolutionWeights<f32> {
    let taps = quantized.side * quantized.side;
    let weight = |(index, &weight): (usize, &i8)| {
        let (output, input) = (
            index / taps / quantized.inputs,
            index / taps % quantized.inputs,
        );
        f32::from(weight) * quantized.scale[output] * input_scale[input]
    };
    ConvolutionWeights {
        inputs: quantized.inputs,
        side: quantized.side,
        weights: quantized.weights.iter().enumerate().map(weight).collect(),
        scale: vec![1.0; quantized.scale.len()],
        bias: quantized.bias.clone(),
    }
}
