//! Test weights.

use game::SplitMix64;
use network::weights::{
    AttentionWeights, BlockWeights, ConvolutionWeights, LinearWeights, NetworkWeights,
};
use network::{PLANE_ONE, PLANES};

/// The embedded file.
pub const DEFAULT: &[u8] = include_bytes!("../../default.weights");

/// The embedded weights.
pub fn default_weights() -> NetworkWeights {
    NetworkWeights::from_bytes(DEFAULT).expect("the embedded file is valid")
}

/// The embedded weights with random attention after every third block.
pub fn attention_weights() -> NetworkWeights {
    let mut weights = default_weights();
    let (channels, mut rng) = (weights.shape.channels, SplitMix64::from_seed(1));
    let mut floats = |count: usize, largest: f64| -> Vec<f32> {
        let mut float = || (2.0 * rng.unit_f64() - 1.0) * largest;
        (0..count).map(|_| float() as f32).collect()
    };
    weights.shape.attention_every = 3;
    let input_scale = weights.final_scale.clone();
    for block in weights.blocks.iter_mut().skip(2).step_by(3) {
        let bytes = floats(3 * channels * channels, 127.0);
        block.attention = Some(AttentionWeights {
            input_scale: input_scale.clone(),
            qkv: ConvolutionWeights {
                inputs: channels,
                side: 1,
                weights: bytes.into_iter().map(|number| number as i8).collect(),
                scale: vec![1e-4; 3 * channels],
                bias: floats(3 * channels, 0.1),
            },
            out: LinearWeights {
                inputs: channels,
                weights: floats(channels * channels, 0.1),
                bias: floats(channels, 0.1),
            },
        });
    }
    weights
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
                attention: block.attention.as_ref().map(|attention| AttentionWeights {
                    input_scale: ones.clone(),
                    qkv: convolution(&attention.qkv, &attention.input_scale),
                    out: attention.out.clone(),
                }),
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
