//! A node of the proof: unresolved regions and exact values.
//!
//! Always from the point of view of the player to move, who is Left.

use combinatorial::{Dyadic, FormInterner, GameValue, mix};

use crate::sided_region::SidedRegion;

/// A sum. Regions are canonical, lists are sorted, and no value is a number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Node {
    pub regions: Vec<SidedRegion>,
    pub values: Vec<GameValue>,
    pub number: Dyadic,
}

/// Hash key: bucket and signature, 128 bits together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct NodeKey {
    pub bucket: u64,
    pub signature: u64,
}

/// Two independent hashes of a sequence of words.
fn hash_words(words: impl Iterator<Item = u64>) -> [u64; 2] {
    words.fold(
        [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344],
        |[place, check], word| {
            [
                mix(place.rotate_left(19) ^ word),
                (check.rotate_left(27) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            ]
        },
    )
}

impl Node {
    /// The key; identical in every run, since values are hashed by structure.
    pub fn key(&self, forms: &FormInterner) -> NodeKey {
        let regions = self.regions.iter().map(|region| {
            let sets = [region.squares, region.own, region.opponent].map(|set| set.bits());
            hash_words(
                sets.into_iter()
                    .flat_map(|bits| [bits as u64, (bits >> 64) as u64]),
            )
        });
        let values = self
            .values
            .iter()
            .map(|&value| hash_words([forms.stable_hash(value)].into_iter()));
        let number = hash_words([1, self.number.to_raw() as u64].into_iter());
        // Additive, since the order of the summands does not matter.
        let [place, check] = regions
            .chain(values)
            .fold(number, |[place, check], [more, again]| {
                [place.wrapping_add(more), check.wrapping_add(mix(again))]
            });
        NodeKey {
            bucket: mix(place),
            signature: mix(check),
        }
    }

    /// Cancels opposite pairs and sorts.
    pub fn normalize(&mut self, forms: &FormInterner) {
        cancel_opposites(&mut self.regions, |region| region.swapped().canonical());
        cancel_opposites(&mut self.values, |value| forms.negative(value));
    }
}

/// Sorts a list and removes pairs of opposites.
fn cancel_opposites<T: Copy + Ord>(list: &mut Vec<T>, opposite: impl Fn(T) -> T) {
    list.sort_unstable();
    let mut place = 0;
    // The last one has no opposite after it; the opposite of a region is not free.
    while place + 1 < list.len() {
        let opposite = opposite(list[place]);
        let mut others = list[place + 1..].iter();
        match others.position(|&other| other == opposite) {
            Some(after) => {
                list.remove(place + 1 + after);
                list.remove(place);
            }
            None => place += 1,
        }
    }
}
