"""Plain values that the package takes and returns."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._thermodon import Move

Square: TypeAlias = int
"""A square of the 10×10 frame: ``10 * row + column``, so a1 is 0, b1 is 1 and a2 is 10. A smaller
board is the lower left corner of the frame."""

OptionValue: TypeAlias = str | int | float | bool
"""Value of an option of the engine."""


class Color(enum.Enum):
    """A player.

    >>> ~Color.WHITE
    <Color.BLACK: 'black'>
    """

    BLACK = "black"
    WHITE = "white"

    def __invert__(self) -> Color:
        return Color.WHITE if self is Color.BLACK else Color.BLACK

    @property
    def opponent(self) -> Color:
        """The other player; also ``~color``."""
        return ~self

    def __str__(self) -> str:
        return self.value


class Outcome(NamedTuple):
    """Outcome of a game. There are no draws."""

    winner: Color


class Region(NamedTuple):
    """A connected set of squares that are not burned, with the amazons in it."""

    squares: tuple[Square, ...]
    """All squares, ascending."""
    black: tuple[Square, ...]
    """Squares of Black's amazons."""
    white: tuple[Square, ...]
    """Squares of White's amazons."""

    @property
    def empty(self) -> tuple[Square, ...]:
        """Squares without an amazon, ascending."""
        amazons = {*self.black, *self.white}
        return tuple(square for square in self.squares if square not in amazons)

    @property
    def is_contested(self) -> bool:
        """Whether both players have amazons in the region."""
        return bool(self.black) and bool(self.white)

    @property
    def owner(self) -> Color | None:
        """The only player with amazons in the region."""
        if bool(self.black) == bool(self.white):
            return None
        return Color.BLACK if self.black else Color.WHITE


@dataclass(frozen=True)
class Limit:
    """Limits of a search, which ends at the first one reached. Times are in seconds.

    >>> Limit(time=0.5)
    Limit(time=0.5)
    """

    time: float | None = None
    """Time for this move."""
    nodes: int | None = None
    """Number of nodes."""
    depth: int | None = None
    """Depth in plies."""
    black_clock: float | None = None
    """Black's time left for the game."""
    white_clock: float | None = None
    """White's time left for the game."""
    black_inc: float = 0.0
    """Time added to Black's clock per move."""
    white_inc: float = 0.0
    """Time added to White's clock per move."""
    remaining_moves: int | None = None
    """Moves until the next time control."""

    def __repr__(self) -> str:
        default = Limit()
        fields = ", ".join(
            f"{name}={value!r}"
            for name, value in vars(self).items()
            if value != getattr(default, name)
        )
        return f"Limit({fields})"


class Score(NamedTuple):
    """Score of a position for the player to move."""

    win_probability: float
    """Probability that the player to move wins, from 0 to 1."""
    logit: float | None = None
    """Estimate as log-odds; ``None`` if the result is proven."""
    plies: int | None = None
    """If the result is proven: plies at most until the game ends or its outcome is known."""

    @property
    def is_proven(self) -> bool:
        """Whether the result is proven."""
        return self.logit is None


class SearchInfo(NamedTuple):
    """One line of play with its score and statistics."""

    multipv: int
    """Rank of the line, from 1."""
    score: Score | None
    """Score for the player to move; ``None`` for the random player."""
    pv: tuple[Move, ...]
    """Principal variation: the moves of the line."""
    depth: int
    """Depth in plies."""
    nodes: int
    """Nodes searched so far."""
    time: float
    """Seconds since the start of the search."""
    visits: int | None
    """Visits of the first move, for the players that search by MCTS."""


class PlayResult(NamedTuple):
    """Result of a search for a move."""

    move: Move | None
    """The move to play; ``None`` if there is no legal move."""
    ponder: Move | None
    """The expected reply."""
    info: SearchInfo | None
    """The last line that the search reported."""


class EngineOption(NamedTuple):
    """An option of the engine."""

    name: str
    type: str
    """``spin`` (a number), ``combo`` (one of several words) or ``string``."""
    default: int | str
    min: int | None
    max: int | None
    choices: tuple[str, ...]
    description: str


class Level(NamedTuple):
    """A level of playing strength, from 1 to 20."""

    number: int
    name: str
    description: str


class NetworkOutput(NamedTuple):
    """Evaluation of a batch of boards, each for its player to move."""

    values: NDArray[np.float32]
    """Win probabilities, shape ``(n,)``."""
    margins: NDArray[np.float32]
    """Expected margins at the end of the game in squares, shape ``(n,)``."""
    ownership: NDArray[np.float32]
    """Expected ownership of each square, +1 for the player to move and −1 for the opponent, shape
    ``(n, 10, 10)`` by row (from the bottom) and column. Squares outside the board are 0."""
    policies: list[NDArray[np.float32]]
    """Probabilities of the legal moves of each board, in the order of ``board.legal_moves``; empty
    unless asked for."""


