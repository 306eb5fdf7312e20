//! The game that a GTP conversation is about: a start and the moves since.

use amazons::records::{GameResult, IllegalPly, Record};
use amazons::{Color, Game, IllegalMove, Move, Outcome, Position};

/// A move and the position that it was played in, as it was before anybody was named to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ply {
    before: Position,
    mover: Color,
    mv: Move,
}

/// A start and the moves since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct History {
    start: Position,
    plies: Vec<Ply>,
    position: Position,
}

impl History {
    pub(super) fn new(start: Position) -> Self {
        Self {
            start,
            plies: Vec::new(),
            position: start,
        }
    }

    /// The position reached.
    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a move of that player, whoever's turn it is.
    pub(super) fn play(&mut self, mover: Color, mv: Move) -> Result<(), IllegalMove> {
        let after = self.position.with_to_move(mover).after(mv)?;
        self.plies.push(Ply {
            before: self.position,
            mover,
            mv,
        });
        self.position = after;
        Ok(())
    }

    /// Takes back the last move, if there is one.
    pub(super) fn undo(&mut self) -> Option<()> {
        self.position = self.plies.pop()?.before;
        Some(())
    }

    /// The game as a record, which exists only if the players moved in turn.
    pub(super) fn record(&self) -> Result<Record, IllegalPly> {
        let first_mover = self.plies.first().map(|ply| ply.mover);
        let start = self
            .start
            .with_to_move(first_mover.unwrap_or(self.start.to_move()));
        let mut record = Record::from_moves(start, self.plies.iter().map(|ply| ply.mv))?;
        if let Some(winner) = self.position.outcome().and_then(Outcome::winner) {
            record.info.result = GameResult::plain(winner);
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
        let mut game = History::new(start);
        let [black, white] = ["d10-d4/g4", "d1-d3/d1"].map(|text| text.parse().unwrap());
        game.play(Color::Black, black).unwrap();
        assert_eq!(game.position().to_move(), Color::White);
        let record = game.record().unwrap();
        assert_eq!(*record.start(), start.with_to_move(Color::Black));
        assert_eq!(record.main_line().collect::<Vec<_>>(), [black]);
        game.play(Color::White, white).unwrap();
        assert_eq!(game.record().unwrap().main_line().count(), 2);
        game.play(Color::White, "g1-g2/g1".parse().unwrap())
            .unwrap();
        assert_eq!(game.record().unwrap_err().ply, 3);
        for _ in 0..3 {
            game.undo().unwrap();
        }
        assert_eq!(game, History::new(start));
        assert_eq!(game.undo(), None);
    }

    #[test]
    fn a_move_of_the_other_player_is_illegal_and_changes_nothing() {
        let mut game = History::new(Position::standard_start());
        let before = game.clone();
        assert!(
            game.play(Color::Black, "d1-d3/d1".parse().unwrap())
                .is_err()
        );
        assert_eq!(game, before);
    }
}
