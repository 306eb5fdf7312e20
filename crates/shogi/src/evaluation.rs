//! What a position is worth: material, how the kings are guarded and attacked, and the exchange on the square of
//! the last move.

use rsshogi::board::Position as Board;
use rsshogi::types::{Bitboard, Color as Side, HandPiece, PieceType, Square};
use search::{Evaluator, Value};

use crate::exchange;
use crate::pieces;
use crate::position::Position;

/// What a general two squares or less from its own king is worth, by distance, in hundredths of a pawn.
const GUARD: [i32; 3] = [0, 35, 15];

/// What a piece near the enemy king is worth, by distance.
const ATTACK: [i32; 5] = [0, 45, 35, 20, 8];

/// What each rank that a king has left its own edge costs.
const WANDERING: i32 = 22;

/// What each rank that a pawn, silver or knight has advanced is worth.
const ADVANCE: i32 = 3;

/// An evaluation by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    looks_at_kings: bool,
    looks_at_exchanges: bool,
}

impl Evaluation {
    /// A pawn in thousandths of a logit: six of them are odds of e to one.
    pub const PAWN: i32 = 167;

    /// Material, kings and exchanges.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            looks_at_kings: true,
            looks_at_exchanges: true,
        }
    }

    /// Material alone, on the board and in the hands.
    #[must_use]
    pub const fn material() -> Self {
        Self {
            looks_at_kings: false,
            looks_at_exchanges: false,
        }
    }

    /// The same, but what the last move has put en prise counts as if it were safe.
    #[must_use]
    pub const fn without_exchanges(self) -> Self {
        Self {
            looks_at_exchanges: false,
            ..self
        }
    }

    /// The same, and what was put en prise is taken.
    #[must_use]
    pub const fn with_exchanges(self) -> Self {
        Self {
            looks_at_exchanges: true,
            ..self
        }
    }

    /// What a position is worth to the player to move, in hundredths of a pawn.
    #[must_use]
    pub fn hundredths(&self, position: &Position) -> i32 {
        let board = &position.board;
        let side = board.turn();
        let mut worth = material(board, side) - material(board, side.flip());
        if self.looks_at_kings {
            worth += placement(board, side) - placement(board, side.flip());
        }
        if self.looks_at_exchanges
            && let Some(square) = position.last_square()
        {
            worth += exchange::gain(board, square);
        }
        worth
    }
}

impl Default for Evaluation {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator<Position> for Evaluation {
    fn evaluate(&mut self, position: &Position) -> Value {
        Value::estimate(self.hundredths(position) * Self::PAWN / 100)
    }
}

/// What is not promoted, and what is.
const PIECES: [PieceType; 13] = [
    PieceType::PAWN,
    PieceType::LANCE,
    PieceType::KNIGHT,
    PieceType::SILVER,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::GOLD,
    PieceType::PRO_PAWN,
    PieceType::PRO_LANCE,
    PieceType::PRO_KNIGHT,
    PieceType::PRO_SILVER,
    PieceType::HORSE,
    PieceType::DRAGON,
];

fn material(board: &Board, side: Side) -> i32 {
    let on_board: i32 = PIECES
        .into_iter()
        .map(|piece| pieces::on_board(piece) * board.pieces_for(piece, side).count() as i32)
        .sum();
    let hand = board.hand(side);
    let in_hand: i32 = HandPiece::iter()
        .map(|piece| pieces::in_hand(piece.to_piece_type()) * hand.count(piece) as i32)
        .sum();
    on_board + in_hand
}

/// How well a side's pieces stand.
fn placement(board: &Board, side: Side) -> i32 {
    let (own, enemy) = (board.king_square(side), board.king_square(side.flip()));
    let of = |piece| board.pieces_for(piece, side);
    let generals = (board.golds() & board.bitboards().color_pieces(side)) | of(PieceType::SILVER);
    let attackers = generals | of(PieceType::KNIGHT) | of(PieceType::HORSE) | of(PieceType::DRAGON);
    let advancing = of(PieceType::PAWN) | of(PieceType::SILVER) | of(PieceType::KNIGHT);
    by_distance(generals, own, &GUARD) + by_distance(attackers, enemy, &ATTACK)
        - WANDERING * ranks_ahead(own, side)
        + ADVANCE
            * advancing
                .iter()
                .map(|at| ranks_ahead(at, side))
                .sum::<i32>()
}

fn by_distance(pieces: Bitboard, king: Square, worth: &[i32]) -> i32 {
    let at = |square: Square| {
        let distance = square.distance(king).max(0) as usize;
        worth.get(distance).copied().unwrap_or(0)
    };
    pieces.iter().map(at).sum()
}

/// How many ranks a square lies before a side's own edge.
fn ranks_ahead(square: Square, side: Side) -> i32 {
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

    fn worth(evaluation: Evaluation, text: &str) -> i32 {
        evaluation.hundredths(&Position::parse(text).unwrap())
    }

    #[test]
    fn an_even_game_is_even() {
        assert_eq!(worth(Evaluation::new(), "startpos"), 0);
        assert_eq!(worth(Evaluation::material(), "startpos"), 0);
    }

    /// The same board with the colours exchanged is worth the same to who is to move.
    #[test]
    fn both_sides_are_judged_alike() {
        for text in [
            "startpos moves 7g7f 3c3d 8h2b+ 3a2b 2g2f",
            "4k4/4G4/9/9/9/9/9/9/4K4 w R 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
        ] {
            let position = Position::parse(text).unwrap();
            let flipped = Position::from_board(position.board.to_flipped());
            let evaluation = Evaluation::new().without_exchanges();
            let worth = evaluation.hundredths(&position);
            assert_ne!(worth, 0, "{text}");
            assert_eq!(worth, evaluation.hundredths(&flipped), "{text}");
        }
    }

    /// The bait of the paper's example: a knight that the bishop takes, and is taken.
    #[test]
    fn what_is_en_prise_counts_for_who_takes_it() {
        let after = "startpos moves 7g7f 3c3d 8i7g 2b7g+";
        let blind = Evaluation::material();
        let seeing = blind.with_exchanges();
        assert!(worth(blind, after) < -500, "a knight and a promotion down");
        assert!(worth(seeing, after) > 500, "the horse is taken");
        assert_eq!(seeing.without_exchanges(), blind);
    }

    #[test]
    fn guards_and_attackers_count_by_distance() {
        let material = Evaluation::material();
        let all = Evaluation::new();
        let (near, far) = (
            "k8/9/9/9/9/9/9/4G4/4K4 b - 1",
            "k8/9/9/9/4G4/9/9/9/4K4 b - 1",
        );
        assert_eq!(worth(material, near), worth(material, far));
        assert!(worth(all, near) > worth(all, far));
        let attacking = "4k4/9/4G4/9/9/9/9/9/4K4 b - 1";
        assert!(worth(all, attacking) > worth(all, far));
    }
}
