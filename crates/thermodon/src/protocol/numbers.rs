//! Numbers from a source that is not to be trusted.

use std::time::Duration;

/// The longest time that is taken at its word.
pub const LONGEST_TIME: Duration = Duration::from_hours(7 * 24);

/// Reads a whole number; `None` if the text is none. One too large is as good as the largest, and
/// one below zero, as clocks have them once a player is out of time, as good as zero.
#[must_use]
pub fn whole_number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if digits.len() < text.len() {
        return Some(0);
    }
    Some(digits.parse().unwrap_or(u64::MAX))
}

/// The same for numbers that are counted in 32 bits.
#[must_use]
pub fn clamped(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_clamped_and_nothing_else_is_a_number() {
        for (text, number) in [
            ("0", 0),
            ("42", 42),
            ("007", 7),
            ("-3", 0),
            ("18446744073709551615", u64::MAX),
            ("99999999999999999999999999", u64::MAX),
            ("-99999999999999999999999999", 0),
        ] {
            assert_eq!(whole_number(text), Some(number), "{text}");
        }
        for text in ["", "-", "--1", "+1", "1.5", "1e3", "0x10", " 1", "٣"] {
            assert_eq!(whole_number(text), None, "{text}");
        }
        assert_eq!(clamped(5), 5);
        assert_eq!(clamped(1 << 32), u32::MAX);
    }
}
