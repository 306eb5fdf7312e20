//! `Network`, `Evaluation` and distance maps: static evaluation.

use std::borrow::Cow;
use std::path::PathBuf;

use amazons::{Color, Position, Square};
use evaluation::{
    DistanceMap, DistanceMaps, EvalBoard, EvaluationFunction, Features, TaperedEvaluation, Term,
    TermWeights, Terms,
};
use network::{Network, SQUARES, Workspace};
use numpy::ndarray::{Array2, Array3};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::board::PyBoard;
use crate::convert::{instance, positions};
use crate::errors::ErrorClass;
use crate::moves::PyMove;

/// Number of boards that the network evaluates between checks for signals.
const NETWORK_BATCH: usize = 32;

/// Number of boards that the handcrafted evaluation evaluates between checks for signals.
const EVALUATION_BATCH: usize = 10_000;

/// Maximum size of a weights file of the handcrafted evaluation.
const MAX_WEIGHTS_BYTES: u64 = 1 << 20;

/// The policy and value network: the embedded one, or that of a weights file.
///
/// >>> network = Network()
/// >>> boards = [Board(), Board("8x8")]
/// >>> output = network.evaluate(boards, policies=True)
/// >>> output.values.shape, output.ownership.shape
/// ((2,), (2, 10, 10))
/// >>> len(output.policies[1]) == len(boards[1].legal_moves)
/// True
#[pyclass(name = "Network", module = "thermodon", frozen)]
pub struct PyNetwork(Cow<'static, Network>);

/// Evaluations of a batch.
#[derive(Default)]
struct Batch {
    values: Vec<f32>,
    margins: Vec<f32>,
    ownership: Vec<f32>,
    policies: Vec<Vec<f32>>,
}

impl Batch {
    fn add(
        &mut self,
        network: &Network,
        workspace: &mut Workspace,
        position: &Position,
        with_policy: bool,
    ) {
        let output = network.evaluate(workspace, position);
        self.values.push(output.win_probability());
        self.margins.push(output.expected_margin);
        let size = position.size();
        self.ownership.extend((0..SQUARES as u8).map(|index| {
            Square::new(index % 10, index / 10)
                .filter(|square| size.contains(*square))
                .map_or(0.0, |square| output.ownership(square))
        }));
        if with_policy {
            let policy = network.policy(position, &output);
            let mut probabilities = Vec::new();
            for step in policy.steps() {
                let arrows = policy.arrows(step);
                probabilities.extend(step.arrows.into_iter().map(|arrow| {
                    network::exp(step.log_probability + arrows.log_probability(arrow))
                }));
            }
            self.policies.push(probabilities);
        }
    }
}

#[pymethods]
impl PyNetwork {
    #[new]
    #[pyo3(signature = (path = None))]
    fn new(py: Python<'_>, path: Option<PathBuf>) -> PyResult<Self> {
        let Some(path) = path else {
            return Ok(Self(Cow::Borrowed(py.detach(Network::embedded))));
        };
        let network = py
            .detach(|| Network::load(&path))
            .map_err(|error| ErrorClass::File.error(format!("{}: {error}", path.display())))?;
        Ok(Self(Cow::Owned(network)))
    }

    /// Origin of the weights.
    #[getter]
    fn provenance(&self) -> &str {
        self.0.provenance()
    }

    /// Instruction set in use.
    #[getter]
    fn kernel(&self) -> String {
        self.0.kernel().to_string()
    }

    /// Whether the network runs in floats.
    #[getter]
    fn is_float(&self) -> bool {
        self.0.is_float()
    }

    /// Number of residual blocks.
    #[getter]
    fn blocks(&self) -> usize {
        self.0.shape().blocks
    }

    /// Number of channels of the tower.
    #[getter]
    fn channels(&self) -> usize {
        self.0.shape().channels
    }

    /// Evaluates a batch of boards in the calling thread, with the GIL released.
    #[pyo3(signature = (boards, *, policies = false))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        policies: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let positions = positions(boards)?;
        let mut workspace = self.0.workspace();
        let mut batch = Batch::default();
        for chunk in positions.chunks(NETWORK_BATCH) {
            py.detach(|| {
                for position in chunk {
                    batch.add(&self.0, &mut workspace, position, policies);
                }
            });
            py.check_signals()?;
        }
        let shape = (positions.len(), 10, 10);
        let ownership = Array3::from_shape_vec(shape, batch.ownership)
            .expect("a number for each square of each board");
        let policies = batch
            .policies
            .into_iter()
            .map(|policy| policy.into_pyarray(py));
        let fields = (
            batch.values.into_pyarray(py),
            batch.margins.into_pyarray(py),
            ownership.into_pyarray(py),
            PyList::new(py, policies)?,
        );
        instance(py, "NetworkOutput", fields)
    }

    /// The most probable moves with their probabilities.
    #[pyo3(signature = (board, count = 10))]
    fn top_moves(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        count: usize,
    ) -> Vec<(PyMove, f32)> {
        let position = board.borrow().position;
        // At most as many as there are moves: the count is also a capacity.
        let count = count.min(amazons::Game::move_count(&position) as usize);
        if count == 0 {
            return Vec::new();
        }
        let moves = py.detach(|| {
            let output = self.0.evaluate(&mut self.0.workspace(), &position);
            self.0.policy(&position, &output).top_moves(count)
        });
        let moves = moves.into_iter();
        moves
            .map(|(mv, log)| (PyMove(mv), network::exp(log)))
            .collect()
    }

    fn __repr__(&self) -> String {
        let shape = self.0.shape();
        format!(
            "<Network: {} blocks, {} channels, {}>",
            shape.blocks,
            shape.channels,
            self.0.kernel()
        )
    }
}

