//! Entries of a damaged redb file of a format whose records have no frames.
//!
//! In redb, the checksum of each page is in its parent, and that of the root in the commit slot. An
//! entry is read only if all pages from the root to it match: then it is what the last transaction
//! left there, not an earlier version or another record.

use std::fs::File;
use std::io;

use redb::StorageBackend;
use redb::backends::FileBackend;
use twox_hash::XxHash3_128;

use super::DatabaseError;

const PAGE_BYTES: u64 = 4096;

/// Version of redb's file format.
const FILE_FORMAT: u8 = 3;

/// Offsets and size of the two commit slots.
const SLOT_OFFSETS: [usize; 2] = [64, 192];
const SLOT_BYTES: usize = 128;

/// Offsets of the region sizes, in pages.
const REGION_HEADER_OFFSET: usize = 16;
const REGION_DATA_OFFSET: usize = 20;

/// First byte of a page.
const LEAF: u8 = 1;
const BRANCH: u8 = 2;

/// Takes the key and the value of an entry.
type EntryVisitor<'a> = dyn FnMut(&[u8], &[u8]) -> Result<(), DatabaseError> + 'a;

/// Reads the intact pages of a file.
#[derive(Debug)]
pub struct IntactPages {
    file: FileBackend,
    /// Pages of a region before its data, and with its data.
    region_header_pages: u64,
    region_pages: u64,
    /// Tree of the tables of the last commit; `None` if its slots are damaged.
    tables: Option<Tree>,
}

/// What is known about the damaged entries of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DamagedEntries {
    /// Number of entries that could not be read.
    pub count: u64,
    /// Their keys, if all of them seem readable.
    pub keys: Option<Vec<Vec<u8>>>,
}

/// A B-tree.
#[derive(Clone, Copy, Debug)]
struct Tree {
    root: ChildPage,
    len: u64,
    /// Sizes of keys and values in bytes; `None` if they vary.
    key_bytes: Option<usize>,
    value_bytes: Option<usize>,
}

/// Number and checksum of a page, as its parent has them.
#[derive(Clone, Copy, Debug)]
struct ChildPage {
    number: u64,
    checksum: u128,
}

impl IntactPages {
    pub(super) fn open(file: File) -> Result<Self, DatabaseError> {
        let file = FileBackend::new(file)?;
        let mut header = vec![0; PAGE_BYTES.min(file.len()?) as usize];
        file.read(0, &mut header)?;
        let pages = |offset| u64::from(u32_at(&header, offset).unwrap_or_default());
        let region_header_pages = pages(REGION_HEADER_OFFSET);
        let slots = SLOT_OFFSETS.map(|offset| header.get(offset..offset + SLOT_BYTES));
        let slots = slots.into_iter().flatten().filter_map(last_commit);
        let newest = slots.max_by_key(|&(transaction, _)| transaction);
        Ok(Self {
            file,
            region_header_pages,
            region_pages: region_header_pages + pages(REGION_DATA_OFFSET),
            tables: newest.map(|(_, tables)| tables),
        })
    }

    /// Visits the intact keys and values of a table, as redb stores them, in their order. Returns
    /// what is damaged; `None` if the table is not found.
    ///
    /// # Errors
    /// If the file cannot be read or `visit` fails.
    pub fn visit(
        &self,
        table: &str,
        mut visit: impl FnMut(&[u8], &[u8]) -> Result<(), DatabaseError>,
    ) -> Result<Option<DamagedEntries>, DatabaseError> {
        let Some(tables) = &self.tables else {
            return Ok(None);
        };
        let mut found = None;
        let mut find = |name: &[u8], definition: &[u8]| {
            if name == table.as_bytes() {
                found = table_tree(definition);
            }
            Ok(())
        };
        self.visit_page(tables, tables.root, &mut find, &mut Vec::new())?;
        let Some(tree) = found else {
            return Ok(None);
        };
        let (mut intact, mut keys) = (0, Vec::new());
        let mut count_and_visit = |key: &[u8], value: &[u8]| {
            intact += 1;
            visit(key, value)
        };
        if tree.len > 0 {
            self.visit_page(&tree, tree.root, &mut count_and_visit, &mut keys)?;
        }
        let count = tree.len.saturating_sub(intact);
        let keys = (keys.len() as u64 == count).then_some(keys);
        Ok(Some(DamagedEntries { count, keys }))
    }

