//! Positions: contents of the board, side to move, legality and playing of moves.

use game::{Color, PerColor};
use thiserror::Error;

use crate::moves::Move;
use crate::queen_moves::queen_moves;
use crate::square::{BoardSize, Square};
use crate::square_set::SquareSet;
use crate::zobrist;

/// Content of a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// An empty square.
    Empty,
    /// An amazon of this color.
    Amazon(Color),
    /// A burned square; it blocks amazons and arrows for the rest of the game.
    Burned,
}

/// A board of up to 10×10 squares with any number of amazons and burned squares, and the side to
/// move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    amazons: PerColor<SquareSet>,
    burned: SquareSet,
    /// All squares of the board, determined by `size`.
    board: SquareSet,
    /// Zobrist key, updated incrementally.
    key: u64,
    size: BoardSize,
    to_move: Color,
}

/// Error of an illegal move, or of setting up a square outside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum IllegalMoveError {
    /// A square is outside the board.
    #[error("{0} is not on this {1} board")]
    OffBoard(Square, BoardSize),
    /// The origin is empty or burned.
    #[error("there is no amazon on {0}")]
    NoAmazon(Square),
    /// The amazon belongs to the opponent.
    #[error("the amazon on {0} belongs to {1}, who is not to move")]
    WrongColor(Square, Color),
    /// The destination is not a queen move away, or the path is blocked.
    #[error("the amazon on {0} cannot reach {1}")]
    UnreachableSquare(Square, Square),
    /// The arrow's square is not a queen move away from the destination, or the path is blocked.
    #[error("an arrow from {0} cannot reach {1}")]
    UnreachableArrow(Square, Square),
}

impl Position {
    /// An empty board; set it up with [`put`](Self::put).
    #[must_use]
    pub fn empty(size: BoardSize, to_move: Color) -> Self {
        let (amazons, burned) = (PerColor::default(), SquareSet::EMPTY);
        let key = zobrist::key(size, &amazons, burned, to_move);
        Self {
            amazons,
            burned,
            board: SquareSet::board(size),
            key,
            size,
            to_move,
        }
    }

    /// Sets the content of a square.
    ///
    /// # Errors
    /// If the square is outside the board.
    pub fn put(&mut self, square: Square, content: Content) -> Result<(), IllegalMoveError> {
        if !self.size.contains(square) {
            return Err(IllegalMoveError::OffBoard(square, self.size));
        }
        self.burned -= square;
        for color in Color::ALL {
            self.amazons[color] -= square;
        }
        match content {
            Content::Empty => {}
            Content::Amazon(color) => self.amazons[color] |= square,
            Content::Burned => self.burned |= square,
        }
        self.key = zobrist::key(self.size, &self.amazons, self.burned, self.to_move);
        Ok(())
    }

    /// Replaces the contents of all squares; the sets must be on the board and disjoint.
    pub(crate) fn set_all(&mut self, amazons: PerColor<SquareSet>, burned: SquareSet) {
        (self.amazons, self.burned) = (amazons, burned);
        self.key = zobrist::key(self.size, &self.amazons, self.burned, self.to_move);
    }

    /// Sort key: a total order of positions, consistent with equality.
    pub(crate) fn ordering_key(&self) -> impl Ord + use<> {
        (self.size, self.to_move, self.amazons, self.burned)
    }

    /// The same board with `color` to move.
    #[must_use]
    pub fn with_to_move(mut self, color: Color) -> Self {
        if self.to_move != color {
            self.to_move = color;
            self.key ^= zobrist::BLACK_TO_MOVE;
        }
        self
    }

    /// The board size.
    #[must_use]
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// All squares of the board.
    #[must_use]
    #[inline]
    pub fn board(&self) -> SquareSet {
        self.board
    }

    /// The squares of a player's amazons.
    #[must_use]
    #[inline]
    pub fn amazons(&self, color: Color) -> SquareSet {
        self.amazons[color]
    }

    /// The burned squares.
    #[must_use]
    #[inline]
    pub fn burned(&self) -> SquareSet {
        self.burned
    }

    /// The empty squares.
    #[must_use]
    #[inline]
    pub fn empty_squares(&self) -> SquareSet {
        self.board - self.burned - self.amazons[Color::Black] - self.amazons[Color::White]
    }

    /// The content of a square; `None` outside the board.
    #[must_use]
    pub fn content_at(&self, square: Square) -> Option<Content> {
        if !self.size.contains(square) {
            return None;
        }
        let owner = Color::ALL
            .into_iter()
            .find(|&color| self.amazons[color].contains(square));
        Some(match owner {
            Some(color) => Content::Amazon(color),
            None if self.burned.contains(square) => Content::Burned,
            None => Content::Empty,
        })
    }

    /// Zobrist key of board size, contents and side to move.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether there is a legal move: an amazon of the side to move with an empty neighbor.
    #[must_use]
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.amazons[self.to_move]
            .neighbors()
            .intersects(self.empty_squares())
    }

    /// Checks that a move is legal.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_legal(&self, mv: Move) -> Result<(), IllegalMoveError> {
        let Move { from, to, arrow } = mv;
        for square in [from, to, arrow] {
            if !self.size.contains(square) {
                return Err(IllegalMoveError::OffBoard(square, self.size));
            }
        }
        match self.content_at(from) {
            Some(Content::Amazon(color)) if color == self.to_move => {}
            Some(Content::Amazon(color)) => return Err(IllegalMoveError::WrongColor(from, color)),
            _ => return Err(IllegalMoveError::NoAmazon(from)),
        }
        let empty = self.empty_squares();
        if !queen_moves(from, empty).contains(to) {
            return Err(IllegalMoveError::UnreachableSquare(from, to));
        }
        if !queen_moves(to, empty | from).contains(arrow) {
            return Err(IllegalMoveError::UnreachableArrow(to, arrow));
        }
        Ok(())
    }

    /// The position after a move.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn after(&self, mv: Move) -> Result<Self, IllegalMoveError> {
        self.check_legal(mv)?;
        let mut next = *self;
        next.play_unchecked(mv);
        Ok(next)
    }

    /// Plays a move, which must be legal.
    #[inline]
    pub(crate) fn play_unchecked(&mut self, mv: Move) {
        self.apply_xor(mv, self.to_move);
        self.to_move = !self.to_move;
    }

    /// Takes back `mv`, which must be the last move played.
    #[inline]
    pub(crate) fn unplay_unchecked(&mut self, mv: Move) {
        self.to_move = !self.to_move;
        self.apply_xor(mv, self.to_move);
    }

    /// Plays or takes back a move on the board and in the key, but does not change `to_move`. Every
    /// change is an XOR and thus its own inverse.
    #[inline]
    fn apply_xor(&mut self, mv: Move, mover: Color) {
        self.amazons[mover] ^= SquareSet::single(mv.from) | mv.to;
        self.burned ^= mv.arrow;
        self.key ^= zobrist::amazon(mover, mv.from)
            ^ zobrist::amazon(mover, mv.to)
            ^ zobrist::burned(mv.arrow)
            ^ zobrist::BLACK_TO_MOVE;
    }
}
