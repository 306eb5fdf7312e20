//! From weights to bytes.

use super::{ConvolutionWeights, LinearWeights, MAGIC, VERSION, Weights, checksum};

fn push_floats(bytes: &mut Vec<u8>, floats: &[f32]) {
    bytes.extend(floats.iter().flat_map(|number| number.to_le_bytes()));
}

fn push_convolution(bytes: &mut Vec<u8>, convolution: &ConvolutionWeights) {
    bytes.extend(
        convolution
            .weights
            .iter()
            .map(|weight| weight.cast_unsigned()),
    );
    push_floats(bytes, &convolution.scale);
    push_floats(bytes, &convolution.bias);
}

fn push_linear(bytes: &mut Vec<u8>, linear: &LinearWeights) {
    push_floats(bytes, &linear.weights);
    push_floats(bytes, &linear.bias);
}

impl Weights {
    /// The bytes of the weights file; [`from_bytes`](Self::from_bytes) reads them back.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let shape = &self.shape;
        for number in [
            shape.blocks,
            shape.channels,
            shape.embedding,
            shape.value_channels,
            shape.value_hidden,
            self.provenance.len(),
        ] {
            body.extend((number as u32).to_le_bytes());
        }
        body.extend(self.provenance.as_bytes());
        push_convolution(&mut body, &self.stem);
        for block in &self.blocks {
            push_convolution(&mut body, &block.first);
            push_floats(&mut body, &block.context);
            push_convolution(&mut body, &block.second);
            push_floats(&mut body, &block.input_scale);
            push_floats(&mut body, &block.hidden_scale);
        }
        push_floats(&mut body, &self.final_scale);
        push_convolution(&mut body, &self.policy);
        push_convolution(&mut body, &self.value_squares);
        for linear in [&self.ownership, &self.value_hidden, &self.value_out] {
            push_linear(&mut body, linear);
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }
}
