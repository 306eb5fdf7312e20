//! End of the game: mate, fourfold repetition, perpetual check, declaration.
//!
//! A player who is mated or cannot move loses. Fourfold repetition (board, hands and side to move)
//! is a draw, unless all moves of one side since the first occurrence were checks: then that side
//! loses. The side to move may declare a win by the 27-point rule of computer Shogi: king and ten
//! other pieces in the promotion zone, enough points, and no check.

use game::{Color, Game, Outcome};
use rsshogi::types::{Bitboard, Color as Side, MOVE_WIN, PieceType, RepetitionState};

use crate::position::{Position, side_color};

/// Number of earlier occurrences that end the game.
const MAX_REPETITIONS: usize = 3;

impl Position {
    /// Plies since earlier occurrences of the position, latest first.
    fn repetition_distances(&self) -> impl Iterator<Item = usize> + '_ {
        // Fast path: `rsshogi` rules out a repetition in most positions.
        let is_new = self.board.repetition_type() == RepetitionState::None;
        let (now, before) = match self.history.split_last() {
            Some((now, before)) if !is_new => (now.key, before),
            _ => (0, &[][..]),
        };
        let same = move |(_, key): &(usize, u64)| *key == now;
        (1..)
            .zip(before.iter().rev().map(|entry| entry.key))
            .filter(same)
            .map(|(distance, _)| distance)
    }

    /// Number of earlier occurrences of the position.
    pub(crate) fn repetition_count(&self) -> usize {
        self.repetition_distances().count()
    }

    /// The result by fourfold repetition.
    pub(crate) fn repetition_outcome(&self) -> Option<Outcome> {
        let distance = self.repetition_distances().nth(MAX_REPETITIONS - 1)?;
        let consecutive_checks = self.history.last()?.consecutive_checks;
        let perpetual = Color::ALL
            .into_iter()
            .find(|&color| usize::from(consecutive_checks[color as usize]) >= distance);
        Some(perpetual.map_or(Outcome::Draw, |color| Outcome::Win(!color)))
    }

    /// The result by mate.
    pub(crate) fn mate_outcome(&self) -> Option<Outcome> {
        let is_mated = !self.has_pawn_push() && self.board.is_mated();
        is_mated.then(|| Outcome::Win(side_color(self.board.turn().flip())))
    }

    /// Whether an unpinned pawn can advance; ten times faster than looking for any legal move.
    fn has_pawn_push(&self) -> bool {
        if self.board.is_in_check() {
            return false;
        }
        let side = self.board.turn();
        let pawns = self.board.pieces_for(PieceType::PAWN, side);
        let unpinned = pawns & self.board.blockers_for_king(side).not();
        // Squares are numbered along files; no pawn is on the last rank.
        let ahead = match side {
            Side::Black => unpinned.packed_bits() >> 1,
            Side::White => unpinned.packed_bits() << 1,
        };
        Bitboard::from_packed_bits(ahead).intersects(self.board.empties())
    }

    /// The result if the side to move declares a win.
    pub(crate) fn declaration_outcome(&self) -> Option<Outcome> {
        let can_declare = self.board.declaration_win_move() == MOVE_WIN;
        can_declare.then(|| Outcome::Win(side_color(self.board.turn())))
    }

    /// Whether the side to move can declare a win instead of moving.
    #[must_use]
    pub fn can_declare_win(&self) -> bool {
        self.outcome().is_none() && self.declaration_outcome().is_some()
    }
}
