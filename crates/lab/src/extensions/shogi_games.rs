//! Games of Shogi between searchers.

use game::{Color, Game, Outcome};
use search::{SearchLimits, Searcher, StopSignal};
use shogi::{Evaluation, Move, Position};

use crate::prelude::*;

/// A value in pawns.
pub(crate) fn pawns(millilogits: i32) -> f64 {
    f64::from(millilogits) / f64::from(Evaluation::PAWN_MILLILOGITS)
}

/// A random undecided position after `plies` moves.
pub(crate) fn opening(plies: usize, rng: &mut SplitMix64) -> Position {
    loop {
        let mut position = Position::start();
        for _ in 0..plies {
            let moves = position.moves();
            if let Some(&mv) = moves.get(rng.below(moves.len())) {
                position.play(mv);
            }
        }
        if position.proven_outcome().is_none() {
            return position;
        }
    }
}

/// A searcher with its limits.
pub(crate) struct ShogiPlayer {
    pub(crate) searcher: Box<dyn Searcher<Position>>,
    pub(crate) limits: SearchLimits<Move>,
}

impl ShogiPlayer {
    /// Best move and predicted reply.
    fn choose_move(&mut self, position: &Position) -> Result<(Move, Option<Move>), BoxError> {
        let result = self
            .searcher
            .search(position, &self.limits, &StopSignal::new(), &mut |_| {});
        let mv = result.best_move().ok_or("there is no move")?;
        Ok((mv, result.ponder_move()))
    }
}

/// Plays a game; it is drawn after `max_plies`. `on_move` receives every move and the reply that
/// its player predicts.
pub(crate) fn play(
    start: &Position,
    black: &mut ShogiPlayer,
    white: &mut ShogiPlayer,
    max_plies: usize,
    mut on_move: impl FnMut(&Position, Move, Option<Move>),
) -> Result<Outcome, BoxError> {
    let mut position = start.clone();
    loop {
        if let Some(outcome) = position.proven_outcome() {
            return Ok(outcome);
        }
        if position.plies() >= max_plies {
            return Ok(Outcome::Draw);
        }
        let player = match position.to_move() {
            Color::Black => &mut *black,
            Color::White => &mut *white,
        };
        let (mv, reply) = player.choose_move(&position)?;
        on_move(&position, mv, reply);
        position.play(mv);
    }
}

/// Plays two games from an opening with colors swapped; returns the results for the first player.
pub(super) fn play_pair(
    start: &Position,
    max_plies: usize,
    one: impl Fn() -> ShogiPlayer,
    other: impl Fn() -> ShogiPlayer,
) -> Result<[i32; 2], BoxError> {
    let mut results = [0; 2];
    for (result, color) in results.iter_mut().zip(Color::ALL) {
        let (mut one, mut other) = (one(), other());
        let (black, white) = match color {
            Color::Black => (&mut one, &mut other),
            Color::White => (&mut other, &mut one),
        };
        let outcome = play(start, black, white, max_plies, |_, _, _| {})?;
        *result = outcome.sign_for(color);
    }
    Ok(results)
}
