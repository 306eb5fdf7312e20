//! Positions with their history.

use std::fmt;
use std::ops::ControlFlow;

use game::{Color, Game, MoveKind, Outcome};
use rsshogi::board::{Move32List, Position as Board};
use rsshogi::movegen::generate_legal_all_move32;
use rsshogi::types::{Color as Side, EnteringKingRule, Move32, Square};

use crate::move_kinds::MoveKindSet;
use crate::notation::{self, NotationError};

/// A board move, possibly with promotion, or a drop.
pub type Move = Move32;

/// A position: board, hands, side to move and history.
#[derive(Clone)]
pub struct Position {
    pub(crate) board: Board,
    /// All positions of the game, this one last.
    pub(crate) history: Vec<HistoryEntry>,
    pub(crate) kinds: MoveKindSet,
}

/// What the repetition rules need to know about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HistoryEntry {
    /// Board, hands and side to move.
    pub(crate) key: u64,
    /// For each side, twice the number of its latest moves that were all checks.
    pub(crate) consecutive_checks: [u16; 2],
}

impl Position {
    /// The start of an even game (hirate).
    #[must_use]
    pub fn start() -> Self {
        Self::from_board(rsshogi::board::hirate_position())
    }

    pub(crate) fn from_board(mut board: Board) -> Self {
        board.init_stack();
        board.set_entering_king_rule(EnteringKingRule::Point27);
        let first = HistoryEntry {
            key: board.key().low_u64(),
            consecutive_checks: [0; 2],
        };
        Self {
            board,
            history: vec![first],
            kinds: MoveKindSet::default(),
        }
    }

    /// Same position with another scheme of move kinds.
    #[must_use]
    pub fn with_move_kinds(self, kinds: MoveKindSet) -> Self {
        Self { kinds, ..self }
    }

    /// Same position without history.
    pub(crate) fn without_history(&self) -> Self {
        let state = rsshogi::board::generate_position_state(&self.board);
        let board = rsshogi::board::position_from_position_state(&state);
        Self::from_board(board).with_move_kinds(self.kinds)
    }

    /// Number of moves in the history.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.history.len() - 1
    }

    /// SFEN of board, side to move and hands, without move number and history.
    #[must_use]
    pub fn sfen(&self) -> String {
        self.board.to_sfen(Some(-1))
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_in_check(&self) -> bool {
        self.board.is_in_check()
    }

    /// Target square of the last move.
    pub(crate) fn last_move_target(&self) -> Option<Square> {
        (self.plies() > 0).then(|| self.board.last_move().to_sq())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

pub(crate) fn side_color(side: Side) -> Color {
    match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    }
}

impl Game for Position {
    const NAME: &'static str = "shogi";
    const MOVE_KINDS: &'static [&'static str] = MoveKindSet::NAMES;
    type Move = Move;
    type Undo = ();
    type ParseError = NotationError;

    fn to_move(&self) -> Color {
        side_color(self.board.turn())
    }

    fn visit_moves<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.repetition_outcome().is_some() {
            return ControlFlow::Continue(());
        }
        let mut moves = Move32List::new();
        generate_legal_all_move32(&self.board, &mut moves);
        moves.iter().copied().try_for_each(visit)
    }

    fn play(&mut self, mv: Move) {
        let side = self.board.turn().to_index();
        let gives_check = self.board.gives_check_move32(mv);
        self.board.apply_move32_with_gives_check(mv, gives_check);
        let mut consecutive_checks = self
            .history
            .last()
            .map_or([0; 2], |last| last.consecutive_checks);
        consecutive_checks[side] = if gives_check {
            consecutive_checks[side] + 2
        } else {
            0
        };
        self.history.push(HistoryEntry {
            key: self.board.key().low_u64(),
            consecutive_checks,
        });
    }

    fn unplay(&mut self, mv: Move, (): ()) {
        let undone = self.board.undo_move32(mv);
        debug_assert!(undone.is_ok(), "{mv:?} was not the last move");
        self.history.pop();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.repetition_outcome().or_else(|| self.mate_outcome())
    }

    fn proven_outcome(&self) -> Option<Outcome> {
        self.outcome().or_else(|| self.declaration_outcome())
    }

    /// The key includes the repetition count.
    fn key(&self) -> u64 {
        let repetitions = self.repetition_count() as u64;
        self.board.key().low_u64() ^ repetitions.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.repetition_outcome().is_none() && self.board.is_legal_move32(mv)
    }

    fn move_kind(&self, mv: Move) -> MoveKind {
        self.kinds.classify(self, mv)
    }

    fn to_text(&self) -> String {
        notation::format_position(self)
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        notation::parse_position(text)
    }

    fn move_to_text(&self, mv: Move) -> String {
        mv.to_usi()
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        notation::parse_move(self, text)
    }
}
