//! Error bounds of values.
//!
//! Where a book move was expanded, the search of the child checks the estimate of the parent. The
//! root mean square of the differences is the error of an unchecked estimate; minimax over interval
//! ends gives the bounds of all positions above.

use std::collections::HashMap;

use search::Value;

use crate::graph::Book;
use crate::key::BookKey;

/// Interval in which a value lies, by the errors of searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueBounds {
    /// Lower bound.
    pub low: Value,
    /// Upper bound.
    pub high: Value,
}

/// Search error of a book with too few comparisons, in millilogits.
const DEFAULT_SEARCH_ERROR: f64 = 500.0;

/// Minimum number of comparisons for an error.
const MIN_COMPARISONS: usize = 10;

/// Half width of a bound in standard deviations.
const BOUND_SIGMAS: f64 = 2.0;

impl Book {
    /// Root mean square difference between the estimate of a move and the search of the position
    /// after it, in millilogits.
    #[must_use]
    pub fn search_rmse(&self) -> Option<f64> {
        if self.stored_search_error.is_some() {
            return self.stored_search_error;
        }
        let mut count = 0;
        let mut sum = 0.0;
        for (_, node) in self.nodes() {
            for book_move in node.moves() {
                let Some(child) = self.node(&book_move.child) else {
                    continue;
                };
                let (checked, estimate) =
                    (child.search_value().to_parent(), book_move.parent_estimate);
                if !checked.is_decisive() && !estimate.is_decisive() {
                    let difference = f64::from(checked.millilogits() - estimate.millilogits());
                    sum += difference * difference;
                    count += 1;
                }
            }
        }
        (count >= MIN_COMPARISONS).then(|| (sum / count as f64).sqrt())
    }

    /// Bounds of all nodes.
    #[must_use]
    pub fn bounds(&self) -> HashMap<BookKey, ValueBounds> {
        let rmse = self.search_rmse().unwrap_or(DEFAULT_SEARCH_ERROR);
        let error = (BOUND_SIGMAS * rmse).round() as i32;
        let mut bounds: HashMap<BookKey, ValueBounds> = HashMap::with_capacity(self.len());
        for (key, node) in self.nodes_by_layer().into_iter().rev() {
            let around = |value| ValueBounds::around(value, error);
            let of_moves =
                node.moves()
                    .iter()
                    .map(|book_move| match bounds.get(&book_move.child) {
                        Some(child) => ValueBounds {
                            low: child.high.to_parent(),
                            high: child.low.to_parent(),
                        },
                        None => around(book_move.parent_estimate),
                    });
            let (mut low, mut high) = (Value::loss(0), Value::loss(0));
            for one in of_moves.chain(node.best_deviation().map(around)) {
                low = low.max(one.low);
                high = high.max(one.high);
            }
            bounds.insert(*key, ValueBounds { low, high });
        }
        bounds
    }
}

impl ValueBounds {
    /// Bounds of an unchecked estimate; proven values are exact.
    fn around(value: Value, error: i32) -> Self {
        if value.is_decisive() {
            return Self {
                low: value,
                high: value,
            };
        }
        Self {
            low: Value::from_millilogits(value.millilogits() - error),
            high: Value::from_millilogits(value.millilogits() + error),
        }
    }

    /// Search error, in millilogits, if these are the bounds of the unchecked estimate `value`.
    pub(crate) fn search_error(self, value: Value) -> f64 {
        f64::from(self.high.millilogits() - value.millilogits()) / BOUND_SIGMAS
    }
}
