//! `Move`, `LegalMoves` and functions of squares.

use std::ops::ControlFlow;

use amazons::{Game, Move, Position, Square};
use numpy::ndarray::ArrayView2;
use numpy::{PyArray2, ToPyArray};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyIterator, PyList, PySlice};

use crate::convert::PySquare;
use crate::errors::ErrorClass;

/// Initial capacity of lists of moves: cheaper than to count first or to grow from nothing.
const USUAL_MOVES: usize = 512;

/// The square at a column and row, both from 0.
///
/// >>> square(3, 0)
/// 3
#[pyfunction]
pub fn square(column: i64, row: i64) -> PyResult<PySquare> {
    let [Ok(column_index), Ok(row_index)] = [column, row].map(u8::try_from) else {
        return Err(outside_frame(column, row));
    };
    Square::new(column_index, row_index)
        .map(PySquare)
        .ok_or_else(|| outside_frame(column, row))
}

fn outside_frame(column: i64, row: i64) -> PyErr {
    ErrorClass::Parse.error(format!(
        "invalid square at column {column}, row {row}: expected 0 to 9"
    ))
}

/// The square with a name from `a1` to `j10`.
///
/// >>> parse_square("d1")
/// 3
#[pyfunction]
pub fn parse_square(name: &str) -> PyResult<PySquare> {
    name.parse()
        .map(PySquare)
        .map_err(|error| ErrorClass::Parse.error(error))
}

/// Name of a square.
///
/// >>> square_name(99)
/// 'j10'
#[pyfunction]
pub fn square_name(square: PySquare) -> String {
    square.0.to_string()
}

/// Column of a square, from 0 at the left.
#[pyfunction]
pub fn square_column(square: PySquare) -> u8 {
    square.0.column()
}

/// Row of a square, from 0 at the bottom.
#[pyfunction]
pub fn square_row(square: PySquare) -> u8 {
    square.0.row()
}

/// A step of an amazon and the arrow that it shoots. Immutable, hashable, ordered by squares.
///
/// >>> move = Move.from_text("d1-d7/g7")
/// >>> move == Move(parse_square("d1"), parse_square("d7"), parse_square("g7"))
/// True
/// >>> str(move), move.uci()
/// ('d1-d7/g7', 'd1d7,d7g7')
#[pyclass(
    name = "Move",
    module = "thermodon",
    frozen,
    eq,
    ord,
    hash,
    from_py_object
)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyMove(pub Move);

#[pymethods]
impl PyMove {
    #[new]
    fn new(from_square: PySquare, to_square: PySquare, arrow: PySquare) -> Self {
        Self(Move {
            from: from_square.0,
            to: to_square.0,
            arrow: arrow.0,
        })
    }

    /// Parses `d1-d7/g7`, `d1d7,d7g7` and the other notations of moves; does not check legality.
    #[staticmethod]
    fn from_text(text: &str) -> PyResult<Self> {
        text.parse()
            .map(Self)
            .map_err(|error| ErrorClass::Parse.error(error))
    }

    /// The square that the amazon leaves.
    #[getter(from_square)]
    fn origin(&self) -> PySquare {
        PySquare(self.0.from)
    }

    /// The square that the amazon steps to.
    #[getter(to_square)]
    fn destination(&self) -> PySquare {
        PySquare(self.0.to)
    }

    /// The square that the arrow burns.
    #[getter]
    fn arrow(&self) -> PySquare {
        PySquare(self.0.arrow)
    }

