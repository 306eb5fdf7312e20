//! `Engine` and `Analysis`: searches.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};

use amazons::{Color, Position};
use engine::{
    BestMove, ClockState, Engine, Event, GoLimits, Level, OptionKind, SearchHandle, SearchInfo,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::board::PyBoard;
use crate::convert::{self, duration, instance};
use crate::errors::ErrorClass;
use crate::interrupt::receive;
use crate::moves::PyMove;

/// Limits of a search, from a `Limit`.
pub struct Limit {
    pub go: GoLimits,
}

impl<'py> FromPyObject<'_, 'py> for Limit {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let seconds = |name: &str| -> PyResult<_> {
            let seconds: Option<f64> = object.getattr(name)?.extract()?;
            seconds.map(|seconds| duration(name, seconds)).transpose()
        };
        let mut go = GoLimits::default();
        go.search.time = seconds("time")?;
        go.search.nodes = object.getattr("nodes")?.extract()?;
        go.search.depth = object.getattr("depth")?.extract()?;
        let moves_to_go: Option<u32> = object.getattr("remaining_moves")?.extract()?;
        for (color, clock, increment) in [
            (Color::Black, "black_clock", "black_inc"),
            (Color::White, "white_clock", "white_inc"),
        ] {
            let increment = seconds(increment)?.unwrap_or_default();
            go.clocks[color] = seconds(clock)?.map(|remaining| ClockState {
                remaining,
                increment,
                moves_to_go,
                ..ClockState::default()
            });
        }
        Ok(Self { go })
    }
}

fn search_info<'py>(py: Python<'py>, info: &SearchInfo) -> PyResult<Bound<'py, PyAny>> {
    let score = info.score.map(|score| convert::score(py, score));
    let pv = PyTuple::new(py, info.pv.iter().copied().map(PyMove))?;
    let fields = (
        info.multipv,
        score.transpose()?,
        pv,
        info.depth,
        info.nodes,
        info.time.as_secs_f64(),
        info.visits,
    );
    instance(py, "SearchInfo", fields)
}

/// Plays and analyzes. `Engine.OPTIONS` lists the options; their names ignore case.
///
/// Searches release the GIL and stop at once on Ctrl-C. One engine runs one search at a time.
///
/// >>> engine = Engine({"Threads": 1}, level=3)
/// >>> board = Board("6x6")
/// >>> engine.play(board).move in board.legal_moves
/// True
/// >>> lines = engine.analyse(board, Limit(nodes=50), multipv=3)
/// >>> [line.multipv for line in lines]
/// [1, 2, 3]
#[pyclass(name = "Engine", module = "thermodon", frozen)]
pub struct PyEngine(Mutex<EngineState>);

struct EngineState {
    engine: Engine,
    /// The options that were set, by their listed names.
    options: BTreeMap<String, String>,
}

impl EngineState {
    /// An engine with these options. Files are read again, so that all options are set or none.
    fn new(options: BTreeMap<String, String>) -> PyResult<Self> {
        let mut engine = Engine::new();
        for (name, value) in &options {
            engine
                .set_option(name, value)
                .map_err(|error| ErrorClass::Option.error(error))?;
        }
        Ok(Self { engine, options })
    }
}

