//! A game of self-play, and its bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | the number of the game in its file, from 0 |
//! | 1 | who won: 0 Black, 1 White |
//! | 1 | the length of the start position's FEN, then the FEN |
//! | 2 | the number of plies |
//!
//! and for each ply
//!
//! | bytes | what |
//! |---|---|
//! | 3 | from, to and arrow, as `11·row + column`, a1 being 0 |
//! | 2 | what the player who moved thought the move worth, in thousandths of the logarithm of the odds; ±30,000 if proven |
//! | 1 | how many moves more of the expected line follow, 3 bytes each |
//!
//! Numbers of several bytes have the lowest one first.

use amazons::{Game, Move, Position, Square};
use engine::Score;
use game::Color;
use thiserror::Error;

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Its number in the file.
    pub number: u32,
    /// Where it began.
    pub start: Position,
    /// What was played.
    pub plies: Vec<Ply>,
    /// Who won, by the rules or proven.
    pub winner: Color,
}

/// A move, and what its player thought of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The logarithm of the odds of the player who moved, in thousandths; ±[`PROVEN`](Self::PROVEN) for a proven
    /// win or loss.
    pub score: i16,
    /// The moves that were expected to follow, as far as they were kept.
    pub line: Vec<Move>,
}

impl Ply {
    /// The score of a proven win; a loss is its negative.
    pub const PROVEN: i16 = 30_000;

    /// The score that stands for an engine's.
    #[must_use]
    pub fn score_of(score: Option<Score>) -> i16 {
        match score {
            Some(Score::Win { .. }) => Self::PROVEN,
            Some(Score::Loss { .. }) => -Self::PROVEN,
            // No estimate is as large as a proof.
            Some(Score::Estimate(thousandths)) => {
                let limit = i32::from(Self::PROVEN) - 1;
                thousandths.clamp(-limit, limit) as i16
            }
            None => 0,
        }
    }
}

/// Why bytes are no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// They end too soon.
    #[error("the game ends in the middle of a number")]
    Short,
    /// There are more of them than the game has.
    #[error("{0} bytes follow after the game")]
    Long(usize),
    /// The start is no position.
    #[error("the start of the game is no position: {0}")]
    Start(String),
    /// Neither player won.
    #[error("the winner is {0}, neither 0 for Black nor 1 for White")]
    Winner(u8),
    /// A move that cannot be played.
    #[error("move {ply} of the game is not legal")]
    Illegal {
        /// Which, from 1.
        ply: usize,
    },
}

impl PlayedGame {
    /// The positions that moves were chosen in, in order, and the one after the last move.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut position = self.start;
        let mut positions = vec![position];
        for ply in &self.plies {
            position.play(ply.mv);
            positions.push(position);
        }
        positions
    }

    /// Its bytes.
    ///
    /// # Errors
    /// If the game is longer than any can be.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, std::num::TryFromIntError> {
        let mut bytes = self.number.to_le_bytes().to_vec();
        bytes.push(self.winner as u8);
        let start = self.start.to_text();
        bytes.push(u8::try_from(start.len())?);
        bytes.extend(start.as_bytes());
        bytes.extend(u16::try_from(self.plies.len())?.to_le_bytes());
        for ply in &self.plies {
            bytes.extend(squares(ply.mv));
            bytes.extend(ply.score.to_le_bytes());
            bytes.push(u8::try_from(ply.line.len())?);
            for &mv in &ply.line {
                bytes.extend(squares(mv));
            }
        }
        Ok(bytes)
    }

    /// Reads the bytes of a game and checks every move of it.
    ///
    /// # Errors
    /// If they are none.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        let mut reader = Reader(bytes);
        let number = u32::from_le_bytes(reader.take()?);
        let winner = match reader.take()? {
            [0] => Color::Black,
            [1] => Color::White,
            [other] => return Err(RecordError::Winner(other)),
        };
        let [length] = reader.take()?;
        let text = reader.take_some(length.into())?;
        let text = String::from_utf8_lossy(text);
        let start =
            Position::parse(&text).map_err(|error| RecordError::Start(error.to_string()))?;
        let count = u16::from_le_bytes(reader.take()?);
        let mut plies = Vec::with_capacity(count.into());
        let mut position = start;
        for ply in 1..=usize::from(count) {
            let mv = reader.take_legal(&position, ply)?;
            position.play(mv);
            let score = i16::from_le_bytes(reader.take()?);
            let [further] = reader.take()?;
            let mut expected = position;
            let mut line = Vec::with_capacity(further.into());
            for _ in 0..further {
                let mv = reader.take_legal(&expected, ply)?;
                expected.play(mv);
                line.push(mv);
            }
            plies.push(Ply { mv, score, line });
        }
        match reader.0.len() {
            0 => Ok(Self {
                number,
                start,
                plies,
                winner,
            }),
            more => Err(RecordError::Long(more)),
        }
    }
}

