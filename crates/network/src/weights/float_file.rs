//! Reads float network files, as written by `training/export_weights.py`.
//!
//! A file is one of [`FLOAT_MAGICS`], the length of the header as a little-endian `u32`, the header in
//! JSON, and the payload: the tensors as little-endian `f32`.

use std::collections::HashMap;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::quantized_file::parse_floats;
use super::tensor_source::TensorSource;
use super::{
    ConvolutionWeights, FLOAT_MAGICS, MAGIC, NetworkFileError, NetworkShape, NetworkWeights,
    has_float_magic, has_magic, magic_error,
};
use crate::planes::PLANES;

#[derive(Deserialize)]
struct Header {
    shape: NetworkShape,
    /// Number of input planes.
    planes: usize,
    provenance: Provenance,
    /// SHA-256 of the payload in hexadecimal.
    sha256: String,
    tensors: Vec<TensorEntry>,
}

/// Self-play training that the weights come from.
#[derive(Deserialize)]
struct Provenance {
    minutes: f64,
    games: u64,
    positions: u64,
    /// Number of optimizer steps.
    step: u64,
}

#[derive(Deserialize)]
struct TensorEntry {
    name: String,
    shape: Vec<usize>,
    /// Byte offset in the payload.
    offset: usize,
}

impl TensorEntry {
    /// Byte offset of its end in the payload; saturates at [`usize::MAX`].
    fn end(&self) -> usize {
        self.shape
            .iter()
            .fold(size_of::<f32>(), |bytes, &size| bytes.saturating_mul(size))
            .saturating_add(self.offset)
    }
}

/// Tensors of a file by name.
struct Tensors<'a> {
    entries: HashMap<String, TensorEntry>,
    payload: &'a [u8],
}

impl TensorSource<f32> for Tensors<'_> {
    fn convolution(
        &mut self,
        name: &str,
        inputs: usize,
        outputs: usize,
        side: usize,
    ) -> Result<ConvolutionWeights<f32>, NetworkFileError> {
        Ok(ConvolutionWeights {
            inputs,
            side,
            weights: self.floats(&format!("{name}.weight"), &[outputs, inputs, side, side])?,
            scale: vec![1.0; outputs],
            bias: self.floats(&format!("{name}.bias"), &[outputs])?,
        })
    }

    fn floats(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, NetworkFileError> {
        let bytes = self
            .entries
            .get(name)
            .filter(|entry| matrix_shape(&entry.shape) == matrix_shape(shape))
            .and_then(|entry| self.payload.get(entry.offset..entry.end()))
            .ok_or_else(|| NetworkFileError::MissingTensor(name.to_owned()))?;
        parse_floats(bytes)
    }

    fn input_scale(&mut self, channels: usize) -> Result<Vec<f32>, NetworkFileError> {
        Ok(vec![1.0; channels])
    }
}

impl NetworkWeights<f32> {
    /// Whether the bytes start with the magic of a float file, possibly truncated; false if too few
    /// to tell it from a quantized file.
    #[must_use]
    pub fn is_float_file(bytes: &[u8]) -> bool {
        has_float_magic(bytes) && !has_magic(bytes, MAGIC)
    }

    /// Parses a float network file.
    ///
    /// # Errors
    /// If the bytes are not a valid file of a supported network.
    pub fn from_float_file(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        let (header, payload) = split_header(bytes)?;
        let Header { shape, planes, .. } = header;
        shape.validate()?;
        if planes != PLANES {
            return Err(NetworkFileError::UnsupportedShape {
                name: "planes",
                found: planes,
                expected: PLANES.to_string(),
            });
        }
        let end = header
            .tensors
            .iter()
            .map(TensorEntry::end)
            .max()
            .unwrap_or(0);
        if payload.len() < end {
            return Err(NetworkFileError::Truncated {
                found: bytes.len(),
                expected: (bytes.len() - payload.len()).saturating_add(end),
            });
        }
        if payload.len() > end {
            return Err(NetworkFileError::TrailingBytes(payload.len() - end));
        }
        if to_hex(&Sha256::digest(payload)) != header.sha256 {
            return Err(NetworkFileError::ChecksumMismatch);
        }
        let mut tensors = Tensors {
            entries: header
                .tensors
                .into_iter()
                .map(|entry| (entry.name.clone(), entry))
                .collect(),
            payload,
        };
        let Provenance {
            minutes,
            games,
            positions,
            step,
        } = header.provenance;
        let provenance = format!(
            "self-play on one GPU: {minutes:.1} minutes, {games} games, {positions} positions, {step} steps; \
             exported weights' SHA-256 {}",
            header.sha256
        );
        tensors.network(shape, provenance)
    }
}

/// Splits a file into header and payload.
fn split_header(bytes: &[u8]) -> Result<(Header, &[u8]), NetworkFileError> {
    const MAGIC_LENGTH: usize = FLOAT_MAGICS[0].len();
    const HEADER_START: usize = MAGIC_LENGTH + size_of::<u32>();
    if !has_float_magic(bytes) {
        return Err(magic_error(bytes, "float weights exported by training"));
    }
    let truncated = |expected: usize| NetworkFileError::Truncated {
        found: bytes.len(),
        expected,
    };
    let header_length = bytes[MAGIC_LENGTH.min(bytes.len())..]
        .first_chunk()
        .ok_or_else(|| truncated(HEADER_START))?;
    let header_length = u32::from_le_bytes(*header_length) as usize;
    let (header, payload) = bytes[HEADER_START..]
        .split_at_checked(header_length)
        .ok_or_else(|| truncated(HEADER_START.saturating_add(header_length)))?;
    let header = serde_json::from_slice(header)
        .map_err(|error| NetworkFileError::InvalidHeader(error.to_string()))?;
    Ok((header, payload))
}

/// A shape without trailing ones: a 1×1 convolution is a matrix.
fn matrix_shape(shape: &[usize]) -> &[usize] {
    let length = shape.iter().rposition(|&size| size != 1);
    &shape[..length.map_or(0, |last| last + 1)]
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