/// Reads options: names as listed, where they are known, and values as text.
fn read_options(options: &Bound<'_, PyAny>, into: &mut BTreeMap<String, String>) -> PyResult<()> {
    for item in options.call_method0("items")?.try_iter()? {
        let (name, value): (String, Bound<'_, PyAny>) = item?.extract()?;
        let listed = Engine::OPTIONS.iter().find(|option| option.is_named(&name));
        let name = listed.map_or(name, |option| option.name.to_owned());
        into.insert(name, value.str()?.to_string());
    }
    Ok(())
}

impl PyEngine {
    /// Uses the engine without the GIL: a search may hold the lock.
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut EngineState) -> T + Send) -> T {
        py.detach(|| work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn start(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        limits: GoLimits,
        kind: SearchKind,
    ) -> PyResult<PyAnalysis> {
        let position = board.borrow().position;
        for &mv in &limits.search.search_moves {
            position.check_legal(mv).map_err(|reason| {
                ErrorClass::IllegalMove.error(format!("illegal move {mv}: {reason}"))
            })?;
        }
        let (sender, events) = mpsc::channel();
        let analysis = Arc::new(Mutex::new(engine::Analysis::new(position)));
        let shared = Arc::clone(&analysis);
        let listener = move |event: Event| {
            if let Event::Info(info) = &event {
                let mut analysis = shared.lock().unwrap_or_else(PoisonError::into_inner);
                analysis.add_info(info.clone());
            }
            // The receiver may be gone: nobody waits for the result.
            let _ = sender.send(event);
        };
        let handle = self.with(py, |state| match kind {
            SearchKind::Move => state.engine.start(&position, limits, listener),
            SearchKind::Analysis { multipv: None } => {
                let engine = &mut state.engine;
                engine.start_at_full_strength(&position, limits, listener)
            }
            SearchKind::Analysis {
                multipv: Some(multipv),
            } => {
                let name = "MultiPV";
                let configured = state.options.get(name).map_or("1", String::as_str);
                let set = state.engine.set_option(name, &multipv.to_string());
                set.map_err(std::io::Error::other)?;
                let engine = &mut state.engine;
                let handle = engine.start_at_full_strength(&position, limits, listener);
                let reset = engine.set_option(name, configured);
                reset.map_err(std::io::Error::other)?;
                handle
            }
        });
        let handle = handle.map_err(|error| match error.downcast::<engine::OptionError>() {
            Ok(error) => ErrorClass::Option.error(error),
            Err(error) => ErrorClass::Engine.error(format!("cannot start the search: {error}")),
        })?;
        Ok(PyAnalysis {
            position,
            analysis,
            events: Mutex::new(events),
            best_move: Mutex::new(None),
            handle,
        })
    }
}

#[derive(Clone, Copy)]
enum SearchKind {
    Move,
    Analysis { multipv: Option<u64> },
}

fn go_limits(limit: Option<Limit>, moves: Option<Vec<PyMove>>) -> PyResult<GoLimits> {
    let mut limits = limit.map_or_else(GoLimits::default, |limit| limit.go);
    if let Some(moves) = moves {
        if moves.is_empty() {
            return Err(ErrorClass::IllegalMove.error("there are no moves to choose from"));
        }
        limits.search.search_moves = moves.into_iter().map(|r#move| r#move.0).collect();
    }
    Ok(limits)
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (options = None, *, level = None))]
    fn new(options: Option<&Bound<'_, PyAny>>, level: Option<i64>) -> PyResult<Self> {
        let mut all = BTreeMap::new();
        if let Some(options) = options {
            read_options(options, &mut all)?;
        }
        if let Some(level) = level {
            all.insert("Level".to_owned(), level.to_string());
        }
        EngineState::new(all).map(|state| Self(Mutex::new(state)))
    }

    /// All options of the engine.
    #[classattr]
    #[pyo3(name = "OPTIONS")]
    fn all_options(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        let options = Engine::OPTIONS.iter().map(|option| {
            let none = py.None().into_bound(py);
            let no_choices = PyTuple::empty(py);
            let (kind, default, min, max, choices) = match option.kind {
                OptionKind::Spin { default, min, max } => (
                    "spin",
                    default.into_pyobject(py)?.into_any(),
                    min.into_pyobject(py)?.into_any(),
                    max.into_pyobject(py)?.into_any(),
                    no_choices,
                ),
                OptionKind::Combo { default, choices } => (
                    "combo",
                    default.into_pyobject(py)?.into_any(),
                    none.clone(),
                    none,
                    PyTuple::new(py, choices)?,
                ),
                OptionKind::String { default } => (
                    "string",
                    default.into_pyobject(py)?.into_any(),
                    none.clone(),
                    none,
                    no_choices,
                ),
            };
            let fields = (
                option.name,
                kind,
                default,
                min,
                max,
                choices,
                option.description,
            );
            instance(py, "EngineOption", fields)
        });
        PyTuple::new(py, options.collect::<PyResult<Vec<_>>>()?)
    }

    /// All levels, weakest first.
    #[classattr]
    #[pyo3(name = "LEVELS")]
    fn all_levels(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        let levels = Level::all().map(|level| {
            let fields = (level.number(), level.name(), level.description());
            instance(py, "Level", fields)
        });
        PyTuple::new(py, levels.collect::<PyResult<Vec<_>>>()?)
    }

    /// The options that were set.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = self.with(py, |state| state.options.clone());
        options.into_pyobject(py)
    }

    /// Name of the player and origin of its network or weights.
    #[getter]
    fn provenance(&self, py: Python<'_>) -> String {
        self.with(py, |state| state.engine.provenance())
    }

    /// Sets options; none if one of them is invalid. Forgets the state of the game.
    fn configure(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut all = self.with(py, |state| state.options.clone());
        read_options(options, &mut all)?;
        let new = py.detach(|| EngineState::new(all))?;
        self.with(py, |state| *state = new);
        Ok(())
    }

    /// Clears the state of the last game.
    fn new_game(&self, py: Python<'_>) {
        self.with(py, |state| state.engine.new_game());
    }

    /// Searches a move, at the engine's level and with its book. Without a limit, one second.
    /// `moves` restricts the first move.
    #[pyo3(signature = (board, limit = None, *, moves = None))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'_, PyBoard>,
        limit: Option<Limit>,
        moves: Option<Vec<PyMove>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = board.borrow().position;
        let limits = Engine::with_default_limit(&position, go_limits(limit, moves)?);
        self.start(py, board, limits, SearchKind::Move)?.wait(py)
    }

    /// The best lines, best first, at full strength. Without a limit, one second.
    #[pyo3(signature = (board, limit = None, *, multipv = None, moves = None))]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'_, PyBoard>,
        limit: Option<Limit>,
        multipv: Option<u64>,
        moves: Option<Vec<PyMove>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let position = board.borrow().position;
        let limits = Engine::with_default_limit(&position, go_limits(limit, moves)?);
        let search = self.start(py, board, limits, SearchKind::Analysis { multipv })?;
        search.wait(py)?;
        search.lines(py)
    }

    /// Starts an analysis at full strength. Without a limit it runs until stopped.
    #[pyo3(signature = (board, limit = None, *, multipv = None, moves = None))]
    fn analysis(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        limit: Option<Limit>,
        multipv: Option<u64>,
        moves: Option<Vec<PyMove>>,
    ) -> PyResult<PyAnalysis> {
        let limits = go_limits(limit, moves)?;
        self.start(py, board, limits, SearchKind::Analysis { multipv })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Engine({})", self.options(py)?.repr()?))
    }
}

