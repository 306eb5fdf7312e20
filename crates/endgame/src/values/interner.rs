//! Interned lists: equal lists have equal ids.

use combinatorial::mix;
use rustc_hash::FxHashMap;

/// Interned lists.
#[derive(Debug, Default)]
pub(super) struct ListInterner {
    words: Vec<u32>,
    ends: Vec<usize>,
    known: FxHashMap<u64, u32>,
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
        assert_eq!(lists.get(0), [0_u32; 0]);
    }
}
