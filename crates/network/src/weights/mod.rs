//! The weights of a network and the files they live in.
//!
//! The file of a quantised network, all little-endian:
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
//!
//! What training exports, `Weights<f32>`, has a format of its own, which `training/export.py` describes and writes.

mod error;
mod exported;
mod read;
mod shape;
mod write;

pub use error::WeightsError;
pub use shape::Shape;

const MAGIC: [u8; 8] = *b"THMDQNT1";
const VERSION: u32 = 1;

/// What an exported network begins with; the version is part of it.
const EXPORTED_MAGIC: [u8; 8] = *b"THMDNET1";

/// A convolution, of bytes with signed bytes or of floats. Output o of a square is
/// `scale[o] · Σ weight · input + bias[o]`.
#[derive(Clone, PartialEq, Debug)]
pub struct ConvolutionWeights<W = i8> {
    /// The number of input channels.
    pub inputs: usize,
    /// 3 for 3×3, 1 for 1×1.
    pub side: usize,
    /// `[out][in][rank step][file step]`.
    pub weights: Vec<W>,
    /// What a sum counts, for each output.
    pub scale: Vec<f32>,
    /// What is added, for each output.
    pub bias: Vec<f32>,
}

/// One residual block: `x + second(relu(first(x) + context · mean(x)))`, then relu.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockWeights<W = i8> {
    /// The first convolution.
    pub first: ConvolutionWeights<W>,
    /// The matrix `[out][in]` for the mean of x over the board.
    pub context: Vec<f32>,
    /// The second convolution.
    pub second: ConvolutionWeights<W>,
    /// The input of the first convolution is x times this; as a byte it is rounded and at most 255.
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

/// Everything that a weights file holds: signed bytes, or floats as they were trained, with scales of 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights<W = i8> {
    /// How large the network is.
    pub shape: Shape,
    /// How the weights were made, for people to read.
    pub provenance: String,
    /// From the input planes.
    pub stem: ConvolutionWeights<W>,
    /// The residual tower.
    pub blocks: Vec<BlockWeights<W>>,
    /// The input of the policy's and the value's convolution is the tower's output times this.
    pub final_scale: Vec<f32>,
    /// Five embeddings a square: see [`Policy`](crate::Policy).
    pub policy: ConvolutionWeights<W>,
    /// What the value head looks at on every square, before the mean.
    pub value_squares: ConvolutionWeights<W>,
    /// Ownership of a square, before tanh.
    pub ownership: LinearWeights,
    /// The value head's hidden layer.
    pub value_hidden: LinearWeights,
    /// The logit of the win probability, and the margin in tens of squares.
    pub value_out: LinearWeights,
}

/// Whether a file, or what is there of it, begins like that.
fn begins_with(bytes: &[u8], magic: [u8; 8]) -> bool {
    magic.starts_with(&bytes[..bytes.len().min(magic.len())])
}

/// Why a file that does not begin as it should is refused.
fn wrong_beginning(bytes: &[u8], expected: &'static str) -> WeightsError {
    if [MAGIC, EXPORTED_MAGIC].map(|magic| begins_with(bytes, magic)) == [false; 2] {
        WeightsError::Foreign
    } else {
        WeightsError::OtherKind { expected }
    }
}

/// FNV-1a: every single wrong byte changes it.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
