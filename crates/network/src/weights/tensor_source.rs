//! Reads the tensors of a network from a file of either format.

use super::shape::{EMBEDDINGS_PER_SQUARE, VALUE_OUTPUTS};
use super::{
    AttentionWeights, BlockWeights, ConvolutionWeights, LinearWeights, NetworkFileError,
    NetworkShape, NetworkWeights,
};
use crate::planes::PLANES;

type ReadResult<T> = Result<T, NetworkFileError>;

/// Tensors of a network: a quantized file has them in the order of the calls, a float file by name.
pub(super) trait TensorSource<W> {
    fn convolution(
        &mut self,
        name: &str,
        inputs: usize,
        outputs: usize,
        side: usize,
    ) -> ReadResult<ConvolutionWeights<W>>;

    fn floats(&mut self, name: &str, shape: &[usize]) -> ReadResult<Vec<f32>>;

    /// Input scales of a convolution.
    fn input_scale(&mut self, channels: usize) -> ReadResult<Vec<f32>>;

    /// A matrix `[out][in]` and its biases.
    fn linear(&mut self, name: &str, shape: [usize; 2]) -> ReadResult<LinearWeights> {
        Ok(LinearWeights {
            inputs: shape[1],
            weights: self.floats(&format!("{name}.weight"), &shape)?,
            bias: self.floats(&format!("{name}.bias"), &shape[..1])?,
        })
    }

    fn attention(&mut self, number: usize, channels: usize) -> ReadResult<AttentionWeights<W>> {
        let name = |part: &str| format!("attention.{number}.{part}");
        Ok(AttentionWeights {
            input_scale: self.input_scale(channels)?,
            qkv: self.convolution(&name("qkv"), channels, 3 * channels, 1)?,
            out: self.linear(&name("out"), [channels, channels])?,
        })
    }

    fn block(&mut self, number: usize, shape: NetworkShape) -> ReadResult<BlockWeights<W>> {
        let channels = shape.channels;
        let name = |part: &str| format!("blocks.{number}.{part}");
        Ok(BlockWeights {
            first: self.convolution(&name("first"), channels, channels, 3)?,
            context: self.floats(&name("context.weight"), &[channels, channels])?,
            second: self.convolution(&name("second"), channels, channels, 3)?,
            input_scale: self.input_scale(channels)?,
            hidden_scale: self.input_scale(channels)?,
            attention: shape
                .attention_follows(number)
                .then(|| self.attention(number / shape.attention_every, channels))
                .transpose()?,
        })
    }

    fn network(
        &mut self,
        shape: NetworkShape,
        provenance: String,
    ) -> ReadResult<NetworkWeights<W>> {
        let NetworkShape {
            blocks,
            channels,
            embedding,
            value_channels,
            value_hidden,
            attention_every: _,
        } = shape;
        let embeddings = EMBEDDINGS_PER_SQUARE * embedding;
        Ok(NetworkWeights {
            shape,
            provenance,
            stem: self.convolution("stem", PLANES, channels, 3)?,
            blocks: (0..blocks)
                .map(|number| self.block(number, shape))
                .collect::<Result<_, _>>()?,
            final_scale: self.input_scale(channels)?,
            policy: self.convolution("policy", channels, embeddings, 1)?,
            value_squares: self.convolution("value_squares", channels, value_channels, 1)?,
            ownership: self.linear("ownership", [1, channels])?,
            value_hidden: self.linear("value_hidden", [value_hidden, value_channels])?,
            value_out: self.linear("value_out", [VALUE_OUTPUTS, value_hidden])?,
        })
    }
}
