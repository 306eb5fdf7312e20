//! Canonical forms: removes dominated options and bypasses reversible ones.

use crate::interner::{FormInterner, GameValue};
use crate::order::OrderCache;

/// Left and Right options during simplification.
struct OptionSets<'a> {
    forms: &'a FormInterner,
    order: &'a mut OrderCache,
    left: Vec<GameValue>,
    right: Vec<GameValue>,
    /// Comparisons of this game: the other game, whether it is `this ≤ other`, and the answer. They
    /// stay valid, since simplification does not change the value.
    comparisons: Vec<(GameValue, bool, bool)>,
}

impl OrderCache {
    /// The options of the canonical form of `{left|right}`, sorted for
    /// [`FormInterner::intern`].
    #[must_use]
    pub fn canonical_options(
        &mut self,
        forms: &FormInterner,
        left: &[GameValue],
        right: &[GameValue],
    ) -> (Vec<GameValue>, Vec<GameValue>) {
        let mut sets = OptionSets {
            forms,
            order: self,
            left: left.to_vec(),
            right: right.to_vec(),
            comparisons: Vec::new(),
        };
        sets.remove_dominated();
        while sets.bypass_reversible() {
            sets.remove_dominated();
        }
        (sets.left, sets.right)
    }

    /// Removes dominated Left options and sorts the rest.
    pub fn remove_dominated_left(&mut self, forms: &FormInterner, options: &mut Vec<GameValue>) {
        remove_dominated_options(forms, self, options, true);
    }

    /// Removes dominated Right options and sorts the rest.
    pub fn remove_dominated_right(&mut self, forms: &FormInterner, options: &mut Vec<GameValue>) {
        remove_dominated_options(forms, self, options, false);
    }

    /// Clears the cache.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

fn remove_dominated_options(
    forms: &FormInterner,
    order: &mut OrderCache,
    options: &mut Vec<GameValue>,
    is_left: bool,
) {
    options.sort_unstable();
    options.dedup();
    let mut kept = 0;
    'options: for index in 0..options.len() {
        let option = options[index];
        let mut other = 0;
        while other < kept {
            let rival = options[other];
            let (low, high) = if is_left {
                (option, rival)
            } else {
                (rival, option)
            };
            if order.is_le(forms, low, high) {
                continue 'options;
            }
            if order.is_le(forms, high, low) {
                kept -= 1;
                options.copy_within(other + 1..=kept, other);
            } else {
                other += 1;
            }
        }
        options[kept] = option;
        kept += 1;
    }
    options.truncate(kept);
}

impl OptionSets<'_> {
    fn remove_dominated(&mut self) {
        self.order.remove_dominated_left(self.forms, &mut self.left);
        self.order
            .remove_dominated_right(self.forms, &mut self.right);
    }

    /// Bypasses one reversible option; returns whether there was one.
    fn bypass_reversible(&mut self) -> bool {
        let forms = self.forms;
        for index in 0..self.left.len() {
            for &answer in forms.right_options(self.left[index]) {
                if self.is_ge(answer) {
                    self.left.swap_remove(index);
                    self.left.extend_from_slice(forms.left_options(answer));
                    return true;
                }
            }
        }
        for index in 0..self.right.len() {
            for &answer in forms.left_options(self.right[index]) {
                if self.is_le(answer) {
                    self.right.swap_remove(index);
                    self.right.extend_from_slice(forms.right_options(answer));
                    return true;
                }
            }
        }
        false
    }

    fn cached_comparison(&self, other: GameValue, is_le: bool) -> Option<bool> {
        let found = self
            .comparisons
            .iter()
            .find(|comparison| (comparison.0, comparison.1) == (other, is_le));
        found.map(|comparison| comparison.2)
    }

    /// Whether this game is ≥ `other`.
    fn is_ge(&mut self, other: GameValue) -> bool {
        if let Some(answer) = self.cached_comparison(other, false) {
            return answer;
        }
        let forms = self.forms;
        let answer = !(0..self.right.len()).any(|index| {
            let right = self.right[index];
            self.order.is_le(forms, right, other)
        }) && !forms
            .left_options(other)
            .iter()
            .any(|&left| self.is_le(left));
        self.comparisons.push((other, false, answer));
        answer
    }

    /// Whether this game is ≤ `other`.
    fn is_le(&mut self, other: GameValue) -> bool {
        if let Some(answer) = self.cached_comparison(other, true) {
            return answer;
        }
        let forms = self.forms;
        let answer = !(0..self.left.len()).any(|index| {
            let left = self.left[index];
            self.order.is_le(forms, other, left)
        }) && !forms
            .right_options(other)
            .iter()
            .any(|&right| self.is_ge(right));
        self.comparisons.push((other, true, answer));
        answer
    }
}
