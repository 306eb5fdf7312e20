//! `Game` and `GameNode`: game records.

use std::sync::{Mutex, MutexGuard, PoisonError};

use amazons::records::{self, Format, NodeId, Record, RecordError, RecordErrorCategory};
use amazons::{Color, Move};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::board::{PyBoard, notation_error};
use crate::convert::PyColor;
use crate::errors::ErrorClass;
use crate::moves::PyMove;

fn record_error(error: RecordError) -> PyErr {
    match error.category() {
        RecordErrorCategory::IllegalMove { .. } => ErrorClass::IllegalMove.error(error),
        _ => ErrorClass::Parse.error(error),
    }
}

/// Reads all games of a text; detects SGF, GGF, Little Golem, plain text, FEN and diagrams.
///
/// >>> [game] = read_games("startpos moves d1-d7/g7 a7-b7/b2")
/// >>> game.main_line()
/// [Move.from_text('d1-d7/g7'), Move.from_text('a7-b7/b2')]
#[pyfunction]
pub fn read_games(py: Python<'_>, text: &str) -> PyResult<Vec<PyGame>> {
    let games = py.detach(|| records::read(text)).map_err(record_error)?;
    Ok(games.into_iter().map(PyGame::from).collect())
}

/// A game record: a start position, a tree of legal moves, and annotations.
///
/// >>> game = Game(Board("6x6"))
/// >>> node = game.root.add_move(game.board().legal_moves[0], comment="first")
/// >>> node.board().fen()
/// '1q2q1/q4q/6/6/Q4Q/Q*2Q1 b - - 1 1'
/// >>> game.black = "Hippolyta"
/// >>> Game.from_text(game.to_text("sgf")) == game
/// True
#[pyclass(name = "Game", module = "thermodon", frozen)]
pub struct PyGame(Mutex<Record>);

impl From<Record> for PyGame {
    fn from(record: Record) -> Self {
        Self(Mutex::new(record))
    }
}

impl PyGame {
    /// The record, locked for as long as no Python code runs.
    fn record(&self) -> MutexGuard<'_, Record> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn moves_to(record: &Record, node: NodeId) -> Vec<Move> {
        let mut moves: Vec<Move> = std::iter::successors(Some(node), |node| record.parent(*node))
            .filter_map(|node| record.move_of(node))
            .collect();
        moves.reverse();
        moves
    }

    fn board_at(&self, node: NodeId) -> PyResult<PyBoard> {
        let record = self.record();
        let moves = Self::moves_to(&record, node);
        PyBoard::after(*record.start(), moves).map_err(|error| ErrorClass::Engine.error(error))
    }
}

#[pymethods]
impl PyGame {
    /// A game that starts like a board, with the board's moves as its main line.
    #[new]
    #[pyo3(signature = (board = None))]
    fn new(board: Option<&PyBoard>) -> PyResult<Self> {
        let Some(board) = board else {
            return Ok(Record::new(amazons::Position::standard_start()).into());
        };
        let moves = board.stack.iter().map(|(_, mv)| *mv);
        Record::from_moves(*board.start(), moves)
            .map(Self::from)
            .map_err(|error| ErrorClass::IllegalMove.error(error))
    }

    /// Reads the first game of a text.
    #[staticmethod]
    fn from_text(py: Python<'_>, text: &str) -> PyResult<Self> {
        let games = read_games(py, text)?;
        games
            .into_iter()
            .next()
            .ok_or_else(|| ErrorClass::Parse.error("the text has no game"))
    }

    /// Name of Black; empty if unknown.
    #[getter]
    fn black(&self) -> String {
        self.record().info.players[Color::Black].clone()
    }

    #[setter]
    fn set_black(&self, text: String) {
        self.record().info.players[Color::Black] = text;
    }

    /// Name of White; empty if unknown.
    #[getter]
    fn white(&self) -> String {
        self.record().info.players[Color::White].clone()
    }

    #[setter]
    fn set_white(&self, text: String) {
        self.record().info.players[Color::White] = text;
    }

    /// Date; empty if unknown.
    #[getter]
    fn date(&self) -> String {
        self.record().info.date.clone()
    }

    #[setter]
    fn set_date(&self, text: String) {
        self.record().info.date = text;
    }

    /// Event; empty if unknown.
    #[getter]
    fn event(&self) -> String {
        self.record().info.event.clone()
    }

    #[setter]
    fn set_event(&self, text: String) {
        self.record().info.event = text;
    }

    /// Place; empty if unknown.
    #[getter]
    fn place(&self) -> String {
        self.record().info.place.clone()
    }

    #[setter]
    fn set_place(&self, text: String) {
        self.record().info.place = text;
    }

    /// Rules; empty if unknown.
    #[getter]
    fn rules(&self) -> String {
        self.record().info.rules.clone()
    }

    #[setter]
    fn set_rules(&self, text: String) {
        self.record().info.rules = text;
    }

    /// The recorded result: `B+`, `W+R`, `B+T`…; empty if unknown.
    #[getter]
    fn result(&self) -> String {
        match self.record().info.result {
            records::GameResult::Unknown => String::new(),
            result => result.to_string(),
        }
    }

    #[setter]
    fn set_result(&self, text: &str) -> PyResult<()> {
        let result = match text {
            "" => records::GameResult::Unknown,
            text => text
                .parse()
                .map_err(|error| ErrorClass::Parse.error(error))?,
        };
        self.record().info.result = result;
        Ok(())
    }

