//! Positions and moves as text: SFEN and USI.
//!
//! A position is an SFEN, or `startpos`; moves may follow, as in USI's `position`, so that a position keeps its
//! history: `startpos moves 7g7f 3c3d`.

use std::fmt::Write as _;

use game::Game;
use rsshogi::board::Position as Board;
use rsshogi::types::{Color as Side, Move as ShortMove};
use thiserror::Error;

use crate::position::{Move, Position};

/// No game is longer than what a counter of the library can hold, by far.
const LARGEST_PLY: u16 = 10_000;

/// Why a text is no position or no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotationError {
    /// There is no position to read.
    #[error("a position is startpos or an SFEN, perhaps with moves behind it")]
    NoPosition,
    /// The SFEN cannot be read.
    #[error("{text:?} is no SFEN: {reason}")]
    Sfen {
        /// What was given.
        text: String,
        /// What the library says about it.
        reason: String,
    },
    /// A king is missing.
    #[error("{side} has no king on the board")]
    NoKing {
        /// Whose.
        side: &'static str,
    },
    /// The king of who is not to move could be taken.
    #[error("the king of the side that is not to move is in check")]
    KingLeft,
    /// The number of the move is out of reach.
    #[error("move {0} is too far into a game: {LARGEST_PLY} is the last")]
    TooLate(u16),
    /// There are words behind the position that are no moves.
    #[error("{0:?} behind a position means nothing: moves was expected")]
    NotMoves(String),
    /// The text is no move.
    #[error("{0:?} is no move: moves are written as 7g7f, 8h2b+ or P*5e")]
    NotAMove(String),
    /// The move is not legal.
    #[error("{0} cannot be played here")]
    Illegal(String),
    /// A move of a list cannot be played.
    #[error("move {number} cannot be played: {reason}")]
    BadMove {
        /// Its place, from 1.
        number: usize,
        /// Why not.
        reason: Box<NotationError>,
    },
}

/// Reads a position.
pub(crate) fn read(text: &str) -> Result<Position, NotationError> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves");
    let (board, moves) = words.split_at(end.unwrap_or(words.len()));
    let mut position = match board {
        [] => return Err(NotationError::NoPosition),
        ["startpos"] => Position::start(),
        ["startpos", extra, ..] => return Err(NotationError::NotMoves((*extra).to_owned())),
        ["sfen", rest @ ..] => read_sfen(rest)?,
        rest => read_sfen(rest)?,
    };
    for (number, text) in moves.iter().enumerate().skip(1) {
        let mv = read_move(&position, text).map_err(|reason| NotationError::BadMove {
            number,
            reason: Box::new(reason),
        })?;
        position.play(mv);
    }
    Ok(position)
}

fn read_sfen(words: &[&str]) -> Result<Position, NotationError> {
    if let [_, _, _, _, extra, ..] = words {
        return Err(NotationError::NotMoves((*extra).to_owned()));
    }
    let text = words.join(" ");
    let wrong = |reason: String| NotationError::Sfen {
        text: text.clone(),
        reason,
    };
    let board = Board::from_sfen(&text).map_err(|error| wrong(error.to_string()))?;
    board
        .validate()
        .map_err(|problem| wrong(format!("{problem:?}")))?;
    if board.game_ply() > LARGEST_PLY {
        return Err(NotationError::TooLate(board.game_ply()));
    }
    for (side, name) in [(Side::Black, "black"), (Side::White, "white")] {
        if board.king_square(side).is_none() {
            return Err(NotationError::NoKing { side: name });
        }
    }
    let (us, them) = (board.turn(), board.turn().flip());
    if board.is_attacked_by(board.king_square(them), us) {
        return Err(NotationError::KingLeft);
    }
    Ok(Position::from_board(board))
}

/// Writes the position that the game began with, and the moves since.
pub(crate) fn write(position: &Position) -> String {
    let mut board = position.board.clone();
    let mut moves = Vec::with_capacity(position.plies());
    for _ in 0..position.plies() {
        let last = board.last_move();
        moves.push(last.to_usi());
        if board.undo_move32(last).is_err() {
            break;
        }
    }
    let mut text = board.to_sfen(Some(i32::from(board.game_ply()).max(1)));
    if !moves.is_empty() {
        text.push_str(" moves");
        for mv in moves.iter().rev() {
            // Writing to a String cannot fail.
            let _ = write!(text, " {mv}");
        }
    }
    text
}

/// Reads a move that is legal here.
pub(crate) fn read_move(position: &Position, text: &str) -> Result<Move, NotationError> {
    let short =
        ShortMove::from_usi(text).ok_or_else(|| NotationError::NotAMove(text.to_owned()))?;
    // What stands on the squares is looked up here, since a move carries its piece.
    let legal = position
        .moves()
        .into_iter()
        .find(|mv| mv.to_move() == short);
    legal.ok_or_else(|| NotationError::Illegal(text.to_owned()))
}
