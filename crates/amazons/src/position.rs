//! A position: who stands where, what is burned, whose turn it is.

use game::{Color, PerColor};
use thiserror::Error;

use crate::moves::Move;
use crate::slides::slides;
use crate::square::{BoardSize, Square};
use crate::square_set::SquareSet;
use crate::zobrist;

/// What is on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// Nothing.
    Empty,
    /// An amazon of that player.
    Amazon(Color),
    /// Fire; nothing passes it or lands on it ever again.
    Burned,
}

/// Any set-up of amazons and burned squares on a rectangle up to 10×10, with a side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    amazons: PerColor<SquareSet>,
    burned: SquareSet,
    board: SquareSet,
    key: u64,
    size: BoardSize,
    to_move: Color,
}

/// Why a move cannot be played; the position it was meant for is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum IllegalMove {
    /// A square lies outside this board.
    #[error("{0} is not on this {1} board")]
    OffBoard(Square, BoardSize),
    /// The square to move from is empty or burned.
    #[error("there is no amazon on {0}")]
    NoAmazon(Square),
    /// The amazon belongs to the other player.
    #[error("the amazon on {0} is {1}'s, and it is not {1}'s turn")]
    NotYours(Square, Color),
    /// The way, or the square itself, is blocked or not on a queen's line.
    #[error("the amazon on {0} cannot reach {1}")]
    CannotReach(Square, Square),
    /// The arrow's way, or its square, is blocked or not on a queen's line.
    #[error("an arrow cannot fly from {0} to {1}")]
    CannotShoot(Square, Square),
}

impl Position {
    /// A board with nothing on it; fill it with [`put`](Self::put).
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

    /// Changes what is on a square of the board.
    ///
    /// # Errors
    /// If the square lies outside the board.
    pub fn put(&mut self, square: Square, content: Content) -> Result<(), IllegalMove> {
        if !self.size.contains(square) {
            return Err(IllegalMove::OffBoard(square, self.size));
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

    /// Replaces everything on the board; the sets must lie on it and not meet.
    pub(crate) fn fill(&mut self, amazons: PerColor<SquareSet>, burned: SquareSet) {
        (self.amazons, self.burned) = (amazons, burned);
        self.key = zobrist::key(self.size, &self.amazons, self.burned, self.to_move);
    }

    /// Orders positions totally; only equal ones are equal in it.
    pub(crate) fn ordering_key(&self) -> impl Ord + use<> {
        (self.size, self.to_move, self.amazons, self.burned)
    }

    /// The same board with that player to move.
    #[must_use]
    pub fn with_to_move(mut self, color: Color) -> Self {
        if self.to_move != color {
            self.to_move = color;
            self.key ^= zobrist::BLACK_TO_MOVE;
        }
        self
    }

    /// The columns and rows of the board.
    #[must_use]
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The player whose turn it is.
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

    /// The squares with nothing on them.
    #[must_use]
    #[inline]
    pub fn empty_squares(&self) -> SquareSet {
        self.board - self.burned - self.amazons[Color::Black] - self.amazons[Color::White]
    }

    /// What is on a square; `None` outside the board.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Content> {
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

    /// A hash of everything that matters; equal positions have equal keys.
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether the player to move has a legal move: an amazon with an empty square beside it.
    #[must_use]
    #[inline]
    pub fn has_move(&self) -> bool {
        self.amazons[self.to_move]
            .neighbours()
            .meets(self.empty_squares())
    }

    /// Checks a move against the rules.
    ///
    /// # Errors
    /// If it is not legal here; the error says why.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let Move { from, to, arrow } = mv;
        for square in [from, to, arrow] {
            if !self.size.contains(square) {
                return Err(IllegalMove::OffBoard(square, self.size));
            }
        }
        match self.at(from) {
            Some(Content::Amazon(color)) if color == self.to_move => {}
            Some(Content::Amazon(color)) => return Err(IllegalMove::NotYours(from, color)),
            _ => return Err(IllegalMove::NoAmazon(from)),
        }
        let empty = self.empty_squares();
        if !slides(from, empty).contains(to) {
            return Err(IllegalMove::CannotReach(from, to));
        }
        if !slides(to, empty | from).contains(arrow) {
            return Err(IllegalMove::CannotShoot(to, arrow));
        }
        Ok(())
    }

    /// The position after a move.
    ///
    /// # Errors
    /// If the move is not legal here; the error says why.
    pub fn after(&self, mv: Move) -> Result<Self, IllegalMove> {
        self.check(mv)?;
        let mut next = *self;
        next.play_unchecked(mv);
        Ok(next)
    }

    /// Plays a move that is known to be legal.
    #[inline]
    pub(crate) fn play_unchecked(&mut self, mv: Move) {
        self.toggle(mv, self.to_move);
        self.to_move = !self.to_move;
    }

    /// Takes back the last move.
    #[inline]
    pub(crate) fn unplay_unchecked(&mut self, mv: Move) {
        self.to_move = !self.to_move;
        self.toggle(mv, self.to_move);
    }

    /// What playing and taking back have in common: every change is its own inverse.
    #[inline]
    fn toggle(&mut self, mv: Move, mover: Color) {
        self.amazons[mover] ^= SquareSet::of(mv.from) | mv.to;
        self.burned ^= mv.arrow;
        self.key ^= zobrist::amazon(mover, mv.from)
            ^ zobrist::amazon(mover, mv.to)
            ^ zobrist::burned(mv.arrow)
            ^ zobrist::BLACK_TO_MOVE;
    }
}
