//! A collection of games, and what can be done with them.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::forms::{Forms, Value};
use crate::hashing::Map;
use crate::number::Number;
use crate::order::Order;
use crate::thermograph::Thermograph;

/// Who wins a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Left wins, whoever begins: the game is positive.
    Left,
    /// Right wins, whoever begins: the game is negative.
    Right,
    /// Whoever begins wins: the game is confused with zero.
    First,
    /// Whoever begins loses: the game is zero.
    Second,
}

/// Games that were met, each once and in canonical form, with everything that was found out about them.
///
/// ```
/// use combinatorial::{Games, Outcome};
///
/// let mut games = Games::default();
/// let hot = games.parse("{5|-5}")?;
/// let star = games.parse("*")?;
/// let sum = games.sum(hot, star);
/// assert_eq!(games.show(sum), "{5*|-5*}");
/// assert_eq!(games.sum(sum, sum), combinatorial::Value::ZERO);
/// assert_eq!(games.outcome(sum), Outcome::First);
/// assert_eq!(games.thermograph(hot).temperature().to_string(), "5");
/// # Ok::<(), combinatorial::NotAGame>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Games {
    forms: Forms,
    order: Order,
    sums: Map<u64, Value>,
    /// By their steps.
    numbers: Map<u64, Value>,
    thermographs: Map<Value, Arc<Thermograph>>,
}

impl Games {
    /// The forms themselves.
    #[must_use]
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// The game with these options, which may be any, in any order.
    pub fn game(&mut self, lefts: &[Value], rights: &[Value]) -> Value {
        let (lefts, rights) = self.order.canonical_options(&self.forms, lefts, rights);
        self.forms.intern(&lefts, &rights)
    }

    /// The value with these options, whose lists are sorted and canonical already: as another collection has them.
    pub fn take_over(&mut self, lefts: &[Value], rights: &[Value]) -> Value {
        self.forms.intern(lefts, rights)
    }

    /// A number as a game.
    pub fn number(&mut self, number: Number) -> Value {
        if number == Number::ZERO {
            return Value::ZERO;
        }
        let key = number.steps() as u64;
        if let Some(&known) = self.numbers.get(&key) {
            return known;
        }
        let value = match number.as_integer() {
            // One by one: a whole number is as deep as it is large.
            Some(whole) => (0..whole.unsigned_abs()).fold(Value::ZERO, |smaller, _| match whole {
                1.. => self.forms.intern(&[smaller], &[]),
                _ => self.forms.intern(&[], &[smaller]),
            }),
            None => {
                let steps = number.steps();
                let step = Number::from_steps(steps & steps.wrapping_neg());
                let (low, high) = (self.number(number - step), self.number(number + step));
                self.forms.intern(&[low], &[high])
            }
        };
        self.numbers.insert(key, value);
        value
    }

    /// The game with the players exchanged.
    #[must_use]
    pub fn negative(&self, value: Value) -> Value {
        self.forms.negative(value)
    }

    /// Two games side by side: who is to move plays in one of them.
    pub fn sum(&mut self, first: Value, second: Value) -> Value {
        match (self.forms.as_number(first), self.forms.as_number(second)) {
            (Some(one), Some(other)) => return self.number(one + other),
            (Some(_), None) => return self.sum(second, first),
            _ => {}
        }
        if second == Value::ZERO {
            return first;
        }
        if self.forms.negative(first) == second {
            return Value::ZERO;
        }
        let (low, high) = (first.min(second), first.max(second));
        let key = u64::from(low.0) << 32 | u64::from(high.0);
        if let Some(&known) = self.sums.get(&key) {
            return known;
        }
        let sum = if self.forms.as_number(second).is_some() {
            // Nobody moves in a number while there is anything else: the form stays canonical.
            let mut lefts = self.sums_with(self.forms.lefts(first).to_vec(), second);
            let mut rights = self.sums_with(self.forms.rights(first).to_vec(), second);
            lefts.sort_unstable();
            rights.sort_unstable();
            self.forms.intern(&lefts, &rights)
        } else {
            let mut lefts = self.sums_with(self.forms.lefts(first).to_vec(), second);
            lefts.extend(self.sums_with(self.forms.lefts(second).to_vec(), first));
            let mut rights = self.sums_with(self.forms.rights(first).to_vec(), second);
            rights.extend(self.sums_with(self.forms.rights(second).to_vec(), first));
            self.game(&lefts, &rights)
        };
        self.sums.insert(key, sum);
        sum
    }

    fn sums_with(&mut self, mut options: Vec<Value>, other: Value) -> Vec<Value> {
        for option in &mut options {
            *option = self.sum(*option, other);
        }
        options
    }

    /// Whether Left likes the second at least as much: `first ≤ second`.
    pub fn is_at_most(&mut self, first: Value, second: Value) -> bool {
        self.order.is_at_most(&self.forms, first, second)
    }

    /// How two games compare; `None` if it depends on who begins.
    pub fn compare(&mut self, first: Value, second: Value) -> Option<Ordering> {
        match (
            self.is_at_most(first, second),
            self.is_at_most(second, first),
        ) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
    }

    /// Who wins.
    pub fn outcome(&mut self, value: Value) -> Outcome {
        match self.compare(value, Value::ZERO) {
            Some(Ordering::Equal) => Outcome::Second,
            Some(Ordering::Less) => Outcome::Right,
            Some(Ordering::Greater) => Outcome::Left,
            None => Outcome::First,
        }
    }

    /// What the game is worth at every temperature.
    pub fn thermograph(&mut self, value: Value) -> Arc<Thermograph> {
        if let Some(known) = self.thermographs.get(&value) {
            return Arc::clone(known);
        }
        let thermograph = Arc::new(match self.forms.as_number(value) {
            Some(number) => Thermograph::of_number(number),
            None => {
                let options = |games: &mut Self, options: Vec<Value>| -> Vec<Arc<Thermograph>> {
                    options
                        .into_iter()
                        .map(|option| games.thermograph(option))
                        .collect()
                };
                let lefts = options(self, self.forms.lefts(value).to_vec());
                let rights = options(self, self.forms.rights(value).to_vec());
                Thermograph::of_options(&lefts, &rights)
            }
        });
        self.thermographs.insert(value, Arc::clone(&thermograph));
        thermograph
    }
}
