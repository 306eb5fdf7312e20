//! Reads and writes quantized network files.

use super::shape::check_range;
use super::tensor_source::TensorSource;
use super::{
    AttentionWeights, ConvolutionWeights, LinearWeights, MAGIC, NetworkFileError, NetworkShape,
    NetworkWeights, VERSION, fnv1a64, has_magic, magic_error,
};

/// Maximum length of the provenance, in bytes.
const MAX_PROVENANCE: usize = 1 << 16;

/// Reads from the front of a byte slice.
struct Reader<'a> {
    bytes: &'a [u8],
    /// Length of the file, for error messages.
    total: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], NetworkFileError> {
        let (taken, rest) =
            self.bytes
                .split_at_checked(count)
                .ok_or_else(|| NetworkFileError::Truncated {
                    found: self.total,
                    expected: self.total - self.bytes.len() + count,
                })?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], NetworkFileError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn number(&mut self) -> Result<usize, NetworkFileError> {
        Ok(u32::from_le_bytes(self.array()?) as usize)
    }

    fn shape(&mut self, version: u32) -> Result<NetworkShape, NetworkFileError> {
        let shape = NetworkShape {
            blocks: self.number()?,
            channels: self.number()?,
            embedding: self.number()?,
            value_channels: self.number()?,
            value_hidden: self.number()?,
            attention_every: if version == 1 { 0 } else { self.number()? },
        };
        shape.validate()?;
        if version != shape.version() {
            check_range("attention every", shape.attention_every, 1..=shape.blocks)?;
        }
        Ok(shape)
    }
}

impl TensorSource<i8> for Reader<'_> {
    fn convolution(
        &mut self,
        name: &str,
        inputs: usize,
        outputs: usize,
        side: usize,
    ) -> Result<ConvolutionWeights, NetworkFileError> {
        let weights = self.take(outputs * inputs * side * side)?;
        Ok(ConvolutionWeights {
            inputs,
            side,
            weights: weights.iter().map(|&byte| byte.cast_signed()).collect(),
            scale: self.floats(name, &[outputs])?,
            bias: self.floats(name, &[outputs])?,
        })
    }

    fn floats(&mut self, _name: &str, shape: &[usize]) -> Result<Vec<f32>, NetworkFileError> {
        parse_floats(self.take(shape.iter().product::<usize>() * size_of::<f32>())?)
    }

    fn input_scale(&mut self, channels: usize) -> Result<Vec<f32>, NetworkFileError> {
        self.floats("scale", &[channels])
    }
}

impl NetworkWeights {
    /// Parses a quantized network file.
    ///
    /// # Errors
    /// If the bytes are not a valid file of a supported network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        let mut reader = Reader {
            bytes,
            total: bytes.len(),
        };
        if !has_magic(bytes, MAGIC) {
            return Err(magic_error(bytes, "quantized weights"));
        }
        reader.take(MAGIC.len())?;
        let version = u32::from_le_bytes(reader.array()?);
        if !(1..=VERSION).contains(&version) {
            return Err(NetworkFileError::UnsupportedVersion(version));
        }
        let expected_checksum = u64::from_le_bytes(reader.array()?);
        let body = reader.bytes;
        // The length is checked before the checksum, so that truncation is reported as such. A
        // corrupt header is reported by the checksum.
        let header = Self::read_header(&mut reader, version);
        if let Ok((_, _, tensor_bytes)) = header
            && reader.bytes.len() < tensor_bytes
        {
            return Err(NetworkFileError::Truncated {
                found: bytes.len(),
                expected: bytes.len() - reader.bytes.len() + tensor_bytes,
            });
        }
        if fnv1a64(body) != expected_checksum {
            return Err(header
                .err()
                .filter(is_truncated)
                .unwrap_or(NetworkFileError::ChecksumMismatch));
        }
        let (shape, provenance, tensor_bytes) = header?;
        if reader.bytes.len() > tensor_bytes {
            return Err(NetworkFileError::TrailingBytes(
                reader.bytes.len() - tensor_bytes,
            ));
        }
        reader.network(shape, provenance)
    }

    /// Serializes the weights as a quantized network file; the inverse of
    /// [`from_bytes`](Self::from_bytes).
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        let (shape, version) = (&self.shape, self.shape.version());
        let attention_every = (version > 1).then_some(shape.attention_every);
        let numbers = [
            shape.blocks,
            shape.channels,
            shape.embedding,
            shape.value_channels,
            shape.value_hidden,
        ];
        for number in numbers
            .into_iter()
            .chain(attention_every)
            .chain([self.provenance.len()])
        {
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
            if let Some(AttentionWeights {
                input_scale,
                qkv,
                out,
            }) = &block.attention
            {
                push_floats(&mut body, input_scale);
                push_convolution(&mut body, qkv);
                push_linear(&mut body, out);
            }
        }
        push_floats(&mut body, &self.final_scale);
        push_convolution(&mut body, &self.policy);
        push_convolution(&mut body, &self.value_squares);
        for linear in [&self.ownership, &self.value_hidden, &self.value_out] {
            push_linear(&mut body, linear);
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(version.to_le_bytes());
        bytes.extend(fnv1a64(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads shape and provenance, and computes the number of bytes that must follow.
    fn read_header(
        reader: &mut Reader,
        version: u32,
    ) -> Result<(NetworkShape, String, usize), NetworkFileError> {
        let shape = reader.shape(version)?;
        let length = reader.number()?;
        if length > MAX_PROVENANCE {
            return Err(NetworkFileError::UnsupportedShape {
                name: "provenance length",
                found: length,
                expected: format!("at most {MAX_PROVENANCE}"),
            });
        }
        let provenance = std::str::from_utf8(reader.take(length)?)
            .map_err(|_| NetworkFileError::InvalidProvenance)?
            .to_owned();
        Ok((shape, provenance, shape.tensor_bytes()))
    }
}

/// Parses 32-bit floats, all of which must be finite.
pub(super) fn parse_floats(bytes: &[u8]) -> Result<Vec<f32>, NetworkFileError> {
    let (chunks, _) = bytes.as_chunks();
    let floats: Vec<f32> = chunks
        .iter()
        .map(|&bytes| f32::from_le_bytes(bytes))
        .collect();
    if floats.iter().all(|number| number.is_finite()) {
        Ok(floats)
    } else {
        Err(NetworkFileError::NotFinite)
    }
}

fn is_truncated(error: &NetworkFileError) -> bool {
    matches!(error, NetworkFileError::Truncated { .. })
}

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
