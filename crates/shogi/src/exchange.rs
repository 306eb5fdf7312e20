//! What taking and taking back on one square comes to.
//!
//! The paper's quiescence search follows the exchange on the square of the last move and nothing else. There both
//! sides take with their cheapest piece or stop, so that it can be counted without playing a move. Pieces behind
//! those that took join in; a king takes only what is not defended. Pins and checks are not looked at.

use rsshogi::board::Position as Board;
use rsshogi::types::{Bitboard, Color as Side, PieceType, Square, square};

use crate::pieces;
use crate::position::Move;

/// From cheap to dear: who takes first.
const TAKERS: [PieceType; 14] = [
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

/// What the player to move can gain by taking on a square, in hundredths of a pawn; 0 if nothing.
pub(crate) fn gain(board: &Board, square: Square) -> i32 {
    let target = board.piece_on(square);
    let side = board.turn();
    if target.is_empty() || target.color() == side {
        return 0;
    }
    let occupied = board.bitboards().occupied();
    Exchange { board, square }.gain(side, target.piece_type(), occupied)
}

/// What a move gives away or gains on the square that it goes to, in hundredths of a pawn: what it takes, what its
/// promotion adds, less what the opponent gains by taking there.
pub(crate) fn balance(board: &Board, mv: Move) -> i32 {
    let square = mv.to_sq();
    let side = board.turn();
    let after = mv.piece_after_move().piece_type();
    let mut occupied = board.bitboards().occupied();
    let mut won = 0;
    if !mv.is_drop() {
        won += pieces::taken(board.piece_on(square).piece_type());
        if mv.is_promotion() {
            won += pieces::on_board(after) - pieces::on_board(after.demote());
        }
        occupied.clear(mv.from_sq());
    }
    occupied.set(square);
    won - Exchange { board, square }.gain(side.flip(), after, occupied)
}

struct Exchange<'a> {
    board: &'a Board,
    square: Square,
}

impl Exchange<'_> {
    /// What `side` gains by taking `target`, with only those pieces left.
    fn gain(&self, side: Side, target: PieceType, occupied: Bitboard) -> i32 {
        let Some((taker, from)) = self.cheapest(side, occupied) else {
            return 0;
        };
        let mut left = occupied;
        left.clear(from);
        if taker == PieceType::KING && self.cheapest(side.flip(), left).is_some() {
            return 0;
        }
        let promotes = taker.is_promotable() && square::is_promotable_move(side, from, self.square);
        let (after, bonus) = if promotes {
            (taker.promote(), pieces::promoted(taker))
        } else {
            (taker, 0)
        };
        let taken = pieces::taken(target) + bonus;
        // Not to take is always possible.
        (taken - self.gain(side.flip(), after, left)).max(0)
    }

    /// The cheapest piece of `side` that is left and attacks the square.
    fn cheapest(&self, side: Side, occupied: Bitboard) -> Option<(PieceType, Square)> {
        let attackers = self.board.attackers_to_color(side, self.square, occupied) & occupied;
        if attackers.is_empty() {
            return None;
        }
        TAKERS.into_iter().find_map(|piece| {
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
    use crate::pieces::{in_hand, on_board};

    /// What is gained on a square.
    fn on(sfen: &str, square: &str) -> i32 {
        let position = Position::parse(sfen).unwrap();
        gain(&position.board, Square::from_usi(square).unwrap())
    }

    fn taken(piece: PieceType) -> i32 {
        on_board(piece) + in_hand(piece)
    }

    #[test]
    fn an_undefended_piece_is_taken() {
        let pawn = taken(PieceType::PAWN);
        assert_eq!(on("4k4/9/9/9/4p4/9/4L4/9/4K4 b - 1", "5e"), pawn);
        // White to move has nothing to take there.
        assert_eq!(on("4k4/9/9/9/4p4/9/4L4/9/4K4 w - 1", "5e"), 0);
        assert_eq!(on("4k4/9/9/9/4p4/9/4L4/9/4K4 b - 1", "5f"), 0);
    }

    #[test]
    fn a_defended_pawn_is_not_worth_a_lance_but_a_silver_is() {
        let before = on("4k4/9/9/4g4/4p4/9/4L4/9/4K4 b - 1", "5e");
        assert_eq!(before, 0);
        let (silver, lance) = (taken(PieceType::SILVER), taken(PieceType::LANCE));
        assert_eq!(
            on("4k4/9/9/4g4/4s4/9/4L4/9/4K4 b - 1", "5e"),
            silver - lance
        );
    }

    /// Lance takes, gold takes back, the rook behind the lance takes the gold.
    #[test]
    fn who_stands_behind_joins_in() {
        let pawn = taken(PieceType::PAWN);
        let (lance, gold) = (taken(PieceType::LANCE), taken(PieceType::GOLD));
        // With the rook behind, the gold would be lost for the lance, and does not take.
        assert!(gold > lance);
        assert_eq!(on("4k4/9/9/4g4/4p4/9/4L4/4R4/4K4 b - 1", "5e"), pawn);
    }

    #[test]
    fn a_king_takes_only_what_is_not_defended() {
        let silver = taken(PieceType::SILVER);
        assert_eq!(on("4k4/9/9/9/9/9/9/4s4/4K4 b - 1", "5h"), silver);
        assert_eq!(on("4k4/9/9/9/9/9/4g4/4s4/4K4 b - 1", "5h"), 0);
    }

    /// Taking in the camp, or out of it, promotes.
    #[test]
    fn pieces_promote_as_they_take() {
        let bonus = on_board(PieceType::HORSE) - on_board(PieceType::BISHOP);
        let pawn = taken(PieceType::PAWN);
        assert_eq!(on("4k4/9/6p2/9/4B4/9/9/9/4K4 b - 1", "3c"), pawn + bonus);
    }

    #[test]
    fn a_move_is_judged_by_what_follows_on_its_square() {
        let position = Position::parse("startpos moves 7g7f 3c3d").unwrap();
        let balance = |text| balance(&position.board, position.parse_move(text).unwrap());
        assert_eq!(balance("2g2f"), 0);
        let bishops = taken(PieceType::BISHOP);
        let bonus = on_board(PieceType::HORSE) - on_board(PieceType::BISHOP);
        // The bishop takes and promotes, and the silver takes the horse.
        let horse = on_board(PieceType::HORSE) + in_hand(PieceType::BISHOP);
        assert_eq!(balance("8h2b+"), bishops + bonus - horse);
        assert!(
            balance("8h3c+") < 0,
            "the pawn is gone, and the horse with it"
        );
    }
}
