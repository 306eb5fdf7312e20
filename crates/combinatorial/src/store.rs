//! The store of values and operations on them.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::dyadic::Dyadic;
use crate::hashing::FastMap;
use crate::interner::{FormInterner, GameValue};
use crate::order::OrderCache;
use crate::thermograph::Thermograph;

/// Outcome class of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutcomeClass {
    /// Left wins: the game is positive.
    Left,
    /// Right wins: the game is negative.
    Right,
    /// The next player wins: the game is confused with zero.
    Next,
    /// The previous player wins: the game is zero.
    Previous,
}

/// Store of canonical forms with cached comparisons, sums and thermographs.
#[derive(Clone, Debug, Default)]
pub struct ValueStore {
    forms: FormInterner,
    order: OrderCache,
    sums: FastMap<u64, GameValue>,
    /// By fixed-point representation.
    numbers: FastMap<u64, GameValue>,
    thermographs: FastMap<GameValue, Arc<Thermograph>>,
}

impl ValueStore {
    /// The interned forms.
    #[must_use]
    pub fn forms(&self) -> &FormInterner {
        &self.forms
    }

    /// The value of the game with these options, in any order.
    pub fn intern_options(&mut self, left: &[GameValue], right: &[GameValue]) -> GameValue {
        let (left, right) = self.order.canonical_options(&self.forms, left, right);
        self.forms.intern(&left, &right)
    }

    /// The value with these options, which are sorted and canonical already.
    pub fn intern_canonical(&mut self, left: &[GameValue], right: &[GameValue]) -> GameValue {
        self.forms.intern(left, right)
    }

    /// The value of a number.
    pub fn intern_number(&mut self, number: Dyadic) -> GameValue {
        if number == Dyadic::ZERO {
            return GameValue::ZERO;
        }
        let key = number.to_raw() as u64;
        if let Some(&value) = self.numbers.get(&key) {
            return value;
        }
        let value = match number.as_integer() {
            // Iterative: the form of an integer is as deep as it is large.
            Some(integer) => {
                (0..integer.unsigned_abs()).fold(GameValue::ZERO, |smaller, _| match integer {
                    1.. => self.forms.intern(&[smaller], &[]),
                    _ => self.forms.intern(&[], &[smaller]),
                })
            }
            None => {
                let raw = number.to_raw();
                let step = Dyadic::from_raw(raw & raw.wrapping_neg());
                let (low, high) = (
                    self.intern_number(number - step),
                    self.intern_number(number + step),
                );
                self.forms.intern(&[low], &[high])
            }
        };
        self.numbers.insert(key, value);
        value
    }

    /// The negative: the game with Left and Right swapped.
    #[must_use]
    pub fn negative(&self, value: GameValue) -> GameValue {
        self.forms.negative(value)
    }

    /// The disjunctive sum.
    pub fn sum(&mut self, first: GameValue, second: GameValue) -> GameValue {
        match (self.forms.as_number(first), self.forms.as_number(second)) {
            (Some(one), Some(other)) => return self.intern_number(one + other),
            (Some(_), None) => return self.sum(second, first),
            _ => {}
        }
        if second == GameValue::ZERO {
            return first;
        }
        if self.forms.negative(first) == second {
            return GameValue::ZERO;
        }
        let (low, high) = (first.min(second), first.max(second));
        let key = u64::from(low.0) << 32 | u64::from(high.0);
        if let Some(&sum) = self.sums.get(&key) {
            return sum;
        }
        let sum = if self.forms.as_number(second).is_some() {
            // Number translation: the form stays canonical.
            let mut left = self.options_plus(self.forms.left_options(first).to_vec(), second);
            let mut right = self.options_plus(self.forms.right_options(first).to_vec(), second);
            left.sort_unstable();
            right.sort_unstable();
            self.forms.intern(&left, &right)
        } else {
            let mut left = self.options_plus(self.forms.left_options(first).to_vec(), second);
            left.extend(self.options_plus(self.forms.left_options(second).to_vec(), first));
            let mut right = self.options_plus(self.forms.right_options(first).to_vec(), second);
            right.extend(self.options_plus(self.forms.right_options(second).to_vec(), first));
            self.intern_options(&left, &right)
        };
        self.sums.insert(key, sum);
        sum
    }

    fn options_plus(&mut self, mut options: Vec<GameValue>, other: GameValue) -> Vec<GameValue> {
        for option in &mut options {
            *option = self.sum(*option, other);
        }
        options
    }

    /// Whether `first ≤ second`.
    pub fn is_le(&mut self, first: GameValue, second: GameValue) -> bool {
        self.order.is_le(&self.forms, first, second)
    }

    /// Compares two values; `None` if they are confused.
    pub fn compare(&mut self, first: GameValue, second: GameValue) -> Option<Ordering> {
        match (self.is_le(first, second), self.is_le(second, first)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
    }

    /// The outcome class.
    pub fn outcome(&mut self, value: GameValue) -> OutcomeClass {
        match self.compare(value, GameValue::ZERO) {
            Some(Ordering::Equal) => OutcomeClass::Previous,
            Some(Ordering::Less) => OutcomeClass::Right,
            Some(Ordering::Greater) => OutcomeClass::Left,
            None => OutcomeClass::Next,
        }
    }

    /// The thermograph.
    pub fn thermograph(&mut self, value: GameValue) -> Arc<Thermograph> {
        if let Some(thermograph) = self.thermographs.get(&value) {
            return Arc::clone(thermograph);
        }
        let thermograph = Arc::new(match self.forms.as_number(value) {
            Some(number) => Thermograph::of_number(number),
            None => {
                let options =
                    |store: &mut Self, options: Vec<GameValue>| -> Vec<Arc<Thermograph>> {
                        options
                            .into_iter()
                            .map(|option| store.thermograph(option))
                            .collect()
                    };
                let left = options(self, self.forms.left_options(value).to_vec());
                let right = options(self, self.forms.right_options(value).to_vec());
                Thermograph::of_options(&left, &right)
            }
        });
        self.thermographs.insert(value, Arc::clone(&thermograph));
        thermograph
    }
}
