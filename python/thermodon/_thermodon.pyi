"""Native part of the package. Import its names from ``thermodon``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from types import TracebackType
from typing import Any, Final, Literal, SupportsIndex, final, overload

import numpy as np
from numpy.typing import NDArray

from ._types import (
    BookEntry,
    Color,
    DistanceMaps,
    EngineOption,
    ExactReport,
    ExactValue,
    Level,
    Limit,
    NetworkOutput,
    OptionValue,
    Outcome,
    PlayResult,
    Region,
    ScoredMove,
    ScorePair,
    SearchInfo,
    Solution,
    Square,
)

__all__ = [
    "Analysis",
    "Board",
    "Book",
    "EndgameTable",
    "Engine",
    "Evaluation",
    "Game",
    "GameNode",
    "LegalMoves",
    "Move",
    "Network",
    "Transform",
    "__version__",
    "distance_maps",
    "exact_report",
    "exact_value",
    "experiments",
    "parse_square",
    "play_match",
    "read_games",
    "read_run",
    "run_experiment",
    "solve",
    "square",
    "square_column",
    "square_name",
    "square_row",
]

__version__: Final[str]
"""Version of the package."""

def square(column: int, row: int) -> Square:
    """The square at a column and row, both from 0."""

def parse_square(name: str) -> Square:
    """The square with a name from ``a1`` to ``j10``."""

def square_name(square: Square) -> str:
    """Name of a square, such as ``d1``."""

def square_column(square: Square) -> int:
    """Column of a square, from 0 at the left."""

def square_row(square: Square) -> int:
    """Row of a square, from 0 at the bottom."""

@final
class Move:
    """A step of an amazon and the arrow that it shoots. Immutable, hashable, ordered by squares."""

    def __new__(cls, from_square: Square, to_square: Square, arrow: Square) -> Move: ...
    @staticmethod
    def from_text(text: str) -> Move:
        """Parses ``d1-d7/g7``, ``d1d7,d7g7`` and the other notations of moves; does not check
        legality."""

    @property
    def from_square(self) -> Square: ...
    @property
    def to_square(self) -> Square: ...
    @property
    def arrow(self) -> Square: ...
    def uci(self) -> str:
        """UCI notation, such as ``d1d7,d7g7``."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[Square, Square, Square]: ...

@final
class LegalMoves(Sequence[Move]):
    """The legal moves of a board at the time of asking, as a lazy sequence: ``len`` counts without
    listing, ``in`` checks one move. The order is the same in all runs."""

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object, /) -> bool: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Move]: ...
    def to_array(self) -> NDArray[np.uint8]:
        """Squares of all moves, shape ``(n, 3)``: from, to, arrow."""

    def to_texts(self) -> list[str]:
        """All moves as text."""

@final
class Transform:
    """A symmetry of the board, with or without swapped colors: the one with an index of
    ``board.symmetries()``."""

    def __new__(cls, columns: int, rows: int, index: int) -> Transform: ...
    @property
    def swaps_colors(self) -> bool: ...
    def apply(self, board: Board) -> Board:
        """The transformed board, without its move stack."""

    def apply_to_move(self, move: Move) -> Move:
        """The transformed move."""

    def inverse(self) -> Transform: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[int, int, int]: ...

@final
class Board:
    """A position with the moves that led to it.

    ``text`` is a FEN, a diagram, ``startpos`` or a board size such as ``8x8``. Boards are equal if
    their positions are; a board used as a key must not be changed."""

    def __new__(cls, text: str = "startpos") -> Board: ...
    @staticmethod
    def empty(columns: int, rows: int) -> Board:
        """An empty board with White to move."""

    @property
    def columns(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def turn(self) -> Color:
        """The player to move. Setting it clears the move stack, as do the setters of squares."""

    @turn.setter
    def turn(self, color: Color) -> None: ...
    @property
    def legal_moves(self) -> LegalMoves: ...
    @property
    def move_stack(self) -> list[Move]:
        """The moves played, first to last."""

    def push(self, move: Move) -> None:
        """Plays a legal move."""

    def push_text(self, text: str) -> Move:
        """Plays a legal move in any notation and returns it."""

    def pop(self) -> Move:
        """Takes back the last move and returns it."""

    def peek(self) -> Move:
        """The last move."""

    def parse_move(self, text: str) -> Move:
        """Parses a legal move in any notation."""

    def is_legal(self, move: Move) -> bool: ...
    def is_game_over(self) -> bool:
        """Whether the player to move has no move."""

    def outcome(self) -> Outcome | None:
        """Outcome if the game is over."""

    def proven_outcome(self) -> Outcome | None:
        """Outcome if the game is over or its winner follows from separated regions."""

    def regions(self) -> list[Region]:
        """Connected sets of squares that are not burned."""

    def is_separated(self) -> bool:
        """Whether no region has amazons of both players."""

    def symmetries(self) -> list[Transform]:
        """All transforms of a board of this size, the identity first."""

    def transform(self, transform: Transform) -> Board:
        """The transformed board, without its move stack."""

    def canonical(self) -> tuple[Board, Transform]:
        """The board that represents all symmetric ones, and the transform that leads to it."""

    def amazons(self, color: Color) -> tuple[Square, ...]:
        """Squares of a player's amazons, ascending."""

    def burned(self) -> tuple[Square, ...]:
        """Burned squares, ascending."""

    def color_at(self, square: Square) -> Color | None:
        """Owner of the amazon on a square."""

    def is_burned(self, square: Square) -> bool: ...
    def is_empty(self, square: Square) -> bool:
        """Whether a square of the board has no amazon and is not burned."""

    def set_amazon(self, square: Square, color: Color) -> None: ...
    def set_burned(self, square: Square) -> None: ...
    def set_empty(self, square: Square) -> None: ...
    def to_array(self) -> NDArray[np.uint8]:
        """Contents of the squares, shape ``(rows, columns)`` with row 1 first: 0 empty, 1 Black, 2
        White, 3 burned."""

    def fen(self) -> str: ...
    def diagram(self) -> str: ...
    def perft(self, depth: int) -> int:
        """Number of sequences of ``depth`` legal moves."""

    def copy(self, *, stack: bool = True) -> Board: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object, /) -> Board: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[str]: ...
    def __getstate__(self) -> list[Move]: ...
    def __setstate__(self, moves: list[Move], /) -> None: ...
    def _repr_svg_(self) -> str: ...

