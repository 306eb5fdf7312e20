//! Canonical forms, each kept once.
//!
//! A form is two sorted lists of smaller forms. Equal games have one canonical form, so equal games have equal numbers
//! here, and that two games are equal is seen by comparing two words.

use crate::hashing::{Map, mix};
use crate::number::Number;

/// A game in canonical form, by its number in the [`Games`](crate::Games) that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(pub(crate) u32);

impl Value {
    /// The game in which nobody can move.
    pub const ZERO: Self = Self(0);

    /// Its number: those of one collection count from 0 without a gap.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The value of that number, which must be one that [`index`](Self::index) gave.
    #[must_use]
    #[inline]
    pub fn from_index(index: usize) -> Self {
        Self(index as u32)
    }
}

#[derive(Clone, Copy, Debug)]
struct Form {
    /// Where the left options begin; the right ones follow, up to the next form's.
    first: u32,
    lefts: u32,
    rights: u32,
    negative: Value,
    is_number: bool,
    left_stop: Number,
    right_stop: Number,
    fingerprint: u64,
}

/// All forms that were met. Nothing is ever changed or taken away.
#[derive(Clone, Debug)]
pub struct Forms {
    forms: Vec<Form>,
    options: Vec<Value>,
    /// By fingerprint.
    known: Map<u64, Value>,
}

impl Default for Forms {
    fn default() -> Self {
        let mut forms = Self {
            forms: Vec::new(),
            options: Vec::new(),
            known: Map::default(),
        };
        let zero = forms.intern(&[], &[]);
        debug_assert_eq!(zero, Value::ZERO);
        forms
    }
}

impl Forms {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// Never: zero is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    #[inline]
    fn form(&self, value: Value) -> &Form {
        &self.forms[value.index()]
    }

    /// What Left can move to, in order.
    #[must_use]
    #[inline]
    pub fn lefts(&self, value: Value) -> &[Value] {
        let form = self.form(value);
        &self.options[form.first as usize..][..form.lefts as usize]
    }

    /// What Right can move to, in order.
    #[must_use]
    #[inline]
    pub fn rights(&self, value: Value) -> &[Value] {
        let form = self.form(value);
        &self.options[(form.first + form.lefts) as usize..][..form.rights as usize]
    }

    /// The same game with the players exchanged.
    #[must_use]
    #[inline]
    pub fn negative(&self, value: Value) -> Value {
        self.form(value).negative
    }

    /// The number that it is, if it is one.
    #[must_use]
    #[inline]
    pub fn as_number(&self, value: Value) -> Option<Number> {
        let form = self.form(value);
        form.is_number.then_some(form.left_stop)
    }

    /// The number that play ends in if Left begins.
    #[must_use]
    #[inline]
    pub fn left_stop(&self, value: Value) -> Number {
        self.form(value).left_stop
    }

    /// The number that play ends in if Right begins.
    #[must_use]
    #[inline]
    pub fn right_stop(&self, value: Value) -> Number {
        self.form(value).right_stop
    }

    /// A hash of the game itself, the same in every collection and every run.
    #[must_use]
    #[inline]
    pub fn fingerprint(&self, value: Value) -> u64 {
        self.form(value).fingerprint
    }

    /// The value with these options, if it is known; both lists are sorted, and the form is canonical.
    #[must_use]
    pub fn find(&self, lefts: &[Value], rights: &[Value]) -> Option<Value> {
        self.find_at(self.fingerprint_of(lefts, rights), lefts, rights)
            .ok()
    }

    /// The value, or under which fingerprint it would be kept.
    fn find_at(
        &self,
        mut fingerprint: u64,
        lefts: &[Value],
        rights: &[Value],
    ) -> Result<Value, u64> {
        while let Some(&value) = self.known.get(&fingerprint) {
            if self.lefts(value) == lefts && self.rights(value) == rights {
                return Ok(value);
            }
            // Two games with one fingerprint: the later one takes another.
            fingerprint = mix(fingerprint.wrapping_add(1));
        }
        Err(fingerprint)
    }

    /// The value with these options: both lists are sorted, and the form is canonical. Its negative comes with it.
    pub fn intern(&mut self, lefts: &[Value], rights: &[Value]) -> Value {
        let fingerprint = match self.find_at(self.fingerprint_of(lefts, rights), lefts, rights) {
            Ok(value) => return value,
            Err(free) => free,
        };
        let value = Value(u32::try_from(self.forms.len()).expect("fewer than 2^32 forms"));
        self.push(value, lefts, rights, fingerprint);
        let swap = |options: &[Value]| -> Vec<Value> {
            let mut swapped: Vec<Value> = options
                .iter()
                .map(|&option| self.negative(option))
                .collect();
            swapped.sort_unstable();
            swapped
        };
        let (swapped_lefts, swapped_rights) = (swap(rights), swap(lefts));
        let swapped = self.fingerprint_of(&swapped_lefts, &swapped_rights);
        if let Err(free) = self.find_at(swapped, &swapped_lefts, &swapped_rights) {
            let negative = Value(value.0 + 1);
            self.push(negative, &swapped_lefts, &swapped_rights, free);
            self.forms[value.index()].negative = negative;
            self.forms[negative.index()].negative = value;
        }
        value
    }

    fn push(&mut self, value: Value, lefts: &[Value], rights: &[Value], fingerprint: u64) {
        let number = self.number_of(lefts, rights);
        let best = |stops: &mut dyn Iterator<Item = Number>| stops.max();
        let left_stop =
            number.or_else(|| best(&mut lefts.iter().map(|&left| self.right_stop(left))));
        let right_stop = number.or_else(|| {
            best(&mut rights.iter().map(|&right| -self.left_stop(right))).map(|stop| -stop)
        });
        self.forms.push(Form {
            first: u32::try_from(self.options.len()).expect("fewer than 2^32 options"),
            lefts: lefts.len() as u32,
            rights: rights.len() as u32,
            negative: value,
            is_number: number.is_some(),
            left_stop: left_stop.expect("a game that is no number has options on both sides"),
            right_stop: right_stop.expect("a game that is no number has options on both sides"),
            fingerprint,
        });
        self.options.extend_from_slice(lefts);
        self.options.extend_from_slice(rights);
        self.known.insert(fingerprint, value);
    }

    /// A canonical form is a number if its options are, and Left's lie below Right's.
    fn number_of(&self, lefts: &[Value], rights: &[Value]) -> Option<Number> {
        let only = |options: &[Value]| match *options {
            [] => Some(None),
            [only] => self.as_number(only).map(Some),
            _ => None,
        };
        let (low, high) = (only(lefts)?, only(rights)?);
        let is_cold = low.zip(high).is_none_or(|(low, high)| low < high);
        is_cold.then(|| Number::simplest_between(low, high))
    }

    fn fingerprint_of(&self, lefts: &[Value], rights: &[Value]) -> u64 {
        // Sums, since the order of the lists depends on what was met before.
        let gather = |options: &[Value], salt: u64| {
            options.iter().fold(0_u64, |sum, &option| {
                sum.wrapping_add(mix(self.fingerprint(option) ^ salt))
            })
        };
        let left = gather(lefts, 0x243f_6a88_85a3_08d3);
        let right = gather(rights, 0x1319_8a2e_0370_7344);
        mix(left.wrapping_mul(3) ^ mix(right.wrapping_add(0xa409_3822_299f_31d0)))
    }
}
