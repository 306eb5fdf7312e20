//! `EndgameTable`, the board solver, and exact analysis.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use amazons::{Color, MoveCount, Position};
use combinatorial::{GameValue, OutcomeClass, ValueStore, WallPoint};
use endgame::{
    AnalysisLimits, EndgameReport, ExactAnalyzer, FirstPlayerResult, Lead, MoveReport,
    OutcomeForFirstPlayer, RegionValue, ScorePair, ScoreTable, Solution, SolveProgress, Solver,
    SolverLimits, TableError, ValueTable,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::board::PyBoard;
use crate::convert::{self, PyColor, duration, instance, positions};
use crate::errors::ErrorClass;
use crate::interrupt;
use crate::moves::PyMove;

/// Largest table that is built in memory, in squares.
const MAX_BUILT_SIZE: usize = 7;

/// Longest text of a value.
const MAX_VALUE_LEN: usize = 10_000;

/// Longest time limit: a century, so that deadlines do not overflow.
const MAX_TIME: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

fn table_error(error: TableError) -> PyErr {
    ErrorClass::File.error(error)
}

/// Scores of all small regions.
///
/// >>> table = EndgameTable.build(5)
/// >>> [scores for region, scores in table.probe(Board("x..#o"))]
/// [ScorePair(black_first=2, white_first=None), ScorePair(black_first=None, white_first=None)]
#[pyclass(name = "EndgameTable", module = "thermodon", frozen)]
pub struct PyEndgameTable(ScoreTable);

fn score_pair(py: Python<'_>, scores: ScorePair) -> PyResult<Bound<'_, PyAny>> {
    instance(py, "ScorePair", (scores.black_first, scores.white_first))
}

/// A region and its scores, if they are in the table.
type ProbedRegion<'py> = (Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

#[pymethods]
impl PyEndgameTable {
    /// Opens the table in a directory, or in the user's data directory.
    #[staticmethod]
    #[pyo3(signature = (directory = None))]
    fn open(py: Python<'_>, directory: Option<PathBuf>) -> PyResult<Self> {
        let directory = directory.or_else(endgame::default_dir).ok_or_else(|| {
            ErrorClass::File.error("there is no data directory: give the table's directory")
        })?;
        let table = py.detach(|| ScoreTable::open(&directory));
        table.map(Self).map_err(table_error)
    }

    /// Builds the table of regions up to `size` squares, at most 7, in memory.
    #[staticmethod]
    #[pyo3(signature = (size = 6))]
    fn build(py: Python<'_>, size: usize) -> PyResult<Self> {
        if !(1..=MAX_BUILT_SIZE).contains(&size) {
            return Err(ErrorClass::Option.error(format!(
                "invalid size {size}: expected 1 to {MAX_BUILT_SIZE} squares; \
                 `thermodon endgame build` builds larger tables on disk"
            )));
        }
        Ok(Self(
            py.detach(|| endgame::build_score_table_in_memory(size)),
        ))
    }

    /// Squares of the largest regions in the table; 0 if it is empty.
    #[getter]
    fn max_size(&self) -> usize {
        self.0.max_size()
    }

    /// Size of all scores in bytes.
    #[getter]
    fn size_in_bytes(&self) -> u64 {
        self.0.size_in_bytes()
    }

    /// Regions of a board with their scores; `None` if a region is not in the table.
    fn probe<'py>(&self, py: Python<'py>, board: &PyBoard) -> PyResult<Vec<ProbedRegion<'py>>> {
        let regions = board.position.regions();
        let probe = |region| {
            let scores = self.0.probe(&region).map_err(table_error)?;
            let scores = scores.map(|scores| score_pair(py, scores)).transpose()?;
            Ok((convert::region(py, &region)?, scores))
        };
        regions.map(probe).collect()
    }

    /// A player's moves in the regions that are in the table, best first in each region.
    fn moves<'py>(
        &self,
        py: Python<'py>,
        board: &PyBoard,
        color: PyColor,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut moves = Vec::new();
        for region in board.position.regions() {
            let scored = self.0.scored_moves(&board.position, &region, color.0);
            let scored = scored.map_err(table_error)?;
            for scored in scored.unwrap_or_default() {
                let fields = (PyMove(scored.mv), scored.score);
                moves.push(instance(py, "ScoredMove", fields)?);
            }
        }
        Ok(moves)
    }

    fn __repr__(&self) -> String {
        format!("<EndgameTable: up to {} squares>", self.0.max_size())
    }
}

fn open_values(directory: Option<&Path>) -> Result<Option<ValueTable>, TableError> {
    directory.map(ValueTable::open).transpose()
}