fn squares(mv: Move) -> [u8; 3] {
    [mv.from, mv.to, mv.arrow].map(|square| square.index() as u8)
}

/// What is left of the bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], RecordError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(RecordError::Short)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn take_some(&mut self, count: usize) -> Result<&'a [u8], RecordError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(RecordError::Short)?;
        self.0 = rest;
        Ok(taken)
    }

    fn take_legal(&mut self, position: &Position, ply: usize) -> Result<Move, RecordError> {
        let indices: [u8; 3] = self.take()?;
        let illegal = RecordError::Illegal { ply };
        let square = |index: u8| Square::new(index % 11, index / 11);
        let [Some(from), Some(to), Some(arrow)] = indices.map(square) else {
            return Err(illegal);
        };
        let mv = Move { from, to, arrow };
        position.check(mv).map(|()| mv).map_err(|_| illegal)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use engine::RandomNumbers;
    use proptest::prelude::*;

    use super::*;

    /// A random game on a small board, with random scores and lines.
    pub(crate) fn random_game(number: u32, numbers: &mut RandomNumbers) -> PlayedGame {
        let start = amazons::notation::parse_position("5x6").unwrap();
        let mut position = start;
        let mut plies = Vec::new();
        let draw = |position: &Position, numbers: &mut RandomNumbers| {
            let moves = position.moves();
            moves[numbers.below(moves.len())]
        };
        while position.outcome().is_none() {
            let mv = draw(&position, numbers);
            position.play(mv);
            let mut expected = position;
            let mut line = Vec::new();
            while expected.outcome().is_none() && numbers.below(2) == 0 {
                let mv = draw(&expected, numbers);
                expected.play(mv);
                line.push(mv);
            }
            let score = numbers.below(60_001) as i32 - 30_000;
            plies.push(Ply {
                mv,
                score: score as i16,
                line,
            });
        }
        PlayedGame {
            number,
            start,
            plies,
            winner: !position.to_move(),
        }
    }

    proptest! {
        #[test]
        fn games_round_trip_and_damage_is_noticed(seed: u64) {
            let mut numbers = RandomNumbers::from_seed(seed);
            let game = random_game(7, &mut numbers);
            let bytes = game.to_bytes().unwrap();
            prop_assert_eq!(PlayedGame::from_bytes(&bytes), Ok(game));
            let cut = numbers.below(bytes.len());
            prop_assert!(PlayedGame::from_bytes(&bytes[..cut]).is_err());
            let longer = [&bytes[..], &[0]].concat();
            prop_assert_eq!(PlayedGame::from_bytes(&longer), Err(RecordError::Long(1)));
        }

        #[test]
        fn any_bytes_are_a_game_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = PlayedGame::from_bytes(&bytes);
        }
    }

    #[test]
    fn scores_keep_proofs_apart() {
        assert_eq!(Ply::score_of(Some(Score::Win { plies: 3 })), 30_000);
        assert_eq!(Ply::score_of(Some(Score::Loss { plies: 2 })), -30_000);
        assert_eq!(Ply::score_of(Some(Score::Estimate(-99_999))), -29_999);
        assert_eq!(Ply::score_of(None), 0);
    }
}
