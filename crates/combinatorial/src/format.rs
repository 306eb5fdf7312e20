//! Formats values: `5`, `-3/4`, `*`, `1*2`, `^`, `v2*`, `{2|0}`, `{1,{2|0}|-1}`.

use crate::dyadic::Dyadic;
use crate::interner::{GameValue, Player};
use crate::store::ValueStore;

impl ValueStore {
    /// The value as text.
    #[must_use]
    pub fn format(&self, value: GameValue) -> String {
        self.format_limited(value, usize::MAX).unwrap_or_default()
    }

    /// The value as text; `None` if it has more than `max_len` bytes. Shared options are repeated
    /// in the text, so it can be exponentially larger than the canonical form.
    #[must_use]
    pub fn format_limited(&self, value: GameValue, max_len: usize) -> Option<String> {
        let mut text = String::new();
        self.write(value, max_len, &mut text)?;
        (text.len() <= max_len).then_some(text)
    }

    fn write(&self, value: GameValue, max_len: usize, text: &mut String) -> Option<()> {
        if let Some((number, nimber)) = self.as_number_plus_nimber(value) {
            if number != Dyadic::ZERO || nimber == 0 {
                text.push_str(&number.to_string());
            }
            match nimber {
                0 => {}
                1 => text.push('*'),
                _ => text.push_str(&format!("*{nimber}")),
            }
        } else if let Some((ups, star)) = self.as_ups_and_star(value) {
            text.push(if ups > 0 { '^' } else { 'v' });
            if ups.abs() > 1 {
                text.push_str(&ups.abs().to_string());
            }
            if star {
                text.push('*');
            }
        } else {
            let [left, right] = self.options(value);
            text.push('{');
            self.write_options(left, max_len, text)?;
            text.push('|');
            self.write_options(right, max_len, text)?;
            text.push('}');
        }
        Some(())
    }

    /// Sorts the options by text, which does not depend on the order of interning.
    fn write_options(
        &self,
        options: &[GameValue],
        max_len: usize,
        text: &mut String,
    ) -> Option<()> {
        let mut len_left = max_len.checked_sub(text.len())?;
        let mut written: Vec<String> = Vec::with_capacity(options.len());
        for &option in options {
            let text = self.format_limited(option, len_left)?;
            len_left -= text.len();
            written.push(text);
        }
        written.sort_unstable();
        text.push_str(&written.join(","));
        Some(())
    }

    fn options(&self, value: GameValue) -> [&[GameValue]; 2] {
        Player::BOTH.map(|player| self.forms().options(value, player))
    }

    /// The number and the nimber that add up to the value, if there are such.
    fn as_number_plus_nimber(&self, value: GameValue) -> Option<(Dyadic, usize)> {
        if let Some(number) = self.forms().as_number(value) {
            return Some((number, 0));
        }
        let [left, right] = self.options(value);
        if left != right {
            return None;
        }
        // The options of x + *n are x + *0 to x + *(n − 1). The last one is the largest, since options
        // are interned before the values that they belong to.
        let (&largest, smaller) = left.split_last()?;
        let (number, nimber) = self.as_number_plus_nimber(largest)?;
        let expected = match nimber {
            0 => &[],
            _ => self.forms().options(largest, Player::Left),
        };
        (smaller == expected).then_some((number, nimber + 1))
    }

    /// The number of ups (negative for downs) and whether there is a star.
    fn as_ups_and_star(&self, value: GameValue) -> Option<(i32, bool)> {
        self.as_positive_ups(value).or_else(|| {
            let (downs, star) = self.as_positive_ups(self.negative(value))?;
            Some((-downs, star))
        })
    }

    /// Like [`as_ups_and_star`](Self::as_ups_and_star), for ups only.
    fn as_positive_ups(&self, value: GameValue) -> Option<(i32, bool)> {
        let is_star = |value| self.as_number_plus_nimber(value) == Some((Dyadic::ZERO, 1));
        let [left, right] = self.options(value);
        match (left, right) {
            ([GameValue::ZERO], &[right]) if is_star(right) => Some((1, false)),
            ([GameValue::ZERO, star] | [star, GameValue::ZERO], [GameValue::ZERO])
                if is_star(*star) =>
            {
                Some((1, true))
            }
            ([GameValue::ZERO], &[right]) => {
                let (ups, star) = self.as_positive_ups(right)?;
                Some((ups + 1, !star))
            }
            _ => None,
        }
    }
}