/// The handcrafted evaluation with the embedded weights, or those of a file.
///
/// >>> evaluation = Evaluation()
/// >>> evaluation.evaluate([Board(), Board("6x6")]).shape
/// (2,)
/// >>> evaluation.features(Board())["queen-ties"]
/// 48.0
/// >>> Evaluation.from_text(evaluation.to_text()).weights.shape == evaluation.weights.shape
/// True
#[pyclass(name = "Evaluation", module = "thermodon", frozen)]
pub struct PyEvaluation(TaperedEvaluation);

impl PyEvaluation {
    fn from_weights(weights: &TermWeights) -> Self {
        Self(TaperedEvaluation::new(weights))
    }
}

#[pymethods]
impl PyEvaluation {
    #[new]
    #[pyo3(signature = (path = None))]
    fn new(path: Option<PathBuf>) -> PyResult<Self> {
        let Some(path) = path else {
            return Ok(Self(TaperedEvaluation::default()));
        };
        let cannot_read = |error: &dyn std::fmt::Display| {
            let path = path.display();
            ErrorClass::File.error(format!("cannot read the weights in {path}: {error}"))
        };
        let bytes = storage::read_file(&path, MAX_WEIGHTS_BYTES);
        let bytes = bytes.map_err(|error| cannot_read(&error))?;
        // The parser of weights reports files that are not text.
        let weights: Result<TermWeights, _> = String::from_utf8_lossy(&bytes).parse();
        let weights = weights.map_err(|error| cannot_read(&error))?;
        Ok(Self::from_weights(&weights))
    }

