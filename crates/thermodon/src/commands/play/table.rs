//! The table that a game is played on: the moves so far, and where they led.

use amazons::records::{self, Format, IllegalPly, Record};
use amazons::{IllegalMove, Move, Position};

/// A game in progress.
pub struct Table {
    start: Position,
    played: Vec<(Move, Position)>,
}

impl Table {
    /// A new game from a position.
    pub fn new(start: Position) -> Self {
        Self {
            start,
            played: Vec::new(),
        }
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        self.played
            .last()
            .map_or(&self.start, |(_, position)| position)
    }

    /// The move that was played last.
    pub fn last_move(&self) -> Option<Move> {
        self.played.last().map(|&(mv, _)| mv)
    }

    /// How many moves were played.
    pub fn plies(&self) -> usize {
        self.played.len()
    }

    /// Plays a move.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let next = self.position().after(mv)?;
        self.played.push((mv, next));
        Ok(())
    }

    /// Takes moves back until `is_turn` holds of the position; changes nothing if that never
    /// happens.
    pub fn take_back_to(&mut self, is_turn: impl Fn(&Position) -> bool) -> bool {
        let before = |index: usize| match index.checked_sub(1) {
            Some(previous) => &self.played[previous].1,
            None => &self.start,
        };
        let kept = (0..self.played.len())
            .rev()
            .find(|&index| is_turn(before(index)));
        if let Some(kept) = kept {
            self.played.truncate(kept);
        }
        kept.is_some()
    }

    /// Puts everything back to the start.
    pub fn clear(&mut self) {
        self.played.clear();
    }

    /// The game as text in some notation.
    pub fn record(&self, format: Format) -> Result<String, IllegalPly> {
        let moves = self.played.iter().map(|&(mv, _)| mv);
        Ok(records::write(
            &Record::from_moves(self.start, moves)?,
            format,
        ))
    }
}
