//! Self-play games and their binary encoding (little-endian).
//!
//! | bytes | content |
//! |---|---|
//! | 4 | number of the game in its file, from 0 |
//! | 1 | winner: 0 Black, 1 White |
//! | 1 | length of the start position's FEN, then the FEN |
//! | 2 | number of moves |
//!
//! For each move:
//!
//! | bytes | content |
//! |---|---|
//! | 3 | from, to and arrow, as `11·row + column`; a1 is 0 |
//! | 2 | score for the player who moved, in millilogits; ±30,000 if proven |
//! | 1 | number of further moves of the principal variation, then the moves, 3 bytes each |

use amazons::{Game, Move, Position, Square};
use engine::Score;
use game::Color;
use thiserror::Error;

/// A game of self-play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayGame {
    /// Number in the file.
    pub number: u32,
    /// Start position.
    pub start: Position,
    /// Moves with their scores.
    pub moves: Vec<RecordedMove>,
    /// Winner, by the rules or proven.
    pub winner: Color,
}

/// A move with the result of its search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    /// The move.
    pub mv: Move,
    /// Log-odds for the player who moved, in millilogits; ±[`PROVEN_SCORE`](Self::PROVEN_SCORE) for
    /// a proven win or loss.
    pub score: i16,
    /// Rest of the principal variation, if recorded.
    pub pv: Vec<Move>,
}

impl RecordedMove {
    /// Score of a proven win; a loss is its negative.
    pub const PROVEN_SCORE: i16 = 30_000;

    /// Converts an engine's score.
    pub(crate) fn score_of(score: Option<Score>) -> i16 {
        match score {
            Some(Score::Win { .. }) => Self::PROVEN_SCORE,
            Some(Score::Loss { .. }) => -Self::PROVEN_SCORE,
            // Below the score of a proof.
            Some(Score::Estimate(millilogits)) => {
                let limit = i32::from(Self::PROVEN_SCORE) - 1;
                millilogits.clamp(-limit, limit) as i16
            }
            Some(Score::Draw) | None => 0,
        }
    }
}

/// Error decoding a game record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum DecodeGameError {
    #[error("the record is truncated")]
    Truncated,
    #[error("{0} bytes after the end of the record")]
    TrailingBytes(usize),
    #[error("invalid start position: {0}")]
    InvalidStart(String),
    #[error("invalid winner {0} (expected 0 for Black or 1 for White)")]
    InvalidWinner(u8),
    #[error("move {ply} is illegal")]
    IllegalMove { ply: usize },
}

impl SelfPlayGame {
    /// All positions of the game, the final one included.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut position = self.start;
        let mut positions = vec![position];
        for record in &self.moves {
            position.play(record.mv);
            positions.push(position);
        }
        positions
    }

    /// Encodes the game. Fails if a length is out of range.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, std::num::TryFromIntError> {
        let mut bytes = self.number.to_le_bytes().to_vec();
        bytes.push(self.winner as u8);
        let start = self.start.to_text();
        bytes.push(u8::try_from(start.len())?);
        bytes.extend(start.as_bytes());
        bytes.extend(u16::try_from(self.moves.len())?.to_le_bytes());
        for record in &self.moves {
            bytes.extend(squares(record.mv));
            bytes.extend(record.score.to_le_bytes());
            bytes.push(u8::try_from(record.pv.len())?);
            for &mv in &record.pv {
                bytes.extend(squares(mv));
            }
        }
        Ok(bytes)
    }

    /// Decodes a game and checks every move.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeGameError> {
        let mut reader = Reader(bytes);
        let number = u32::from_le_bytes(reader.take()?);
        let winner = match reader.take()? {
            [0] => Color::Black,
            [1] => Color::White,
            [other] => return Err(DecodeGameError::InvalidWinner(other)),
        };
        let [length] = reader.take()?;
        let text = reader.take_bytes(length.into())?;
        let text = String::from_utf8_lossy(text);
        let start = Position::parse(&text)
            .map_err(|error| DecodeGameError::InvalidStart(error.to_string()))?;
        let count = u16::from_le_bytes(reader.take()?);
        let mut moves = Vec::with_capacity(count.into());
        let mut position = start;
        for ply in 1..=usize::from(count) {
            let mv = reader.take_move(&position, ply)?;
            position.play(mv);
            let score = i16::from_le_bytes(reader.take()?);
            let [pv_length] = reader.take()?;
            let mut pv_position = position;
            let mut pv = Vec::with_capacity(pv_length.into());
            for _ in 0..pv_length {
                let mv = reader.take_move(&pv_position, ply)?;
                pv_position.play(mv);
                pv.push(mv);
            }
            moves.push(RecordedMove { mv, score, pv });
        }
        match reader.0.len() {
            0 => Ok(Self {
                number,
                start,
                moves,
                winner,
            }),
            more => Err(DecodeGameError::TrailingBytes(more)),
        }
    }
}

