//! Properties that no form here gives a meaning to, and the escaping of texts in brackets.

use std::fmt;

use thiserror::Error;

use super::error::excerpt;

/// A property such as `GN[Final]`, kept as it was read so that it can be written again.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Property {
    name: String,
    /// As they stand between the brackets: what is escaped stays escaped, for the meaning of a
    /// colon depends on it in ways only those who know the property can tell.
    values: Vec<String>,
}

/// Why a text cannot name a property.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} cannot name a property: names are capital letters and digits, a letter first")]
pub struct NotAPropertyName(pub String);

impl Property {
    /// A property with any texts for values.
    ///
    /// # Errors
    /// If the name is not made of capital letters and digits.
    pub fn new(
        name: &str,
        texts: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Self, NotAPropertyName> {
        let is_name = name.starts_with(|first: char| first.is_ascii_uppercase())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        if !is_name {
            return Err(NotAPropertyName(excerpt(name)));
        }
        let values = texts.into_iter().map(|text| escape(text.as_ref()));
        Ok(Self::raw(name.to_owned(), values.collect()))
    }

    /// A property as a parser met it.
    pub(super) fn raw(name: String, values: Vec<String>) -> Self {
        Self { name, values }
    }

    /// Its name, in capital letters.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its values, without the escapes.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        self.values.iter().map(|value| unescape(value))
    }

    /// Its values as they stand between the brackets.
    pub(super) fn raw_values(&self) -> &[String] {
        &self.values
    }
}

/// `GN[Final]`, with one pair of brackets for every value.
impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.values.is_empty() {
            return f.write_str("[]");
        }
        self.values
            .iter()
            .try_for_each(|value| write!(f, "[{value}]"))
    }
}

/// Properties with a meaning that may be told once; told again they are ignored, as it should not
/// happen and the first is as good as the second.
#[derive(Debug, Default)]
pub(super) struct Once {
    seen: [bool; Self::NAMES.len()],
}

impl Once {
    const NAMES: [&str; 9] = ["PB", "PW", "DT", "EV", "PC", "RU", "RE", "V", "TU"];

    /// Whether a property of that name is one of these and was there before.
    pub fn is_again(&mut self, name: &str) -> bool {
        match Self::NAMES.iter().position(|&once| once == name) {
            Some(index) => std::mem::replace(&mut self.seen[index], true),
            None => false,
        }
    }
}

/// A text as it may stand between brackets.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, ']' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// The text that stands between brackets: a backslash makes the next character plain, or takes
/// back the line break after it; every kind of line break becomes `\n`.
pub(super) fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut rest = value.chars().peekable();
    while let Some(character) = rest.next() {
        let (escaped, character) = match character {
            '\\' => match rest.next() {
                Some(next) => (true, next),
                None => break,
            },
            other => (false, other),
        };
        if !matches!(character, '\n' | '\r') {
            text.push(character);
            continue;
        }
        // A carriage return and a line feed, in either order, are one break.
        let partner = if character == '\n' { '\r' } else { '\n' };
        rest.next_if_eq(&partner);
        if !escaped {
            text.push('\n');
        }
    }
    text
}

/// A text for one line: line breaks are spaces.
pub(super) fn unescape_line(value: &str) -> String {
    unescape(value).replace('\n', " ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn escapes_and_line_breaks_are_read() {
        assert_eq!(unescape(r"a\]b\\c\:d\e"), r"a]b\c:de");
        assert_eq!(unescape("one\\\ntwo\\\r\nthree"), "onetwothree");
        assert_eq!(
            unescape("one\r\ntwo\rthree\n\rfour"),
            "one\ntwo\nthree\nfour"
        );
        assert_eq!(unescape("end\\"), "end");
        assert_eq!(unescape_line(" Ada\nLovelace "), "Ada Lovelace");
    }

    #[test]
    fn properties_print_with_escapes() {
        let property = Property::new("LB", ["dj:a]", "gj:b"]).unwrap();
        assert_eq!(property.to_string(), r"LB[dj:a\]][gj:b]");
        assert_eq!(property.texts().collect::<Vec<_>>(), ["dj:a]", "gj:b"]);
        let none: [&str; 0] = [];
        assert_eq!(Property::new("DO", none).unwrap().to_string(), "DO[]");
    }

    #[test]
    fn bad_names_are_refused() {
        for name in ["", "b", "B[", "1A", "É", "A B"] {
            assert_eq!(
                Property::new(name, ["x"]),
                Err(NotAPropertyName(name.to_owned()))
            );
        }
    }

    proptest! {
        #[test]
        fn any_text_survives_escaping(text in "[^\r]{0,40}") {
            prop_assert_eq!(unescape(&escape(&text)), text);
        }
    }
}