def read_games(text: str) -> list[Game]:
    """Reads all games of a text; detects SGF, GGF, Little Golem, plain text, FEN and diagrams."""

@final
class Game:
    """A game record: a start position, a tree of legal moves, and annotations."""

    black: str
    """Name of Black, as are the following texts empty if unknown."""
    white: str
    date: str
    event: str
    place: str
    rules: str
    result: str
    """``B+``, ``W+R``, ``B+T``…; empty if unknown."""
    def __new__(cls, board: Board | None = None) -> Game:
        """A game with the position of a board as its start and the board's moves as its main
        line."""

    @staticmethod
    def from_text(text: str) -> Game:
        """Reads the first game of a text."""

    @property
    def root(self) -> GameNode: ...
    @property
    def winner(self) -> Color | None:
        """The winner by the recorded result, or else by the final position."""

    def main_line(self) -> list[Move]: ...
    def nodes(self) -> list[GameNode]:
        """All nodes: each before its children, the main line first."""

    def board(self) -> Board:
        """The final position of the main line, with its moves."""

    def to_text(
        self, format: Literal["sgf", "ggf", "little-golem", "text", "fen", "diagram"] = "sgf"
    ) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __getstate__(self) -> str: ...
    def __setstate__(self, text: str, /) -> None: ...

@final
class GameNode:
    """A position of a game record: the root, or the position after a move."""

    comment: str
    evaluation: float | None
    """Evaluation as recorded."""
    seconds: float | None
    """Time for the move."""
    @property
    def move(self) -> Move | None:
        """The move that leads here; ``None`` at the root."""

    @property
    def game(self) -> Game: ...
    @property
    def parent(self) -> GameNode | None: ...
    @property
    def children(self) -> list[GameNode]:
        """The continuations, the main one first."""

    def add_move(self, move: Move, *, comment: str = "") -> GameNode:
        """Adds a legal move as the last continuation."""

    def board(self) -> Board:
        """The position, with the moves that lead to it."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Engine:
    """Plays and analyzes. ``Engine.options`` lists the options; their names ignore case.

    Searches release the GIL and stop at once on Ctrl-C. One engine runs one search at a time."""

    OPTIONS: Final[tuple[EngineOption, ...]]
    LEVELS: Final[tuple[Level, ...]]
    def __new__(
        cls, options: Mapping[str, OptionValue] | None = None, *, level: int | None = None
    ) -> Engine: ...
    @property
    def options(self) -> dict[str, str]:
        """The options that were set."""

    @property
    def provenance(self) -> str:
        """Name of the player and origin of its network or weights."""

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options; none if one of them is invalid. Forgets the state of the game."""

    def new_game(self) -> None:
        """Clears the state of the last game."""

    def play(
        self, board: Board, limit: Limit | None = None, *, moves: Sequence[Move] | None = None
    ) -> PlayResult:
        """Searches a move, at the engine's level and with its book. Without a limit, one second.
        ``moves`` restricts the first move."""

    def analyse(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        moves: Sequence[Move] | None = None,
    ) -> list[SearchInfo]:
        """The best lines, best first, at full strength. Without a limit, one second. ``multipv``
        is the number of lines, by default the option ``MultiPV``."""

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        moves: Sequence[Move] | None = None,
    ) -> Analysis:
        """Starts an analysis at full strength. Without a limit it runs until stopped."""

@final
class Analysis:
    """A running analysis: an iterator of lines and a context manager that stops it."""

    @property
    def lines(self) -> list[SearchInfo]:
        """The best lines so far, best first."""

    def stop(self) -> None:
        """Ends the analysis; may be called from any thread."""

    def wait(self) -> PlayResult:
        """Waits for the end and returns the best move."""

    def is_finished(self) -> bool: ...
    def __iter__(self) -> Analysis: ...
    def __next__(self) -> SearchInfo: ...
    def __enter__(self) -> Analysis: ...
    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None: ...

