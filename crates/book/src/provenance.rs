//! Origin of searches in a book.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Engine, weights, nodes and date of a set of searches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Provenance {
    /// Program and version.
    pub engine: String,
    /// Name of the weights.
    pub weights: String,
    /// Nodes per position.
    pub nodes: u64,
    /// Date of the first search.
    pub date: String,
}

impl Provenance {
    /// The stored form.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses the stored form. Other text is taken as the name of an engine.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_else(|_| Self {
            engine: text.to_owned(),
            weights: String::new(),
            nodes: 0,
            date: String::new(),
        })
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.engine)?;
        if !self.weights.is_empty() {
            write!(f, " ({})", self.weights)?;
        }
        if self.nodes > 0 {
            write!(f, ", {} nodes a position", self.nodes)?;
        }
        if !self.date.is_empty() {
            write!(f, ", {}", self.date)?;
        }
        Ok(())
    }
}

/// The current time for [`Provenance::date`], such as `2026-11-15 09:30 UTC`.
#[must_use]
pub fn timestamp() -> String {
    let now = jiff::Timestamp::now();
    now.strftime("%Y-%m-%d %H:%M UTC").to_string()
}
