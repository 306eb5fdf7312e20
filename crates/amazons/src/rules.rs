//! Implements [`Game`] for [`Position`].

use std::ops::ControlFlow;

use game::{Color, Game, MoveKind, Outcome};

use crate::counting::count_moves;
use crate::move_kinds;
use crate::moves::Move;
use crate::notation::NotationError;
use crate::position::Position;
use crate::queen_moves::queen_moves;
use crate::square::Square;
use crate::square_set::SquareSet;

impl Position {
    /// Calls `visit` with the origin, target and possible arrows of every step until it breaks.
    /// There is always an arrow: the amazon can shoot back to the square it left.
    #[inline]
    pub fn visit_steps<B>(
        &self,
        mut visit: impl FnMut(Square, Square, SquareSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let empty = self.empty_squares();
        for from in self.amazons(self.to_move()) {
            let vacated = empty | from;
            for to in queen_moves(from, empty) {
                visit(from, to, queen_moves(to, vacated))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Game for Position {
    const NAME: &'static str = "amazons";
    const MOVE_KINDS: &'static [&'static str] = move_kinds::MOVE_KINDS;
    type Move = Move;
    type Undo = ();
    type ParseError = NotationError;

    #[inline]
    fn to_move(&self) -> Color {
        Self::to_move(self)
    }

    #[inline]
    fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_steps(|from, to, arrows| {
            arrows
                .into_iter()
                .try_for_each(|arrow| visit(Move { from, to, arrow }))
        })
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert_eq!(self.check_legal(mv), Ok(()));
        self.play_unchecked(mv);
    }

    #[inline]
    fn unplay(&mut self, mv: Move, (): ()) {
        self.unplay_unchecked(mv);
    }

    /// A player who cannot move loses.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (!self.has_legal_move()).then_some(Outcome::Win(!self.to_move()))
    }

    /// Decides positions that are won by territory.
    fn proven_outcome(&self) -> Option<Outcome> {
        self.outcome()
            .or_else(|| self.winner_by_territory().map(Outcome::Win))
    }

    #[inline]
    fn key(&self) -> u64 {
        Self::key(self)
    }

    fn move_kind(&self, mv: Move) -> MoveKind {
        move_kinds::classify(self, mv)
    }

    fn move_count(&self) -> u64 {
        count_moves(self)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.check_legal(mv).is_ok()
    }

    fn to_text(&self) -> String {
        crate::notation::fen::write(self)
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        crate::notation::parse_position(text)
    }

    fn move_to_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        crate::notation::parse_move(self, text)
    }
}
