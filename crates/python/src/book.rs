//! `Book`: opening books.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use book::{BookDatabase, CompactBook, CompactBookError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use search::Value;

use crate::board::PyBoard;
use crate::convert::{self, instance};
use crate::errors::ErrorClass;
use crate::moves::PyMove;

/// An opening book: the embedded one, a compact book or a book database, read into memory.
///
/// >>> book = Book()
/// >>> entry = book.probe(Board())
/// >>> entry.moves[0].move in Board().legal_moves
/// True
#[pyclass(name = "Book", module = "thermodon", frozen)]
pub struct PyBook(Cow<'static, CompactBook>);

/// Loads a book of either kind.
fn load(path: &Path) -> Result<CompactBook, String> {
    match CompactBook::load(path) {
        Ok(book) => Ok(book),
        // `BookDatabase::open` reports files that cannot be read.
        Err(CompactBookError::BadHeader | CompactBookError::File(_)) => {
            let (_database, book) = BookDatabase::open(path).map_err(|error| error.to_string())?;
            let provenance = book.provenances().join("; ");
            CompactBook::from_bytes(Cow::Owned(book.to_compact(&provenance)))
                .map_err(|error| error.to_string())
        }
        Err(error) => Err(format!("cannot open {}: {error}", path.display())),
    }
}

fn score(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    convert::score(py, value.into())
}

#[pymethods]
impl PyBook {
    #[new]
    #[pyo3(signature = (path = None))]
    fn new(py: Python<'_>, path: Option<PathBuf>) -> PyResult<Self> {
        let Some(path) = path else {
            return Ok(Self(Cow::Borrowed(CompactBook::embedded())));
        };
        py.detach(|| load(&path))
            .map(|book| Self(Cow::Owned(book)))
            .map_err(|error| ErrorClass::File.error(error))
    }

    /// How the book was made.
    #[getter]
    fn provenance(&self) -> &str {
        self.0.provenance()
    }

    /// Entry of a position, also of a symmetric one; `None` if it is not in the book.
    fn probe<'py>(&self, py: Python<'py>, board: &PyBoard) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(entry) = self.0.probe(&board.position) else {
            return Ok(None);
        };
        let moves = entry.moves.iter().map(|entry_move| {
            let fields = (
                PyMove(entry_move.mv),
                score(py, entry_move.value)?,
                entry_move.is_expanded,
            );
            instance(py, "BookMove", fields)
        });
        let deviation = entry.best_deviation.map(|value| score(py, value));
        let fields = (
            score(py, entry.value)?,
            deviation.transpose()?,
            entry.visits,
            PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)?,
        );
        instance(py, "BookEntry", fields).map(Some)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, board: &PyBoard) -> bool {
        self.0.probe(&board.position).is_some()
    }

    fn __repr__(&self) -> String {
        format!("<Book: {} positions>", self.0.len())
    }
}
