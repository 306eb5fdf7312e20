//! What pieces are worth, in hundredths of a pawn.

use rsshogi::types::PieceType;

/// By [`PieceType::to_index`], on the board; the king is never exchanged.
const ON_BOARD: [i32; PieceType::COUNT] = [
    0, 100, 310, 370, 530, 850, 1_000, 590, 0, 480, 500, 520, 580, 1_130, 1_350, 0,
];

/// The same in hand, whence a piece can go anywhere; only what has not been promoted is ever in hand.
const IN_HAND: [i32; PieceType::COUNT] = [
    0, 115, 350, 400, 570, 920, 1_080, 630, 0, 0, 0, 0, 0, 0, 0, 0,
];

/// What a piece on the board is worth.
pub(crate) fn on_board(piece: PieceType) -> i32 {
    ON_BOARD[piece.to_index()]
}

/// What a piece in hand is worth.
pub(crate) fn in_hand(piece: PieceType) -> i32 {
    IN_HAND[piece.to_index()]
}

/// What taking a piece changes: the opponent has it no more, and it is in the own hand.
pub(crate) fn taken(piece: PieceType) -> i32 {
    on_board(piece) + in_hand(piece.demote())
}

/// What promoting a piece adds.
pub(crate) fn promoted(piece: PieceType) -> i32 {
    on_board(piece.promote()) - on_board(piece)
}
