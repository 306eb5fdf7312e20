//! Transposition table.
//!
//! Buckets of four entries of two atomic words each, read and written without locks. Threads that
//! write at once may mix a key and data that do not belong together; the key is stored XORed with
//! the data, so such an entry matches no position (Hyatt and Mann, *A lockless transposition table
//! implementation for parallel search*, 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use game::mix64;

use crate::move_hash::MOVE_HASH_BITS;
use crate::{Depth, Value};

const ENTRIES_PER_BUCKET: usize = 4;
const GENERATION_BITS: u32 = 6;

/// Replacement: each search of age counts like this many plies less depth.
const AGE_PENALTY_PLIES: i32 = 2;

/// Relation of the true value to the stored one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Equal.
    Exact,
    /// At least the stored value.
    Lower,
    /// At most the stored value.
    Upper,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableEntry {
    pub value: Value,
    pub bound: Bound,
    /// Depth of the search; [`DEPTH_UNLIMITED`] if no deeper search can change the value.
    pub depth: Depth,
    /// Hash of the best move.
    pub best_move: u32,
}

/// Depth of an entry that holds at any depth: nothing below was cut off or pruned.
pub(crate) const DEPTH_UNLIMITED: Depth = Depth::from_fraction(i16::MAX as i32);

impl TableEntry {
    fn pack(self, generation: u8) -> u64 {
        let depth = self
            .depth
            .min(DEPTH_UNLIMITED)
            .max(Depth::ZERO)
            .as_fraction() as u64;
        u64::from(self.value.to_bits())
            | depth << 16
            | (self.bound as u64) << 32
            | u64::from(generation) << 34
            | u64::from(self.best_move) << (64 - MOVE_HASH_BITS)
    }

    fn unpack(data: u64) -> Self {
        Self {
            value: Value::from_bits(data as u16),
            depth: Depth::from_fraction((data >> 16 & 0xffff) as i32),
            bound: match data >> 32 & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            best_move: (data >> (64 - MOVE_HASH_BITS)) as u32,
        }
    }

    /// Whether the entry ends a search of that depth and window.
    #[inline]
    pub fn allows_cutoff(&self, depth: Depth, alpha: Value, beta: Value) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value >= beta,
                Bound::Upper => self.value <= alpha,
            }
    }
}

fn unpack_generation(data: u64) -> u8 {
    (data >> 34) as u8 & ((1 << GENERATION_BITS) - 1)
}

#[derive(Debug, Default)]
struct Slot {
    /// Key of the position XOR `data`.
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; ENTRIES_PER_BUCKET]);

/// Table of fixed size, shared by all threads of a search.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most `bytes`; stores nothing if that is less than a bucket.
    pub fn new(bytes: usize) -> Self {
        let mut table = Self {
            buckets: Vec::new(),
            generation: AtomicU8::new(0),
        };
        table.resize(bytes);
        table
    }

    /// Changes the size. Clears the table unless the size stays the same.
    pub fn resize(&mut self, bytes: usize) {
        let count = bytes / size_of::<Bucket>();
        if count != self.buckets.len() {
            // Frees the old buckets first, so that both never exist at once.
            self.buckets = Vec::new();
            self.buckets.resize_with(count, Bucket::default);
        }
    }

    pub fn size_bytes(&self) -> usize {
        size_of_val::<[_]>(&self.buckets)
    }

    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        *self.generation.get_mut() = 0;
    }

    /// Starts a search: ages all entries.
    pub fn new_search(&mut self) {
        let generation = self.generation.get_mut();
        *generation = (*generation + 1) % (1 << GENERATION_BITS);
    }

    #[inline]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        let key = mix64(key);
        self.bucket(key)?.0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let key_xor_data = slot.key_xor_data.load(Ordering::Relaxed);
            (key_xor_data ^ data == key && data != 0).then(|| TableEntry::unpack(data))
        })
    }

    /// Stores an entry in place of the shallowest, oldest entry of its bucket.
    pub fn store(&self, key: u64, entry: TableEntry) {
        let key = mix64(key);
        let Some(Bucket(slots)) = self.bucket(key) else {
            return;
        };
        let generation = self.generation.load(Ordering::Relaxed);
        let replacement_priority = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.key_xor_data.load(Ordering::Relaxed) ^ data == key || data == 0 {
                return i32::MIN;
            }
            let age = generation.wrapping_sub(unpack_generation(data)) % (1 << GENERATION_BITS);
            let depth = TableEntry::unpack(data).depth.min(Depth::from_plies(64));
            depth.as_fraction() - i32::from(age) * AGE_PENALTY_PLIES * Depth::PLY.as_fraction()
        };
        let Some(slot) = slots.iter().min_by_key(|slot| replacement_priority(slot)) else {
            return;
        };
        let data = entry.pack(generation);
        slot.key_xor_data.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, mixed_key: u64) -> Option<&Bucket> {
        let product = u128::from(mixed_key) * self.buckets.len() as u128;
        self.buckets.get((product >> 64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u32) -> TableEntry {
        TableEntry {
            value: Value::from_millilogits(value),
            bound: Bound::Lower,
            depth: Depth::from_plies(depth),
            best_move: value.unsigned_abs() & 0xff_ffff,
        }
    }

    #[test]
    fn stored_entries_are_found_unchanged() {
        let table = TranspositionTable::new(1 << 12);
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for value in [Value::loss(3), Value::from_millilogits(-77), Value::win(0)] {
                for depth in [Depth::from_fraction(7), DEPTH_UNLIMITED] {
                    let entry = TableEntry {
                        value,
                        bound,
                        depth,
                        best_move: 0xabcdef,
                    };
                    table.store(99, entry);
                    assert_eq!(table.probe(99), Some(entry));
                }
            }
        }
        assert_eq!(table.probe(98), None);
    }

    #[test]
    fn a_table_without_memory_stores_nothing() {
        let table = TranspositionTable::new(63);
        table.store(1, entry(1, 1));
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let mut table = TranspositionTable::new(64);
        for key in 1..=5 {
            table.store(key, entry(key as i32, key as u32));
        }
        assert_eq!(table.probe(1), None);
        assert!((2..=5).all(|key| table.probe(key).is_some()));
        table.new_search();
        for key in 11..=14 {
            table.store(key, entry(key as i32, 2));
            assert!(table.probe(key).is_some());
        }
        assert_eq!(table.probe(2), None);
        assert_eq!(
            table.probe(5),
            Some(entry(5, 5)),
            "five plies outweigh one search of age"
        );
    }

    /// The entry is a function of the key, so a mixed-up entry would be noticed.
    #[test]
    fn threads_never_see_torn_entries() {
        let table = TranspositionTable::new(256);
        let hits: u64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4_u64)
                .map(|thread| {
                    let table = &table;
                    scope.spawn(move || {
                        let mut hits = 0;
                        for round in 0..200_000_u64 {
                            let key = mix64(round * 7 + thread) % 64;
                            let expected = entry(key as i32 * 100, key as u32 % 8);
                            table.store(key, expected);
                            let other = mix64(round) % 64;
                            if let Some(probed) = table.probe(other) {
                                assert_eq!(probed, entry(other as i32 * 100, other as u32 % 8));
                                hits += 1;
                            }
                        }
                        hits
                    })
                })
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .sum()
        });
        assert!(hits > 10_000, "only {hits} probes hit");
    }
}
