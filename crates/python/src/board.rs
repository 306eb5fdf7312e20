//! `Board` and `Transform`.

use std::sync::atomic::{AtomicBool, Ordering};

use amazons::notation::{NotationError, diagram, fen};
use amazons::{BoardSize, Content, Game, IllegalMoveError, Move, Position, Transform};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use protocol::terminal_board::{Highlights, render_ascii};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::convert::{self, PyColor, PySquare, squares};
use crate::errors::ErrorClass;
use crate::interrupt;
use crate::moves::{PyLegalMoves, PyMove};

/// A position with the moves that led to it.
///
/// `text` is a FEN, a diagram, `startpos` or a board size such as `8x8`. Boards are equal if their
/// positions are; a board used as a key must not be changed.
///
/// >>> board = Board("4x4")
/// >>> board.push_text("b1-b2/b3")
/// Move.from_text('b1-b2/b3')
/// >>> board.turn
/// <Color.BLACK: 'black'>
/// >>> print(board)
///   4  . B B .
///   3  B # . B
///   2  W W . W
///   1  . . W .
///      a b c d
/// >>> board.pop() == Move.from_text("b1-b2/b3")
/// True
#[pyclass(name = "Board", module = "thermodon")]
#[derive(Clone)]
pub struct PyBoard {
    pub position: Position,
    /// The moves played, each with the position before it.
    pub stack: Vec<(Position, Move)>,
}

impl PyBoard {
    pub fn new(position: Position) -> Self {
        Self {
            position,
            stack: Vec::new(),
        }
    }

    /// The board after moves, which must be legal.
    pub fn after(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, IllegalMoveError> {
        let mut board = Self::new(start);
        for mv in moves {
            board.play(mv)?;
        }
        Ok(board)
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        self.stack
            .first()
            .map_or(&self.position, |(position, _)| position)
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMoveError> {
        let next = self.position.after(mv)?;
        self.stack.push((self.position, mv));
        self.position = next;
        Ok(())
    }

    /// Sets the content of a square and forgets the moves.
    fn put(&mut self, square: PySquare, content: Content) -> PyResult<()> {
        self.position
            .put(square.0, content)
            .map_err(|error| ErrorClass::IllegalMove.error(error))?;
        self.stack.clear();
        Ok(())
    }

    fn content(&self, square: PySquare) -> Option<Content> {
        self.position.content_at(square.0)
    }
}

pub fn notation_error(error: NotationError) -> PyErr {
    match error {
        NotationError::Illegal { .. } => ErrorClass::IllegalMove.error(error),
        error => ErrorClass::Parse.error(error),
    }
}

fn no_moves() -> PyErr {
    PyIndexError::new_err("the board has no moves to take back")
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (text = "startpos"))]
    fn parse(text: &str) -> PyResult<Self> {
        Position::parse(text).map(Self::new).map_err(notation_error)
    }

    /// An empty board with White to move.
    #[staticmethod]
    fn empty(columns: i64, rows: i64) -> PyResult<Self> {
        let size = u8::try_from(columns)
            .ok()
            .zip(u8::try_from(rows).ok())
            .and_then(|(columns, rows)| BoardSize::new(columns, rows));
        let size = size.ok_or_else(|| {
            ErrorClass::Parse.error(format!(
                "invalid board size {columns}x{rows}: expected 1x1 to 10x10"
            ))
        })?;
        Ok(Self::new(Position::empty(size, amazons::Color::White)))
    }

    /// Number of columns.
    #[getter]
    fn columns(&self) -> u8 {
        self.position.size().columns()
    }

    /// Number of rows.
    #[getter]
    fn rows(&self) -> u8 {
        self.position.size().rows()
    }

    /// The player to move. Setting it clears the move stack, as do the setters of squares.
    #[getter]
    fn turn(&self) -> PyColor {
        PyColor(self.position.to_move())
    }

    #[setter]
    fn set_turn(&mut self, color: PyColor) {
        self.position = self.position.with_to_move(color.0);
        self.stack.clear();
    }

    /// The legal moves.
    #[getter]
    fn legal_moves(&self) -> PyLegalMoves {
        PyLegalMoves(self.position)
    }

    /// The moves played, first to last.
    #[getter]
    fn move_stack(&self) -> Vec<PyMove> {
        self.stack.iter().map(|(_, mv)| PyMove(*mv)).collect()
    }

    /// Plays a legal move.
    fn push(&mut self, r#move: PyMove) -> PyResult<()> {
        let mv = r#move.0;
        self.play(mv)
            .map_err(|reason| notation_error(NotationError::Illegal { mv, reason }))
    }

