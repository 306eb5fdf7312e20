//! The transposition table: what is known of positions already searched.
//!
//! A fixed number of buckets of four entries each; an entry is two atomic words. Threads read and write
//! without locks. Two that write at once may leave a key and data that do not belong together;
//! since the key is stored combined with the data, such an entry matches no position and is merely
//! lost (Hyatt and Mann, *A lockless transposition table implementation for parallel search*, 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::fingerprint::FINGERPRINT_BITS;
use crate::{Depth, Value};

const ENTRIES_PER_BUCKET: usize = 4;
const GENERATION_BITS: u32 = 6;

/// How many plies of depth one search of age takes off an entry's worth when it comes to replacing.
const PLIES_PER_GENERATION: i32 = 2;

/// On which side of the stored value the true one lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is the stored one.
    Exact,
    /// It is at least the stored one.
    Lower,
    /// It is at most the stored one.
    Upper,
}

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub value: Value,
    pub bound: Bound,
    /// How deep the value was searched; [`COMPLETE`] if no deeper search can change it.
    pub depth: Depth,
    /// The fingerprint of the best move; any move's if none was best.
    pub best_move: u32,
}

/// The depth of what holds at any depth: nothing below was cut off or left out.
pub(crate) const COMPLETE: Depth = Depth::sixty_fourths(i16::MAX as i32);

impl Entry {
    fn pack(self, generation: u8) -> u64 {
        let depth = self.depth.min(COMPLETE).max(Depth::ZERO).in_sixty_fourths() as u64;
        u64::from(self.value.bits())
            | depth << 16
            | (self.bound as u64) << 32
            | u64::from(generation) << 34
            | u64::from(self.best_move) << (64 - FINGERPRINT_BITS)
    }

    fn unpack(data: u64) -> Self {
        Self {
            value: Value::from_bits(data as u16),
            depth: Depth::sixty_fourths((data >> 16 & 0xffff) as i32),
            bound: match data >> 32 & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            best_move: (data >> (64 - FINGERPRINT_BITS)) as u32,
        }
    }

    /// Whether the entry settles a search of that depth with that window.
    #[inline]
    pub fn settles(&self, depth: Depth, alpha: Value, beta: Value) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value >= beta,
                Bound::Upper => self.value <= alpha,
            }
    }
}

fn generation_of(data: u64) -> u8 {
    (data >> 34) as u8 & ((1 << GENERATION_BITS) - 1)
}

#[derive(Debug, Default)]
struct Slot {
    /// The position's key, exclusive-or the data.
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; ENTRIES_PER_BUCKET]);

/// A table of fixed size, shared by all threads of a search.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

impl Table {
    /// A table that takes at most so many bytes; with too few for a bucket it remembers nothing.
    pub fn new(bytes: usize) -> Self {
        let mut table = Self {
            buckets: Vec::new(),
            generation: AtomicU8::new(0),
        };
        table.resize(bytes);
        table
    }

    /// Takes at most so many bytes from now on. Forgets everything, unless nothing changes.
    pub fn resize(&mut self, bytes: usize) {
        let count = bytes / size_of::<Bucket>();
        if count != self.buckets.len() {
            // The old ones are given back first, so that there are never both.
            self.buckets = Vec::new();
            self.buckets.resize_with(count, Bucket::default);
        }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val::<[_]>(&self.buckets)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        *self.generation.get_mut() = 0;
    }

    /// Says that another search begins: what is there grows older.
    pub fn grow_older(&mut self) {
        let generation = self.generation.get_mut();
        *generation = (*generation + 1) % (1 << GENERATION_BITS);
    }

    /// What is known of the position with that key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let key = scrambled(key);
        self.bucket(key)?.0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            (check ^ data == key && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Remembers an entry in place of the least worthy one: the shallowest and oldest.
    pub fn store(&self, key: u64, entry: Entry) {
        let key = scrambled(key);
        let Some(Bucket(slots)) = self.bucket(key) else {
            return;
        };
        let generation = self.generation.load(Ordering::Relaxed);
        let worth = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key || data == 0 {
                return i32::MIN;
            }
            let age = generation.wrapping_sub(generation_of(data)) % (1 << GENERATION_BITS);
            let depth = Entry::unpack(data).depth.min(Depth::plies(64));
            depth.in_sixty_fourths()
                - i32::from(age) * PLIES_PER_GENERATION * Depth::PLY.in_sixty_fourths()
        };
        let Some(slot) = slots.iter().min_by_key(|slot| worth(slot)) else {
            return;
        };
        let data = entry.pack(generation);
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, scrambled_key: u64) -> Option<&Bucket> {
        let product = u128::from(scrambled_key) * self.buckets.len() as u128;
        self.buckets.get((product >> 64) as usize)
    }
}

/// Spreads keys over all 64 bits: some games' keys are small numbers. Different keys stay different.
#[inline]
fn scrambled(key: u64) -> u64 {
    let mut word = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u32) -> Entry {
        Entry {
            value: Value::estimate(value),
            bound: Bound::Lower,
            depth: Depth::plies(depth),
            best_move: value.unsigned_abs() & 0xff_ffff,
        }
    }

    #[test]
    fn an_entry_comes_back_as_it_was() {
        let table = Table::new(1 << 12);
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for value in [Value::loss(3), Value::estimate(-77), Value::win(0)] {
                for depth in [Depth::sixty_fourths(7), COMPLETE] {
                    let entry = Entry {
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
    fn no_memory_remembers_nothing() {
        let table = Table::new(63);
        table.store(1, entry(1, 1));
        assert_eq!(table.probe(1), None);
    }

    /// One bucket: the deepest survive, until they are old.
    #[test]
    fn shallow_and_old_entries_go_first() {
        let mut table = Table::new(64);
        for key in 1..=5 {
            table.store(key, entry(key as i32, key as u32));
        }
        assert_eq!(table.probe(1), None);
        assert!((2..=5).all(|key| table.probe(key).is_some()));
        table.grow_older();
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

    /// Threads that write and read the same few buckets never see an entry that belongs to another
    /// key: the value is a function of the key here.
    #[test]
    fn threads_never_see_torn_entries() {
        let table = Table::new(256);
        let found: u64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4_u64)
                .map(|thread| {
                    let table = &table;
                    scope.spawn(move || {
                        let mut found = 0;
                        for round in 0..200_000_u64 {
                            let key = scrambled(round * 7 + thread) % 64;
                            let expected = entry(key as i32 * 100, key as u32 % 8);
                            table.store(key, expected);
                            let other = scrambled(round) % 64;
                            if let Some(seen) = table.probe(other) {
                                assert_eq!(seen, entry(other as i32 * 100, other as u32 % 8));
                                found += 1;
                            }
                        }
                        found
                    })
                })
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .sum()
        });
        assert!(found > 10_000, "only {found} probes found anything");
    }
}
