"""Amazons on any board as a game of OpenSpiel, and the engine as a bot.

The game ``thermodon_amazons`` has one parameter, ``start``: a position or a board size. Its actions,
observations and texts are those of OpenSpiel's own ``amazons``, which knows three boards: player 0
is White (``X``), player 1 is Black (``O``). The bot plays both games.

>>> import pyspiel
>>> from thermodon.adapters import openspiel
>>> game = pyspiel.load_game("thermodon_amazons(start=5x6)")
>>> game.num_distinct_actions(), game.observation_tensor_shape()
(30, [4, 6, 5])
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._thermodon import Engine, Move
from .._types import Color, Limit
from ..errors import OptionError
from . import missing_framework
from .actions import ActionState, Phase

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise missing_framework("openspiel", error) from error

__all__ = ["GAME_TYPE", "AmazonsGame", "AmazonsState", "BoardObserver", "EngineBot"]

GAME_TYPE = pyspiel.GameType(
    short_name="thermodon_amazons",
    long_name="Amazons on any board",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"start": "startpos"},
)
"""Type of the game in OpenSpiel's registry."""

_PLAYERS = (Color.WHITE, Color.BLACK)
_LETTERS = ".OX#"
_STEPS = {Phase.SELECT: "From", Phase.MOVE: "To", Phase.SHOOT: "Shoot:"}


class AmazonsGame(pyspiel.Game):
    """The game from a start position."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = {"start": "startpos", **(params or {})}
        self._initial = ActionState(params["start"])
        cells = self._initial.cells()
        info = pyspiel.GameInfo(
            num_distinct_actions=cells.size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            # Every move burns an empty square.
            max_game_length=3 * int(np.count_nonzero(cells == 0)),
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self) -> AmazonsState:
        return AmazonsState(self, deepcopy(self._initial))

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> BoardObserver | IIGObserverForPublicInfoGame:
        if iig_obs_type is None or (
            iig_obs_type.public_info and not iig_obs_type.perfect_recall
        ):
            return BoardObserver(self._initial.cells().shape)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class AmazonsState(pyspiel.State):
    """A state of the game, before one of the three actions of a move."""

    def __init__(self, game: AmazonsGame, actions: ActionState) -> None:
        super().__init__(game)
        self.actions = actions

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return _PLAYERS.index(self.actions.turn)

    def is_terminal(self) -> bool:
        return self.actions.winner is not None

    def returns(self) -> list[float]:
        winner = self.actions.winner
        if winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if winner is Color.WHITE else [-1.0, 1.0]

    def _legal_actions(self, player: int) -> list[int]:
        return self.actions.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.actions.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        letter = _LETTERS[2 - player]
        row, column = divmod(action, self.actions.columns)
        return f"{letter} {_STEPS[self.actions.phase]} ({row + 1}, {column + 1})"

    def __str__(self) -> str:
        return "\n".join("".join(_LETTERS[cell] for cell in row) for row in self.actions.cells())


class BoardObserver:
    """The board in four planes: empty, Black, White, burned."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        planes = np.zeros((len(_LETTERS), *shape), np.float32)
        self.tensor: NDArray[np.float32] = planes.reshape(-1)
        self.dict = {"observation": planes}

    def set_from(self, state: AmazonsState, player: int) -> None:
        kinds = np.arange(len(_LETTERS))[:, np.newaxis, np.newaxis]
        self.dict["observation"][:] = state.actions.cells() == kinds

    def string_from(self, state: AmazonsState, player: int) -> str:
        return str(state)


class EngineBot(pyspiel.Bot):
    """Plays ``thermodon_amazons`` and OpenSpiel's ``amazons`` with an engine and a limit per move;
    see ``Engine.play``.

    It searches when it selects an amazon, and again if it did not choose the actions so far."""

    def __init__(self, engine: Engine, limit: Limit | None = None) -> None:
        super().__init__()
        self._engine = engine
        self._limit = limit
        self._plan: Move | None = None

    def restart(self) -> None:
        self._engine.new_game()
        self._plan = None

    def restart_at(self, state: pyspiel.State) -> None:
        self.restart()

    def step(self, state: pyspiel.State) -> int:
        actions = _actions_of(state)
        if actions.phase is Phase.SELECT:
            self._plan = self._engine.play(actions.board, self._limit).move
        elif self._plan not in (moves := actions.legal_moves()):
            self._plan = self._engine.play(actions.board, self._limit, moves=moves).move
        assert self._plan is not None
        return actions.actions_of(self._plan)[actions.phase]


def _actions_of(state: pyspiel.State) -> ActionState:
    """The state of either game as ours."""
    if isinstance(state, AmazonsState):
        return state.actions
    game = state.get_game()
    name = game.get_type().short_name
    if name != "amazons":
        raise OptionError(
            f"EngineBot cannot play {name}: give it a state of amazons or {GAME_TYPE.short_name}"
        )
    size = isqrt(game.num_distinct_actions())
    actions = ActionState(f"{size}x{size}")
    for action in state.history():
        actions.apply(action)
    return actions


pyspiel.register_game(GAME_TYPE, AmazonsGame)
