//! A position with its history, as searchers see it.

use std::fmt;
use std::ops::ControlFlow;

use game::{Color, Game, Kind, Outcome};
use rsshogi::board::{Move32List, Position as Board};
use rsshogi::movegen::generate_legal_all_move32;
use rsshogi::types::{Color as Side, EnteringKingRule, Move32, Square};

use crate::kinds::Kinds;
use crate::notation::{self, NotationError};

/// A move: a piece that moves and perhaps promotes, or one that is dropped.
pub type Move = Move32;

/// A position of Shogi and all that its rules look at: the board, both hands, who is to move, and what came before.
#[derive(Clone)]
pub struct Position {
    pub(crate) board: Board,
    /// The positions since the game began, this one last.
    pub(crate) past: Vec<Moment>,
    pub(crate) kinds: Kinds,
}

/// What the rules on repetition have to remember of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    /// Board, hands and side to move.
    pub(crate) key: u64,
    /// For how many plies each side's moves have all been checks.
    pub(crate) checking: [u16; 2],
}

impl Position {
    /// The start of an even game.
    #[must_use]
    pub fn start() -> Self {
        Self::from_board(rsshogi::board::hirate_position())
    }

    pub(crate) fn from_board(mut board: Board) -> Self {
        board.init_stack();
        board.set_entering_king_rule(EnteringKingRule::Point27);
        let first = Moment {
            key: board.key().low_u64(),
            checking: [0; 2],
        };
        Self {
            board,
            past: vec![first],
            kinds: Kinds::default(),
        }
    }

    /// The same position, told apart into other kinds of move.
    #[must_use]
    pub fn with_kinds(self, kinds: Kinds) -> Self {
        Self { kinds, ..self }
    }

    /// The same position as if a game began with it.
    #[must_use]
    pub fn without_history(&self) -> Self {
        let state = rsshogi::board::generate_position_state(&self.board);
        let board = rsshogi::board::position_from_position_state(&state);
        Self::from_board(board).with_kinds(self.kinds)
    }

    /// How many moves were played since the first position.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.past.len() - 1
    }

    /// The board, both hands and who is to move, without what came before or its number, as SFEN.
    #[must_use]
    pub fn sfen(&self) -> String {
        self.board.to_sfen(Some(-1))
    }

    /// Whether the player to move is in check.
    #[must_use]
    pub fn is_in_check(&self) -> bool {
        self.board.is_in_check()
    }

    /// Where the last move went; `None` if there was none.
    pub(crate) fn last_square(&self) -> Option<Square> {
        (self.plies() > 0).then(|| self.board.last_move().to_sq())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

/// The colour of a side of the board.
pub(crate) fn color_of(side: Side) -> Color {
    match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    }
}

impl Game for Position {
    const NAME: &'static str = "shogi";
    const KINDS: &'static [&'static str] = Kinds::NAMES;
    type Move = Move;
    type Undo = ();
    type NotationError = NotationError;

    fn to_move(&self) -> Color {
        color_of(self.board.turn())
    }

    fn visit_moves<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.repetition().is_some() {
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
        let mut checking = self.past.last().map_or([0; 2], |last| last.checking);
        checking[side] = if gives_check { checking[side] + 2 } else { 0 };
        self.past.push(Moment {
            key: self.board.key().low_u64(),
            checking,
        });
    }

    fn unplay(&mut self, mv: Move, (): ()) {
        let undone = self.board.undo_move32(mv);
        debug_assert!(undone.is_ok(), "{mv:?} was not the last move");
        self.past.pop();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.repetition().or_else(|| self.mate())
    }

    fn proven_outcome(&self) -> Option<Outcome> {
        self.outcome().or_else(|| self.entered())
    }

    /// A position that came before is another one for a search: it is nearer to its end by repetition.
    fn key(&self) -> u64 {
        let times = self.times_before() as u64;
        self.board.key().low_u64() ^ times.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.repetition().is_none() && self.board.is_legal_move32(mv)
    }

    fn kind(&self, mv: Move) -> Kind {
        self.kinds.kind(self, mv)
    }

    fn to_text(&self) -> String {
        notation::write(self)
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        notation::read(text)
    }

    fn move_to_text(&self, mv: Move) -> String {
        mv.to_usi()
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        notation::read_move(self, text)
    }
}
