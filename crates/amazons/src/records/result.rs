//! Results in SGF notation: `B+R`, `W+T`, `B+3.5`, `W+`.

use std::fmt;
use std::str::FromStr;

use game::Color;
use thiserror::Error;

use super::error::excerpt;
use super::property::color_name;

/// Result as written in a record; not checked against the final position.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum GameResult {
    /// Unknown or unfinished.
    #[default]
    Unknown,
    /// A win.
    Win {
        /// The winner.
        winner: Color,
        /// How the game was won.
        reason: WinReason,
    },
}

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum WinReason {
    /// By the rules, or unknown.
    #[default]
    Unspecified,
    /// By this many points: the winner's remaining moves.
    Margin(f64),
    /// The opponent resigned.
    Resignation,
    /// The opponent ran out of time.
    Time,
    /// The opponent forfeited.
    Forfeit,
}

/// Error of parsing a [`GameResult`]; holds the text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("invalid result {0:?}: expected e.g. B+, W+R or B+T")]
pub struct ParseResultError(pub String);

impl GameResult {
    /// A win for an unspecified reason.
    #[must_use]
    pub const fn win(winner: Color) -> Self {
        Self::win_by(winner, WinReason::Unspecified)
    }

    /// A win for this reason.
    #[must_use]
    pub const fn win_by(winner: Color, reason: WinReason) -> Self {
        Self::Win { winner, reason }
    }

    /// The winner, if known.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Unknown => None,
            Self::Win { winner, .. } => Some(winner),
        }
    }
}

/// `B+R` for a resignation, `B+T` for time, `B+F` for a forfeit, `B+3.5` for a margin, `B+`
/// otherwise, `?` for an unknown result.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Win { winner, reason } = *self else {
            return f.write_str("?");
        };
        write!(f, "{}+", color_name(winner))?;
        match reason {
            WinReason::Unspecified => Ok(()),
            WinReason::Margin(points) => write!(f, "{points}"),
            WinReason::Resignation => f.write_str("R"),
            WinReason::Time => f.write_str("T"),
            WinReason::Forfeit => f.write_str("F"),
        }
    }
}

/// Parses what [`Display`](fmt::Display) writes, and long forms of SGF such as `W+Resign`.
impl FromStr for GameResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<Self, ParseResultError> {
        let invalid = || ParseResultError(excerpt(text));
        if text == "?" {
            return Ok(Self::Unknown);
        }
        let (winner, reason) = text.split_once('+').ok_or_else(invalid)?;
        let winner = match winner {
            "B" | "b" => Color::Black,
            "W" | "w" => Color::White,
            _ => return Err(invalid()),
        };
        let reason = match reason.to_ascii_lowercase().as_str() {
            "" => WinReason::Unspecified,
            "r" | "resign" => WinReason::Resignation,
            "t" | "time" => WinReason::Time,
            "f" | "forfeit" => WinReason::Forfeit,
            points => parse_decimal(points)
                .filter(|points| *points >= 0.0)
                .map(WinReason::Margin)
                .ok_or_else(invalid)?,
        };
        Ok(Self::Win { winner, reason })
    }
}

/// Parses a finite number in decimal notation without exponent.
pub(super) fn parse_decimal(text: &str) -> Option<f64> {
    let is_plain = |byte: u8| byte.is_ascii_digit() || b"+-.".contains(&byte);
    let value: f64 = text.bytes().all(is_plain).then(|| text.parse().ok())??;
    // Adding 0 turns −0 into 0, which prints without a sign.
    value.is_finite().then_some(value + 0.0)
}

/// Writes a finite number that [`parse_decimal`] reads back: with two decimals, as servers do,
/// unless it needs more.
pub(super) fn write_decimal(value: f64) -> String {
    let short = format!("{value:.2}");
    if parse_decimal(&short) == Some(value) {
        short
    } else {
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_round_trip() {
        for text in ["?", "B+", "W+", "B+R", "W+T", "B+F", "W+3.5", "B+0"] {
            assert_eq!(text.parse::<GameResult>().unwrap().to_string(), text);
        }
        assert_eq!(
            "w+Resign".parse(),
            Ok(GameResult::win_by(Color::White, WinReason::Resignation))
        );
    }

    #[test]
    fn invalid_results_are_rejected() {
        for text in [
            "", "B", "+R", "0", "Draw", "B+-3", "B+inf", "B+nan", "B+1e5", "X+R", "B+é",
        ] {
            assert_eq!(
                text.parse::<GameResult>(),
                Err(ParseResultError(text.to_owned())),
                "{text}"
            );
        }
        assert!(
            format!("B+{}", "9".repeat(400))
                .parse::<GameResult>()
                .is_err()
        );
    }

    #[test]
    fn decimals_are_short_but_exact() {
        for (value, text) in [
            (5.04, "5.04"),
            (-3.0, "-3.00"),
            (0.125, "0.125"),
            (0.0, "0.00"),
        ] {
            assert_eq!(write_decimal(value), text);
            assert_eq!(parse_decimal(text), Some(value));
        }
        assert_eq!(parse_decimal("-0").map(f64::is_sign_positive), Some(true));
    }
}
