//! A sum on the way to a proof: the areas that are still open, and the exact values of all others.
//!
//! Always seen from the player to move, who is Left; after a move everything is exchanged.

use combinatorial::{Forms, Number, Value};

use crate::area::Area;

/// A sum. Areas are in standard position; all lists are sorted, and no value is a number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Node {
    pub areas: Vec<Area>,
    pub values: Vec<Value>,
    pub number: Number,
}

/// A sum's place in the table, and how it is recognised there. 128 bits together: of all sums that a search of years could
/// meet, no two will share them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key {
    pub place: u64,
    pub check: u64,
}

fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ word >> 29).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    word ^ word >> 32
}

/// Words one after the other, twice in different ways.
fn digest(words: impl Iterator<Item = u64>) -> [u64; 2] {
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
    /// Its key, the same in every run: values count by what they are, not by their numbers.
    pub fn key(&self, forms: &Forms) -> Key {
        let areas = self.areas.iter().map(|area| {
            let sets = [area.squares, area.own, area.other].map(|set| set.bits());
            digest(
                sets.into_iter()
                    .flat_map(|bits| [bits as u64, (bits >> 64) as u64]),
            )
        });
        let values = self
            .values
            .iter()
            .map(|&value| digest([forms.fingerprint(value)].into_iter()));
        let number = digest([1, self.number.steps() as u64].into_iter());
        // A sum, since the order of the parts does not matter.
        let [place, check] = areas
            .chain(values)
            .fold(number, |[place, check], [more, again]| {
                [place.wrapping_add(more), check.wrapping_add(mix(again))]
            });
        Key {
            place: mix(place),
            check: mix(check),
        }
    }

    /// Takes out pairs that are each other's opposite, and sorts.
    pub fn tidy(&mut self, forms: &Forms) {
        self.areas.sort_unstable();
        let mut place = 0;
        // One alone has no opposite, and the look at it is not free.
        while self.areas.len() > 1 && place < self.areas.len() {
            let opposite = self.areas[place].swapped().canonical();
            let others = self.areas[place + 1..].iter();
            match others.clone().position(|&other| other == opposite) {
                Some(after) => {
                    self.areas.remove(place + 1 + after);
                    self.areas.remove(place);
                }
                None => place += 1,
            }
        }
        self.values.sort_unstable();
        let mut place = 0;
        while place < self.values.len() {
            let opposite = forms.negative(self.values[place]);
            match self.values[place + 1..]
                .iter()
                .position(|&other| other == opposite)
            {
                Some(after) => {
                    self.values.remove(place + 1 + after);
                    self.values.remove(place);
                }
                None => place += 1,
            }
        }
    }
}
