"""Amazons against a level of the engine, as a Gymnasium environment.

A move is three actions (see ``thermodon.adapters.actions``); the engine answers at once.

>>> import gymnasium
>>> env = gymnasium.make("thermodon.adapters.gymnasium:thermodon/Amazons-v0", start="6x6", level=2)
>>> planes, info = env.reset(seed=1)
>>> planes.shape, info["action_mask"].shape
((5, 6, 6), (36,))
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._thermodon import Board, Engine
from .._types import Color, Limit
from ..errors import IllegalMoveError
from . import missing_framework
from .actions import PLANES, ActionState
from .render import RENDER_MODES, checked_mode, render

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing_framework("gymnasium", error) from error

__all__ = ["ENVIRONMENT_ID", "AmazonsEnv"]

ENVIRONMENT_ID = "thermodon/Amazons-v0"
"""Name for ``gymnasium.make``."""


class AmazonsEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A game against the engine.

    Observations are the planes of ``ActionState.planes``; ``info["action_mask"]`` is 1 for each
    legal action. The reward at the end of a game is 1 for a win and −1 for a loss. An illegal action
    loses the game; ``info["error"]`` says why it is illegal.

    ``start`` is a position of any size, ``level`` is the opponent's level from 1 to 20, ``limit`` its
    limit per move at level 20 (by default one second; the other levels have their own). ``color`` is
    the agent's, by default drawn at each reset. Below level 20, a seed repeats a game.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        start: Board | str = "startpos",
        *,
        level: int = 1,
        limit: Limit | None = None,
        color: Color | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = checked_mode(render_mode)
        self._start = start
        self._state = ActionState(start)
        self._engine = Engine(level=level)
        self._limit = limit
        self._fixed_color = color
        self._color = Color.WHITE if color is None else color
        rows, columns = self._state.rows, self._state.columns
        self.action_space = spaces.Discrete(rows * columns)
        self.observation_space = spaces.Box(0, 1, (PLANES, rows, columns), np.int8)

    @property
    def board(self) -> Board:
        """The position before the move that is being made. It must not be changed."""
        return self._state.board

    @property
    def color(self) -> Color:
        """The agent's color."""
        return self._color

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        super().reset(seed=seed)
        if self._fixed_color is None:
            self._color = (Color.WHITE, Color.BLACK)[self.np_random.integers(2)]
        self._engine.configure({"Seed": int(self.np_random.integers(1, 2**32))})
        self._state = ActionState(self._start)
        self._let_opponent_move()
        return self._observation(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        try:
            self._state.apply(int(action))
        except IllegalMoveError as error:
            return self._observation(), -1.0, True, False, {**self._info(), "error": str(error)}
        self._let_opponent_move()
        winner = self._state.winner
        reward = 0.0 if winner is None else 1.0 if winner is self._color else -1.0
        return self._observation(), reward, winner is not None, False, self._info()

    def render(self) -> Any:
        return render(self._state, self.render_mode)

    def _let_opponent_move(self) -> None:
        while self._state.turn is not self._color and self._state.winner is None:
            move = self._engine.play(self._state.board, self._limit).move
            assert move is not None
            for action in self._state.actions_of(move):
                self._state.apply(action)

    def _observation(self) -> NDArray[np.int8]:
        return self._state.planes(self._color)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._state.mask(self._color)}


# Gymnasium leaves the type of one parameter open.
gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
    ENVIRONMENT_ID, entry_point=f"{__name__}:AmazonsEnv"
)
