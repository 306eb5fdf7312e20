//! The file that training exports: 32-bit floats behind a JSON header. `training/export.py` describes it.

use std::collections::HashMap;

use network::weights::Shape;
use serde_json::Value;

const MAGIC: &[u8] = b"THMDNET1";

/// A network in 32-bit floats.
pub struct Exported {
    pub shape: Shape,
    pub provenance: String,
    tensors: HashMap<String, Vec<f32>>,
}

impl Exported {
    /// Reads a file.
    pub fn read(file: &str) -> Result<Self, String> {
        let bytes = std::fs::read(file).map_err(|error| format!("'{file}': {error}"))?;
        Self::parse(&bytes).ok_or_else(|| format!("'{file}' is not what training/export.py writes"))
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let (header, payload) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let header: Value = serde_json::from_slice(header).ok()?;
        let size = |name: &str| Some(header["shape"][name].as_u64()? as usize);
        let shape = Shape {
            blocks: size("blocks")?,
            channels: size("channels")?,
            embedding: size("embedding")?,
            value_channels: size("value_channels")?,
            value_hidden: size("value_hidden")?,
        };
        let mut tensors = HashMap::new();
        for entry in header["tensors"].as_array()? {
            let sizes = entry["shape"].as_array()?;
            let count: u64 = sizes.iter().map(Value::as_u64).product::<Option<u64>>()?;
            let start = entry["offset"].as_u64()? as usize;
            let bytes = payload.get(start..start + count as usize * size_of::<f32>())?;
            let floats = bytes
                .as_chunks()
                .0
                .iter()
                .map(|&bytes| f32::from_le_bytes(bytes));
            tensors.insert(entry["name"].as_str()?.to_owned(), floats.collect());
        }
        let made = &header["provenance"];
        let provenance = format!(
            "self-play on one GPU: {:.1} minutes, {} games, {} positions, {} steps; exported weights' SHA-256 {}",
            made["minutes"].as_f64()?,
            made["games"],
            made["positions"],
            made["step"],
            header["sha256"].as_str()?,
        );
        Some(Self {
            shape,
            provenance,
            tensors,
        })
    }

    /// A tensor by its name in training.
    pub fn tensor(&self, name: &str) -> &[f32] {
        self.tensors
            .get(name)
            .unwrap_or_else(|| panic!("the exported file lacks {name}"))
    }
}
