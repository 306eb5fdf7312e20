//! How a recorded game ended, written as SGF writes it: `B+R`, `W+T`, `B+3.5`, `W+`.

use std::fmt;
use std::str::FromStr;

use game::Color;
use thiserror::Error;

use super::error::excerpt;

/// The result that a record states; nobody checks it against the final position.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum GameResult {
    /// Not stated, or the game is not finished.
    #[default]
    Unknown,
    /// One player won.
    Win {
        /// Who.
        winner: Color,
        /// And how.
        manner: Manner,
    },
}

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Manner {
    /// By the rules, or it is not said.
    #[default]
    Plain,
    /// By so many points: the moves that the winner had left.
    Margin(f64),
    /// The other player resigned.
    Resignation,
    /// The other player ran out of time.
    Time,
    /// The other player forfeited.
    Forfeit,
}

/// Why a text is no result.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} is not a result: results look like B+, W+R or B+T")]
pub struct NotAResult(pub String);

impl GameResult {
    /// A win without a word on how.
    #[must_use]
    pub const fn plain(winner: Color) -> Self {
        Self::won(winner, Manner::Plain)
    }

    /// A win in a certain manner.
    #[must_use]
    pub const fn won(winner: Color, manner: Manner) -> Self {
        Self::Win { winner, manner }
    }

    /// The winner, if the record names one.
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
        let Self::Win { winner, manner } = *self else {
            return f.write_str("?");
        };
        f.write_str(match winner {
            Color::Black => "B+",
            Color::White => "W+",
        })?;
        match manner {
            Manner::Plain => Ok(()),
            Manner::Margin(points) => write!(f, "{points}"),
            Manner::Resignation => f.write_str("R"),
            Manner::Time => f.write_str("T"),
            Manner::Forfeit => f.write_str("F"),
        }
    }
}

/// Reads what [`Display`](fmt::Display) writes, and SGF's long forms such as `W+Resign`.
impl FromStr for GameResult {
    type Err = NotAResult;

    fn from_str(text: &str) -> Result<Self, NotAResult> {
        let not_a_result = || NotAResult(excerpt(text));
        if text == "?" {
            return Ok(Self::Unknown);
        }
        let (winner, manner) = text.split_once('+').ok_or_else(not_a_result)?;
        let winner = match winner {
            "B" | "b" => Color::Black,
            "W" | "w" => Color::White,
            _ => return Err(not_a_result()),
        };
        let manner = match manner.to_ascii_lowercase().as_str() {
            "" => Manner::Plain,
            "r" | "resign" => Manner::Resignation,
            "t" | "time" => Manner::Time,
            "f" | "forfeit" => Manner::Forfeit,
            points => decimal(points)
                .filter(|points| *points >= 0.0)
                .map(Manner::Margin)
                .ok_or_else(not_a_result)?,
        };
        Ok(Self::Win { winner, manner })
    }
}

/// Reads a finite number in plain decimal notation.
pub(super) fn decimal(text: &str) -> Option<f64> {
    let is_plain = |byte: u8| byte.is_ascii_digit() || b"+-.".contains(&byte);
    let value: f64 = text.bytes().all(is_plain).then(|| text.parse().ok())??;
    // Adding zero turns −0 into 0, which prints without a sign.
    value.is_finite().then_some(value + 0.0)
}

/// Writes a finite number so that [`decimal`] reads the same one: with two digits behind the
/// point, as the servers do, unless it needs more.
pub(super) fn write_decimal(value: f64) -> String {
    let short = format!("{value:.2}");
    if decimal(&short) == Some(value) {
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
            Ok(GameResult::won(Color::White, Manner::Resignation))
        );
    }

    #[test]
    fn what_is_no_result_is_refused() {
        for text in [
            "", "B", "+R", "0", "Draw", "B+-3", "B+inf", "B+nan", "B+1e5", "X+R", "B+é",
        ] {
            assert_eq!(
                text.parse::<GameResult>(),
                Err(NotAResult(text.to_owned())),
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
            assert_eq!(decimal(text), Some(value));
        }
        assert_eq!(decimal("-0").map(f64::is_sign_positive), Some(true));
    }
}
