//! Conversions between Rust values and those of `thermodon._types`.

use std::time::Duration;

use amazons::{Color, Outcome, Position, Region, Square, SquareSet};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyModule, PyTuple};
use search::Score;

use crate::board::PyBoard;
use crate::errors::ErrorClass;

/// An instance of a class of `thermodon._types`.
pub fn instance<'py>(
    py: Python<'py>,
    class: &str,
    fields: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    types(py)?.getattr(class)?.call1(fields)
}

fn types(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("thermodon._types").map(Bound::unbind));
    Ok(module?.bind(py))
}

/// The members of `Color`: Black, White.
fn colors(py: Python<'_>) -> PyResult<&[Py<PyAny>; 2]> {
    static COLORS: PyOnceLock<[Py<PyAny>; 2]> = PyOnceLock::new();
    COLORS.get_or_try_init(py, || {
        let class = types(py)?.getattr("Color")?;
        Ok([
            class.getattr("BLACK")?.unbind(),
            class.getattr("WHITE")?.unbind(),
        ])
    })
}

/// A color as an argument or result.
#[derive(Clone, Copy)]
pub struct PyColor(pub Color);

impl<'py> IntoPyObject<'py> for PyColor {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let [black, white] = colors(py)?;
        let color = match self.0 {
            Color::Black => black,
            Color::White => white,
        };
        Ok(color.bind(py).clone())
    }
}

impl<'py> FromPyObject<'_, 'py> for PyColor {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let [black, white] = colors(object.py())?;
        if object.is(black) {
            Ok(Self(Color::Black))
        } else if object.is(white) {
            Ok(Self(Color::White))
        } else {
            Err(PyTypeError::new_err(format!(
                "expected Color.BLACK or Color.WHITE, not {}",
                object.get_type().name()?
            )))
        }
    }
}

/// A square as an argument or result: its index in the 10×10 frame.
#[derive(Clone, Copy)]
pub struct PySquare(pub Square);

impl PySquare {
    pub fn index(self) -> u8 {
        network::square_index(self.0) as u8
    }
}

impl<'py> IntoPyObject<'py> for PySquare {
    type Target = pyo3::types::PyInt;
    type Output = Bound<'py, Self::Target>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        self.index().into_pyobject(py)
    }
}

impl<'py> FromPyObject<'_, 'py> for PySquare {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let index: i64 = object.extract().map_err(|error: PyErr| {
            // Integers of any size are out of range rather than of the wrong type.
            if error.is_instance_of::<pyo3::exceptions::PyOverflowError>(object.py()) {
                ErrorClass::Parse.error("invalid square: expected 0 (a1) to 99 (j10)")
            } else {
                error
            }
        })?;
        u8::try_from(index)
            .ok()
            .and_then(|index| Square::new(index % 10, index / 10))
            .map(Self)
            .ok_or_else(|| {
                ErrorClass::Parse.error(format!(
                    "invalid square {index}: expected 0 (a1) to 99 (j10)"
                ))
            })
    }
}

/// Squares in ascending order.
pub fn squares(py: Python<'_>, set: SquareSet) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, set.into_iter().map(PySquare).collect::<Vec<_>>())
}

pub fn region<'py>(py: Python<'py>, region: &Region) -> PyResult<Bound<'py, PyAny>> {
    let fields = (
        squares(py, region.squares())?,
        squares(py, region.amazons(Color::Black))?,
        squares(py, region.amazons(Color::White))?,
    );
    instance(py, "Region", fields)
}

pub fn outcome(py: Python<'_>, outcome: Option<Outcome>) -> PyResult<Option<Bound<'_, PyAny>>> {
    outcome
        .and_then(Outcome::winner)
        .map(|winner| instance(py, "Outcome", (PyColor(winner),)))
        .transpose()
}

pub fn score(py: Python<'_>, score: Score) -> PyResult<Bound<'_, PyAny>> {
    let (logit, plies) = match score {
        Score::Estimate(millilogits) => (Some(f64::from(millilogits) / 1000.0), None),
        Score::Win { plies } | Score::Loss { plies } => (None, Some(plies)),
        Score::Draw => (None, None),
    };
    instance(py, "Score", (score.win_probability(), logit, plies))
}

/// The positions of one board or of several.
pub fn positions(boards: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    if let Ok(board) = boards.cast::<PyBoard>() {
        return Ok(vec![board.borrow().position]);
    }
    boards
        .try_iter()?
        .map(|board| Ok(board?.cast::<PyBoard>()?.borrow().position))
        .collect()
}

/// A duration in seconds, which must not be negative.
pub fn duration(name: &str, seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        ErrorClass::Option.error(format!(
            "invalid {name} {seconds}: expected seconds, 0 or more"
        ))
    })
}
