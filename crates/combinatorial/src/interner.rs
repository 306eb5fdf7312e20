//! Interned canonical forms.
//!
//! A form is two sorted lists of options. Equal games have the same canonical form and therefore
//! the same id.

use std::ops::Not;

use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;

/// The players of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Wins positive games.
    Left,
    /// Wins negative games.
    Right,
}

impl Player {
    /// Left and Right.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];
}

impl Not for Player {
    type Output = Self;

    /// The opponent.
    fn not(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// A game in canonical form: its id in the [`ValueStore`](crate::ValueStore) that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameValue(pub(crate) u32);

impl GameValue {
    /// The game without options.
    pub const ZERO: Self = Self(0);

    /// Index in its store; indices are dense and start at 0.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The inverse of [`index`](Self::index).
    #[must_use]
    #[inline]
    pub fn from_index(index: usize) -> Self {
        Self(index as u32)
    }
}

#[derive(Clone, Copy, Debug)]
struct Form {
    /// Index of the first left option; the right options follow the left ones.
    offset: u32,
    left_count: u32,
    right_count: u32,
    negative: GameValue,
    is_number: bool,
    left_stop: Dyadic,
    right_stop: Dyadic,
    stable_hash: u64,
}

/// Append-only interner of canonical forms.
#[derive(Clone, Debug)]
pub struct FormInterner {
    forms: Vec<Form>,
    options: Vec<GameValue>,
    by_hash: FxHashMap<u64, GameValue>,
}

impl Default for FormInterner {
    fn default() -> Self {
        let mut forms = Self {
            forms: Vec::new(),
            options: Vec::new(),
            by_hash: FxHashMap::default(),
        };
        let zero = forms.intern(&[], &[]);
        debug_assert_eq!(zero, GameValue::ZERO);
        forms
    }
}

impl FormInterner {
    /// Number of forms.
    #[must_use]
    pub fn form_count(&self) -> usize {
        self.forms.len()
    }

    #[inline]
    fn form(&self, value: GameValue) -> &Form {
        &self.forms[value.index()]
    }

    /// The options of a player, sorted.
    #[must_use]
    #[inline]
    pub fn options(&self, value: GameValue, player: Player) -> &[GameValue] {
        let form = self.form(value);
        let right = (form.offset + form.left_count) as usize;
        match player {
            Player::Left => &self.options[form.offset as usize..right],
            Player::Right => &self.options[right..][..form.right_count as usize],
        }
    }

    /// The negative: the game with Left and Right swapped.
    #[must_use]
    #[inline]
    pub fn negative(&self, value: GameValue) -> GameValue {
        self.form(value).negative
    }

    /// The number, if the value is one.
    #[must_use]
    #[inline]
    pub fn as_number(&self, value: GameValue) -> Option<Dyadic> {
        let form = self.form(value);
        form.is_number.then_some(form.left_stop)
    }

    /// The Left stop: the number reached if Left moves first and both play well.
    #[must_use]
    #[inline]
    pub fn left_stop(&self, value: GameValue) -> Dyadic {
        self.form(value).left_stop
    }

    /// The Right stop: the number reached if Right moves first and both play well.
    #[must_use]
    #[inline]
    pub fn right_stop(&self, value: GameValue) -> Dyadic {
        self.form(value).right_stop
    }

    /// Hash of the game, the same in every store and every run.
    #[must_use]
    #[inline]
    pub fn stable_hash(&self, value: GameValue) -> u64 {
        self.form(value).stable_hash
    }

    /// The value with these options, if it is interned. Both lists must be sorted and canonical.
    #[must_use]
    pub fn get(&self, left: &[GameValue], right: &[GameValue]) -> Option<GameValue> {
        self.probe(self.stable_hash_of(left, right), left, right)
            .ok()
    }

    /// The value, or the hash under which to insert it.
    fn probe(
        &self,
        mut stable_hash: u64,
        left: &[GameValue],
        right: &[GameValue],
    ) -> Result<GameValue, u64> {
        while let Some(&value) = self.by_hash.get(&stable_hash) {
            if self.options(value, Player::Left) == left
                && self.options(value, Player::Right) == right
            {
                return Ok(value);
            }
            // A collision: tries the next hash.
            stable_hash = mix(stable_hash.wrapping_add(1));
        }
        Err(stable_hash)
    }

    /// Interns the value with these options and its negative. Both lists must be sorted and
    /// canonical.
    pub fn intern(&mut self, left: &[GameValue], right: &[GameValue]) -> GameValue {
        let stable_hash = match self.probe(self.stable_hash_of(left, right), left, right) {
            Ok(value) => return value,
            Err(free) => free,
        };
        let value = GameValue(u32::try_from(self.forms.len()).expect("fewer than 2^32 forms"));
        self.insert(value, left, right, stable_hash);
        let swap = |options: &[GameValue]| -> Vec<GameValue> {
            let mut swapped: Vec<GameValue> = options
                .iter()
                .map(|&option| self.negative(option))
                .collect();
            swapped.sort_unstable();
            swapped
        };
        let (swapped_lefts, swapped_rights) = (swap(right), swap(left));
        let swapped = self.stable_hash_of(&swapped_lefts, &swapped_rights);
        if let Err(free) = self.probe(swapped, &swapped_lefts, &swapped_rights) {
            let negative = GameValue(value.0 + 1);
            self.insert(negative, &swapped_lefts, &swapped_rights, free);
            self.forms[value.index()].negative = negative;
            self.forms[negative.index()].negative = value;
        }
        value
    }

    fn insert(
        &mut self,
        value: GameValue,
        left: &[GameValue],
        right: &[GameValue],
        stable_hash: u64,
    ) {
        let number = self.number_from_options(left, right);
        let left_stop = number.or_else(|| left.iter().map(|&left| self.right_stop(left)).max());
        let right_stop = number.or_else(|| right.iter().map(|&right| self.left_stop(right)).min());
        self.forms.push(Form {
            offset: u32::try_from(self.options.len()).expect("fewer than 2^32 options"),
            left_count: left.len() as u32,
            right_count: right.len() as u32,
            negative: value,
            is_number: number.is_some(),
            left_stop: left_stop.expect("a game that is not a number has options on both sides"),
            right_stop: right_stop.expect("a game that is not a number has options on both sides"),
            stable_hash,
        });
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        self.by_hash.insert(stable_hash, value);
    }

    /// A canonical form is a number if its options are numbers and Left's is less than Right's.
    fn number_from_options(&self, left: &[GameValue], right: &[GameValue]) -> Option<Dyadic> {
        let only = |options: &[GameValue]| match *options {
            [] => Some(None),
            [only] => self.as_number(only).map(Some),
            _ => None,
        };
        let (low, high) = (only(left)?, only(right)?);
        let is_cold = low.zip(high).is_none_or(|(low, high)| low < high);
        is_cold.then(|| Dyadic::simplest_between(low, high))
    }

    fn stable_hash_of(&self, left: &[GameValue], right: &[GameValue]) -> u64 {
        // Sums, since the order of the lists depends on the order of interning.
        let hash_options = |options: &[GameValue], salt: u64| {
            options.iter().fold(0_u64, |sum, &option| {
                sum.wrapping_add(mix(self.stable_hash(option) ^ salt))
            })
        };
        let left = hash_options(left, 0x243f_6a88_85a3_08d3);
        let right = hash_options(right, 0x1319_8a2e_0370_7344);
        mix(left.wrapping_mul(3) ^ mix(right.wrapping_add(0xa409_3822_299f_31d0)))
    }
}

/// A bijective mixer. Its results are part of stable hashes and must not change.
#[must_use]
#[inline]
pub fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ word >> 29).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    word ^ word >> 32
}