fn memory_bytes(mib: usize) -> PyResult<usize> {
    (1..=1 << 20)
        .contains(&mib)
        .then_some(mib << 20)
        .ok_or_else(|| {
            ErrorClass::Option.error(format!(
                "invalid memory of {mib} MiB: expected 1 to 1048576"
            ))
        })
}

/// Proves who wins a sum of boards with either player to move; `None` if the time limit is reached
/// first. `table` is a directory with a value table. `progress` receives the number of sums searched
/// and of results found, of two.
///
/// >>> solution = solve(Board("x...|....|....|...o"))
/// >>> solution.black_first.winner, solution.white_first.winner
/// (<Color.BLACK: 'black'>, <Color.WHITE: 'white'>)
#[pyfunction]
#[pyo3(signature = (boards, *, time = None, memory_mib = 256, threads = 1, table = None, progress = None))]
pub fn solve<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    time: Option<f64>,
    memory_mib: usize,
    threads: usize,
    table: Option<PathBuf>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let boards = positions(boards)?;
    let memory = memory_bytes(memory_mib)?;
    if !(1..=256).contains(&threads) {
        return Err(ErrorClass::Option.error(format!(
            "invalid number of threads {threads}: expected 1 to 256"
        )));
    }
    let time = time.map(|time| duration("time", time)).transpose()?;
    let deadline = time.map(|time| Instant::now() + time.min(MAX_TIME));
    let stop = AtomicBool::new(false);
    let work = |sender: Sender<SolveProgress>| {
        let table = open_values(table.as_deref())?;
        let solver = Solver::new(memory, threads, table.as_ref());
        solver.solve(&boards, &mut |_, progress| {
            // The receiver outlives the work.
            let _ = sender.send(progress);
            !stop.load(Ordering::Relaxed)
                && deadline.is_none_or(|deadline| Instant::now() < deadline)
        })
    };
    let on_progress = |_: Python<'_>, SolveProgress { nodes, solved }| {
        let called = progress
            .as_ref()
            .map(|progress| progress.call1((nodes, solved)));
        called.transpose().map(drop)
    };
    let stopper = || stop.store(true, Ordering::Relaxed);
    match interrupt::run(py, stopper, work, on_progress)? {
        Ok(solution) => solution_fields(py, &solution).map(Some),
        Err(TableError::Interrupted) => Ok(None),
        Err(error) => Err(table_error(error)),
    }
}

fn solution_fields<'py>(py: Python<'py>, solution: &Solution) -> PyResult<Bound<'py, PyAny>> {
    let side = |side: &FirstPlayerResult| {
        let moves = side.moves.iter().map(|&(board, mv)| (board, PyMove(mv)));
        let fields = (
            PyColor(side.winner),
            PyTuple::new(py, moves.collect::<Vec<_>>())?,
            side.proof_size,
            side.time.as_secs_f64(),
        );
        instance(py, "SolvedSide", fields)
    };
    let fields = (
        side(&solution.black_first)?,
        side(&solution.white_first)?,
        solution.nodes,
    );
    instance(py, "Solution", fields)
}

/// A combinatorial game as text, with all that Python sees of it.
struct ValueData {
    text: Option<String>,
    outcome: &'static str,
    number: Option<f64>,
    mean: f64,
    temperature: f64,
    walls: [Vec<(f64, f64)>; 2],
}

impl ValueData {
    fn new(store: &mut ValueStore, value: GameValue) -> Self {
        let thermograph = store.thermograph(value);
        let points = |wall: &[WallPoint]| -> Vec<(f64, f64)> {
            let points = wall.iter();
            points
                .map(|point| (point.temperature.to_f64(), point.value.to_f64()))
                .collect()
        };
        Self {
            text: store.format_limited(value, MAX_VALUE_LEN),
            outcome: match store.outcome(value) {
                OutcomeClass::Left => "left",
                OutcomeClass::Right => "right",
                OutcomeClass::Next => "next",
                OutcomeClass::Previous => "previous",
            },
            number: store.forms().as_number(value).map(|number| number.to_f64()),
            mean: thermograph.mean().to_f64(),
            temperature: thermograph.temperature().to_f64(),
            walls: [
                points(thermograph.left_wall()),
                points(thermograph.right_wall()),
            ],
        }
    }

    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let [left, right] = self.walls;
        let thermograph = (
            self.mean,
            self.temperature,
            PyTuple::new(py, left)?,
            PyTuple::new(py, right)?,
        );
        let thermograph = instance(py, "Thermograph", thermograph)?;
        let fields = (self.text, self.outcome, self.number, thermograph);
        instance(py, "ExactValue", fields)
    }
}

