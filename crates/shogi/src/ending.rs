//! When a game is over, and who has won.
//!
//! Who is mated has lost, as has who cannot move at all. The fourth time that a position is there (board, hands and
//! side to move) the game is drawn, unless all moves of one side since the first time were checks: then that side
//! has lost. Who is to move and has a king in the enemy camp, with ten other pieces there, enough points and no
//! check, may declare a win (27 points, by the rules of computer Shogi): nobody need play on.

use game::{Color, Game, Outcome};
use rsshogi::types::{Bitboard, Color as Side, MOVE_WIN, PieceType, RepetitionState};

use crate::position::{Position, color_of};

/// The fourth time ends the game.
const TIMES_BEFORE: usize = 3;

impl Position {
    /// The plies since earlier times of the same position, the latest first.
    fn distances(&self) -> impl Iterator<Item = usize> + '_ {
        // The library knows for certain where no board has come back, and that is nearly everywhere.
        let is_new = self.board.repetition_type() == RepetitionState::None;
        let (now, before) = match self.past.split_last() {
            Some((now, before)) if !is_new => (now.key, before),
            _ => (0, &[][..]),
        };
        let same = move |(_, key): &(usize, u64)| *key == now;
        (1..)
            .zip(before.iter().rev().map(|moment| moment.key))
            .filter(same)
            .map(|(distance, _)| distance)
    }

    /// How often this position was there before.
    pub(crate) fn times_before(&self) -> usize {
        self.distances().count()
    }

    /// What follows from the fourth time.
    pub(crate) fn repetition(&self) -> Option<Outcome> {
        let distance = self.distances().nth(TIMES_BEFORE - 1)?;
        let checking = self.past.last()?.checking;
        let perpetual = Color::ALL
            .into_iter()
            .find(|&color| usize::from(checking[color as usize]) >= distance);
        Some(perpetual.map_or(Outcome::Draw, |color| Outcome::Win(!color)))
    }

    /// What follows from having no move.
    pub(crate) fn mate(&self) -> Option<Outcome> {
        let stuck = !self.has_obvious_move() && self.board.is_mated();
        stuck.then(|| Outcome::Win(color_of(self.board.turn().flip())))
    }

    /// Whether a pawn that is free to step forward is a move for certain: asking for any move at all takes ten times
    /// as long.
    fn has_obvious_move(&self) -> bool {
        if self.board.is_in_check() {
            return false;
        }
        let side = self.board.turn();
        let pawns = self.board.pieces_for(PieceType::PAWN, side);
        let free = pawns & self.board.blockers_for_king(side).not();
        // Squares are numbered down the files; no pawn stands on the last rank.
        let ahead = match side {
            Side::Black => free.packed_bits() >> 1,
            Side::White => free.packed_bits() << 1,
        };
        Bitboard::from_packed_bits(ahead).intersects(self.board.empties())
    }

    /// What the player to move may declare.
    pub(crate) fn entered(&self) -> Option<Outcome> {
        let may_declare = self.board.declaration_win_move() == MOVE_WIN;
        may_declare.then(|| Outcome::Win(color_of(self.board.turn())))
    }

    /// Whether the player to move may declare a win instead of moving.
    #[must_use]
    pub fn may_declare(&self) -> bool {
        self.outcome().is_none() && self.entered().is_some()
    }
}
