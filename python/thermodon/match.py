"""Matches between engines, with Elo and SPRT.

>>> from thermodon import Limit
>>> from thermodon.match import play_match
>>> result = play_match(
...     {"alpha-beta": {"Player": "alpha-beta"}, "random": {"Player": "random"}},
...     Limit(depth=1), rounds=2, start="5x5", random_plies=2,
... )
>>> result.wins_draws_losses, len(result.games)
((4, 0, 0), 4)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ._thermodon import Board, Game, Move
from ._thermodon import play_match as _play_match
from ._types import Color, Limit

__all__ = ["Elo", "MatchGame", "MatchResult", "Rating", "SprtState", "play_match"]


class Elo(NamedTuple):
    """Elo difference of two players from game pairs, with its 95 % interval."""

    elo: float
    low: float
    high: float
    normalized: float
    """Difference relative to the standard deviation of one game."""
    los: float
    """Likelihood of superiority."""
    pairs: int
    score: float


class SprtState(NamedTuple):
    """State of an SPRT of the first player against the second."""

    decision: str
    """``continue``, ``h0`` or ``h1``."""
    llr: float
    lower: float
    upper: float
    pairs: int


class Rating(NamedTuple):
    """Rating of a player with its 95 % interval."""

    name: str
    elo: float
    error: float
    """Half the width of the interval."""
    games: int
    points: float


class MatchGame(NamedTuple):
    """A finished game."""

    number: int
    black: str
    white: str
    winner: Color | None
    termination: str
    start: str
    moves: tuple[str, ...]
    """All moves as text, those of the opening first."""
    opening_plies: int

    def board(self) -> Board:
        """The final position with its moves."""
        board = Board(self.start)
        for text in self.moves:
            board.push_text(text)
        return board

    def to_game(self) -> Game:
        """The game as a record."""
        game = Game(self.board())
        game.black, game.white = self.black, self.white
        if self.winner is not None:
            game.result = "B+" if self.winner is Color.BLACK else "W+"
        return game


class MatchResult(NamedTuple):
    """Result of a match."""

    status: str
    """``complete``, ``decided`` by the SPRT or ``stopped``."""
    players: tuple[str, ...]
    wins_draws_losses: tuple[int, int, int]
    """Of the first player against the second."""
    elo: Elo | None
    """Of the first player against the second; ``None`` without a game pair."""
    sprt: SprtState | None
    ratings: tuple[Rating, ...]
    """Of all players, strongest first."""
    games: tuple[MatchGame, ...]


def play_match(
    engines: Mapping[str, Mapping[str, object]],
    limit: Limit | Mapping[str, Limit],
    *,
    rounds: int = 50,
    start: Board | str = "startpos",
    random_plies: int = 4,
    openings: Sequence[Sequence[Move]] | None = None,
    sprt: Mapping[str, float | str] | None = None,
    gauntlet: bool = False,
    seed: int = 0,
    concurrency: int | None = None,
    progress: Callable[[MatchGame], object] | None = None,
) -> MatchResult:
    """Plays a match between engines in this process.

    ``engines`` maps names to engine options. Each round plays an opening twice with colors swapped
    in every pairing: random moves from ``start``, or one of ``openings``. ``sprt`` has ``elo0``,
    ``elo1``, ``alpha``, ``beta`` and ``model``, and ends the match once it is decided. ``progress``
    receives every finished game. Ctrl-C stops the match.
    """
    limits = limit if isinstance(limit, Mapping) else dict.fromkeys(engines, limit)
    settings = {
        "engines": [
            {
                "name": name,
                "options": [(key, str(value)) for key, value in options.items()],
                "time": limits[name].time,
                "nodes": limits[name].nodes,
                "depth": limits[name].depth,
            }
            for name, options in engines.items()
        ],
        "rounds": rounds,
        "start": start.fen() if isinstance(start, Board) else start,
        "random_plies": random_plies,
        "openings": None
        if openings is None
        else [[str(move) for move in opening] for opening in openings],
        "sprt": None
        if sprt is None
        else ",".join(f"{name}={value}" for name, value in sprt.items()),
        "gauntlet": gauntlet,
        "seed": seed,
        "concurrency": concurrency or os.cpu_count() or 1,
    }
    games: list[MatchGame] = []

    def on_game(fields: dict[str, Any]) -> None:
        winner = fields["winner"]
        fields["winner"] = None if winner is None else Color(winner)
        fields["moves"] = tuple(fields["moves"])
        games.append(MatchGame(**fields))
        if progress is not None:
            progress(games[-1])

    result = _play_match(settings, on_game)
    elo, sprt_state = result["elo"], result["sprt"]
    return MatchResult(
        status=result["status"],
        players=tuple(engines),
        wins_draws_losses=result["wins_draws_losses"],
        elo=None if elo is None else Elo(**elo),
        sprt=None if sprt_state is None else SprtState(**sprt_state),
        ratings=tuple(Rating(**rating) for rating in result["ratings"]),
        games=tuple(sorted(games, key=lambda game: game.number)),
    )
