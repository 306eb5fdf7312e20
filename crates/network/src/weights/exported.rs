//! From the bytes that training exports to weights in floats.

use std::collections::HashMap;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::read::floats;
use super::shape::{EMBEDDINGS, VALUES};
use super::{
    BlockWeights, ConvolutionWeights, EXPORTED_MAGIC, LinearWeights, MAGIC, Shape, Weights,
    WeightsError, begins_with, wrong_beginning,
};
use crate::planes::PLANES;

#[derive(Deserialize)]
struct Header {
    shape: Shape,
    planes: usize,
    provenance: Provenance,
    sha256: String,
    tensors: Vec<Entry>,
}

/// How far training had come.
#[derive(Deserialize)]
struct Provenance {
    minutes: f64,
    games: u64,
    positions: u64,
    step: u64,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    shape: Vec<usize>,
    offset: usize,
}

impl Entry {
    /// Where its bytes end; the largest number if that makes no sense.
    fn end(&self) -> usize {
        self.shape
            .iter()
            .fold(size_of::<f32>(), |bytes, &size| bytes.saturating_mul(size))
            .saturating_add(self.offset)
    }
}

/// The tensors of a file by their names.
struct Tensors<'a> {
    entries: HashMap<String, Entry>,
    payload: &'a [u8],
}

impl Tensors<'_> {
    /// A tensor of that size.
    fn floats(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, WeightsError> {
        let bytes = self
            .entries
            .get(name)
            .filter(|entry| entry.shape == shape)
            .and_then(|entry| self.payload.get(entry.offset..entry.end()))
            .ok_or_else(|| WeightsError::Tensor(name.to_owned()))?;
        floats(bytes)
    }

    fn convolution(
        &self,
        name: &str,
        inputs: usize,
        outputs: usize,
        side: usize,
    ) -> Result<ConvolutionWeights<f32>, WeightsError> {
        Ok(ConvolutionWeights {
            inputs,
            side,
            weights: self.floats(&format!("{name}.weight"), &[outputs, inputs, side, side])?,
            scale: vec![1.0; outputs],
            bias: self.floats(&format!("{name}.bias"), &[outputs])?,
        })
    }

    /// A matrix, which may have been exported as a convolution of 1×1.
    fn linear(
        &self,
        name: &str,
        inputs: usize,
        outputs: usize,
        ones: &[usize],
    ) -> Result<LinearWeights, WeightsError> {
        let shape = [&[outputs, inputs], ones].concat();
        Ok(LinearWeights {
            inputs,
            weights: self.floats(&format!("{name}.weight"), &shape)?,
            bias: self.floats(&format!("{name}.bias"), &[outputs])?,
        })
    }

    fn block(&self, number: usize, channels: usize) -> Result<BlockWeights<f32>, WeightsError> {
        let name = format!("blocks.{number}");
        Ok(BlockWeights {
            first: self.convolution(&format!("{name}.first"), channels, channels, 3)?,
            context: self.floats(&format!("{name}.context.weight"), &[channels, channels])?,
            second: self.convolution(&format!("{name}.second"), channels, channels, 3)?,
            input_scale: vec![1.0; channels],
            hidden_scale: vec![1.0; channels],
        })
    }
}

impl Weights<f32> {
    /// Whether some bytes begin like an exported network.
    #[must_use]
    pub fn is_export(bytes: &[u8]) -> bool {
        begins_with(bytes, EXPORTED_MAGIC) && !begins_with(bytes, MAGIC)
    }

    /// Reads the bytes that training has exported.
    ///
    /// # Errors
    /// If they are anything but a whole, undamaged export of a network that can be run.
    pub fn from_export(bytes: &[u8]) -> Result<Self, WeightsError> {
        let (header, payload) = split(bytes)?;
        let Header { shape, planes, .. } = header;
        shape.check()?;
        if planes != PLANES {
            return Err(WeightsError::Shape {
                name: "planes",
                found: planes,
                expected: "16",
            });
        }
        let end = header.tensors.iter().map(Entry::end).max().unwrap_or(0);
        if payload.len() < end {
            return Err(WeightsError::CutShort {
                found: bytes.len(),
                expected: (bytes.len() - payload.len()).saturating_add(end),
            });
        }
        if payload.len() > end {
            return Err(WeightsError::TooLong(payload.len() - end));
        }
        if hexadecimal(&Sha256::digest(payload)) != header.sha256 {
            return Err(WeightsError::Damaged);
        }
        let tensors = Tensors {
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
        let channels = shape.channels;
        Ok(Self {
            shape,
            provenance: format!(
                "self-play on one GPU: {minutes:.1} minutes, {games} games, {positions} positions, {step} steps; \
                 exported weights' SHA-256 {}",
                header.sha256
            ),
            stem: tensors.convolution("stem", PLANES, channels, 3)?,
            blocks: (0..shape.blocks)
                .map(|number| tensors.block(number, channels))
                .collect::<Result<_, _>>()?,
            final_scale: vec![1.0; channels],
            policy: tensors.convolution("policy", channels, EMBEDDINGS * shape.embedding, 1)?,
            value_squares: tensors.convolution(
                "value_squares",
                channels,
                shape.value_channels,
                1,
            )?,
            ownership: tensors.linear("ownership", channels, 1, &[1, 1])?,
            value_hidden: tensors.linear(
                "value_hidden",
                shape.value_channels,
                shape.value_hidden,
                &[],
            )?,
            value_out: tensors.linear("value_out", shape.value_hidden, VALUES, &[])?,
        })
    }
}

/// The header and what follows it.
fn split(bytes: &[u8]) -> Result<(Header, &[u8]), WeightsError> {
    const START: usize = EXPORTED_MAGIC.len() + size_of::<u32>();
    if !begins_with(bytes, EXPORTED_MAGIC) {
        return Err(wrong_beginning(bytes, "one that training has exported"));
    }
    let cut_short = |expected: usize| WeightsError::CutShort {
        found: bytes.len(),
        expected,
    };
    let length = bytes[EXPORTED_MAGIC.len().min(bytes.len())..]
        .first_chunk()
        .ok_or_else(|| cut_short(START))?;
    let length = u32::from_le_bytes(*length) as usize;
    let (header, payload) = bytes[START..]
        .split_at_checked(length)
        .ok_or_else(|| cut_short(START.saturating_add(length)))?;
    let header =
        serde_json::from_slice(header).map_err(|error| WeightsError::Header(error.to_string()))?;
    Ok((header, payload))
}

/// Bytes as training writes them.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
