//! Games of Shogi between searchers.

use search::{SearchLimits, Searcher, StopSignal};
use shogi::{Evaluation, Move, Position};

use crate::games::{MatchScore, MoveChooser, play_pair};
use crate::prelude::*;

/// A value in pawns.
pub(crate) fn pawns(millilogits: i32) -> f64 {
    f64::from(millilogits) / f64::from(Evaluation::PAWN_MILLILOGITS)
}

/// A searcher as a player.
pub(crate) fn player(
    mut searcher: impl Searcher<Position> + 'static,
    limits: SearchLimits<Move>,
) -> MoveChooser<Position> {
    Box::new(move |position| {
        let result = searcher.search(position, &limits, &StopSignal::new(), &mut |_| {});
        let mv = result.best_move().ok_or("there is no move")?;
        Ok((mv, result.ponder_move()))
    })
}

/// Plays two games from an opening with colors swapped; they are drawn after `max_plies`.
pub(crate) fn play_shogi_pair(
    start: &Position,
    max_plies: usize,
    new_players: impl Fn() -> [MoveChooser<Position>; 2],
) -> Result<MatchScore, BoxError> {
    let max_plies = max_plies.saturating_sub(start.plies());
    play_pair(start, max_plies, || Ok(new_players()))
}