fn squares(mv: Move) -> [u8; 3] {
    [mv.from, mv.to, mv.arrow].map(|square| square.index() as u8)
}

/// The remaining bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], DecodeGameError> {
        let (taken, rest) = self
            .0
            .split_first_chunk()
            .ok_or(DecodeGameError::Truncated)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn take_bytes(&mut self, count: usize) -> Result<&'a [u8], DecodeGameError> {
        let (taken, rest) = self
            .0
            .split_at_checked(count)
            .ok_or(DecodeGameError::Truncated)?;
        self.0 = rest;
        Ok(taken)
    }

    fn take_move(&mut self, position: &Position, ply: usize) -> Result<Move, DecodeGameError> {
        let indices: [u8; 3] = self.take()?;
        let illegal = DecodeGameError::IllegalMove { ply };
        let square = |index: u8| Square::new(index % 11, index / 11);
        let [Some(from), Some(to), Some(arrow)] = indices.map(square) else {
            return Err(illegal);
        };
        let mv = Move { from, to, arrow };
        position.check_legal(mv).map(|()| mv).map_err(|_| illegal)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use game::SplitMix64;
    use proptest::prelude::*;

    use super::*;

    /// A random game on a small board, with random scores and principal variations.
    pub(crate) fn random_game(number: u32, rng: &mut SplitMix64) -> SelfPlayGame {
        let start = amazons::notation::parse_position("5x6").unwrap();
        let mut position = start;
        let mut moves = Vec::new();
        let draw = |position: &Position, rng: &mut SplitMix64| {
            let legal = position.moves();
            legal[rng.below(legal.len())]
        };
        while position.outcome().is_none() {
            let mv = draw(&position, rng);
            position.play(mv);
            let mut expected = position;
            let mut pv = Vec::new();
            while expected.outcome().is_none() && rng.below(2) == 0 {
                let mv = draw(&expected, rng);
                expected.play(mv);
                pv.push(mv);
            }
            let score = rng.below(60_001) as i32 - 30_000;
            moves.push(RecordedMove {
                mv,
                score: score as i16,
                pv,
            });
        }
        SelfPlayGame {
            number,
            start,
            moves,
            winner: !position.to_move(),
        }
    }

    proptest! {
        #[test]
        fn games_round_trip_and_corruption_is_detected(seed: u64) {
            let mut rng = SplitMix64::from_seed(seed);
            let game = random_game(7, &mut rng);
            let bytes = game.to_bytes().unwrap();
            prop_assert_eq!(SelfPlayGame::from_bytes(&bytes), Ok(game));
            let cut = rng.below(bytes.len());
            prop_assert!(SelfPlayGame::from_bytes(&bytes[..cut]).is_err());
            let longer = [&bytes[..], &[0]].concat();
            prop_assert_eq!(SelfPlayGame::from_bytes(&longer), Err(DecodeGameError::TrailingBytes(1)));
        }

        #[test]
        fn any_bytes_decode_to_a_game_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = SelfPlayGame::from_bytes(&bytes);
        }
    }

    #[test]
    fn estimates_are_below_proven_scores() {
        assert_eq!(
            RecordedMove::score_of(Some(Score::Win { plies: 3 })),
            30_000
        );
        assert_eq!(
            RecordedMove::score_of(Some(Score::Loss { plies: 2 })),
            -30_000
        );
        assert_eq!(
            RecordedMove::score_of(Some(Score::Estimate(-99_999))),
            -29_999
        );
        assert_eq!(RecordedMove::score_of(None), 0);
    }
}
