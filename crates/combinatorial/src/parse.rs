//! Parser of game values: `5`, `-3/4`, `*`, `1*2`, `^`, `v2*`, `{2|0}`, `{1,{2|0}|-1}`.
//!
//! `*2` is the nimber `{0,*|0,*}`, `*` short for `*1`, and `1*2` the sum of 1 and `*2`. `^` is up,
//! `{0|*}`; `v` is down, `{*|0}`; `^3*` is three times up plus star.

use thiserror::Error;

use crate::dyadic::Dyadic;
use crate::interner::GameValue;
use crate::store::ValueStore;

/// Error of parsing a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("invalid game {text:?}: expected {expected} at character {column}")]
pub struct ParseGameError {
    text: String,
    expected: &'static str,
    /// Position in characters, from 1.
    column: usize,
}

/// Largest integer that is parsed: the canonical form of an integer n has n + 1 positions.
const MAX_INTEGER: u32 = 1000;

/// Largest nimber and largest multiple of up or down that is parsed.
const MAX_INFINITESIMAL: u32 = 100;

/// Maximum nesting of braces, which bounds the recursion.
const MAX_NESTING: usize = 500;

impl ValueStore {
    /// Parses a game, which need not be in canonical form: `{0|2}` is 1.
    ///
    /// # Errors
    /// If the text is not a game.
    pub fn parse(&mut self, text: &str) -> Result<GameValue, ParseGameError> {
        let mut parser = Parser {
            text,
            offset: 0,
            nesting: 0,
        };
        let value = parser.game(self)?;
        parser.skip_spaces();
        if parser.offset < text.len() {
            return Err(parser.error("the end"));
        }
        Ok(value)
    }

    /// The nimber `*nim_value`.
    fn nimber(&mut self, nim_value: usize) -> GameValue {
        let mut smaller: Vec<GameValue> = Vec::with_capacity(nim_value);
        for _ in 0..nim_value {
            let next = self.intern_options(&smaller, &smaller);
            smaller.push(next);
        }
        self.intern_options(&smaller, &smaller)
    }

    /// `multiple` times up; a negative multiple is one of down.
    fn multiple_of_up(&mut self, multiple: i32) -> GameValue {
        let star = self.nimber(1);
        let up = self.intern_options(&[GameValue::ZERO], &[star]);
        let summand = if multiple > 0 { up } else { self.negative(up) };
        (0..multiple.abs()).fold(GameValue::ZERO, |sum, _| self.sum(sum, summand))
    }
}

/// Recursive-descent parser.
struct Parser<'t> {
    text: &'t str,
    /// Byte offset of the next character.
    offset: usize,
    /// Number of open braces.
    nesting: usize,
}

impl Parser<'_> {
    fn error(&self, expected: &'static str) -> ParseGameError {
        ParseGameError {
            text: self.text.to_owned(),
            expected,
            column: self.text[..self.offset].chars().count() + 1,
        }
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.offset..];
        self.offset += rest.len() - rest.trim_start().len();
    }

    /// Skips spaces and then `character`, if it is next; returns whether it was.
    fn eat(&mut self, character: char) -> bool {
        self.skip_spaces();
        let is_next = self.text[self.offset..].starts_with(character);
        if is_next {
            self.offset += character.len_utf8();
        }
        is_next
    }

    /// An unsigned integer, if there is one.
    fn integer(&mut self) -> Result<Option<u32>, ParseGameError> {
        let rest = &self.text[self.offset..];
        let after = rest.trim_start_matches(|character: char| character.is_ascii_digit());
        let digits = rest.len() - after.len();
        if digits == 0 {
            return Ok(None);
        }
        let integer = rest[..digits]
            .parse()
            .map_err(|_| self.error("a smaller number"))?;
        self.offset += digits;
        Ok(Some(integer))
    }

    /// The number after `*`, `^` or `v`; 1 if missing.
    fn coefficient(&mut self) -> Result<u32, ParseGameError> {
        match self.integer()? {
            None => Ok(1),
            Some(coefficient @ 0..=MAX_INFINITESIMAL) => Ok(coefficient),
            Some(_) => Err(self.error("a number up to 100")),
        }
    }

    fn game(&mut self, store: &mut ValueStore) -> Result<GameValue, ParseGameError> {
        if self.eat('{') {
            self.nesting += 1;
            if self.nesting > MAX_NESTING {
                return Err(self.error("a game with fewer brackets"));
            }
            let left = self.options(store)?;
            if !self.eat('|') {
                return Err(self.error("`,` or `|`"));
            }
            let right = self.options(store)?;
            if !self.eat('}') {
                return Err(self.error("`,` or `}`"));
            }
            self.nesting -= 1;
            return Ok(store.intern_options(&left, &right));
        }
        let start = self.offset;
        let number = self.number()?;
        let mut value = store.intern_number(number.unwrap_or_default());
        if let Some(multiple) = self.multiple_of_up()? {
            let infinitesimal = store.multiple_of_up(multiple);
            value = store.sum(value, infinitesimal);
        }
        if self.eat('*') {
            let nim_value = self.coefficient()?;
            let nimber = store.nimber(nim_value as usize);
            value = store.sum(value, nimber);
        }
        if self.offset == start {
            return Err(self.error("a number, `*`, `^`, `v` or `{`"));
        }
        Ok(value)
    }

    /// The options of one player, separated by commas; possibly none.
    fn options(&mut self, store: &mut ValueStore) -> Result<Vec<GameValue>, ParseGameError> {
        let mut options = Vec::new();
        self.skip_spaces();
        if self.text[self.offset..].starts_with(['|', '}']) {
            return Ok(options);
        }
        loop {
            options.push(self.game(store)?);
            if !self.eat(',') {
                return Ok(options);
            }
        }
    }

    /// `^` or `v` with an optional multiple, if there is one: the multiple of up, negative for `v`.
    fn multiple_of_up(&mut self) -> Result<Option<i32>, ParseGameError> {
        let sign = if self.eat('^') {
            1
        } else if self.eat('v') {
            -1
        } else {
            return Ok(None);
        };
        Ok(Some(sign * self.coefficient()?.cast_signed()))
    }

    /// A dyadic rational, if there is one.
    fn number(&mut self) -> Result<Option<Dyadic>, ParseGameError> {
        self.skip_spaces();
        let is_negative = self.eat('-');
        let Some(numerator) = self.integer()? else {
            return if is_negative {
                Err(self.error("a digit"))
            } else {
                Ok(None)
            };
        };
        let mut exponent = 0;
        if self.eat('/') {
            let denominator = self
                .integer()?
                .filter(|denominator| denominator.is_power_of_two());
            exponent = denominator
                .ok_or_else(|| self.error("a power of two"))?
                .trailing_zeros();
        }
        if numerator >> exponent > MAX_INTEGER {
            return Err(self.error("a number up to 1000"));
        }
        let numerator = i64::from(numerator) * if is_negative { -1 } else { 1 };
        Ok(Dyadic::new(numerator, exponent))
    }
}
