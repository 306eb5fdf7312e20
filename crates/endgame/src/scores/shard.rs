//! Shards of the tables: one file each.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::error::TableError;
use crate::placement::Placements;
use crate::shape::MAX_SQUARES;
use crate::table_file::{self, Header, TableFile};

const MAGIC: [u8; 8] = *b"THMDSUBG";

/// Shape sums per shard; the last shard of a size has fewer.
pub(crate) const SUMS_PER_SHARD: usize = 4096;

/// Contents of a shard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ShardKind {
    /// Scores of subgames: single shapes.
    Shapes,
    /// Scores of sums of several shapes.
    Sums,
    /// Values of subgames: a shard of the value table.
    Values,
}

impl ShardKind {
    /// Name in the file name.
    fn name(self) -> &'static str {
        match self {
            Self::Shapes => "shapes",
            Self::Sums => "sums",
            Self::Values => "exact",
        }
    }
}

/// One shard of a table, for example `10-shapes-0007`: the subgames of `size` squares numbered from
/// `4096 · index`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shard {
    /// Squares of each subgame or sum.
    pub size: usize,
    /// Subgames or sums.
    pub content: ShardKind,
    /// Index of the shard.
    pub index: usize,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.content.name();
        write!(f, "{:02}-{name}-{:04}", self.size, self.index)
    }
}

/// Shards of the score table only: those of the value table cannot be built separately.
impl FromStr for Shard {
    type Err = TableError;

    fn from_str(text: &str) -> Result<Self, TableError> {
        let parse = || {
            let [size, name, index] = text.split('-').collect::<Vec<_>>().try_into().ok()?;
            let kinds = [ShardKind::Shapes, ShardKind::Sums];
            let shard = Self {
                size: size.parse().ok()?,
                content: kinds.into_iter().find(|kind| kind.name() == name)?,
                index: index.parse().ok()?,
            };
            let is_written_so = shard.to_string() == text;
            ((1..=MAX_SQUARES).contains(&shard.size) && is_written_so).then_some(shard)
        };
        parse().ok_or_else(|| TableError::ParseShardName(text.to_owned()))
    }
}

impl Shard {
    /// The shards of `count` shape sums.
    pub(crate) fn all(size: usize, content: ShardKind, count: usize) -> impl Iterator<Item = Self> {
        (0..count.div_ceil(SUMS_PER_SHARD)).map(move |index| Self {
            size,
            content,
            index,
        })
    }

    /// Range of shape sums in this shard, of `count`.
    pub(crate) fn range(self, count: usize) -> Range<usize> {
        let first = (self.index * SUMS_PER_SHARD).min(count);
        first..(first + SUMS_PER_SHARD).min(count)
    }

    /// Path of the file in a table directory.
    #[must_use]
    pub fn path(self, dir: &Path) -> PathBuf {
        dir.join(format!("{self}.table"))
    }

    fn header(self, count: usize) -> Header {
        let range = self.range(count);
        Header {
            magic: MAGIC,
            size: self.size as u32,
            numbers: [
                self.content as u64,
                range.start as u64,
                range.end as u64,
                count as u64,
            ],
        }
    }

    /// Writes the scores; the size has `count` shape sums of this kind.
    pub(crate) fn write(self, dir: &Path, count: usize, values: &[u8]) -> Result<(), TableError> {
        table_file::write(&self.path(dir), self.header(count), values)
    }

    /// The same in memory.
    pub(crate) fn in_memory(self, count: usize, values: Vec<u8>) -> TableFile {
        TableFile::in_memory(&self.path(Path::new("")), self.header(count), values)
    }

    /// Opens the file.
    pub(crate) fn open(self, dir: &Path, count: usize) -> Result<TableFile, TableError> {
        let path = self.path(dir);
        let stride = Placements::new(self.size).count() as u64;
        let file = TableFile::open(&path, MAGIC, |header| {
            let [_, first, end, _] = header.numbers;
            end.saturating_sub(first).saturating_mul(stride)
        })?;
        if *file.header() != self.header(count) {
            return Err(TableError::WrongContents(path));
        }
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shard_names_round_trip() {
        for name in ["10-shapes-0007", "01-shapes-0000", "09-sums-0123"] {
            assert_eq!(name.parse::<Shard>().unwrap().to_string(), name);
        }
        for name in "|11-shapes-0000|9-sums-0000|09-sums-1|09-exact-0001".split('|') {
            let error = name.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains("is not the name of a shard"), "{error}");
        }
    }
}
