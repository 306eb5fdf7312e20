//! How far values may be wrong.
//!
//! Every search of a position says what its moves are worth; where such a move was then searched itself, the second word can be held against the
//! first. How much they differ over the whole book is the error of a word that was not checked. Minimax over the ends of the intervals gives the
//! bounds of everything above.

use std::collections::HashMap;

use search::Value;

use crate::graph::Book;
use crate::key::Key;

/// Between what a value lies, as far as the errors of searches say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// At least.
    pub low: Value,
    /// At most.
    pub high: Value,
}

/// The error of a search where the book cannot tell: half a logit.
const UNKNOWN_ERROR: f64 = 500.0;

/// Fewer comparisons than this tell nothing.
const FEWEST: usize = 10;

/// How many standard deviations wide a bound is to either side.
const DEVIATIONS: f64 = 2.0;

impl Book {
    /// By how much a search's word on a move differs from that of the position after it, in thousandths: the root of the mean square.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        if self.told_error.is_some() {
            return self.told_error;
        }
        let mut count = 0;
        let mut sum = 0.0;
        for (_, node) in self.nodes() {
            for choice in node.choices() {
                let Some(child) = self.node(&choice.child) else {
                    continue;
                };
                let word = child.own_value().seen_from_parent();
                if !word.is_decided() && !choice.estimate.is_decided() {
                    let difference = f64::from(word.thousandths() - choice.estimate.thousandths());
                    sum += difference * difference;
                    count += 1;
                }
            }
        }
        (count >= FEWEST).then(|| (sum / count as f64).sqrt())
    }

    /// The bounds of every position that was searched.
    #[must_use]
    pub fn bounds(&self) -> HashMap<Key, Bounds> {
        let error = (DEVIATIONS * self.error().unwrap_or(UNKNOWN_ERROR)).round() as i32;
        let mut layers: Vec<(u32, &Key)> = self
            .nodes()
            .map(|(key, node)| (node.layer(), key))
            .collect();
        layers.sort_unstable_by(|one, other| other.cmp(one));
        let mut bounds: HashMap<Key, Bounds> = HashMap::with_capacity(layers.len());
        for (_, key) in layers {
            let Some(node) = self.node(key) else { continue };
            let unchecked = node.outside().map(|value| around(value, error));
            let of_moves = node
                .choices()
                .iter()
                .map(|choice| match bounds.get(&choice.child) {
                    Some(below) => Bounds {
                        low: below.high.seen_from_parent(),
                        high: below.low.seen_from_parent(),
                    },
                    None => around(choice.estimate, error),
                });
            let (mut low, mut high) = (Value::loss(0), Value::loss(0));
            for one in of_moves.chain(unchecked) {
                low = low.max(one.low);
                high = high.max(one.high);
            }
            bounds.insert(*key, Bounds { low, high });
        }
        bounds
    }
}

impl Bounds {
    /// The error of a search that has these bounds around its word alone.
    pub(crate) fn error(self, value: Value) -> f64 {
        f64::from(self.high.thousandths() - value.thousandths()) / DEVIATIONS
    }
}

/// What is proved is certain.
fn around(value: Value, error: i32) -> Bounds {
    if value.is_decided() {
        return Bounds {
            low: value,
            high: value,
        };
    }
    Bounds {
        low: Value::estimate(value.thousandths() - error),
        high: Value::estimate(value.thousandths() + error),
    }
}
