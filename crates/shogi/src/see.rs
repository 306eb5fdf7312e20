//! Static exchange evaluation (SEE) on one square.
//!
//! Replaces the quiescence search of Iwai et al. ("Search Extension by Kind of Move in Shogi"),
//! which only follows the exchange on the square of the last move. No move is played: both sides
//! capture with their least valuable attacker or stop. X-ray attackers join in; a king captures
//! only undefended pieces. Pins and checks are ignored.

use rsshogi::board::Position as Board;
use rsshogi::types::{Bitboard, Color as Side, PieceType, Square, square};

use crate::piece_values;
use crate::position::Move;

/// All types of pieces, the least valuable first.
pub(crate) const PIECES_BY_VALUE: [PieceType; 14] = [
    PieceType::PAWN,
    PieceType::LANCE,
    PieceType::KNIGHT,
    PieceType::PRO_PAWN,
    PieceType::PRO_LANCE,
    PieceType::PRO_KNIGHT,
    PieceType::SILVER,
    PieceType::PRO_SILVER,
    PieceType::GOLD,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::HORSE,
    PieceType::DRAGON,
    PieceType::KING,
];

/// SEE of captures on a square by the side to move, in centipawns; 0 if none gains material.
pub(crate) fn see_square(board: &Board, square: Square) -> i32 {
    let target = board.piece_on(square);
    let side = board.turn();
    if target.is_empty() || target.color() == side {
        return 0;
    }
    let occupied = board.bitboards().occupied();
    Exchange { board, square }.gain(side, target.piece_type(), occupied)
}

/// SEE of a move in centipawns: capture and promotion, minus the opponent's best recapture.
pub(crate) fn see_move(board: &Board, mv: Move) -> i32 {
    let square = mv.to_sq();
    let side = board.turn();
    let after = mv.piece_after_move().piece_type();
    let mut occupied = board.bitboards().occupied();
    let mut gain = 0;
    if !mv.is_drop() {
        gain += piece_values::capture_value(board.piece_on(square).piece_type());
        if mv.is_promotion() {
            gain += piece_values::board_value(after) - piece_values::board_value(after.demote());
        }
        occupied.clear(mv.from_sq());
    }
    occupied.set(square);
    gain - Exchange { board, square }.gain(side.flip(), after, occupied)
}

struct Exchange<'a> {
    board: &'a Board,
    square: Square,
}

impl Exchange<'_> {
    /// Gain of `side` by capturing `target`. Only pieces on `occupied` squares attack; those that
    /// have captured are cleared.
    fn gain(&self, side: Side, target: PieceType, occupied: Bitboard) -> i32 {
        let Some((attacker, from)) = self.least_valuable_attacker(side, occupied) else {
            return 0;
        };
        let mut rest = occupied;
        rest.clear(from);
        if attacker == PieceType::KING && self.least_valuable_attacker(side.flip(), rest).is_some()
        {
            return 0;
        }
        let promotes =
            attacker.is_promotable() && square::is_promotable_move(side, from, self.square);
        let (after, bonus) = if promotes {
            (attacker.promote(), piece_values::promotion_gain(attacker))
        } else {
            (attacker, 0)
        };
        let own_gain = piece_values::capture_value(target) + bonus;
        // The side may decline to capture.
        (own_gain - self.gain(side.flip(), after, rest)).max(0)
    }

    fn least_valuable_attacker(
        &self,
        side: Side,
        occupied: Bitboard,
    ) -> Option<(PieceType, Square)> {
        let attackers = self.board.attackers_to_color(side, self.square, occupied) & occupied;
        if attackers.is_empty() {
            return None;
        }
        PIECES_BY_VALUE.into_iter().find_map(|piece| {
            let from = (attackers & self.board.pieces_for(piece, side)).lsb()?;
            Some((piece, from))
        })
    }
}

#[cfg(test)]
mod tests {
    use game::Game;

    use super::*;
    use crate::Position;
    use crate::piece_values::{board_value, capture_value, hand_value, promotion_gain};

    #[test]
    fn exchanges_are_played_out() {
        let [pawn, lance, silver] =
            [PieceType::PAWN, PieceType::LANCE, PieceType::SILVER].map(capture_value);
        let promotion = promotion_gain(PieceType::BISHOP);
        for (sfen, square, value) in [
            ("4k4/9/9/9/4p4/9/4L4/9/4K4 b - 1", "5e", pawn),
            // White has nothing to capture there.
            ("4k4/9/9/9/4p4/9/4L4/9/4K4 w - 1", "5e", 0),
            ("4k4/9/9/9/4p4/9/4L4/9/4K4 b - 1", "5f", 0),
            // A lance captures a defended silver but not a pawn.
            ("4k4/9/9/4g4/4p4/9/4L4/9/4K4 b - 1", "5e", 0),
            ("4k4/9/9/4g4/4s4/9/4L4/9/4K4 b - 1", "5e", silver - lance),
            // The gold does not recapture the lance, since the rook behind it would capture it.
            ("4k4/9/9/4g4/4p4/9/4L4/4R4/4K4 b - 1", "5e", pawn),
            // A king captures only undefended pieces.
            ("4k4/9/9/9/9/9/9/4s4/4K4 b - 1", "5h", silver),
            ("4k4/9/9/9/9/9/4g4/4s4/4K4 b - 1", "5h", 0),
            // Captures in the promotion zone promote.
            ("4k4/9/6p2/9/4B4/9/9/9/4K4 b - 1", "3c", pawn + promotion),
        ] {
            let position = Position::parse(sfen).unwrap();
            let square = Square::from_usi(square).unwrap();
            assert_eq!(see_square(&position.board, square), value, "{sfen}");
        }
    }

    #[test]
    fn see_of_moves() {
        let position = Position::parse("startpos moves 7g7f 3c3d").unwrap();
        let see = |text| see_move(&position.board, position.parse_move(text).unwrap());
        assert_eq!(see("2g2f"), 0);
        let bishop = capture_value(PieceType::BISHOP);
        let bonus = promotion_gain(PieceType::BISHOP);
        // The bishop captures and promotes, and the silver recaptures.
        let horse = board_value(PieceType::HORSE) + hand_value(PieceType::BISHOP);
        assert_eq!(see("8h2b+"), bishop + bonus - horse);
        assert!(see("8h3c+") < 0, "the horse is lost for a pawn");
    }
}
