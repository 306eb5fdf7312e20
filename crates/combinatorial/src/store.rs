//! The store of values and operations on them.

use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;
use crate::interner::{FormInterner, GameValue, Player};
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
    sums: FxHashMap<u64, GameValue>,
    /// By fixed-point representation.
    numbers: FxHashMap<u64, GameValue>,
    thermographs: FxHashMap<GameValue, Arc<Thermograph>>,
}

impl ValueStore {
    /// The interned forms.
    #[must_use]
    pub fn forms(&self) -> &FormInterner {
        &self.forms
    }

    /// The value of the game with these options, in any order.
    pub fn intern_options(&mut self, left: &[GameValue], right: &[GameValue]) -> GameValue {
        let [left, right] = self.order.canonical_options(&self.forms, left, right);
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
        let mut options = Player::BOTH.map(|player| self.options_plus(first, player, second));
        let sum = if self.forms.as_number(second).is_some() {
            // Number translation: the form stays canonical.
            options
                .iter_mut()
                .for_each(|options| options.sort_unstable());
            self.forms.intern(&options[0], &options[1])
        } else {
            for (player, options) in Player::BOTH.into_iter().zip(&mut options) {
                options.extend(self.options_plus(second, player, first));
            }
            self.intern_options(&options[0], &options[1])
        };
        self.sums.insert(key, sum);
        sum
    }

    /// A player's options of `value`, each plus `other`.
    fn options_plus(
        &mut self,
        value: GameValue,
        player: Player,
        other: GameValue,
    ) -> Vec<GameValue> {
        let mut options = self.forms.options(value, player).to_vec();
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
                let [left, right] = Player::BOTH.map(|player| -> Vec<Arc<Thermograph>> {
                    let options = self.forms.options(value, player).to_vec().into_iter();
                    options.map(|option| self.thermograph(option)).collect()
                });
                Thermograph::of_options(&left, &right)
            }
        });
        self.thermographs.insert(value, Arc::clone(&thermograph));
        thermograph
    }
}
