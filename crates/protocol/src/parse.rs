//! Numbers from an untrusted source.

use std::time::Duration;

use thiserror::Error;

/// Maximum search time; longer ones are reduced to it.
pub const MAX_SEARCH_TIME: Duration = Duration::from_hours(7 * 24);

/// Parses an integer; `None` if the text is not one. Numbers that are too large become `u64::MAX`.
/// Negative ones, which clocks show when a player is out of time, become 0.
#[must_use]
pub fn parse_u64_saturating(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if digits.len() < text.len() {
        return Some(0);
    }
    Some(digits.parse().unwrap_or(u64::MAX))
}

/// Converts to 32 bits; larger numbers become `u32::MAX`.
#[must_use]
pub fn saturating_u32(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Why a token of a command such as `go depth 5` has no number.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum TokenError {
    #[error("{0} must be followed by an integer")]
    NumberMissing(String),
    #[error("{token} must be followed by an integer, not {found:?}")]
    NotANumber { token: String, found: String },
}

/// Parses the number after a token and removes it from the remaining words.
pub(super) fn number_after(token: &str, words: &mut &[&str]) -> Result<u64, TokenError> {
    let [found, rest @ ..] = *words else {
        return Err(TokenError::NumberMissing(token.to_owned()));
    };
    *words = rest;
    parse_u64_saturating(found).ok_or_else(|| TokenError::NotANumber {
        token: token.to_owned(),
        found: (*found).to_owned(),
    })
}

/// A number of milliseconds, at most [`MAX_SEARCH_TIME`].
pub(super) fn millis(count: u64) -> Duration {
    Duration::from_millis(count).min(MAX_SEARCH_TIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_saturate_and_other_text_is_rejected() {
        for (text, number) in [
            ("0", 0),
            ("42", 42),
            ("007", 7),
            ("-3", 0),
            ("18446744073709551615", u64::MAX),
            ("99999999999999999999999999", u64::MAX),
            ("-99999999999999999999999999", 0),
        ] {
            assert_eq!(parse_u64_saturating(text), Some(number), "{text}");
        }
        for text in ["", "-", "--1", "+1", "1.5", "1e3", "0x10", " 1", "٣"] {
            assert_eq!(parse_u64_saturating(text), None, "{text}");
        }
        assert_eq!(saturating_u32(5), 5);
        assert_eq!(saturating_u32(1 << 32), u32::MAX);
    }
}