    /// UCI notation, such as `d1d7,d7g7`.
    fn uci(&self) -> String {
        let Move { from, to, arrow } = self.0;
        format!("{from}{to},{to}{arrow}")
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_text('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (PySquare, PySquare, PySquare) {
        (self.origin(), self.destination(), self.arrow())
    }
}

/// The legal moves of a board at the time of asking, as a lazy sequence: `len` counts without
/// listing, `in` checks one move. The order is the same in all runs.
///
/// >>> moves = Board("6x6").legal_moves
/// >>> len(moves), moves[0] in moves
/// (544, True)
/// >>> moves.to_array().shape
/// (544, 3)
#[pyclass(name = "LegalMoves", module = "thermodon", frozen, sequence)]
pub struct PyLegalMoves(pub Position);

/// Number of squares of the frame.
const SQUARES: usize = 100;

/// Moves of one step by arrow.
type StepMoves = [PyOnceLock<Py<PyMove>>; SQUARES];

/// The moves of a step, from one table of the process: there are some 90,000 moves in all, and to make
/// their objects anew would take longer than everything else.
fn step_moves(py: Python<'_>, from: Square, to: Square) -> &'static StepMoves {
    static STEPS: [PyOnceLock<Box<StepMoves>>; SQUARES * SQUARES] =
        [const { PyOnceLock::new() }; SQUARES * SQUARES];
    let [from, to] = [from, to].map(network::square_index);
    STEPS[from * SQUARES + to].get_or_init(py, || Box::new([const { PyOnceLock::new() }; SQUARES]))
}

impl PyLegalMoves {
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut moves = Vec::with_capacity(USUAL_MOVES);
        let listed = self.0.visit_steps(|from, to, arrows| {
            let step = step_moves(py, from, to);
            for arrow in arrows {
                let new_move = || Py::new(py, PyMove(Move { from, to, arrow }));
                match step[network::square_index(arrow)].get_or_try_init(py, new_move) {
                    Ok(known) => moves.push(known.clone_ref(py)),
                    Err(error) => return ControlFlow::Break(error),
                }
            }
            ControlFlow::Continue(())
        });
        listed.break_value().map_or(Ok(()), Err)?;
        PyList::new(py, moves)
    }

    /// The move with an index.
    fn get(&self, index: usize) -> Option<Move> {
        let mut remaining = index;
        let found =
            self.0
                .visit_steps(|from, to, arrows| match arrows.into_iter().nth(remaining) {
                    Some(arrow) => ControlFlow::Break(Move { from, to, arrow }),
                    None => {
                        remaining -= arrows.len() as usize;
                        ControlFlow::Continue(())
                    }
                });
        found.break_value()
    }
}

#[pymethods]
impl PyLegalMoves {
    fn __len__(&self) -> usize {
        self.0.move_count() as usize
    }

    fn __bool__(&self) -> bool {
        self.0.has_legal_move()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_list(py)?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let moves = self.to_list(py)?;
        moves.reverse()?;
        moves.try_iter()
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> bool {
        r#move
            .cast::<PyMove>()
            .is_ok_and(|r#move| self.0.is_legal(r#move.get().0))
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if index.is_instance_of::<PySlice>() {
            return self.to_list(py)?.as_any().get_item(index);
        }
        let index: isize = index
            .call_method0("__index__")
            .map_err(|_| PyTypeError::new_err("indices of moves must be integers or slices"))?
            .extract()
            .map_err(|_| PyIndexError::new_err("index of a move out of range"))?;
        let from_start = if index < 0 {
            index + self.__len__() as isize
        } else {
            index
        };
        let found = usize::try_from(from_start)
            .ok()
            .and_then(|index| self.get(index));
        let found = found.ok_or_else(|| PyIndexError::new_err("index of a move out of range"))?;
        Ok(PyMove(found).into_pyobject(py)?.into_any())
    }

    /// Position of a move in the sequence.
    #[pyo3(signature = (value, start=0, stop=isize::MAX, /))]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        let moves = self.0.moves();
        let length = moves.len() as isize;
        let clamp = |place: isize| {
            if place < 0 {
                place.saturating_add(length).max(0)
            } else {
                place
            }
        };
        let range = clamp(start)..clamp(stop);
        value
            .cast::<PyMove>()
            .ok()
            .and_then(|wanted| moves.iter().position(|mv| *mv == wanted.get().0))
            .filter(|&place| range.contains(&(place as isize)))
            .ok_or_else(|| PyValueError::new_err("the move is not in the sequence"))
    }

    /// 1 if the move is legal, else 0.
    #[pyo3(signature = (value, /))]
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.__contains__(value))
    }

    /// Squares of all moves, shape `(n, 3)`: from, to, arrow.
    fn to_array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        let mut moves: Vec<[u8; 3]> = Vec::with_capacity(USUAL_MOVES);
        let ControlFlow::Continue(()) = self.0.visit_steps(|from, to, arrows| {
            let [from, to] = [from, to].map(|square| PySquare(square).index());
            let begin = moves.len();
            moves.resize(begin + arrows.len() as usize, [from, to, 0]);
            for (mv, arrow) in moves[begin..].iter_mut().zip(arrows) {
                mv[2] = PySquare(arrow).index();
            }
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
        ArrayView2::from_shape((moves.len(), 3), moves.as_flattened())
            .expect("three squares per move")
            .to_pyarray(py)
    }

    /// All moves as text.
    fn to_texts(&self) -> Vec<String> {
        self.0.moves().iter().map(Move::to_string).collect()
    }

    fn __repr__(&self) -> String {
        format!("<LegalMoves: {}>", self.__len__())
    }
}
