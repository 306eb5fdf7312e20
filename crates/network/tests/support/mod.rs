//! Weights for tests.

use network::weights::{BlockWeights, ConvolutionWeights, Weights};
use network::{ONE, PLANES};

/// The file that ships.
pub const DEFAULT: &[u8] = include_bytes!("../../default.weights");

/// The weights that ship.
pub fn default_weights() -> Weights {
    Weights::from_bytes(DEFAULT).expect("the default is sound")
}

/// The rounded weights as floats, so that only what goes into the convolutions is no longer rounded.
pub fn in_floats(weights: &Weights) -> Weights<f32> {
    let ones = vec![1.0; weights.shape.channels];
    let final_scale = &weights.final_scale;
    Weights {
        shape: weights.shape,
        provenance: weights.provenance.clone(),
        stem: convolution(&weights.stem, &[f32::from(ONE); PLANES]),
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

fn convolution(rounded: &ConvolutionWeights, input_scale: &[f32]) -> ConvolutionWeights<f32> {
    let taps = rounded.side * rounded.side;
    let weight = |(index, &weight): (usize, &i8)| {
        let (output, input) = (index / taps / rounded.inputs, index / taps % rounded.inputs);
        f32::from(weight) * rounded.scale[output] * input_scale[input]
    };
    ConvolutionWeights {
        inputs: rounded.inputs,
        side: rounded.side,
        weights: rounded.weights.iter().enumerate().map(weight).collect(),
        scale: vec![1.0; rounded.scale.len()],
        bias: rounded.bias.clone(),
    }
}
