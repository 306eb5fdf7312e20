//! Amazons as a [`Game`]: generation, counting and the end of the game.

use std::ops::ControlFlow;

use game::{Color, Game, Kind, Outcome};

use crate::counting::count_moves;
use crate::kinds;
use crate::moves::Move;
use crate::notation::NotationError;
use crate::position::Position;
use crate::slides::slides;
use crate::square::Square;
use crate::square_set::SquareSet;

impl Position {
    /// Hands out every step of an amazon with the set of squares its arrow may then burn, until
    /// `visit` breaks. The set is never empty: an arrow can always fly back the way it came.
    #[inline]
    pub fn visit_steps<B>(
        &self,
        mut visit: impl FnMut(Square, Square, SquareSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let empty = self.empty_squares();
        for from in self.amazons(self.to_move()) {
            let vacated = empty | from;
            for to in slides(from, empty) {
                visit(from, to, slides(to, vacated))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Game for Position {
    const NAME: &'static str = "amazons";
    const KINDS: &'static [&'static str] = kinds::KINDS;
    type Move = Move;
    type Undo = ();
    type NotationError = NotationError;

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
        debug_assert_eq!(self.check(mv), Ok(()));
        self.play_unchecked(mv);
    }

    #[inline]
    fn unplay(&mut self, mv: Move, (): ()) {
        self.unplay_unchecked(mv);
    }

    /// Who cannot move on their turn loses.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (!self.has_move()).then_some(Outcome::Win(!self.to_move()))
    }

    /// Who cannot move loses, and so does who will be the first to run out of territory.
    fn proven_outcome(&self) -> Option<Outcome> {
        self.outcome()
            .or_else(|| self.winner_by_territory().map(Outcome::Win))
    }

    #[inline]
    fn key(&self) -> u64 {
        Self::key(self)
    }

    fn kind(&self, mv: Move) -> Kind {
        kinds::kind(self, mv)
    }

    fn move_count(&self) -> u64 {
        count_moves(self)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.check(mv).is_ok()
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