    /// Visits the entries below a page. The keys of a damaged leaf are added to `damaged_keys`, if
    /// it has plausible ones.
    fn visit_page(
        &self,
        tree: &Tree,
        page: ChildPage,
        visit: &mut EntryVisitor<'_>,
        damaged_keys: &mut Vec<Vec<u8>>,
    ) -> Result<(), DatabaseError> {
        let Some(bytes) = self.read_page(page.number)? else {
            return Ok(());
        };
        let is_intact = |end| {
            let hashed = bytes.get(..end);
            hashed.is_some_and(|hashed| XxHash3_128::oneshot(hashed) == page.checksum)
        };
        match bytes.first() {
            Some(&LEAF) => {
                let Some(leaf) = Leaf::parse(&bytes, tree) else {
                    return Ok(());
                };
                let is_intact = is_intact(leaf.end);
                for (key, value) in leaf.entries {
                    if is_intact {
                        visit(key, value)?;
                    } else {
                        damaged_keys.push(key.to_vec());
                    }
                }
            }
            Some(&BRANCH) => {
                let branch = parse_branch(&bytes, tree);
                let children = branch.filter(|&(_, end)| is_intact(end));
                for child in children.into_iter().flat_map(|(children, _)| children) {
                    self.visit_page(tree, child, visit, damaged_keys)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Bytes of a page; `None` if it is not in the file.
    fn read_page(&self, number: u64) -> io::Result<Option<Vec<u8>>> {
        let order = number >> 59;
        let region = number >> 20 & 0xf_ffff;
        let index = number & (0xf_ffff >> order);
        let page = region * self.region_pages + self.region_header_pages + (index << order);
        // The header takes one page.
        let (start, len) = (PAGE_BYTES * (1 + page), PAGE_BYTES << order);
        if start + len > self.file.len()? {
            return Ok(None);
        }
        let mut bytes = vec![0; len as usize];
        self.file.read(start, &mut bytes)?;
        Ok(Some(bytes))
    }
}

/// Number of the transaction and tree of the tables of an intact commit slot.
fn last_commit(slot: &[u8]) -> Option<(u64, Tree)> {
    let (hashed, checksum) = slot.split_last_chunk()?;
    let is_intact = XxHash3_128::oneshot(hashed) == u128::from_le_bytes(*checksum);
    let has_tables = slot[0] == FILE_FORMAT && slot[1] != 0;
    let tables = tree(&slot[8..], None, None)?;
    (is_intact && has_tables).then_some((u64_at(slot, 104)?, tables))
}

/// Tree of a table, from its entry in the tree of tables.
fn table_tree(definition: &[u8]) -> Option<Tree> {
    const NORMAL: u8 = 3;
    let size = |offset: usize| match definition.get(offset)? {
        0 => Some(None),
        _ => Some(Some(u32_at(definition, offset + 1)? as usize)),
    };
    let is_empty = *definition.get(9)? == 0;
    let tree = tree(definition.get(10..)?, size(42)?, size(47)?)?;
    let len = if is_empty { 0 } else { tree.len };
    (definition[0] == NORMAL).then_some(Tree { len, ..tree })
}

/// A tree: page, checksum and number of entries of its root.
fn tree(bytes: &[u8], key_bytes: Option<usize>, value_bytes: Option<usize>) -> Option<Tree> {
    let (number, checksum) = (u64_at(bytes, 0)?, u128_at(bytes, 8)?);
    Some(Tree {
        root: ChildPage { number, checksum },
        len: u64_at(bytes, 24)?,
        key_bytes,
        value_bytes,
    })
}

/// Entries of a leaf.
struct Leaf<'a> {
    entries: Vec<(&'a [u8], &'a [u8])>,
    /// End of the hashed bytes.
    end: usize,
}

impl<'a> Leaf<'a> {
    fn parse(bytes: &'a [u8], tree: &Tree) -> Option<Self> {
        let count = u16_at(bytes, 2)?;
        // Ends of the keys, if their sizes vary, then those of the values.
        let mut offset = 4;
        let mut ends = |fixed: Option<usize>| {
            let table = offset;
            if fixed.is_none() {
                offset += 4 * count;
            }
            move |start: usize, n: usize| match fixed {
                Some(size) => Some(start + size),
                None => Some(u32_at(bytes, table + 4 * n)? as usize),
            }
        };
        let (key_end, value_end) = (ends(tree.key_bytes), ends(tree.value_bytes));
        let mut end = offset;
        let mut parts = |end_of: &dyn Fn(usize, usize) -> Option<usize>| {
            let mut parts = Vec::with_capacity(count);
            for n in 0..count {
                let next = end_of(end, n)?;
                parts.push(bytes.get(end..next)?);
                end = next;
            }
            Some(parts)
        };
        let keys = parts(&key_end)?;
        let values = parts(&value_end)?;
        let entries = keys.into_iter().zip(values).collect();
        Some(Self { entries, end })
    }
}

/// Children of a branch and the end of its hashed bytes.
fn parse_branch(bytes: &[u8], tree: &Tree) -> Option<(Vec<ChildPage>, usize)> {
    let keys = u16_at(bytes, 2)?;
    let count = keys + 1;
    let numbers = 8 + 16 * count;
    let children = (0..count).map(|n| {
        Some(ChildPage {
            number: u64_at(bytes, numbers + 8 * n)?,
            checksum: u128_at(bytes, 8 + 16 * n)?,
        })
    });
    let key_ends = numbers + 8 * count;
    let end = match tree.key_bytes {
        Some(size) => key_ends + size * keys,
        None => u32_at(bytes, key_ends + 4 * keys.checked_sub(1)?)? as usize,
    };
    Some((children.collect::<Option<_>>()?, end))
}

fn chunk<const N: usize>(bytes: &[u8], offset: usize) -> Option<[u8; N]> {
    bytes.get(offset..)?.first_chunk().copied()
}

fn u16_at(bytes: &[u8], offset: usize) -> Option<usize> {
    Some(u16::from_le_bytes(chunk(bytes, offset)?).into())
}

fn u32_at(bytes: &[u8], offset: usize) -> Option<u32> {
    Some(u32::from_le_bytes(chunk(bytes, offset)?))
}

fn u64_at(bytes: &[u8], offset: usize) -> Option<u64> {
    Some(u64::from_le_bytes(chunk(bytes, offset)?))
}

fn u128_at(bytes: &[u8], offset: usize) -> Option<u128> {
    Some(u128::from_le_bytes(chunk(bytes, offset)?))
}
