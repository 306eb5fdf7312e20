//! Games of Shogi between searches.

use engine::RandomNumbers;
use game::{Color, Game, Outcome};
use search::{Limits, Searcher, Signal};
use shogi::{Evaluation, Move, Position};

use crate::experiment::Failure;

/// A value in pawns.
pub(crate) fn pawns(thousandths: i32) -> f64 {
    f64::from(thousandths) / f64::from(Evaluation::PAWN)
}

/// Draws a start in which the game is open: so many random moves.
pub(crate) fn opening(plies: usize, numbers: &mut RandomNumbers) -> Position {
    loop {
        let mut position = Position::start();
        for _ in 0..plies {
            let moves = position.moves();
            if let Some(&mv) = moves.get(numbers.below(moves.len())) {
                position.play(mv);
            }
        }
        if position.proven_outcome().is_none() {
            return position;
        }
    }
}

/// Somebody at the board: a searcher and how far it looks.
pub(crate) struct Side {
    pub(crate) searcher: Box<dyn Searcher<Position>>,
    pub(crate) limits: Limits<Move>,
}

impl Side {
    /// What is played, and the reply that is expected.
    pub(crate) fn choose(&mut self, position: &Position) -> Result<(Move, Option<Move>), Failure> {
        let signal = Signal::new();
        let answer = self
            .searcher
            .search(position, &self.limits, &signal, &mut |_| {});
        let mv = answer.best_move().ok_or("there is no move")?;
        Ok((mv, answer.expected_reply()))
    }
}

/// A game to its end; after so many plies it is drawn. `see` is told every move, and the reply that was expected.
pub(crate) fn play(
    start: &Position,
    black: &mut Side,
    white: &mut Side,
    longest: usize,
    mut see: impl FnMut(&Position, Move, Option<Move>),
) -> Result<Outcome, Failure> {
    let mut position = start.clone();
    loop {
        if let Some(outcome) = position.proven_outcome() {
            return Ok(outcome);
        }
        if position.plies() >= longest {
            return Ok(Outcome::Draw);
        }
        let side = match position.to_move() {
            Color::Black => &mut *black,
            Color::White => &mut *white,
        };
        let (mv, expected) = side.choose(&position)?;
        see(&position, mv, expected);
        position.play(mv);
    }
}
