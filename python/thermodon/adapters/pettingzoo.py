"""Amazons as a PettingZoo environment for two agents: ``player_0`` is White,
``player_1`` is Black.

A move is three actions of the same agent (see ``thermodon.adapters.actions``).

>>> from thermodon.adapters import pettingzoo
>>> env = pettingzoo.env(start="6x6")
>>> env.reset()
>>> observation, *_ = env.last()
>>> env.agent_selection, observation["action_mask"].nonzero()[0].tolist()
('player_0', [24, 29, 31, 34])
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._thermodon import Board
from .._types import Color
from ..errors import IllegalMoveError
from . import missing_framework
from .actions import PLANES, ActionState
from .render import RENDER_MODES, checked_mode, render

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing_framework("pettingzoo", error) from error

__all__ = ["AmazonsEnv", "Observation", "env"]

Observation = dict[str, NDArray[np.int8]]
"""``observation``: the planes of ``ActionState.planes``; ``action_mask``: 1 for each legal action,
all 0 for the agent that waits."""

_COLORS = {"player_0": Color.WHITE, "player_1": Color.BLACK}
_AGENTS = {color: agent for agent, color in _COLORS.items()}


def env(
    start: Board | str = "startpos", *, render_mode: str | None = None
) -> AECEnv[str, Observation, int | None]:
    """The environment in PettingZoo's usual wrappers: an illegal action loses the game."""
    environment: AECEnv[str, Observation, int | None] = AmazonsEnv(start, render_mode=render_mode)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class AmazonsEnv(AECEnv[str, Observation, int | None], EzPickle):
    """The environment without wrappers: an illegal action raises ``IllegalMoveError`` and changes
    nothing.

    ``start`` is a position of any size. The winner's reward is 1, the loser's −1."""

    metadata: dict[str, Any] = {
        "name": "amazons_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, start: Board | str = "startpos", *, render_mode: str | None = None
    ) -> None:
        EzPickle.__init__(self, start, render_mode=render_mode)
        super().__init__()
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = list(_COLORS)
        self.agents: list[str] = []
        self._start = start
        self._state = ActionState(start)
        squares = self._state.rows * self._state.columns
        shape = (PLANES, self._state.rows, self._state.columns)
        self._action_spaces = {agent: spaces.Discrete(squares) for agent in _COLORS}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (squares,), np.int8),
                }
            )
            for agent in _COLORS
        }

    @property
    def board(self) -> Board:
        """The position before the move that is being made. It must not be changed."""
        return self._state.board

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        color = _COLORS[agent]
        return {"observation": self._state.planes(color), "action_mask": self._state.mask(color)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game. There is no chance in it, so the seed and the options have no effect."""
        self._state = ActionState(self._start)
        self.agents = self.possible_agents.copy()
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._update()

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMoveError(f"no action was given: {self._state.status()}")
        self._state.apply(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._update()

    def _update(self) -> None:
        """Sets whose turn it is, and ends the game once there is a winner."""
        winner = self._state.winner
        self.agent_selection = _AGENTS[self._state.turn]
        self.terminations = dict.fromkeys(self.agents, winner is not None)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if winner is not None:
            self.rewards |= {_AGENTS[winner]: 1.0, _AGENTS[~winner]: -1.0}
        self._accumulate_rewards()

    def render(self) -> str | NDArray[np.uint8] | None:
        return render(self._state, self.render_mode)

    def close(self) -> None:
        """There is nothing to release, but PettingZoo expects it beside ``render``."""
