//! A game between players with and without a book.

use amazons::Position;
use engine::RandomNumbers;
use game::Game;
use serde::{Deserialize, Serialize};

use super::side::{Knows, Play, Side};
use crate::experiment::Failure;

/// How a game ended.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Played {
    /// Whether the player won whose game it is.
    pub(super) won: bool,
    /// That player's moves that came from a book.
    pub(super) from_book: u32,
}

/// Plays a game of somebody who knows that much of openings, against the same engine without a book.
pub(super) fn game(
    play: &Play,
    start: &Position,
    knows: Knows<'_>,
    is_first: bool,
    numbers: &mut RandomNumbers,
) -> Result<Played, Failure> {
    let mut with = Side::new(play, knows, numbers.next_bits())?;
    let mut without = Side::new(play, Knows::Nothing, numbers.next_bits())?;
    let mut position = *start;
    let first = position.to_move();
    let mut from_book = 0;
    for ply in 0.. {
        if let Some(outcome) = position.proven_outcome() {
            let won = (outcome.winner() == Some(first)) == is_first;
            return Ok(Played { won, from_book });
        }
        let is_ours = (ply % 2 == 0) == is_first;
        let known = is_ours.then(|| with.known_move(&position)).flatten();
        from_book += u32::from(known.is_some());
        let side = if is_ours { &mut with } else { &mut without };
        let mv = match known {
            Some(mv) => mv,
            None => side.think(&position, ply, numbers)?,
        };
        position.play(mv);
    }
    Err("no game goes on for ever".into())
}