class DistanceMaps(NamedTuple):
    """Moves from a player's nearest amazon to each square, shape ``(rows, columns)`` with row 1
    first; −1 where the square is not empty or cannot be reached."""

    queen_black: NDArray[np.int8]
    queen_white: NDArray[np.int8]
    king_black: NDArray[np.int8]
    king_white: NDArray[np.int8]


class BookMove(NamedTuple):
    """A move of a book."""

    move: Move
    score: Score
    """Score for the player who moves."""
    is_expanded: bool
    """Whether the position after the move is in the book."""


class BookEntry(NamedTuple):
    """A position of a book."""

    score: Score
    """Score for the player to move."""
    best_deviation: Score | None
    """Score of the best move that is not in the book."""
    visits: int
    """Nodes searched for this position."""
    moves: tuple[BookMove, ...]
    """The moves, best first."""


class ScorePair(NamedTuple):
    """Scores of a subgame when the players alternate: Black's moves minus White's. ``None`` if the
    first player has no move."""

    black_first: int | None
    white_first: int | None


class ScoredMove(NamedTuple):
    """A move in a region with its score: Black's moves minus White's, this move included."""

    move: Move
    score: int


class SolvedSide(NamedTuple):
    """Result of the board solver when a given player moves first."""

    winner: Color
    moves: tuple[tuple[int, Move], ...]
    """Winning moves found, with the index of their board, if the first player wins."""
    proof_size: int | None
    """Number of distinct sums in the proof, if known."""
    time: float
    """Seconds until solved."""


class Solution(NamedTuple):
    """Result of the board solver."""

    black_first: SolvedSide
    white_first: SolvedSide
    nodes: int
    """Sums searched."""


class Thermograph(NamedTuple):
    """Thermograph of a game for temperatures from 0."""

    mean: float
    temperature: float
    left_wall: tuple[tuple[float, float], ...]
    """Points (temperature, value) from temperature 0 to the foot of the mast."""
    right_wall: tuple[tuple[float, float], ...]
    """Points (temperature, value) from temperature 0 to the foot of the mast."""

    @property
    def left_stop(self) -> float:
        """The Left stop: the Left wall at temperature 0."""
        return self.left_wall[0][1]

    @property
    def right_stop(self) -> float:
        """The Right stop: the Right wall at temperature 0."""
        return self.right_wall[0][1]


class ExactValue(NamedTuple):
    """A combinatorial game in canonical form."""

    text: str | None
    """The value in the usual notation; ``None`` if that has more than 10,000 characters."""
    outcome: str
    """Outcome class: who wins. ``left``, ``right``, ``next`` or ``previous``."""
    number: float | None
    """The number, if the value is one."""
    thermograph: Thermograph

    @property
    def temperature(self) -> float:
        return self.thermograph.temperature

    @property
    def mean(self) -> float:
        return self.thermograph.mean

    def __str__(self) -> str:
        return self.text or "(too long to print)"


class ExactRegion(NamedTuple):
    """A region of a sum of boards that has a legal move."""

    board: int
    """Index of its board."""
    region: Region
    value: ExactValue | None
    """The value, if it is known."""
    bounds: tuple[int, int] | None
    """Otherwise lower and upper bound of the value as a game."""


class ExactMove(NamedTuple):
    """A move of the player to move and its proven result."""

    region: int
    """Index of its region."""
    move: Move
    winner: Color | None
    lead: tuple[int, int] | None
    """Lower and upper bound of the winner's lead in moves."""


class ExactReport(NamedTuple):
    """Exact analysis of a sum of boards."""

    turn: Color
    regions: tuple[ExactRegion, ...]
    hottest: int | None
    """Index of the region with the highest temperature, if all values are known and one is hot."""
    winner: Color | None
    """The winner, if proven."""
    lead: tuple[int, int] | None
    """Lower and upper bound of the number of times that the loser may pass and still loses."""
    winner_if_black_first: Color | None
    winner_if_white_first: Color | None
    moves: tuple[ExactMove, ...]
    """The moves with known results; the winning ones only, if the result is found by search."""
    is_complete: bool
    """Whether ``moves`` has all moves, or all winning ones."""
    best_play: tuple[tuple[int, Move], ...]
    """Index of the board and move of both players in turn, if all values are known."""

    @property
    def winning_moves(self) -> tuple[ExactMove, ...]:
        """The moves that are proven to win."""
        return tuple(move for move in self.moves if move.winner is self.turn)


__all__ = [
    "BookEntry",
    "BookMove",
    "Color",
    "DistanceMaps",
    "EngineOption",
    "ExactMove",
    "ExactRegion",
    "ExactReport",
    "ExactValue",
    "Level",
    "Limit",
    "NetworkOutput",
    "OptionValue",
    "Outcome",
    "PlayResult",
    "Region",
    "Score",
    "ScorePair",
    "ScoredMove",
    "SearchInfo",
    "Solution",
    "SolvedSide",
    "Square",
    "Thermograph",
]