    /// Names of the terms.
    #[classattr]
    #[pyo3(name = "TERMS")]
    fn terms(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, Term::ALL.map(Term::name))
    }

    /// Parses the text of a weights file.
    #[staticmethod]
    fn from_text(text: &str) -> PyResult<Self> {
        text.parse()
            .map(|weights| Self::from_weights(&weights))
            .map_err(|error| ErrorClass::Parse.error(error))
    }

    /// Origin of the weights.
    #[getter]
    fn provenance(&self) -> &str {
        &self.0.weights().provenance
    }

    /// Measure of the game phase.
    #[getter]
    fn phase_axis(&self) -> &'static str {
        self.0.weights().axis().name()
    }

    /// The phases that have weights, ascending.
    #[getter]
    fn phases<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.0.weights().phases().to_vec().into_pyarray(py)
    }

    /// Weights in logits, shape `(terms, phases)`; a copy.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        let weights = self.0.weights();
        let shape = (Term::COUNT, weights.phases().len());
        let rows = Array2::from_shape_fn(shape, |(term, phase)| {
            weights.for_term(Term::ALL[term])[phase]
        });
        rows.into_pyarray(py)
    }

    /// The evaluation with other weights of the same shape.
    fn with_weights(&self, weights: PyReadonlyArray2<'_, f64>) -> PyResult<Self> {
        let array = weights.as_array();
        let mut weights = self.0.weights().clone();
        let expected = (Term::COUNT, weights.phases().len());
        if array.dim() != expected {
            return Err(ErrorClass::Option.error(format!(
                "the weights have shape {:?} instead of {expected:?}",
                array.dim()
            )));
        }
        for ((term, phase), &logits) in array.indexed_iter() {
            weights
                .set(Term::ALL[term], phase, logits)
                .map_err(|error| ErrorClass::Option.error(error))?;
        }
        Ok(Self::from_weights(&weights))
    }

    /// The text of a weights file.
    fn to_text(&self) -> String {
        self.0.weights().to_string()
    }

    /// Writes a weights file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        storage::write_atomic(&path, self.to_text().as_bytes()).map_err(|error| {
            ErrorClass::File.error(format!("cannot write {}: {error}", path.display()))
        })
    }

    /// Log-odds that the player to move wins, shape `(n,)`.
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let positions = positions(boards)?;
        let mut values: Vec<f64> = Vec::with_capacity(positions.len());
        for chunk in positions.chunks(EVALUATION_BATCH) {
            py.detach(|| {
                let boards = chunk.iter().map(EvalBoard::from);
                values.extend(boards.map(|board| self.0.evaluate(&board).logit()));
            });
            py.check_signals()?;
        }
        Ok(values.into_pyarray(py))
    }

    /// The terms of a board for its player to move.
    fn features<'py>(&self, py: Python<'py>, board: &PyBoard) -> PyResult<Bound<'py, PyDict>> {
        let features = Features::of(&EvalBoard::from(&board.position));
        let terms = Terms::of(&features, board.position.to_move());
        by_term(py, Term::ALL.map(|term| terms.get(term)))
    }

    /// Contribution of each term to the log-odds.
    fn contributions<'py>(&self, py: Python<'py>, board: &PyBoard) -> PyResult<Bound<'py, PyDict>> {
        let features = Features::of(&EvalBoard::from(&board.position));
        let to_move = board.position.to_move();
        by_term(py, self.0.contributions(&features, to_move))
    }

    fn __repr__(&self) -> String {
        format!("<Evaluation: {}>", self.provenance())
    }
}

fn by_term(py: Python<'_>, numbers: [f64; Term::COUNT]) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (term, number) in Term::ALL.into_iter().zip(numbers) {
        dict.set_item(term.name(), number)?;
    }
    Ok(dict)
}

/// Distances of all squares in queen and king moves.
///
/// >>> distance_maps(Board("x..|.#.|..o")).queen_black
/// array([[ 1,  2, -1],
///        [ 1, -1,  2],
///        [-1,  1,  1]], dtype=int8)
#[pyfunction]
pub fn distance_maps<'py>(py: Python<'py>, board: &PyBoard) -> PyResult<Bound<'py, PyAny>> {
    let maps = DistanceMaps::of(&EvalBoard::from(&board.position));
    let size = board.position.size();
    let array = |map: &DistanceMap| {
        let shape = (usize::from(size.rows()), usize::from(size.columns()));
        let distances = Array2::from_shape_fn(shape, |(row, column)| {
            let distance = size
                .square(column as u8, row as u8)
                .and_then(|square| map.get(square));
            distance.map_or(-1, |distance| distance as i8)
        });
        distances.into_pyarray(py)
    };
    let fields = (
        array(&maps.queen[Color::Black]),
        array(&maps.queen[Color::White]),
        array(&maps.king[Color::Black]),
        array(&maps.king[Color::White]),
    );
    instance(py, "DistanceMaps", fields)
}
