//! How games are written: `5`, `-3/4`, `*`, `1*2`, `^`, `v2*`, `{2|0}`, `{1,{2|0}|-1}`.
//!
//! `*` is `{0|0}`, `*2` is `{0,*|0,*}` and so on; `^` is up, `{0|*}`, `v` its negative, and `^3*` is three ups and a star.

use thiserror::Error;

use crate::forms::Value;
use crate::games::Games;
use crate::number::Number;

/// Why a text is no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text:?} is not a game: {expected} was expected at character {place}")]
pub struct NotAGame {
    text: String,
    expected: &'static str,
    place: usize,
}

/// The largest whole number, nimber and multiple of up that are read: games are as large as their numbers, and larger ones than these a
/// mistake.
const LARGEST: u32 = 1000;
const LARGEST_INFINITESIMAL: u32 = 100;

/// Brackets within brackets that are read; more would be a mistake, and use up the stack.
const DEEPEST: usize = 500;

impl Games {
    /// The game as text.
    #[must_use]
    pub fn show(&self, value: Value) -> String {
        self.show_within(value, usize::MAX).unwrap_or_default()
    }

    /// The game as text of at most so many characters; `None` if that is not enough. The text of a game can be longer than any memory, though the
    /// game is small: options that it has in common are written again and again.
    #[must_use]
    pub fn show_within(&self, value: Value, most: usize) -> Option<String> {
        let mut text = String::new();
        self.write(value, most, &mut text)?;
        (text.len() <= most).then_some(text)
    }

    fn write(&self, value: Value, most: usize, text: &mut String) -> Option<()> {
        if let Some((number, nimber)) = self.as_nimber(value) {
            if number != Number::ZERO || nimber == 0 {
                text.push_str(&number.to_string());
            }
            match nimber {
                0 => {}
                1 => text.push('*'),
                _ => text.push_str(&format!("*{nimber}")),
            }
        } else if let Some((ups, star)) = self.as_ups(value) {
            text.push(if ups > 0 { '^' } else { 'v' });
            if ups.abs() > 1 {
                text.push_str(&ups.abs().to_string());
            }
            if star {
                text.push('*');
            }
        } else {
            text.push('{');
            self.write_options(self.forms().lefts(value), most, text)?;
            text.push('|');
            self.write_options(self.forms().rights(value), most, text)?;
            text.push('}');
        }
        Some(())
    }

    /// In an order that does not depend on what was met before.
    fn write_options(&self, options: &[Value], most: usize, text: &mut String) -> Option<()> {
        let mut room = most.checked_sub(text.len())?;
        let mut written: Vec<String> = Vec::with_capacity(options.len());
        for &option in options {
            let shown = self.show_within(option, room)?;
            room -= shown.len();
            written.push(shown);
        }
        written.sort_unstable();
        text.push_str(&written.join(","));
        Some(())
    }

    /// Which number and which nimber it is the sum of, if it is that.
    fn as_nimber(&self, value: Value) -> Option<(Number, usize)> {
        if let Some(number) = self.forms().as_number(value) {
            return Some((number, 0));
        }
        let (lefts, rights) = (self.forms().lefts(value), self.forms().rights(value));
        if lefts != rights {
            return None;
        }
        let number = self.forms().left_stop(value);
        let mut found = vec![false; lefts.len()];
        for &option in lefts {
            let (of, nimber) = self.as_nimber(option)?;
            if of != number {
                return None;
            }
            *found.get_mut(nimber)? = true;
        }
        found
            .iter()
            .all(|&found| found)
            .then_some((number, lefts.len()))
    }

    /// How many ups it is, and whether a star comes with them.
    fn as_ups(&self, value: Value) -> Option<(i32, bool)> {
        let (lefts, rights) = (self.forms().lefts(value), self.forms().rights(value));
        let is_star = |value| self.as_nimber(value) == Some((Number::ZERO, 1));
        match (lefts, rights) {
            ([Value::ZERO], &[right]) if is_star(right) => Some((1, false)),
            ([Value::ZERO, star] | [star, Value::ZERO], [Value::ZERO]) if is_star(*star) => {
                Some((1, true))
            }
            ([Value::ZERO], &[right]) => match self.as_ups(right)? {
                (ups @ 1.., star) => Some((ups + 1, !star)),
                _ => None,
            },
            (_, [Value::ZERO] | [Value::ZERO, _] | [_, Value::ZERO]) => {
                let negative = self.negative(value);
                let is_down =
                    self.forms().lefts(negative).contains(&Value::ZERO) && negative != value;
                let (ups, star) = is_down.then(|| self.as_upward(negative)).flatten()?;
                Some((-ups, star))
            }
            _ => None,
        }
    }

    /// The same for what can only be ups, not downs.
    fn as_upward(&self, value: Value) -> Option<(i32, bool)> {
        match (self.forms().lefts(value), self.forms().rights(value)) {
            ([Value::ZERO] | [Value::ZERO, _] | [_, Value::ZERO], [_]) => {
                self.as_ups(value).filter(|&(ups, _)| ups > 0)
            }
            _ => None,
        }
    }

