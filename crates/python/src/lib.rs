//! Native part of the Python package `thermodon`: translates between Python and the other crates.
//!
//! Plain results are instances of the classes in `python/thermodon/_types.py`. Long work runs
//! without the GIL and ends on Ctrl-C (`interrupt`). The package and its tests are in `python/`.

mod board;
mod book;
mod convert;
mod endgames;
mod engine;
mod errors;
mod evaluators;
mod interrupt;
mod lab;
mod matches;
mod moves;
mod records;

/// Native part of the package. Import its names from `thermodon`.
#[pyo3::pymodule(gil_used = false)]
mod _thermodon {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::board::{PyBoard, PyTransform};
    #[pymodule_export]
    use crate::book::PyBook;
    #[pymodule_export]
    use crate::endgames::{PyEndgameTable, exact_report, exact_value, solve};
    #[pymodule_export]
    use crate::engine::{PyAnalysis, PyEngine};
    #[pymodule_export]
    use crate::evaluators::{PyEvaluation, PyNetwork, distance_maps};
    #[pymodule_export]
    use crate::lab::{experiments, read_run, run_experiment};
    #[pymodule_export]
    use crate::matches::play_match;
    #[pymodule_export]
    use crate::moves::{
        PyLegalMoves, PyMove, parse_square, square, square_column, square_name, square_row,
    };
    #[pymodule_export]
    use crate::records::{PyGame, PyGameNode, read_games};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        // For `isinstance`.
        let sequence = module.py().import("collections.abc")?.getattr("Sequence")?;
        sequence.call_method1("register", (module.getattr("LegalMoves")?,))?;
        Ok(())
    }
}
