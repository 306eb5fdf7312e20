//! From any options to the canonical form: what is dominated goes, what is reversible is gone past.

use crate::forms::{Forms, Value};
use crate::order::Order;

/// Options that are about to become a form.
struct Draft<'d> {
    forms: &'d Forms,
    order: &'d mut Order,
    lefts: Vec<Value>,
    rights: Vec<Value>,
    /// Comparisons with this game: the other, whether this one is the first, and the answer. They stay true while the options
    /// are changed, since the game stays the same.
    known: Vec<(Value, bool, bool)>,
}

impl Order {
    /// The options of the canonical form of `{lefts|rights}`, as [`Forms::intern`] takes them.
    #[must_use]
    pub fn canonical_options(
        &mut self,
        forms: &Forms,
        lefts: &[Value],
        rights: &[Value],
    ) -> (Vec<Value>, Vec<Value>) {
        let mut draft = Draft {
            forms,
            order: self,
            lefts: lefts.to_vec(),
            rights: rights.to_vec(),
            known: Vec::new(),
        };
        draft.remove_dominated();
        while draft.bypass_reversible() {
            draft.remove_dominated();
        }
        (draft.lefts, draft.rights)
    }

    /// Leaves of Left's options only those that no other one is at least as good as, sorted.
    pub fn keep_best_lefts(&mut self, forms: &Forms, options: &mut Vec<Value>) {
        keep_best(forms, self, options, true);
    }

    /// The same for Right's options.
    pub fn keep_best_rights(&mut self, forms: &Forms, options: &mut Vec<Value>) {
        keep_best(forms, self, options, false);
    }

    /// Forgets all comparisons, to make room.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

fn keep_best(forms: &Forms, order: &mut Order, options: &mut Vec<Value>, is_left: bool) {
    options.sort_unstable();
    options.dedup();
    let mut kept = 0;
    'all: for place in 0..options.len() {
        let option = options[place];
        let mut other = 0;
        while other < kept {
            let rival = options[other];
            let (low, high) = if is_left {
                (option, rival)
            } else {
                (rival, option)
            };
            if order.is_at_most(forms, low, high) {
                continue 'all;
            }
            if order.is_at_most(forms, high, low) {
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

impl Draft<'_> {
    fn remove_dominated(&mut self) {
        self.order.keep_best_lefts(self.forms, &mut self.lefts);
        self.order.keep_best_rights(self.forms, &mut self.rights);
    }

    /// Replaces one reversible option by what it leads to; whether there was one.
    fn bypass_reversible(&mut self) -> bool {
        let forms = self.forms;
        for place in 0..self.lefts.len() {
            for &answer in forms.rights(self.lefts[place]) {
                if self.is_at_least(answer) {
                    self.lefts.swap_remove(place);
                    self.lefts.extend_from_slice(forms.lefts(answer));
                    return true;
                }
            }
        }
        for place in 0..self.rights.len() {
            for &answer in forms.lefts(self.rights[place]) {
                if self.is_at_most(answer) {
                    self.rights.swap_remove(place);
                    self.rights.extend_from_slice(forms.rights(answer));
                    return true;
                }
            }
        }
        false
    }

    fn remembered(&self, other: Value, is_first: bool) -> Option<bool> {
        let found = self
            .known
            .iter()
            .find(|known| (known.0, known.1) == (other, is_first));
        found.map(|known| known.2)
    }

    /// Whether the draft is at least as good for Left as another game.
    fn is_at_least(&mut self, other: Value) -> bool {
        if let Some(known) = self.remembered(other, false) {
            return known;
        }
        let forms = self.forms;
        let answer = !(0..self.rights.len()).any(|place| {
            let right = self.rights[place];
            self.order.is_at_most(forms, right, other)
        }) && !forms.lefts(other).iter().any(|&left| self.is_at_most(left));
        self.known.push((other, false, answer));
        answer
    }

    /// Whether the draft is at most as good for Left as another game.
    fn is_at_most(&mut self, other: Value) -> bool {
        if let Some(known) = self.remembered(other, true) {
            return known;
        }
        let forms = self.forms;
        let answer = !(0..self.lefts.len()).any(|place| {
            let left = self.lefts[place];
            self.order.is_at_most(forms, other, left)
        }) && !forms
            .rights(other)
            .iter()
            .any(|&right| self.is_at_least(right));
        self.known.push((other, true, answer));
        answer
    }
}
