//! Where the words of a book come from.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Who searched, with what, how long and when.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Provenance {
    /// The program and its version.
    pub engine: String,
    /// What it knew.
    pub weights: String,
    /// The positions that it looked at for each answer.
    pub nodes: u64,
    /// When it began.
    pub date: String,
}

impl Provenance {
    /// As it is kept.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what was kept; a text that is something else is the name of an engine.
    #[must_use]
    pub fn read(text: &str) -> Self {
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
