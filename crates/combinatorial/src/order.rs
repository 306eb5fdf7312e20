//! Which of two games is the better one for Left.

use crate::forms::{Forms, Value};
use crate::hashing::Map;

/// Comparisons that were made.
#[derive(Clone, Debug, Default)]
pub struct Order {
    known: Map<u64, bool>,
}

impl Order {
    /// How many comparisons are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether none is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Whether Left likes the second at least as much: `first ≤ second`.
    pub fn is_at_most(&mut self, forms: &Forms, first: Value, second: Value) -> bool {
        if let Some(answer) = at_a_glance(forms, first, second) {
            return answer;
        }
        let key = u64::from(first.0) << 32 | u64::from(second.0);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        // Neither Left's move in the first nor Right's in the second turns it round.
        let answer = !forms
            .lefts(first)
            .iter()
            .any(|&left| self.is_at_most(forms, second, left))
            && !forms
                .rights(second)
                .iter()
                .any(|&right| self.is_at_most(forms, right, first));
        self.known.insert(key, answer);
        answer
    }
}

/// What stops tell: `first ≤ second` needs both of the first's to be no greater, and Left's stop of the first below
/// Right's of the second is enough.
#[inline]
fn at_a_glance(forms: &Forms, first: Value, second: Value) -> Option<bool> {
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
