//! Shards: parts of a table, each a file of its own, named by what it holds.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::error::TableError;
use crate::file::{self, Header, Part};
use crate::placement::Placements;
use crate::shape::MOST_SQUARES;

const KIND: [u8; 8] = *b"THMDSUBG";

/// Clusters in a shard; the last one of a size and content has fewer.
pub(crate) const CLUSTERS: usize = 4096;

/// What a shard is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Content {
    /// Subgames: single shapes.
    Shapes,
    /// Sums: several shapes that share a game.
    Sums,
}

/// A part of a table: so many squares, and the how-manieth of its kind. Its name is such as `10-shapes-0007`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shard {
    /// Squares of each subgame or sum.
    pub size: usize,
    /// Subgames or sums.
    pub content: Content,
    /// Which of them, from 0.
    pub index: usize,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content = match self.content {
            Content::Shapes => "shapes",
            Content::Sums => "sums",
        };
        write!(f, "{:02}-{content}-{:04}", self.size, self.index)
    }
}

impl FromStr for Shard {
    type Err = TableError;

    fn from_str(text: &str) -> Result<Self, TableError> {
        let parse = || {
            let mut fields = text.split('-');
            let shard = Self {
                size: fields.next()?.parse().ok()?,
                content: match fields.next()? {
                    "shapes" => Content::Shapes,
                    "sums" => Content::Sums,
                    _ => return None,
                },
                index: fields.next()?.parse().ok()?,
            };
            let is_written_so = shard.to_string() == text;
            ((1..=MOST_SQUARES).contains(&shard.size) && is_written_so).then_some(shard)
        };
        parse().ok_or_else(|| TableError::NotAShard(text.to_owned()))
    }
}

impl Shard {
    /// The shards of `count` clusters of that size and content.
    pub(crate) fn all(size: usize, content: Content, count: usize) -> impl Iterator<Item = Self> {
        (0..count.div_ceil(CLUSTERS)).map(move |index| Self {
            size,
            content,
            index,
        })
    }

    /// Its places among `count` clusters of its size and content.
    pub(crate) fn places(self, count: usize) -> Range<usize> {
        let first = (self.index * CLUSTERS).min(count);
        first..(first + CLUSTERS).min(count)
    }

    /// Its file in a table's folder.
    #[must_use]
    pub fn path(self, folder: &Path) -> PathBuf {
        folder.join(format!("{self}.table"))
    }

    fn header(self, count: usize) -> Header {
        let places = self.places(count);
        Header {
            kind: KIND,
            size: self.size as u32,
            numbers: [
                self.content as u64,
                places.start as u64,
                places.end as u64,
                count as u64,
            ],
        }
    }

    /// Writes its values; there are `count` clusters of its size and content.
    pub(crate) fn write(
        self,
        folder: &Path,
        count: usize,
        values: &[u8],
    ) -> Result<(), TableError> {
        file::write(&self.path(folder), self.header(count), values)
    }

    /// The same without a file.
    pub(crate) fn hold(self, count: usize, values: Vec<u8>) -> Part {
        Part::held(&self.path(Path::new("")), self.header(count), values)
    }

    /// Opens its file.
    pub(crate) fn open(self, folder: &Path, count: usize) -> Result<Part, TableError> {
        let path = self.path(folder);
        let stride = Placements::new(self.size).len() as u64;
        let file = Part::open(&path, KIND, |header| {
            let [_, first, end, _] = header.numbers;
            end.saturating_sub(first).saturating_mul(stride)
        })?;
        if *file.header() != self.header(count) {
            return Err(TableError::Misnamed { path });
        }
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["10-shapes-0007", "01-shapes-0000", "09-sums-0123"] {
            assert_eq!(name.parse::<Shard>().unwrap().to_string(), name);
        }
        for name in [
            "",
            "11-shapes-0000",
            "9-sums-0000",
            "09-sums-1",
            "09-things-0001",
        ] {
            let error = name.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains("is not the name of a shard"), "{error}");
        }
    }
}
