//! Network weights and their file formats.
//!
//! Quantized networks (little-endian):
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `THMDQNT1` |
//! | 4 | format version: 1, or 2 for networks with attention |
//! | 8 | FNV-1a checksum (64 bits) of everything that follows |
//! | 20 or 24 | [`NetworkShape`]: blocks, channels, embedding, value channels, value hidden and, in version 2, attention every; 4 bytes each |
//! | 4 | length of the provenance |
//! | … | provenance: UTF-8, origin of the weights |
//! | … | the stem; every block: first, context, second, input scale, hidden scale and, with attention, its input scale, qkv and out; the final scale; policy; value squares; ownership; value hidden; value out |
//!
//! A quantized convolution is its signed bytes `[out][in][row tap][column tap]`, then the scale and
//! the bias of every output. A matrix is its 32-bit floats `[out][in]`, then the biases, which the
//! context matrices lack. Scales are 32-bit floats, one per channel. `examples/quantize` writes
//! such files.
//!
//! Float weights, `NetworkWeights<f32>`, are read from the format of `training/export_weights.py`.

mod error;
mod float_file;
mod quantized_file;
mod shape;
mod tensor_source;

pub use error::NetworkFileError;
pub use shape::NetworkShape;

const MAGIC: [u8; 8] = *b"THMDQNT1";

/// Newest version of quantized files.
const VERSION: u32 = 2;

/// Magics of float files without and with attention.
const FLOAT_MAGICS: [[u8; 8]; 2] = [*b"THMDNET1", *b"THMDNET2"];

/// A convolution, quantized or in floats. Output o of a square is
/// `scale[o] · Σ weight · input + bias[o]`.
#[derive(Clone, PartialEq, Debug)]
pub struct ConvolutionWeights<W = i8> {
    /// Number of input channels.
    pub inputs: usize,
    /// 3 for 3×3, 1 for 1×1.
    pub side: usize,
    /// `[out][in][row tap][column tap]`.
    pub weights: Vec<W>,
    /// Scale per output channel.
    pub scale: Vec<f32>,
    /// Bias per output channel.
    pub bias: Vec<f32>,
}

/// One residual block: `x + second(relu(first(x) + context · mean(x)))`, then relu.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockWeights<W = i8> {
    /// The first convolution.
    pub first: ConvolutionWeights<W>,
    /// Matrix `[out][in]` of the global context: applied to the mean of x over the board.
    pub context: Vec<f32>,
    /// The second convolution.
    pub second: ConvolutionWeights<W>,
    /// Scale of the first convolution's input per channel; bytes are rounded and clamped to 255.
    pub input_scale: Vec<f32>,
    /// Scale of the second convolution's input per channel.
    pub hidden_scale: Vec<f32>,
    /// Attention after the block.
    pub attention: Option<AttentionWeights<W>>,
}

/// Attention of four heads among the squares with amazons: there, `relu(x + out(attention(x)))`.
#[derive(Clone, PartialEq, Debug)]
pub struct AttentionWeights<W = i8> {
    /// Scale of the input of `qkv` per channel.
    pub input_scale: Vec<f32>,
    /// 1×1 convolution to the queries, keys and values; each has as many channels as the tower,
    /// those of a head adjacent.
    pub qkv: ConvolutionWeights<W>,
    /// Output matrix.
    pub out: LinearWeights,
}

/// A matrix `[out][in]` with biases.
#[derive(Clone, PartialEq, Debug)]
pub struct LinearWeights {
    /// Number of inputs.
    pub inputs: usize,
    /// `[out][in]`.
    pub weights: Vec<f32>,
    /// Bias per output channel.
    pub bias: Vec<f32>,
}

/// All weights of a network: quantized, or floats with scales of 1.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkWeights<W = i8> {
    /// Sizes of the layers.
    pub shape: NetworkShape,
    /// Origin of the weights, for display.
    pub provenance: String,
    /// Convolution of the input planes.
    pub stem: ConvolutionWeights<W>,
    /// The residual tower.
    pub blocks: Vec<BlockWeights<W>>,
    /// Scale of the tower's output per channel, as input of the policy and value heads.
    pub final_scale: Vec<f32>,
    /// Five embeddings per square; see [`Policy`](crate::Policy).
    pub policy: ConvolutionWeights<W>,
    /// The value head's convolution, before the mean.
    pub value_squares: ConvolutionWeights<W>,
    /// Ownership of a square, before tanh.
    pub ownership: LinearWeights,
    /// The value head's hidden layer.
    pub value_hidden: LinearWeights,
    /// Logit of the win probability, and margin in tens of squares.
    pub value_out: LinearWeights,
}

/// Whether the bytes start with the magic, or are a truncated start of it.
fn has_magic(bytes: &[u8], magic: [u8; 8]) -> bool {
    magic.starts_with(&bytes[..bytes.len().min(magic.len())])
}

/// [`has_magic`] for float files.
fn has_float_magic(bytes: &[u8]) -> bool {
    FLOAT_MAGICS.iter().any(|&magic| has_magic(bytes, magic))
}

/// Error for bytes with another magic.
fn magic_error(bytes: &[u8], expected: &'static str) -> NetworkFileError {
    if has_magic(bytes, MAGIC) || has_float_magic(bytes) {
        NetworkFileError::WrongFormat { expected }
    } else {
        NetworkFileError::UnknownFormat
    }
}

/// 64-bit FNV-1a.
fn fnv1a64(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
