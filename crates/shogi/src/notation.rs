//! SFEN and USI notation.
//!
//! A position is `startpos` or an SFEN, optionally followed by moves as in USI's `position`, which
//! are its history: `startpos moves 7g7f 3c3d`.

use std::fmt::Write as _;

use game::Game;
use rsshogi::board::Position as Board;
use rsshogi::types::{Color as Side, Move as ShortMove};
use thiserror::Error;

use crate::position::{Move, Position};

/// Maximum ply accepted in an SFEN.
const MAX_PLY: u16 = 10_000;

/// Error of parsing a position or a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotationError {
    /// The text is empty.
    #[error("expected `startpos` or an SFEN, optionally followed by `moves …`")]
    Empty,
    /// An invalid SFEN.
    #[error("invalid SFEN {text:?}: {reason}")]
    Sfen {
        /// The text.
        text: String,
        /// The library's message.
        reason: String,
    },
    /// A king is missing.
    #[error("{side} has no king on the board")]
    NoKing {
        /// The side without a king.
        side: &'static str,
    },
    /// The side to move could capture the king.
    #[error("the king of the side that is not to move is in check")]
    OpponentInCheck,
    /// The move number is above the maximum.
    #[error("move number {0} is too large (maximum {MAX_PLY})")]
    PlyTooLarge(u16),
    /// Text after the position.
    #[error("expected `moves`, found {0:?}")]
    ExpectedMoves(String),
    /// Text that is not a move.
    #[error("invalid move {0:?}: expected USI notation such as 7g7f, 8h2b+ or P*5e")]
    InvalidMove(String),
    /// An illegal move.
    #[error("illegal move {0}")]
    IllegalMove(String),
    /// An invalid or illegal move of a list.
    #[error("move {number}: {reason}")]
    InvalidMoveList {
        /// Index in the list, from 1.
        number: usize,
        /// What is wrong with it.
        reason: Box<NotationError>,
    },
}

pub(crate) fn parse_position(text: &str) -> Result<Position, NotationError> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves");
    let (board, moves) = words.split_at(end.unwrap_or(words.len()));
    let mut position = match board {
        [] => return Err(NotationError::Empty),
        ["startpos"] => Position::start(),
        ["startpos", extra, ..] => return Err(NotationError::ExpectedMoves((*extra).to_owned())),
        ["sfen", rest @ ..] => parse_sfen(rest)?,
        rest => parse_sfen(rest)?,
    };
    for (number, text) in moves.iter().enumerate().skip(1) {
        let mv = parse_move(&position, text).map_err(|reason| NotationError::InvalidMoveList {
            number,
            reason: Box::new(reason),
        })?;
        position.play(mv);
    }
    Ok(position)
}

fn parse_sfen(words: &[&str]) -> Result<Position, NotationError> {
    if let [_, _, _, _, extra, ..] = words {
        return Err(NotationError::ExpectedMoves((*extra).to_owned()));
    }
    let text = words.join(" ");
    let invalid = |reason: String| NotationError::Sfen {
        text: text.clone(),
        reason,
    };
    let board = Board::from_sfen(&text).map_err(|error| invalid(error.to_string()))?;
    board
        .validate()
        .map_err(|error| invalid(format!("{error:?}")))?;
    if board.game_ply() > MAX_PLY {
        return Err(NotationError::PlyTooLarge(board.game_ply()));
    }
    for (side, name) in [(Side::Black, "black"), (Side::White, "white")] {
        if board.king_square(side).is_none() {
            return Err(NotationError::NoKing { side: name });
        }
    }
    let (us, them) = (board.turn(), board.turn().flip());
    if board.is_attacked_by(board.king_square(them), us) {
        return Err(NotationError::OpponentInCheck);
    }
    Ok(Position::from_board(board))
}

/// Formats the first position of the game and the moves since.
pub(crate) fn format_position(position: &Position) -> String {
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

/// Parses a legal move.
pub(crate) fn parse_move(position: &Position, text: &str) -> Result<Move, NotationError> {
    let short =
        ShortMove::from_usi(text).ok_or_else(|| NotationError::InvalidMove(text.to_owned()))?;
    // A `Move` contains its piece, which the text does not: it is looked up in the legal moves.
    let legal = position
        .moves()
        .into_iter()
        .find(|mv| mv.to_move() == short);
    legal.ok_or_else(|| NotationError::IllegalMove(text.to_owned()))
}
