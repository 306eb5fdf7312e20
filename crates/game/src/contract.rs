//! The trait that a game implements.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::{Color, Outcome};

/// A class of moves that a game distinguishes, such as captures: an index into [`Game::KINDS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub u8);

/// A position of a two-player game of perfect information, with all it takes to go on playing.
///
/// A value of the implementing type is *one position*, history included where the rules look
/// at it. What holds for every implementation, and what [`perft`](crate::perft()) and the
/// tests of each game check:
///
/// - [`visit_moves`](Self::visit_moves) hands out each legal move once, always in the same
///   order for equal positions, and none once the game [is over](Self::outcome);
/// - [`play`](Self::play) followed by [`unplay`](Self::unplay) leaves the position as it was;
/// - positions with equal [`key`](Self::key)s are meant to be equal for a search: same moves,
///   same outcomes below them.
///
/// Alpha-beta and opponent-model search play and unplay on one position; Monte-Carlo search
/// clones it, so both should be cheap.
pub trait Game: Clone + Send + Sync {
    /// The game's name, in lower case, as users type it.
    const NAME: &'static str;

    /// The kinds of move that the game tells apart; a single one unless the game says otherwise.
    const KINDS: &'static [&'static str] = &["any"];

    /// A move, small enough to be stored by the million.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// What [`unplay`](Self::unplay) needs beyond the move itself.
    type Undo;

    /// What is wrong with a text that is no position or no move.
    type NotationError: Error + Send + Sync + 'static;

    /// The player whose turn it is.
    fn to_move(&self) -> Color;

    /// Hands every legal move to `visit` until it breaks; returns what it broke with.
    fn visit_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Plays a legal move. What an illegal one does is unspecified, short of undefined behaviour.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, the last move played, with what [`play`](Self::play) returned for it.
    fn unplay(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The result, if the game is over by its rules; in a position without moves, always.
    fn outcome(&self) -> Option<Outcome>;

    /// The result under perfect play, if the game can tell cheaply and with certainty before
    /// it is over.
    fn proven_outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    /// A hash of the position; equal for positions that are the same for a search.
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

    /// The number of legal moves. Games that can count without listing should.
    fn move_count(&self) -> u64 {
        let mut count = 0;
        let ControlFlow::Continue(()) = self.visit_moves(|_| {
            count += 1;
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
        count
    }

    /// Whether `mv` is legal here; what a search asks of a move remembered from elsewhere.
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
    fn kind(&self, mv: Self::Move) -> Kind {
        let _ = mv;
        Kind(0)
    }

    /// The position as text that [`parse`](Self::parse) reads.
    fn to_text(&self) -> String;

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is not a position of this game; the error says what is wrong and where.
    fn parse(text: &str) -> Result<Self, Self::NotationError>;

    /// A legal move as people write it.
    fn move_to_text(&self, mv: Self::Move) -> String;

    /// Reads a move that is legal here.
    ///
    /// # Errors
    /// If the text is not a move, or the move is not legal here; the error says which.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Self::NotationError>;
}
