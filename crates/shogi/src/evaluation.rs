//! Handcrafted evaluation: material, piece placement (king safety and advancement), and static
//! exchange evaluation (SEE) on the square of the last move.

use rsshogi::board::Position as Board;
use rsshogi::types::{Bitboard, Color as Side, HandPiece, PieceType, Square};
use search::{Evaluator, Value};

use crate::piece_values;
use crate::position::Position;
use crate::see;

/// Bonus for a general near its own king, by distance in king moves; in centipawns.
const KING_GUARD_BONUS: [i32; 3] = [0, 35, 15];

/// Bonus for an attacker near the opponent's king, by distance in king moves; in centipawns.
const KING_ATTACK_BONUS: [i32; 5] = [0, 45, 35, 20, 8];

/// Penalty per rank that the king has advanced, in centipawns.
const KING_ADVANCE_PENALTY: i32 = 22;

/// Bonus per rank that a pawn, silver or knight has advanced, in centipawns.
const ADVANCE_BONUS: i32 = 3;

/// Handcrafted evaluation, with optional parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// King safety and advancement.
    pub uses_piece_placement: bool,
    /// SEE on the square of the last move.
    pub uses_see: bool,
}

impl Evaluation {
    /// Value of a pawn in millilogits: a lead of six pawns is odds of e to 1.
    pub const PAWN_MILLILOGITS: i32 = 167;

    /// Material, piece placement and SEE.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            uses_piece_placement: true,
            uses_see: true,
        }
    }

    /// Material only, on the board and in hand.
    #[must_use]
    pub const fn material() -> Self {
        Self {
            uses_piece_placement: false,
            uses_see: false,
        }
    }

    /// Evaluation for the side to move, in centipawns.
    #[must_use]
    pub fn centipawns(&self, position: &Position) -> i32 {
        let board = &position.board;
        let side = board.turn();
        let mut value = material(board, side) - material(board, side.flip());
        if self.uses_piece_placement {
            value += piece_placement(board, side) - piece_placement(board, side.flip());
        }
        if self.uses_see
            && let Some(square) = position.last_move_target()
        {
            value += see::see_square(board, square);
        }
        value
    }
}

impl Default for Evaluation {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator<Position> for Evaluation {
    fn evaluate(&mut self, position: &Position) -> Value {
        Value::from_millilogits(self.centipawns(position) * Self::PAWN_MILLILOGITS / 100)
    }
}

/// Material of a side on the board and in hand, in centipawns.
fn material(board: &Board, side: Side) -> i32 {
    // The king has no value.
    let on_board: i32 = see::PIECES_BY_VALUE
        .into_iter()
        .map(|piece| {
            piece_values::board_value(piece) * board.pieces_for(piece, side).count() as i32
        })
        .sum();
    let hand = board.hand(side);
    let in_hand: i32 = HandPiece::iter()
        .map(|piece| piece_values::hand_value(piece.to_piece_type()) * hand.count(piece) as i32)
        .sum();
    on_board + in_hand
}

/// King safety and advancement of a side, in centipawns.
fn piece_placement(board: &Board, side: Side) -> i32 {
    let (own_king, enemy_king) = (board.king_square(side), board.king_square(side.flip()));
    let pieces = |piece_type| board.pieces_for(piece_type, side);
    // `golds` includes the promoted pieces that move like a gold general.
    let generals =
        (board.golds() & board.bitboards().color_pieces(side)) | pieces(PieceType::SILVER);
    let attackers =
        generals | pieces(PieceType::KNIGHT) | pieces(PieceType::HORSE) | pieces(PieceType::DRAGON);
    let advancing = pieces(PieceType::PAWN) | pieces(PieceType::SILVER) | pieces(PieceType::KNIGHT);
    distance_bonus(generals, own_king, &KING_GUARD_BONUS)
        + distance_bonus(attackers, enemy_king, &KING_ATTACK_BONUS)
        - KING_ADVANCE_PENALTY * relative_rank(own_king, side)
        + ADVANCE_BONUS
            * advancing
                .iter()
                .map(|square| relative_rank(square, side))
                .sum::<i32>()
}

/// Sum of the pieces' bonuses by distance to a king; 0 beyond the table.
fn distance_bonus(pieces: Bitboard, king: Square, bonuses: &[i32]) -> i32 {
    let bonus = |square: Square| {
        let distance = square.distance(king).max(0) as usize;
        bonuses.get(distance).copied().unwrap_or(0)
    };
    pieces.iter().map(bonus).sum()
}

/// Rank from a side's point of view; 0 is its back rank.
fn relative_rank(square: Square, side: Side) -> i32 {
    let rank = i32::from(square.rank().raw());
    match side {
        Side::Black => 8 - rank,
        Side::White => rank,
    }
}

#[cfg(test)]
mod tests {
    use game::Game;

    use super::*;

    fn eval(evaluation: Evaluation, text: &str) -> i32 {
        evaluation.centipawns(&Position::parse(text).unwrap())
    }

    #[test]
    fn the_start_position_is_even() {
        assert_eq!(eval(Evaluation::new(), "startpos"), 0);
        assert_eq!(eval(Evaluation::material(), "startpos"), 0);
    }

    #[test]
    fn evaluation_is_invariant_under_color_swap() {
        for text in [
            "startpos moves 7g7f 3c3d 8h2b+ 3a2b 2g2f",
            "4k4/4G4/9/9/9/9/9/9/4K4 w R 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
        ] {
            let position = Position::parse(text).unwrap();
            let flipped = Position::from_board(position.board.to_flipped());
            let evaluation = Evaluation {
                uses_see: false,
                ..Evaluation::new()
            };
            let value = evaluation.centipawns(&position);
            assert_ne!(value, 0, "{text}");
            assert_eq!(value, evaluation.centipawns(&flipped), "{text}");
        }
    }

    /// The bait of Tokuda et al., section 5.2: a bishop captures a knight and is recaptured.
    #[test]
    fn see_counts_pieces_en_prise() {
        let after = "startpos moves 7g7f 3c3d 8i7g 2b7g+";
        let without_see = Evaluation::material();
        let with_see = Evaluation {
            uses_see: true,
            ..without_see
        };
        assert!(
            eval(without_see, after) < -500,
            "a knight and a promotion down"
        );
        assert!(eval(with_see, after) > 500, "the horse is recaptured");
    }

    #[test]
    fn guards_and_attackers_count_by_distance() {
        let material = Evaluation::material();
        let all = Evaluation::new();
        let (near, far) = (
            "k8/9/9/9/9/9/9/4G4/4K4 b - 1",
            "k8/9/9/9/4G4/9/9/9/4K4 b - 1",
        );
        assert_eq!(eval(material, near), eval(material, far));
        assert!(eval(all, near) > eval(all, far));
        let attacking = "4k4/9/4G4/9/9/9/9/9/4K4 b - 1";
        assert!(eval(all, attacking) > eval(all, far));
    }
}
