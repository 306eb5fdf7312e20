//! The partial order of games.

use crate::hashing::FastMap;
use crate::interner::{FormInterner, GameValue};

/// Cache of `≤` comparisons.
#[derive(Clone, Debug, Default)]
pub struct OrderCache {
    cache: FastMap<u64, bool>,
}

impl OrderCache {
    /// Number of cached comparisons.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cache.len()
    }

    /// Whether the cache is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cache.is_empty()
    }

    /// Whether `first ≤ second`.
    pub fn is_le(&mut self, forms: &FormInterner, first: GameValue, second: GameValue) -> bool {
        if let Some(answer) = le_by_stops(forms, first, second) {
            return answer;
        }
        let key = u64::from(first.0) << 32 | u64::from(second.0);
        if let Some(&answer) = self.cache.get(&key) {
            return answer;
        }
        // No Left option of `first` is ≥ `second`, and no Right option of `second` is ≤ `first`.
        let answer = !forms
            .left_options(first)
            .iter()
            .any(|&left| self.is_le(forms, second, left))
            && !forms
                .right_options(second)
                .iter()
                .any(|&right| self.is_le(forms, right, first));
        self.cache.insert(key, answer);
        answer
    }
}

/// Decides `first ≤ second` by stops: both stops of `first` must not be greater, and a Left stop of
/// `first` below the Right stop of `second` suffices.
#[inline]
fn le_by_stops(forms: &FormInterner, first: GameValue, second: GameValue) -> Option<bool> {
    if first == second {
        return Some(true);
    }
    let (left, right) = (forms.left_stop(first), forms.right_stop(first));
    let (other_left, other_right) = (forms.left_stop(second), forms.right_stop(second));
    if left > other_left || right > other_right {
        return Some(false);
    }
    if left < other_right {
        return Some(true);
    }
    None
}