    /// Plays a legal move in any notation and returns it.
    fn push_text(&mut self, text: &str) -> PyResult<PyMove> {
        let r#move = self.parse_move(text)?;
        self.push(r#move)?;
        Ok(r#move)
    }

    /// Takes back the last move and returns it.
    fn pop(&mut self) -> PyResult<PyMove> {
        let (position, mv) = self.stack.pop().ok_or_else(no_moves)?;
        self.position = position;
        Ok(PyMove(mv))
    }

    /// The last move.
    fn peek(&self) -> PyResult<PyMove> {
        let (_, mv) = self.stack.last().ok_or_else(no_moves)?;
        Ok(PyMove(*mv))
    }

    /// Parses a legal move in any notation.
    fn parse_move(&self, text: &str) -> PyResult<PyMove> {
        self.position
            .parse_move(text)
            .map(PyMove)
            .map_err(notation_error)
    }

    /// Whether a move is legal.
    fn is_legal(&self, r#move: PyMove) -> bool {
        self.position.is_legal(r#move.0)
    }

    /// Whether the player to move has no move.
    fn is_game_over(&self) -> bool {
        !self.position.has_legal_move()
    }

    /// Outcome if the game is over.
    ///
    /// >>> Board("x#o b").outcome()
    /// Outcome(winner=<Color.WHITE: 'white'>)
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        convert::outcome(py, self.position.outcome())
    }

    /// Outcome if the game is over or its winner follows from the players' territories.
    ///
    /// >>> Board("x..#o b").proven_outcome()
    /// Outcome(winner=<Color.BLACK: 'black'>)
    fn proven_outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        convert::outcome(py, self.position.proven_outcome())
    }

    /// Connected sets of squares that are not burned and have an amazon.
    ///
    /// >>> [region.owner for region in Board("x..#o").regions()]
    /// [<Color.BLACK: 'black'>, <Color.WHITE: 'white'>]
    fn regions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.position
            .regions()
            .map(|region| convert::region(py, &region))
            .collect()
    }

    /// Whether no region has amazons of both players.
    fn is_separated(&self) -> bool {
        self.position.is_separated()
    }

    /// All transforms of a board of this size, the identity first.
    fn symmetries(&self) -> Vec<PyTransform> {
        Transform::all(self.position.size())
            .map(PyTransform)
            .collect()
    }

    /// The transformed board, without its move stack.
    fn transform(&self, transform: PyTransform) -> PyResult<Self> {
        transform.apply(self)
    }

    /// The board that represents all symmetric ones, and the transform that leads to it.
    fn canonical(&self) -> (Self, PyTransform) {
        let (position, transform) = self.position.canonical();
        (Self::new(position), PyTransform(transform))
    }

    /// Squares of a player's amazons, ascending.
    fn amazons<'py>(&self, py: Python<'py>, color: PyColor) -> PyResult<Bound<'py, PyTuple>> {
        squares(py, self.position.amazons(color.0))
    }

    /// Burned squares, ascending.
    fn burned<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        squares(py, self.position.burned())
    }

    /// Owner of the amazon on a square.
    fn color_at(&self, square: PySquare) -> Option<PyColor> {
        match self.content(square) {
            Some(Content::Amazon(color)) => Some(PyColor(color)),
            _ => None,
        }
    }

    /// Whether a square is burned.
    fn is_burned(&self, square: PySquare) -> bool {
        self.content(square) == Some(Content::Burned)
    }

    /// Whether a square of the board has no amazon and is not burned.
    fn is_empty(&self, square: PySquare) -> bool {
        self.content(square) == Some(Content::Empty)
    }

    /// Puts an amazon on a square.
    fn set_amazon(&mut self, square: PySquare, color: PyColor) -> PyResult<()> {
        self.put(square, Content::Amazon(color.0))
    }

    /// Burns a square.
    fn set_burned(&mut self, square: PySquare) -> PyResult<()> {
        self.put(square, Content::Burned)
    }

    /// Empties a square.
    fn set_empty(&mut self, square: PySquare) -> PyResult<()> {
        self.put(square, Content::Empty)
    }

    /// Contents of the squares, shape `(rows, columns)` with row 1 first: 0 empty, 1 Black, 2 White,
    /// 3 burned.
    ///
    /// >>> Board("x..|.#.|..o").to_array()
    /// array([[0, 0, 2],
    ///        [0, 3, 0],
    ///        [1, 0, 0]], dtype=uint8)
    fn to_array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        let size = self.position.size();
        let shape = (usize::from(size.rows()), usize::from(size.columns()));
        let contents = Array2::from_shape_fn(shape, |(row, column)| {
            let square = size.square(column as u8, row as u8);
            match square.and_then(|square| self.position.content_at(square)) {
                Some(Content::Amazon(amazons::Color::Black)) => 1,
                Some(Content::Amazon(amazons::Color::White)) => 2,
                Some(Content::Burned) => 3,
                Some(Content::Empty) | None => 0_u8,
            }
        });
        contents.into_pyarray(py)
    }

    /// The position as a FEN.
    fn fen(&self) -> String {
        fen::write(&self.position)
    }

    /// The position as a diagram.
    fn diagram(&self) -> String {
        diagram::write(&self.position)
    }

    /// Number of sequences of `depth` legal moves.
    ///
    /// >>> Board("4x4").perft(2)
    /// 4336
    fn perft(slf: &Bound<'_, Self>, depth: u32) -> PyResult<u64> {
        let position = slf.borrow().position;
        let stop = AtomicBool::new(false);
        interrupt::run(
            slf.py(),
            || stop.store(true, Ordering::Relaxed),
            |_: std::sync::mpsc::Sender<()>| count_leaves(&position, depth, &stop),
            |_, ()| Ok(()),
        )
    }

    /// A copy, with or without the moves played.
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> Self {
        if stack {
            self.clone()
        } else {
            Self::new(self.position)
        }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.borrow().position == self.position)
    }

    fn __hash__(&self) -> u64 {
        self.position.key()
    }

    fn __str__(&self) -> String {
        let last_move = self.stack.last().map(|(_, mv)| *mv);
        let highlights = Highlights {
            last_move,
            ..Highlights::default()
        };
        let drawing = render_ascii(&self.position, highlights);
        drawing.trim_end_matches('\n').to_owned()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.fen())
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let svg = slf.py().import("thermodon.svg")?;
        svg.call_method1("board", (slf,))
    }

    fn __getnewargs__(&self) -> (String,) {
        (fen::write(self.start()),)
    }

    fn __getstate__(&self) -> Vec<PyMove> {
        self.move_stack()
    }

    fn __setstate__(&mut self, moves: Vec<PyMove>) -> PyResult<()> {
        moves.into_iter().try_for_each(|r#move| self.push(r#move))
    }
}