    /// Reads a game. What is written need not be canonical: `{0|2}` is 1.
    ///
    /// # Errors
    /// If the text is no game; the error says where it stops being one.
    pub fn parse(&mut self, text: &str) -> Result<Value, NotAGame> {
        let mut reader = Reader {
            text,
            place: 0,
            depth: 0,
        };
        let value = reader.game(self)?;
        reader.skip_spaces();
        if reader.place < text.len() {
            return Err(reader.wrong("the end"));
        }
        Ok(value)
    }

    fn nimber(&mut self, nimber: usize) -> Value {
        let mut smaller: Vec<Value> = Vec::with_capacity(nimber);
        for _ in 0..nimber {
            let next = self.game(&smaller, &smaller);
            smaller.push(next);
        }
        self.game(&smaller, &smaller)
    }

    fn ups(&mut self, ups: i32) -> Value {
        let star = self.nimber(1);
        let up = self.game(&[Value::ZERO], &[star]);
        let one = if ups > 0 { up } else { self.negative(up) };
        (0..ups.abs()).fold(Value::ZERO, |sum, _| self.sum(sum, one))
    }
}

/// A text and how far it was read.
struct Reader<'t> {
    text: &'t str,
    place: usize,
    depth: usize,
}

impl Reader<'_> {
    fn wrong(&self, expected: &'static str) -> NotAGame {
        NotAGame {
            text: self.text.to_owned(),
            expected,
            place: self.text[..self.place].chars().count() + 1,
        }
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.place..];
        self.place += rest.len() - rest.trim_start().len();
    }

    fn next(&mut self, character: char) -> bool {
        self.skip_spaces();
        let is_next = self.text[self.place..].starts_with(character);
        if is_next {
            self.place += character.len_utf8();
        }
        is_next
    }

    /// A number of digits, if there is one.
    fn count(&mut self) -> Result<Option<u32>, NotAGame> {
        let rest = &self.text[self.place..];
        let after = rest.trim_start_matches(|character: char| character.is_ascii_digit());
        let digits = rest.len() - after.len();
        if digits == 0 {
            return Ok(None);
        }
        let count = rest[..digits]
            .parse()
            .map_err(|_| self.wrong("a smaller number"))?;
        self.place += digits;
        Ok(Some(count))
    }

    /// How many stars or ups: one, if nothing is said.
    fn multiple(&mut self) -> Result<u32, NotAGame> {
        match self.count()? {
            None => Ok(1),
            Some(count @ 0..=LARGEST_INFINITESIMAL) => Ok(count),
            Some(_) => Err(self.wrong("a number up to 100")),
        }
    }

    fn game(&mut self, games: &mut Games) -> Result<Value, NotAGame> {
        if self.next('{') {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(self.wrong("a game with fewer brackets"));
            }
            let lefts = self.options(games)?;
            if !self.next('|') {
                return Err(self.wrong("`,` or `|`"));
            }
            let rights = self.options(games)?;
            if !self.next('}') {
                return Err(self.wrong("`,` or `}`"));
            }
            self.depth -= 1;
            return Ok(games.game(&lefts, &rights));
        }
        let begin = self.place;
        let number = self.number()?;
        let mut value = games.number(number.unwrap_or_default());
        if let Some(ups) = self.ups()? {
            let ups = games.ups(ups);
            value = games.sum(value, ups);
        }
        if self.next('*') {
            let nimber = self.multiple()?;
            let nimber = games.nimber(nimber as usize);
            value = games.sum(value, nimber);
        }
        if self.place == begin {
            return Err(self.wrong("a number, `*`, `^`, `v` or `{`"));
        }
        Ok(value)
    }

    fn options(&mut self, games: &mut Games) -> Result<Vec<Value>, NotAGame> {
        let mut options = Vec::new();
        self.skip_spaces();
        if self.text[self.place..].starts_with(['|', '}']) {
            return Ok(options);
        }
        loop {
            options.push(self.game(games)?);
            if !self.next(',') {
                return Ok(options);
            }
        }
    }

    fn ups(&mut self) -> Result<Option<i32>, NotAGame> {
        let sign = if self.next('^') {
            1
        } else if self.next('v') {
            -1
        } else {
            return Ok(None);
        };
        Ok(Some(
            sign * self.count()?.unwrap_or(1).min(100).cast_signed(),
        ))
    }

    fn number(&mut self) -> Result<Option<Number>, NotAGame> {
        self.skip_spaces();
        let is_negative = self.next('-');
        let Some(numerator) = self.count()? else {
            return if is_negative {
                Err(self.wrong("a digit"))
            } else {
                Ok(None)
            };
        };
        let mut digits = 0;
        if self.next('/') {
            let denominator = self
                .count()?
                .filter(|denominator| denominator.is_power_of_two());
            digits = denominator
                .ok_or_else(|| self.wrong("a power of two"))?
                .trailing_zeros();
        }
        if numerator >> digits > LARGEST {
            return Err(self.wrong("a number up to 1000"));
        }
        let numerator = i64::from(numerator) * if is_negative { -1 } else { 1 };
        Ok(Number::fraction(numerator, digits))
    }
}
