//! The partial order of games.

use rustc_hash::FxHashMap;

use crate::interner::{FormInterner, GameValue, Player};

/// Cache of `≤` comparisons.
#[derive(Clone, Debug, Default)]
pub struct OrderCache {
    cache: FxHashMap<u64, bool>,
}

impl OrderCache {
    /// Clears the cache if it has more than `max_len` comparisons.
    pub fn limit(&mut self, max_len: usize) {
        if self.cache.len() > max_len {
            *self = Self::default();
        }
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
            .options(first, Player::Left)
            .iter()
            .any(|&left| self.is_le(forms, second, left))
            && !forms
                .options(second, Player::Right)
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
