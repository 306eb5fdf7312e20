//! Interned lists: equal lists have equal ids.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Hasher for words and square sets; SipHash costs more than the lookup.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(word);
    }

    fn write_u128(&mut self, word: u128) {
        let mixed = (self.0.rotate_left(25) ^ word as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mix(mixed.rotate_left(31) ^ (word >> 64) as u64);
    }
}

/// A map keyed by words or square sets.
pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<Mixed>>;

/// A map keyed by words.
pub(crate) type Map<V> = FastMap<u64, V>;

/// Mixes all bits.
#[inline]
pub(crate) fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 29
}

/// Interned lists.
#[derive(Debug, Default)]
pub(super) struct ListInterner {
    words: Vec<u32>,
    ends: Vec<usize>,
    known: Map<u32>,
}

impl ListInterner {
    /// A list by id.
    pub fn get(&self, number: u32) -> &[u32] {
        let place = number as usize;
        let begin = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[begin..self.ends[place]]
    }

    /// Total length of all lists.
    pub fn total_len(&self) -> usize {
        self.words.len()
    }

    /// Id of a list, and whether it is new. Ids count from 0.
    pub fn intern(&mut self, list: &[u32]) -> (u32, bool) {
        let mut key = list.iter().fold(list.len() as u64, |key, &word| {
            (key.rotate_left(23) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        while let Some(&number) = self.known.get(&key) {
            if self.get(number) == list {
                return (number, false);
            }
            key = mix(key.wrapping_add(1));
        }
        let number = self.ends.len() as u32;
        self.words.extend_from_slice(list);
        self.ends.push(self.words.len());
        self.known.insert(key, number);
        (number, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lists_have_equal_ids() {
        let mut lists = ListInterner::default();
        assert_eq!(lists.intern(&[]), (0, true));
        assert_eq!(lists.intern(&[3, 5]), (1, true));
        assert_eq!(lists.intern(&[5, 3]), (2, true));
        assert_eq!(lists.intern(&[3, 5]), (1, false));
        assert_eq!(lists.get(2), [5, 3]);
        assert_eq!(lists.get(0), []);
    }
}
