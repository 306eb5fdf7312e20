//! A game in progress with undo, for the terminal and GTP.

use amazons::records::{GameResult, IllegalLineError, Record};
use amazons::{Color, Game, IllegalMoveError, Move, Outcome, Position};

/// A move, who played it, and the position before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PlayedMove {
    /// Its side to move is not `mover` if the move was played out of turn.
    before: Position,
    mover: Color,
    mv: Move,
}

/// A start position, the moves played from it and the current position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameHistory {
    start: Position,
    moves: Vec<PlayedMove>,
    position: Position,
}

impl GameHistory {
    /// A game without moves.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            start,
            moves: Vec::new(),
            position: start,
        }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The last move played.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.moves.last().map(|played| played.mv)
    }

    /// Number of moves played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a move of the side to move.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMoveError> {
        self.play_as(self.position.to_move(), mv)
    }

    /// Plays a move of `mover`, who need not be the side to move.
    pub fn play_as(&mut self, mover: Color, mv: Move) -> Result<(), IllegalMoveError> {
        let after = self.position.with_to_move(mover).after(mv)?;
        self.moves.push(PlayedMove {
            before: self.position,
            mover,
            mv,
        });
        self.position = after;
        Ok(())
    }

    /// Takes back the last move; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.undo_until(|_| true)
    }

    /// Takes back one or more moves, until the position satisfies `predicate`. If no earlier
    /// position does, changes nothing and returns `false`.
    pub fn undo_until(&mut self, predicate: impl Fn(&Position) -> bool) -> bool {
        let target = self
            .moves
            .iter()
            .rposition(|played| predicate(&played.before));
        if let Some(index) = target {
            self.position = self.moves[index].before;
            self.moves.truncate(index);
        }
        target.is_some()
    }

    /// Goes back to the start position.
    pub fn reset(&mut self) {
        *self = Self::new(self.start);
    }

    /// The game as a record, with its result if it is over. Whoever played the first move is to
    /// move at the start; fails if a later move was played out of turn.
    pub fn record(&self) -> Result<Record, IllegalLineError> {
        let first_mover = self.moves.first().map(|played| played.mover);
        let start = self
            .start
            .with_to_move(first_mover.unwrap_or(self.start.to_move()));
        let mut record = Record::from_moves(start, self.moves.iter().map(|played| played.mv))?;
        if let Some(winner) = self.position.outcome().and_then(Outcome::winner) {
            record.info.result = GameResult::win(winner);
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn out_of_turn_moves_are_played_and_taken_back() {
        let start = Position::standard_start();
        let mut game = GameHistory::new(start);
        let [black, white] = ["d10-d4/g4", "d1-d3/d1"].map(|text| text.parse().unwrap());
        game.play_as(Color::Black, black).unwrap();
        assert_eq!(game.position().to_move(), Color::White);
        let record = game.record().unwrap();
        assert_eq!(*record.start(), start.with_to_move(Color::Black));
        assert_eq!(record.main_line().collect::<Vec<_>>(), [black]);
        game.play(white).unwrap();
        assert_eq!(game.record().unwrap().main_line().count(), 2);
        game.play_as(Color::White, "g1-g2/g1".parse().unwrap())
            .unwrap();
        assert_eq!(game.record().unwrap_err().ply, 3);
        for _ in 0..3 {
            assert!(game.undo());
        }
        assert_eq!(game, GameHistory::new(start));
        assert!(!game.undo());
    }

    #[test]
    fn illegal_moves_change_nothing() {
        let mut game = GameHistory::new(Position::standard_start());
        let before = game.clone();
        let mv = "d1-d3/d1".parse().unwrap();
        assert!(game.play_as(Color::Black, mv).is_err());
        assert_eq!(game, before);
    }
}