    /// The root of the tree.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> PyGameNode {
        PyGameNode::new(slf, Record::ROOT)
    }

    /// The winner by the recorded result, or else by the final position.
    #[getter]
    fn winner(&self) -> Option<PyColor> {
        self.record().winner().map(PyColor)
    }

    /// Moves of the main line.
    fn main_line(&self) -> Vec<PyMove> {
        self.record().main_line().map(PyMove).collect()
    }

    /// All nodes: each before its children, the main line first.
    fn nodes(slf: &Bound<'_, Self>) -> Vec<PyGameNode> {
        let nodes: Vec<NodeId> = slf.get().record().walk().map(|(_, node)| node).collect();
        nodes
            .into_iter()
            .map(|node| PyGameNode::new(slf, node))
            .collect()
    }

    /// The final position of the main line, with its moves.
    fn board(&self) -> PyResult<PyBoard> {
        let last = self.record().main_line_nodes().last();
        self.board_at(last.unwrap_or(Record::ROOT))
    }

    /// The game in a format: `sgf`, `ggf`, `little-golem`, `text`, `fen` or `diagram`.
    #[pyo3(signature = (format = "sgf"))]
    fn to_text(&self, format: &str) -> PyResult<String> {
        let format: Format = format
            .parse()
            .map_err(|error| ErrorClass::Parse.error(error))?;
        Ok(records::write(&self.record(), format))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        // Not locked at the same time: it may be the same game.
        let other = other.get().record().clone();
        *self.record() == other
    }

    fn __repr__(&self) -> String {
        let plies = self.record().main_line().count();
        format!(
            "<Game: {:?} (Black), {:?} (White), {plies} plies, result {:?}>",
            self.black(),
            self.white(),
            self.result()
        )
    }

    fn __getstate__(&self) -> String {
        records::write(&self.record(), Format::Sgf)
    }

    fn __setstate__(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        let read = Self::from_text(py, text)?;
        *self.record() = read.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(())
    }
}

/// A position of a game record: the root, or the position after a move.
#[pyclass(name = "GameNode", module = "thermodon", frozen)]
pub struct PyGameNode {
    game: Py<PyGame>,
    node: NodeId,
}

impl PyGameNode {
    fn new(game: &Bound<'_, PyGame>, node: NodeId) -> Self {
        Self {
            game: game.clone().unbind(),
            node,
        }
    }

    fn record(&self) -> MutexGuard<'_, Record> {
        self.game.get().record()
    }

    fn sibling(&self, py: Python<'_>, node: NodeId) -> Self {
        Self {
            game: self.game.clone_ref(py),
            node,
        }
    }
}

/// Checks a number that a record format can hold.
fn finite(name: &str, number: Option<f64>) -> PyResult<Option<f64>> {
    if number.is_some_and(|number| !number.is_finite()) {
        return Err(PyOverflowError::new_err(format!(
            "{name} must be a finite number"
        )));
    }
    Ok(number)
}

#[pymethods]
impl PyGameNode {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The move that leads here; `None` at the root.
    #[getter]
    fn r#move(&self) -> Option<PyMove> {
        self.record().move_of(self.node).map(PyMove)
    }

    /// The node before the move.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Self> {
        let parent = self.record().parent(self.node);
        parent.map(|node| self.sibling(py, node))
    }

    /// The continuations, the main one first.
    #[getter]
    fn children(&self, py: Python<'_>) -> Vec<Self> {
        let children: Vec<NodeId> = self.record().children(self.node).collect();
        children
            .into_iter()
            .map(|node| self.sibling(py, node))
            .collect()
    }

    /// Comment; empty if there is none.
    #[getter]
    fn comment(&self) -> String {
        self.record().annotations(self.node).comment.clone()
    }

    #[setter]
    fn set_comment(&self, comment: String) {
        self.record().annotations_mut(self.node).comment = comment;
    }

    /// Evaluation as recorded.
    #[getter]
    fn evaluation(&self) -> Option<f64> {
        self.record().annotations(self.node).evaluation
    }

    #[setter]
    fn set_evaluation(&self, evaluation: Option<f64>) -> PyResult<()> {
        let evaluation = finite("evaluation", evaluation)?;
        self.record().annotations_mut(self.node).evaluation = evaluation;
        Ok(())
    }

    /// Time for the move.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.record().annotations(self.node).seconds
    }

    #[setter]
    fn set_seconds(&self, seconds: Option<f64>) -> PyResult<()> {
        let seconds = finite("seconds", seconds)?;
        self.record().annotations_mut(self.node).seconds = seconds;
        Ok(())
    }

    /// Adds a legal move as the last continuation.
    #[pyo3(signature = (r#move, *, comment = ""))]
    fn add_move(&self, py: Python<'_>, r#move: PyMove, comment: &str) -> PyResult<Self> {
        let mut record = self.record();
        let mv = r#move.0;
        let node = record.add_move(self.node, mv).map_err(|reason| {
            notation_error(amazons::notation::NotationError::Illegal { mv, reason })
        })?;
        comment.clone_into(&mut record.annotations_mut(node).comment);
        drop(record);
        Ok(self.sibling(py, node))
    }

    /// The position, with the moves that lead to it.
    fn board(&self) -> PyResult<PyBoard> {
        self.game.get().board_at(self.node)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            other.game.is(&self.game) && other.node == self.node
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.game.as_ptr() as usize).hash(&mut hasher);
        self.node.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        match self.r#move() {
            Some(PyMove(mv)) => format!("<GameNode: {mv}>"),
            None => "<GameNode: root>".to_owned(),
        }
    }
}
