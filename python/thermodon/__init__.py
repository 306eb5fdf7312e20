"""The game of the Amazons: rules, engine, network, endgames, matches and experiments.

>>> import thermodon
>>> board = thermodon.Board()
>>> len(board.legal_moves)
2176
>>> board.push_text("d1-d7/g7")
Move.from_text('d1-d7/g7')
>>> engine = thermodon.Engine(level=5)
>>> engine.play(board).move in board.legal_moves
True
"""

from . import errors, exact, lab, match, svg
from ._thermodon import (
    Analysis,
    Board,
    Book,
    EndgameTable,
    Engine,
    Evaluation,
    Game,
    GameNode,
    LegalMoves,
    Move,
    Network,
    Transform,
    __version__,
    distance_maps,
    parse_square,
    read_games,
    solve,
    square,
    square_column,
    square_name,
    square_row,
)
from ._types import (
    BookEntry,
    BookMove,
    Color,
    DistanceMaps,
    EngineOption,
    Level,
    Limit,
    NetworkOutput,
    Outcome,
    PlayResult,
    Region,
    Score,
    ScoredMove,
    ScorePair,
    SearchInfo,
    Solution,
    SolvedSide,
    Square,
)
from .errors import (
    EngineError,
    FileError,
    IllegalMoveError,
    OptionError,
    ParseError,
    ThermodonError,
)

BLACK = Color.BLACK
WHITE = Color.WHITE

__all__ = [
    "Analysis",
    "BLACK",
    "Board",
    "Book",
    "BookEntry",
    "BookMove",
    "Color",
    "DistanceMaps",
    "EndgameTable",
    "Engine",
    "EngineError",
    "EngineOption",
    "Evaluation",
    "FileError",
    "Game",
    "GameNode",
    "IllegalMoveError",
    "LegalMoves",
    "Level",
    "Limit",
    "Move",
    "Network",
    "NetworkOutput",
    "OptionError",
    "Outcome",
    "ParseError",
    "PlayResult",
    "Region",
    "Score",
    "ScorePair",
    "ScoredMove",
    "SearchInfo",
    "Solution",
    "SolvedSide",
    "Square",
    "ThermodonError",
    "Transform",
    "WHITE",
    "__version__",
    "distance_maps",
    "errors",
    "exact",
    "lab",
    "match",
    "parse_square",
    "read_games",
    "solve",
    "square",
    "square_column",
    "square_name",
    "square_row",
    "svg",
]