@final
class Network:
    """The policy and value network: the embedded one, or that of a weights file."""

    def __new__(cls, path: str | PathLike[str] | None = None) -> Network: ...
    @property
    def provenance(self) -> str: ...
    @property
    def kernel(self) -> str:
        """Instruction set in use."""

    @property
    def is_float(self) -> bool: ...
    @property
    def blocks(self) -> int: ...
    @property
    def channels(self) -> int: ...
    def evaluate(self, boards: Board | Sequence[Board], *, policies: bool = False) -> NetworkOutput:
        """Evaluates a batch of boards in the calling thread, with the GIL released."""

    def top_moves(self, board: Board, count: int = 10) -> list[tuple[Move, float]]:
        """The most probable moves with their probabilities."""

@final
class Evaluation:
    """The handcrafted evaluation with the embedded weights, or those of a file."""

    TERMS: Final[tuple[str, ...]]
    """Names of the terms."""
    def __new__(cls, path: str | PathLike[str] | None = None) -> Evaluation: ...
    @staticmethod
    def from_text(text: str) -> Evaluation:
        """Parses the text of a weights file."""

    @property
    def provenance(self) -> str: ...
    @property
    def phase_axis(self) -> str:
        """Measure of the game phase."""

    @property
    def phases(self) -> NDArray[np.uint8]:
        """The phases that have weights, ascending."""

    @property
    def weights(self) -> NDArray[np.float64]:
        """Weights in logits, shape ``(terms, phases)``."""

    def with_weights(self, weights: NDArray[np.float64]) -> Evaluation:
        """The evaluation with other weights of the same shape."""

    def to_text(self) -> str: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    def evaluate(self, boards: Board | Sequence[Board]) -> NDArray[np.float64]:
        """Log-odds that the player to move wins, shape ``(n,)``."""

    def features(self, board: Board) -> dict[str, float]:
        """The terms of a board for its player to move."""

    def contributions(self, board: Board) -> dict[str, float]:
        """Contribution of each term to the log-odds."""

def distance_maps(board: Board) -> DistanceMaps:
    """Distances of all squares in queen and king moves."""

@final
class Book:
    """An opening book: the embedded one, a compact book or a book database, read into memory."""

    def __new__(cls, path: str | PathLike[str] | None = None) -> Book: ...
    @property
    def provenance(self) -> str: ...
    def probe(self, board: Board) -> BookEntry | None:
        """Entry of a position, also of a symmetric one."""

    def __len__(self) -> int: ...
    def __contains__(self, board: Board, /) -> bool: ...

@final
class EndgameTable:
    """Scores of all small regions."""

    @staticmethod
    def open(directory: str | PathLike[str] | None = None) -> EndgameTable:
        """Opens the table in a directory, or in the user's data directory."""

    @staticmethod
    def build(size: int = 6) -> EndgameTable:
        """Builds the table of regions up to ``size`` squares (at most 7) in memory."""

    @property
    def max_size(self) -> int:
        """Squares of the largest regions in the table; 0 if it is empty."""

    @property
    def size_in_bytes(self) -> int: ...
    def probe(self, board: Board) -> list[tuple[Region, ScorePair | None]]:
        """Regions of a board with their scores; ``None`` if a region is not in the table."""

    def moves(self, board: Board, color: Color) -> list[ScoredMove]:
        """A player's moves in the regions that are in the table, best first in each region."""

def exact_value(text: str) -> ExactValue:
    """See ``thermodon.exact.value``."""

def exact_report(
    boards: Sequence[Board], turn: Color, table: str | PathLike[str] | None, time: float, memory_mib: int
) -> ExactReport:
    """See ``thermodon.exact.analyze``."""

def solve(
    boards: Board | Sequence[Board],
    *,
    time: float | None = None,
    memory_mib: int = 256,
    threads: int = 1,
    table: str | PathLike[str] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Solution | None:
    """Proves who wins a sum of boards with either player to move; ``None`` if the time limit is
    reached first. ``table`` is a directory with a value table. ``progress`` receives the number of
    sums searched and of results found, of two."""

def play_match(
    settings: dict[str, Any], on_game: Callable[[dict[str, Any]], object]
) -> dict[str, Any]:
    """See ``thermodon.match.play_match``."""

def experiments() -> list[dict[str, str]]:
    """See ``thermodon.lab.experiments``."""

def read_run(experiment: str, directory: str | PathLike[str]) -> dict[str, Any]:
    """See ``thermodon.lab.read``."""

def run_experiment(
    experiment: str,
    directory: str | PathLike[str],
    scale: str,
    seed: int,
    settings: Sequence[tuple[str, str]],
    threads: int,
    progress: Callable[[int, int], object] | None,
) -> dict[str, Any]:
    """See ``thermodon.lab.run``."""
