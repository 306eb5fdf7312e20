//! The weights of a network and the file they live in.
//!
//! The file, all little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `THMDQNT1` |
//! | 4 | version of the format, 1 |
//! | 8 | checksum of all that follows: FNV-1a, 64 bits |
//! | 20 | the [`Shape`]: blocks, channels, embedding, value channels, value hidden; 4 bytes each |
//! | 4 | length of the provenance |
//! | … | provenance: UTF-8, how these weights were made |
//! | … | the stem; every block: first, context, second, input scale, hidden scale; the final scale; policy; value squares; ownership; value hidden; value out |
//!
//! A quantised convolution is its signed bytes `[out][in][rank step][file step]`, then the scale and the
//! bias of every output. A matrix is its 32-bit floats `[out][in]`, then the biases, which the context
//! matrices lack. Scales are 32-bit floats, one a channel. `examples/quantise` writes such files.

mod error;
mod read;
mod shape;
mod write;

pub use error::WeightsError;
pub use shape::Shape;

const MAGIC: [u8; 8] = *b"THMDQNT1";
const VERSION: u32 = 1;

/// A convolution of bytes with signed bytes. Output o of a square is
/// `scale[o] · Σ weight · input + bias[o]`.
#[derive(Clone, PartialEq, Debug)]
pub struct ConvolutionWeights {
    /// The number of input channels.
    pub inputs: usize,
    /// 3 for 3×3, 1 for 1×1.
    pub side: usize,
    /// `[out][in][rank step][file step]`.
    pub weights: Vec<i8>,
    /// What a sum counts, for each output.
    pub scale: Vec<f32>,
    /// What is added, for each output.
    pub bias: Vec<f32>,
}

/// One residual block: `x + second(relu(first(x) + context · mean(x)))`, then relu.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockWeights {
    /// The first convolution.
    pub first: ConvolutionWeights,
    /// The matrix `[out][in]` for the mean of x over the board.
    pub context: Vec<f32>,
    /// The second convolution.
    pub second: ConvolutionWeights,
    /// The input of the first convolution is x times this, rounded, at most 255.
    pub input_scale: Vec<f32>,
    /// The same for the second.
    pub hidden_scale: Vec<f32>,
}

/// A matrix `[out][in]` with biases.
#[derive(Clone, PartialEq, Debug)]
pub struct LinearWeights {
    /// The number of inputs.
    pub inputs: usize,
    /// `[out][in]`.
    pub weights: Vec<f32>,
    /// What is added, for each output.
    pub bias: Vec<f32>,
}

/// Everything that a weights file holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// How large the network is.
    pub shape: Shape,
    /// How the weights were made, for people to read.
    pub provenance: String,
    /// From the input planes.
    pub stem: ConvolutionWeights,
    /// The residual tower.
    pub blocks: Vec<BlockWeights>,
    /// The input of the policy's and the value's convolution is the tower's output times this.
    pub final_scale: Vec<f32>,
    /// Five embeddings a square: see [`Policy`](crate::Policy).
    pub policy: ConvolutionWeights,
    /// What the value head looks at on every square, before the mean.
    pub value_squares: ConvolutionWeights,
    /// Ownership of a square, before tanh.
    pub ownership: LinearWeights,
    /// The value head's hidden layer.
    pub value_hidden: LinearWeights,
    /// The logit of the win probability, and the margin in tens of squares.
    pub value_out: LinearWeights,
}

/// FNV-1a: every single wrong byte changes it.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
