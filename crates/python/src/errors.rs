//! Errors of `thermodon.errors`, raised with the message of the Rust error.

use std::fmt::Display;

use pyo3::prelude::*;
use pyo3::types::PyType;

/// Class of an error.
#[derive(Clone, Copy)]
pub enum ErrorClass {
    Parse,
    IllegalMove,
    Option,
    File,
    Engine,
}

impl ErrorClass {
    fn name(self) -> &'static str {
        match self {
            Self::Parse => "ParseError",
            Self::IllegalMove => "IllegalMoveError",
            Self::Option => "OptionError",
            Self::File => "FileError",
            Self::Engine => "EngineError",
        }
    }

    /// The error with a message; for `map_err`.
    pub fn error(self, message: impl Display) -> PyErr {
        Python::attach(|py| {
            let class = py
                .import("thermodon.errors")
                .and_then(|module| module.getattr(self.name()))
                .and_then(|class| Ok(class.cast_into::<PyType>()?));
            match class {
                Ok(class) => PyErr::from_type(class, message.to_string()),
                Err(error) => error,
            }
        })
    }
}
