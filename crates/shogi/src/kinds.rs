//! Kinds of move.
//!
//! What to tell apart is a choice: the paper learns one pair at a time, and a finer list can be learned at once. So a
//! position carries which list is in use ([`Position::with_kinds`]); all lists together are the kinds of the game.

use std::ops::Range;

use game::Kind;
use rsshogi::types::PieceType;

use crate::exchange;
use crate::position::{Move, Position};

/// Which kinds of move are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Kinds {
    /// The first of these that a move is: an evasion, a check, a move that loses material on its square, a capture, a
    /// promotion, a drop; or none of them.
    #[default]
    Several,
    /// A drop, or a move on the board.
    Drop,
    /// A capture or not.
    Capture,
    /// A check or not.
    Check,
    /// By the piece that moves or is dropped.
    Piece,
    /// By the piece that is taken.
    Captured,
}

impl Kinds {
    /// Every list.
    pub const ALL: [Self; 6] = [
        Self::Several,
        Self::Drop,
        Self::Capture,
        Self::Check,
        Self::Piece,
        Self::Captured,
    ];

    /// The names of all kinds, list by list.
    pub const NAMES: &'static [&'static str] = &[
        "evasion",
        "checking move",
        "losing move",
        "taking move",
        "promotion",
        "dropping move",
        "other move",
        "drop",
        "move on the board",
        "capture",
        "no capture",
        "check",
        "no check",
        "pawn",
        "lance",
        "knight",
        "silver",
        "bishop",
        "rook",
        "gold",
        "king",
        "promoted pawn",
        "promoted lance",
        "promoted knight",
        "promoted silver",
        "horse",
        "dragon",
        "takes nothing",
        "takes a pawn",
        "takes a lance",
        "takes a knight",
        "takes a silver",
        "takes a bishop",
        "takes a rook",
        "takes a gold",
        "takes a promoted pawn",
        "takes a promoted lance",
        "takes a promoted knight",
        "takes a promoted silver",
        "takes a horse",
        "takes a dragon",
    ];

    /// The kinds of this list, as places in [`NAMES`](Self::NAMES).
    #[must_use]
    pub const fn places(self) -> Range<usize> {
        match self {
            Self::Several => 0..7,
            Self::Drop => 7..9,
            Self::Capture => 9..11,
            Self::Check => 11..13,
            Self::Piece => 13..27,
            Self::Captured => 27..41,
        }
    }

    /// The kind of a legal move in this list.
    pub(crate) fn kind(self, position: &Position, mv: Move) -> Kind {
        let board = &position.board;
        let taken = || {
            let is_drop = mv.is_drop();
            let taken = (!is_drop).then(|| board.piece_on(mv.to_sq()).piece_type());
            taken.unwrap_or(PieceType::NONE)
        };
        let no = |is: bool| usize::from(!is);
        let place = match self {
            Self::Several => several(position, mv, taken() != PieceType::NONE),
            Self::Drop => no(mv.is_drop()),
            Self::Capture => no(taken() != PieceType::NONE),
            Self::Check => no(board.gives_check_move32(mv)),
            Self::Piece => {
                let after = mv.piece_after_move().piece_type();
                let before = if mv.is_promotion() {
                    after.demote()
                } else {
                    after
                };
                before.to_index() - 1
            }
            // The king is never taken, and its place left out.
            Self::Captured => match taken().to_index() {
                piece if piece > PieceType::KING.to_index() => piece - 1,
                piece => piece,
            },
        };
        Kind((self.places().start + place) as u8)
    }
}

fn several(position: &Position, mv: Move, takes: bool) -> usize {
    let board = &position.board;
    if board.is_in_check() {
        0
    } else if board.gives_check_move32(mv) {
        1
    } else if exchange::balance(board, mv) < 0 {
        2
    } else if takes {
        3
    } else if mv.is_promotion() {
        4
    } else if mv.is_drop() {
        5
    } else {
        6
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use game::Game;

    use super::*;

    fn kind(text: &str, kinds: Kinds, mv: &str) -> &'static str {
        let position = Position::parse(text).unwrap().with_kinds(kinds);
        let Kind(kind) = position.kind(position.parse_move(mv).unwrap());
        Kinds::NAMES[usize::from(kind)]
    }

    #[test]
    fn the_lists_lie_side_by_side_and_names_differ() {
        let ends: Vec<usize> = Kinds::ALL.iter().map(|kinds| kinds.places().end).collect();
        let begins = Kinds::ALL.iter().skip(1).map(|kinds| kinds.places().start);
        assert!(begins.eq(ends[..ends.len() - 1].iter().copied()));
        assert_eq!(ends.last(), Some(&Kinds::NAMES.len()));
        let names: HashSet<&str> = Kinds::NAMES.iter().copied().collect();
        assert_eq!(names.len(), Kinds::NAMES.len());
    }

    #[test]
    fn moves_are_what_they_are_called() {
        let opening = "startpos moves 7g7f 3c3d";
        for (kinds, mv, name) in [
            (Kinds::Several, "2g2f", "other move"),
            (Kinds::Several, "8h2b+", "taking move"),
            (Kinds::Several, "8h4d", "losing move"),
            (Kinds::Several, "8h3c+", "checking move"),
            (Kinds::Drop, "2g2f", "move on the board"),
            (Kinds::Capture, "8h2b", "capture"),
            (Kinds::Capture, "2g2f", "no capture"),
            (Kinds::Check, "8h3c+", "check"),
            (Kinds::Check, "8h2b+", "no check"),
            (Kinds::Piece, "8h2b+", "bishop"),
            (Kinds::Piece, "5i5h", "king"),
            (Kinds::Captured, "8h2b+", "takes a bishop"),
            (Kinds::Captured, "2g2f", "takes nothing"),
        ] {
            assert_eq!(kind(opening, kinds, mv), name, "{mv}");
        }
        let dropping = "startpos moves 7g7f 3c3d 8h2b+ 3a2b";
        assert_eq!(kind(dropping, Kinds::Drop, "B*5e"), "drop");
        assert_eq!(kind(dropping, Kinds::Piece, "B*5e"), "bishop");
        assert_eq!(kind(dropping, Kinds::Several, "B*5e"), "dropping move");
        assert_eq!(kind(dropping, Kinds::Several, "B*3c"), "checking move");
        let checked = "startpos moves 7g7f 3c3d 8h3c+";
        assert_eq!(kind(checked, Kinds::Several, "2b3c"), "evasion");
        assert_eq!(kind(checked, Kinds::Captured, "2b3c"), "takes a horse");
        let promoted = "4k4/9/9/4P4/9/9/9/9/4K4 b - 1";
        assert_eq!(kind(promoted, Kinds::Several, "5d5c+"), "promotion");
        assert_eq!(kind(promoted, Kinds::Piece, "5d5c+"), "pawn");
        let tokin = "4k4/9/4+P4/9/9/9/9/9/4K4 b - 1";
        assert_eq!(kind(tokin, Kinds::Piece, "5c6c"), "promoted pawn");
    }
}
