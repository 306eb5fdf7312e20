//! Piece values in centipawns.

use rsshogi::types::PieceType;

/// Values on the board by [`PieceType::to_index`]; the king is never exchanged.
const BOARD_VALUES: [i32; PieceType::COUNT] = [
    0, 100, 310, 370, 530, 850, 1_000, 590, 0, 480, 500, 520, 580, 1_130, 1_350, 0,
];

/// Values in hand by [`PieceType::to_index`]; only unpromoted pieces are in hand.
const HAND_VALUES: [i32; PieceType::COUNT] = [
    0, 115, 350, 400, 570, 920, 1_080, 630, 0, 0, 0, 0, 0, 0, 0, 0,
];

pub(crate) fn board_value(piece: PieceType) -> i32 {
    BOARD_VALUES[piece.to_index()]
}

pub(crate) fn hand_value(piece: PieceType) -> i32 {
    HAND_VALUES[piece.to_index()]
}

/// Gain of a capture: the opponent loses the piece, and it is added to the own hand.
pub(crate) fn capture_value(piece: PieceType) -> i32 {
    board_value(piece) + hand_value(piece.demote())
}

pub(crate) fn promotion_gain(piece: PieceType) -> i32 {
    board_value(piece.promote()) - board_value(piece)
}