/// Perft that can be stopped between the subtrees near the root.
fn count_leaves(position: &Position, depth: u32, stop: &AtomicBool) -> u64 {
    if depth <= 2 {
        return game::perft(position, depth);
    }
    let children = position.moves().into_iter();
    children
        .take_while(|_| !stop.load(Ordering::Relaxed))
        .filter_map(|mv| position.after(mv).ok())
        .map(|child| count_leaves(&child, depth - 1, stop))
        .sum()
}

/// A symmetry of the board, with or without swapped colors: the one with an index of
/// `board.symmetries()`.
///
/// >>> board = Board("x..|...|..o b")
/// >>> turned = board.symmetries()[1]
/// >>> turned.swaps_colors, turned.inverse().apply(turned.apply(board)) == board
/// (True, True)
#[pyclass(
    name = "Transform",
    module = "thermodon",
    frozen,
    eq,
    hash,
    from_py_object
)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PyTransform(Transform);

#[pymethods]
impl PyTransform {
    #[new]
    fn new(columns: u8, rows: u8, index: usize) -> PyResult<Self> {
        BoardSize::new(columns, rows)
            .and_then(|size| Transform::all(size).nth(index))
            .map(Self)
            .ok_or_else(|| {
                ErrorClass::Parse.error(format!(
                    "there is no transform {index} of a {columns}x{rows} board"
                ))
            })
    }

    /// Whether Black and White are swapped.
    #[getter]
    fn swaps_colors(&self) -> bool {
        self.0.swaps_colors
    }

    /// The transformed board, without its move stack.
    fn apply(&self, board: &PyBoard) -> PyResult<PyBoard> {
        let size = board.position.size();
        if size != self.0.size {
            let expected = self.0.size;
            return Err(ErrorClass::IllegalMove.error(format!(
                "the transform is of a {expected} board, not {size}"
            )));
        }
        Ok(PyBoard::new(self.0.apply(&board.position)))
    }

    /// The transformed move.
    fn apply_to_move(&self, r#move: PyMove) -> PyResult<PyMove> {
        let mv = r#move.0;
        for square in [mv.from, mv.to, mv.arrow] {
            if !self.0.size.contains(square) {
                let error = IllegalMoveError::OffBoard(square, self.0.size);
                return Err(ErrorClass::IllegalMove.error(error));
            }
        }
        Ok(PyMove(self.0.apply_to_move(mv)))
    }

    /// The transform that undoes this one.
    fn inverse(&self) -> Self {
        Self(self.0.inverse())
    }

    fn __getnewargs__(&self) -> (u8, u8, usize) {
        let size = self.0.size;
        let index = Transform::all(size).position(|transform| transform == self.0);
        (size.columns(), size.rows(), index.unwrap_or_default())
    }

    fn __repr__(&self) -> String {
        let (columns, rows, index) = self.__getnewargs__();
        format!("Transform({columns}, {rows}, {index})")
    }
}
