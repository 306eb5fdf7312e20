//! Data transfer objects: the JSON of requests and responses, and its OpenAPI schemas.
//!
//! Squares, moves and positions are text: `d1`, `d1-d7/g7`, a FEN. Where a Rust name differs from
//! the JSON name, `#[serde(rename)]` keeps the wire and the stored files as they are.

/// Converts an enum to one with the same variants.
macro_rules! convert_enum {
    ($from:ty => $to:ty: $($variant:ident),+) => {
        impl From<$from> for $to {
            fn from(value: $from) -> Self {
                match value {
                    $(<$from>::$variant => Self::$variant),+
                }
            }
        }
    };
}

pub mod analysis;
pub mod book;
pub mod endgame;
pub mod error;
pub mod external_engine;
pub mod game;
pub mod info;
pub mod lab;
pub mod position;
pub mod review;
pub mod score_lead;
pub mod side;
pub mod tree;

use amazons::Move;

use self::error::ApiError;

/// Moves in the notation `d1-d7/g7`.
pub fn move_strings(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// Rejects a value outside `range`, and NaN.
pub fn check_range<T: PartialOrd + std::fmt::Display>(
    name: &str,
    value: T,
    range: std::ops::RangeInclusive<T>,
) -> Result<(), ApiError> {
    if range.contains(&value) {
        return Ok(());
    }
    let (min, max) = range.into_inner();
    let message = format!("{name} must be from {min} to {max}, not {value}");
    Err(ApiError::bad_request(message))
}
