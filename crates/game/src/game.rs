//! The [`Game`] trait.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::{Color, Outcome};

/// Category of a move, for example captures: an index into [`Game::MOVE_KINDS`].
///
/// A search with fractional plies gives each category its own depth cost, as
/// realization-probability search (Tsuruoka et al. 2002) does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveKind(pub u8);

/// A position of a two-player game of perfect information, including the history that the rules
/// depend on.
///
/// Every implementation guarantees:
///
/// - [`visit_moves`](Self::visit_moves) visits each legal move once, in the same order for equal
///   positions, and none once the game [is over](Self::outcome);
/// - [`play`](Self::play) followed by [`unplay`](Self::unplay) restores the position;
/// - positions with equal [`key`](Self::key)s have the same legal moves and the same subtree, apart
///   from hash collisions.
///
/// Alpha-beta and opponent-model search play and unplay moves on one position, Monte Carlo search
/// clones positions; both should be cheap.
pub trait Game: Clone + Send + Sync {
    /// The game's name in lower case, as users type it.
    const NAME: &'static str;

    /// Names of the move kinds, by [`MoveKind`]; a single kind by default.
    const MOVE_KINDS: &'static [&'static str] = &["any"];

    /// A move. Should be a few bytes.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// State that [`unplay`](Self::unplay) needs besides the move.
    type Undo;

    /// Error of parsing a position or a move.
    type ParseError: Error + Send + Sync + 'static;

    /// The side to move.
    fn to_move(&self) -> Color;

    /// Calls `visit` with each legal move until it returns [`ControlFlow::Break`].
    fn visit_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Plays a legal move. Playing an illegal move is a logic error: the result is unspecified but
    /// never undefined behavior.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move `mv`; `undo` is what [`play`](Self::play) returned for it.
    fn unplay(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The result if the game is over. Always `Some` when there is no legal move.
    fn outcome(&self) -> Option<Outcome>;

    /// The result under perfect play if it can be proven cheaply, without search; by default, the
    /// [`outcome`](Self::outcome).
    fn proven_outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    /// Hash of the position, for transposition tables.
    fn key(&self) -> u64;

    /// All legal moves, in the order of [`visit_moves`](Self::visit_moves).
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let ControlFlow::Continue(()) = self.visit_moves(|mv| {
            moves.push(mv);
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
        moves
    }

    /// Number of legal moves. Games that can count moves without generating them should override
    /// this.
    fn move_count(&self) -> u64 {
        let mut count = 0;
        let ControlFlow::Continue(()) = self.visit_moves(|_| {
            count += 1;
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
        count
    }

    /// Whether `mv` is legal here. Used to validate moves from the transposition table and killer
    /// moves.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.visit_moves(|legal| {
            if legal == mv {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
    }

    /// The kind of a legal move.
    fn move_kind(&self, mv: Self::Move) -> MoveKind {
        let _ = mv;
        MoveKind(0)
    }

    /// The position in the text format that [`parse`](Self::parse) reads.
    fn to_text(&self) -> String;

    /// Parses a position from the game's text format.
    ///
    /// # Errors
    /// If the text is not a position of this game.
    fn parse(text: &str) -> Result<Self, Self::ParseError>;

    /// Formats a legal move in the game's usual notation.
    fn move_to_text(&self, mv: Self::Move) -> String;

    /// Parses a legal move in the game's usual notation.
    ///
    /// # Errors
    /// If the text is not a move, or the move is not legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Self::ParseError>;
}
