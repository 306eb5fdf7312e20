//! SGF properties that are preserved but not interpreted, and escaping of values.

use std::fmt;

use game::Color;
use thiserror::Error;

use super::error::excerpt;

/// A property such as `GN[Final]`, preserved as it was read.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Property {
    name: String,
    /// Still escaped: whether a colon is escaped matters to some properties.
    values: Vec<String>,
}

/// Error of naming a [`Property`]; holds the text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("invalid property name {0:?}: expected a capital letter, then capital letters and digits")]
pub struct InvalidPropertyNameError(pub String);

impl Property {
    /// A property with these values, which are escaped.
    ///
    /// # Errors
    /// If the name is not a capital letter followed by capital letters and digits.
    pub fn new(
        name: &str,
        texts: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Self, InvalidPropertyNameError> {
        let is_name = name.starts_with(|first: char| first.is_ascii_uppercase())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        if !is_name {
            return Err(InvalidPropertyNameError(excerpt(name)));
        }
        let values = texts.into_iter().map(|text| escape(text.as_ref()));
        Ok(Self::raw(name.to_owned(), values.collect()))
    }

    /// A property with escaped values.
    pub(super) fn raw(name: String, values: Vec<String>) -> Self {
        Self { name, values }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The unescaped values.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        self.values.iter().map(|value| unescape(value))
    }

    /// The escaped values.
    pub(super) fn raw_values(&self) -> &[String] {
        &self.values
    }
}

/// `GN[Final]`, with brackets around each value.
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

/// Tracks interpreted properties that may occur once; repeats are ignored.
#[derive(Debug, Default)]
pub(super) struct SeenProperties {
    seen: [bool; Self::NAMES.len()],
}

impl SeenProperties {
    const NAMES: [&str; 9] = ["PB", "PW", "DT", "EV", "PC", "RU", "RE", "V", "TU"];

    /// Whether the property may occur once and was seen before; marks it as seen.
    pub fn is_repeated(&mut self, name: &str) -> bool {
        match Self::NAMES.iter().position(|&single| single == name) {
            Some(index) => std::mem::replace(&mut self.seen[index], true),
            None => false,
        }
    }
}

/// The color of a property such as `B[…]`.
pub(super) fn color_from_name(name: &str) -> Option<Color> {
    match name {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// The property name of a color: `B` or `W`.
pub(super) fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Escapes a text as a property value.
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

/// The text of a property value: a backslash escapes the next character or removes a line break;
/// every kind of line break becomes `\n`.
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
        // CR LF and LF CR are one line break.
        let partner = if character == '\n' { '\r' } else { '\n' };
        rest.next_if_eq(&partner);
        if !escaped {
            text.push('\n');
        }
    }
    text
}

/// Like [`unescape`], with line breaks replaced by spaces and trimmed.
pub(super) fn unescape_line(value: &str) -> String {
    unescape(value).replace('\n', " ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn escapes_and_line_breaks_are_unescaped() {
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
    fn invalid_names_are_rejected() {
        for name in ["", "b", "B[", "1A", "É", "A B"] {
            assert_eq!(
                Property::new(name, ["x"]),
                Err(InvalidPropertyNameError(name.to_owned()))
            );
        }
    }

    proptest! {
        #[test]
        fn escaping_round_trips(text in "[^\r]{0,40}") {
            prop_assert_eq!(unescape(&escape(&text)), text);
        }
    }
}
