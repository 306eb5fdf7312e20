//! Move kinds.
//!
//! Several classification schemes exist; the paper learns the costs of one pair at a time. A
//! position has one scheme ([`Position::with_move_kinds`]); the kinds of all schemes together are
//! [`Game::MOVE_KINDS`](game::Game::MOVE_KINDS).

use std::ops::Range;

use game::MoveKind;
use rsshogi::types::PieceType;

use crate::position::{Move, Position};
use crate::see;

/// A classification scheme of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MoveKindSet {
    /// The first that fits: evasion, check, losing move (SEE below zero), capture, promotion, drop,
    /// other move.
    #[default]
    Combined,
    /// Drop or board move.
    Drop,
    /// Capture or not.
    Capture,
    /// Check or not.
    Check,
    /// By the moved or dropped piece.
    Piece,
    /// By the captured piece.
    Captured,
}

impl MoveKindSet {
    /// All schemes.
    pub const ALL: [Self; 6] = [
        Self::Combined,
        Self::Drop,
        Self::Capture,
        Self::Check,
        Self::Piece,
        Self::Captured,
    ];

    /// Names of all kinds, scheme by scheme.
    pub const NAMES: &'static [&'static str] = &[
        "evasion",
        "checking move",
        "losing move",
        "capturing move",
        "promotion",
        "dropping move",
        "other move",
        "drop",
        "board move",
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
        "captures nothing",
        "captures a pawn",
        "captures a lance",
        "captures a knight",
        "captures a silver",
        "captures a bishop",
        "captures a rook",
        "captures a gold",
        "captures a promoted pawn",
        "captures a promoted lance",
        "captures a promoted knight",
        "captures a promoted silver",
        "captures a horse",
        "captures a dragon",
    ];

    /// The kinds of this scheme as indices of [`NAMES`](Self::NAMES).
    #[must_use]
    pub const fn index_range(self) -> Range<usize> {
        match self {
            Self::Combined => 0..7,
            Self::Drop => 7..9,
            Self::Capture => 9..11,
            Self::Check => 11..13,
            Self::Piece => 13..27,
            Self::Captured => 27..41,
        }
    }

    pub(crate) fn classify(self, position: &Position, mv: Move) -> MoveKind {
        let board = &position.board;
        let captured = || {
            let captured = (!mv.is_drop()).then(|| board.piece_on(mv.to_sq()).piece_type());
            captured.unwrap_or(PieceType::NONE)
        };
        // Index 0 is yes, 1 is no.
        let no = |is: bool| usize::from(!is);
        let index = match self {
            Self::Combined => classify_combined(position, mv, captured() != PieceType::NONE),
            Self::Drop => no(mv.is_drop()),
            Self::Capture => no(captured() != PieceType::NONE),
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
            // The king is never captured and has no index.
            Self::Captured => match captured().to_index() {
                piece if piece > PieceType::KING.to_index() => piece - 1,
                piece => piece,
            },
        };
        MoveKind((self.index_range().start + index) as u8)
    }
}

fn classify_combined(position: &Position, mv: Move, is_capture: bool) -> usize {
    let board = &position.board;
    if board.is_in_check() {
        0
    } else if board.gives_check_move32(mv) {
        1
    } else if see::see_move(board, mv) < 0 {
        2
    } else if is_capture {
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

    fn kind_name(text: &str, kinds: MoveKindSet, mv: &str) -> &'static str {
        let position = Position::parse(text).unwrap().with_move_kinds(kinds);
        let MoveKind(kind) = position.move_kind(position.parse_move(mv).unwrap());
        MoveKindSet::NAMES[usize::from(kind)]
    }

    #[test]
    fn index_ranges_are_adjacent_and_names_unique() {
        let ends: Vec<usize> = MoveKindSet::ALL
            .iter()
            .map(|kinds| kinds.index_range().end)
            .collect();
        let starts = MoveKindSet::ALL
            .iter()
            .skip(1)
            .map(|kinds| kinds.index_range().start);
        assert!(starts.eq(ends[..ends.len() - 1].iter().copied()));
        assert_eq!(ends.last(), Some(&MoveKindSet::NAMES.len()));
        let names: HashSet<&str> = MoveKindSet::NAMES.iter().copied().collect();
        assert_eq!(names.len(), MoveKindSet::NAMES.len());
    }

    #[test]
    fn moves_have_the_expected_kinds() {
        use MoveKindSet::{Capture, Captured, Check, Combined, Drop, Piece};
        let opening = "startpos moves 7g7f 3c3d";
        let dropping = "startpos moves 7g7f 3c3d 8h2b+ 3a2b";
        let checked = "startpos moves 7g7f 3c3d 8h3c+";
        let promoting = "4k4/9/9/4P4/9/9/9/9/4K4 b - 1";
        let tokin = "4k4/9/4+P4/9/9/9/9/9/4K4 b - 1";
        for (text, kinds, mv, name) in [
            (opening, Combined, "2g2f", "other move"),
            (opening, Combined, "8h2b+", "capturing move"),
            (opening, Combined, "8h4d", "losing move"),
            (opening, Combined, "8h3c+", "checking move"),
            (opening, Drop, "2g2f", "board move"),
            (opening, Capture, "8h2b", "capture"),
            (opening, Capture, "2g2f", "no capture"),
            (opening, Check, "8h3c+", "check"),
            (opening, Check, "8h2b+", "no check"),
            (opening, Piece, "8h2b+", "bishop"),
            (opening, Piece, "5i5h", "king"),
            (opening, Captured, "8h2b+", "captures a bishop"),
            (opening, Captured, "2g2f", "captures nothing"),
            (dropping, Drop, "B*5e", "drop"),
            (dropping, Piece, "B*5e", "bishop"),
            (dropping, Combined, "B*5e", "dropping move"),
            (dropping, Combined, "B*3c", "checking move"),
            (checked, Combined, "2b3c", "evasion"),
            (checked, Captured, "2b3c", "captures a horse"),
            (promoting, Combined, "5d5c+", "promotion"),
            (promoting, Piece, "5d5c+", "pawn"),
            (tokin, Piece, "5c6c", "promoted pawn"),
        ] {
            assert_eq!(kind_name(text, kinds, mv), name, "{text}: {mv}");
        }
    }
}
