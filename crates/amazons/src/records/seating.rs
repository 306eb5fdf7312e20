//! Who sits where when a record does not say.
//!
//! The world agrees on the eight squares of the standard start and on nothing else. A record
//! without a set-up still names the colour of each move, and a square of the start belongs to
//! one colour only in each seating: the moves themselves tell which one was meant.

use game::Color;

use super::error::Problem;
use crate::moves::Move;
use crate::notation::NotationError;
use crate::position::{Content, Position};
use crate::square::BoardSize;

/// The two seatings of the standard start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seating {
    /// Black on d1 g1 a4 j4: SGF and GGF.
    BlackAtBottom,
    /// White on d1 g1 a4 j4: FEN and Little Golem.
    WhiteAtBottom,
}

impl Seating {
    /// The standard start of a size.
    pub fn start(self, size: BoardSize, to_move: Color) -> Result<Position, Problem> {
        let start = Position::start(size).ok_or(NotationError::NoStandardStart(size))?;
        Ok(match self {
            Self::WhiteAtBottom => start,
            Self::BlackAtBottom => with_colors_swapped(&start),
        }
        .with_to_move(to_move))
    }

    fn other(self) -> Self {
        match self {
            Self::BlackAtBottom => Self::WhiteAtBottom,
            Self::WhiteAtBottom => Self::BlackAtBottom,
        }
    }

    /// The start of a game without set-up: the customary seating, or the other one if the main
    /// line fits that one better. Only a main line that fits to its end will be accepted; where
    /// neither does, the error will be about the seating that was meant.
    ///
    /// Where `to_move` is not given, the first move tells it; Black is first if there is none.
    pub fn start_for(
        self,
        size: BoardSize,
        to_move: Option<Color>,
        main_line: &[(Color, Move)],
    ) -> Result<Position, Problem> {
        let first_mover = main_line.first().map(|&(mover, _)| mover);
        let to_move = to_move.or(first_mover).unwrap_or(Color::Black);
        let customary = self.start(size, to_move)?;
        let other = self.other().start(size, to_move)?;
        let fits_better = legal_moves(other, main_line) > legal_moves(customary, main_line);
        Ok(if fits_better { other } else { customary })
    }
}

/// How many moves can be played before one is against the rules.
fn legal_moves(start: Position, line: &[(Color, Move)]) -> usize {
    let mut position = start;
    line.iter()
        .take_while(|&&(mover, mv)| {
            let legal = mover == position.to_move() && position.check(mv).is_ok();
            if legal {
                position.play_unchecked(mv);
            }
            legal
        })
        .count()
}

fn with_colors_swapped(position: &Position) -> Position {
    let mut swapped = *position;
    for color in Color::ALL {
        for square in position.amazons(color) {
            // The square is on the board, for an amazon stands there.
            let _ = swapped.put(square, Content::Amazon(!color));
        }
    }
    swapped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn the_seatings_are_as_documented() {
        let board = |seating: Seating| {
            let start = seating.start(BoardSize::STANDARD, Color::Black).unwrap();
            assert_eq!(start.to_move(), Color::Black);
            fen::write_board(&start)
        };
        assert_eq!(
            board(Seating::BlackAtBottom),
            "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3"
        );
        assert_eq!(
            board(Seating::WhiteAtBottom),
            "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3"
        );
    }

    #[test]
    fn moves_tell_the_seating() {
        let start = |mover, text: &str| {
            let line = [(mover, text.parse().unwrap())];
            Seating::BlackAtBottom
                .start_for(BoardSize::STANDARD, None, &line)
                .map(|start| fen::write(&start))
                .unwrap()
        };
        let black_below = "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3";
        let white_below = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3";
        let counters = "- - 0 1";
        assert_eq!(
            start(Color::Black, "d1-d7/g7"),
            format!("{black_below} b {counters}")
        );
        assert_eq!(
            start(Color::White, "d1-d7/g7"),
            format!("{white_below} w {counters}")
        );
        assert_eq!(
            start(Color::Black, "d10-d4/g4"),
            format!("{white_below} b {counters}")
        );
        assert_eq!(
            start(Color::White, "d10-d4/g4"),
            format!("{black_below} w {counters}")
        );
        // Legal for nobody: the customary seating.
        assert_eq!(
            start(Color::White, "e5-e6/e7"),
            format!("{black_below} w {counters}")
        );
    }

    #[test]
    fn small_boards_have_no_standard_start() {
        let tiny = BoardSize::new(3, 4).unwrap();
        assert_eq!(
            Seating::BlackAtBottom.start_for(tiny, None, &[]),
            Err(NotationError::NoStandardStart(tiny).into())
        );
    }
}