/// Parses a combinatorial game, such as `{5|-5}`, `*` or `^2`, and brings it to canonical form.
///
/// >>> value = exact_value("{5|-5}")
/// >>> value.temperature, value.outcome
/// (5.0, 'next')
/// >>> value.thermograph.left_wall
/// ((0.0, 5.0), (5.0, 0.0))
#[pyfunction]
pub fn exact_value<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let work = |_: Sender<()>| {
        let mut store = ValueStore::default();
        let value = store.parse(text)?;
        Ok(ValueData::new(&mut store, value))
    };
    let value = interrupt::run(py, || (), work, |_, ()| Ok(()))?;
    value
        .map_err(|error: combinatorial::ParseGameError| ErrorClass::Parse.error(error))?
        .into_python(py)
}

/// Exact analysis of a sum of boards; see `thermodon.exact.analyze`.
#[pyfunction]
pub fn exact_report<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    turn: PyColor,
    table: Option<PathBuf>,
    time: f64,
    memory_mib: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let boards = positions(boards)?;
    let limits = SolverLimits {
        time: duration("time", time)?.min(MAX_TIME),
        memory: memory_bytes(memory_mib)?,
        threads: 1,
    };
    let stop = AtomicBool::new(false);
    let work = |_: Sender<()>| report(&boards, turn.0, table.as_deref(), limits, &stop);
    let stopper = || stop.store(true, Ordering::Relaxed);
    let (report, values) =
        interrupt::run(py, stopper, work, |_, ()| Ok(()))?.map_err(table_error)?;
    report_fields(py, &report, values)
}

fn report(
    boards: &[Position],
    turn: Color,
    table: Option<&Path>,
    limits: SolverLimits,
    stop: &AtomicBool,
) -> Result<(EndgameReport, Vec<Option<ValueData>>), TableError> {
    let table = open_values(table)?;
    let mut analyzer = ExactAnalyzer::new(table.as_ref(), AnalysisLimits::INTERACTIVE);
    let report = EndgameReport::new(
        &mut analyzer,
        table.as_ref(),
        boards,
        turn,
        limits,
        &mut |_| !stop.load(Ordering::Relaxed),
    )?;
    let values = report.regions.iter().map(|region| {
        let value = region.value.exact()?;
        Some(ValueData::new(analyzer.games(), value))
    });
    let values = values.collect();
    Ok((report, values))
}

fn lead_bounds(lead: Lead) -> (u32, u32) {
    let MoveCount { lower, upper } = lead.moves;
    (lower, upper)
}

fn report_fields<'py>(
    py: Python<'py>,
    report: &EndgameReport,
    values: Vec<Option<ValueData>>,
) -> PyResult<Bound<'py, PyAny>> {
    let regions = report.regions.iter().zip(values).map(|(region, value)| {
        let bounds = match region.value {
            RegionValue::Exact(_) => None,
            RegionValue::Bounded { lower, upper } => Some((lower, upper)),
        };
        let value = value.map(|value| value.into_python(py)).transpose()?;
        let fields = (
            region.board,
            convert::region(py, &region.region)?,
            value,
            bounds,
        );
        instance(py, "ExactRegion", fields)
    });
    let regions = PyTuple::new(py, regions.collect::<PyResult<Vec<_>>>()?)?;
    let exact_move = |region: usize, mv, winner: Option<Color>, lead: Option<Lead>| {
        let fields = (
            region,
            PyMove(mv),
            winner.map(PyColor),
            lead.map(lead_bounds),
        );
        instance(py, "ExactMove", fields)
    };
    let (moves, is_complete) = match &report.moves {
        MoveReport::Analyzed(moves) => {
            let moves = moves.iter().map(|analyzed| {
                let winner = analyzed.lead.map(|lead| lead.winner);
                exact_move(analyzed.region, analyzed.mv, winner, analyzed.lead)
            });
            (moves.collect::<PyResult<Vec<_>>>()?, true)
        }
        MoveReport::Winning(moves, is_complete) => {
            let winner = Some(report.to_move);
            let moves = moves
                .iter()
                .map(|&(region, mv)| exact_move(region, mv, winner, None));
            (moves.collect::<PyResult<Vec<_>>>()?, *is_complete)
        }
        MoveReport::Unknown => (Vec::new(), false),
    };
    let outcome = report.outcome();
    let lead = match outcome {
        OutcomeForFirstPlayer::Lead(lead) => Some(lead_bounds(lead)),
        _ => None,
    };
    let winner = |outcome: OutcomeForFirstPlayer| outcome.winner().map(PyColor);
    let best_play = report
        .best_play
        .iter()
        .map(|best| (best.board, PyMove(best.mv)));
    let fields = (
        PyColor(report.to_move),
        regions,
        report.hottest,
        winner(outcome),
        lead,
        winner(report.outcomes[0]),
        winner(report.outcomes[1]),
        PyTuple::new(py, moves)?,
        is_complete,
        PyTuple::new(py, best_play.collect::<Vec<_>>())?,
    );
    instance(py, "ExactReport", fields)
}