/// A running analysis: an iterator of lines and a context manager that stops it.
///
/// >>> with Engine().analysis(Board("6x6")) as analysis:
/// ...     for info in analysis:
/// ...         if info.nodes >= 50:
/// ...             break
/// >>> analysis.wait().move == analysis.lines[0].pv[0]
/// True
#[pyclass(name = "Analysis", module = "thermodon", frozen)]
pub struct PyAnalysis {
    position: Position,
    /// The lines so far, updated by the search.
    analysis: Arc<Mutex<engine::Analysis>>,
    events: Mutex<Receiver<Event>>,
    /// The result, once received.
    best_move: Mutex<Option<BestMove>>,
    handle: SearchHandle,
}

impl PyAnalysis {
    fn best_move(&self) -> Option<BestMove> {
        *self
            .best_move
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The next line; `None` at the end. Ctrl-C stops the search.
    fn next_info(&self, py: Python<'_>) -> PyResult<Option<SearchInfo>> {
        while self.best_move().is_none() {
            match receive(py, &self.events) {
                Ok(Event::Info(info)) => return Ok(Some(info)),
                Ok(Event::BestMove(best_move)) => {
                    let mut result = self
                        .best_move
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner);
                    *result = Some(best_move);
                }
                Ok(Event::ExactResult(_) | Event::Book(_)) | Err(RecvTimeoutError::Timeout) => {}
                // Another thread may have received the result.
                Err(RecvTimeoutError::Disconnected) if self.best_move().is_some() => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ErrorClass::Engine.error("the search ended without a result"));
                }
            }
            if let Err(error) = py.check_signals() {
                self.handle.stop();
                return Err(error);
            }
        }
        Ok(None)
    }
}

#[pymethods]
impl PyAnalysis {
    /// The best lines so far, best first.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let analysis = self
            .analysis
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let lines = analysis.lines().iter().map(|line| search_info(py, line));
        PyList::new(py, lines.collect::<PyResult<Vec<_>>>()?)
    }

    /// Ends the analysis; may be called from any thread.
    fn stop(&self) {
        self.handle.stop();
    }

    /// Waits for the end and returns the best move.
    fn wait<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        while self.next_info(py)?.is_some() {}
        let best_move = self.best_move().unwrap_or(BestMove {
            mv: None,
            ponder: None,
        });
        let analysis = self
            .analysis
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let info = analysis.lines().first().map(|line| search_info(py, line));
        let fields = (
            best_move.mv.map(PyMove),
            best_move.ponder.map(PyMove),
            info.transpose()?,
        );
        instance(py, "PlayResult", fields)
    }

    /// Whether the search has ended.
    fn is_finished(&self) -> bool {
        self.handle.is_finished()
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let info = self.next_info(py)?;
        info.map(|info| search_info(py, &info)).transpose()
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// Stops the search and waits for its end.
    #[pyo3(signature = (_exc_type, _exc_value, _traceback, /))]
    fn __exit__(
        &self,
        py: Python<'_>,
        _exc_type: &Bound<'_, PyAny>,
        _exc_value: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.handle.stop();
        while self.next_info(py)?.is_some() {}
        Ok(())
    }

    fn __repr__(&self) -> String {
        let state = if self.is_finished() {
            "finished"
        } else {
            "running"
        };
        format!(
            "<Analysis of {}: {state}>",
            amazons::notation::fen::write(&self.position)
        )
    }
}
