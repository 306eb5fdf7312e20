"""The Gymnasium environment, by Gymnasium's own checker."""

import doctest
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from thermodon import BLACK, WHITE, Board, Color
from thermodon.adapters import gymnasium as adapter
from thermodon.adapters.gymnasium import ENVIRONMENT_ID, AmazonsEnv


def test_documentation() -> None:
    assert doctest.testmod(adapter).failed == 0


@pytest.mark.parametrize("color", [WHITE, BLACK, None])
@pytest.mark.filterwarnings("error")
def test_checker(color: Color | None) -> None:
    environment = gymnasium.make(ENVIRONMENT_ID, start="6x6", level=2, color=color)
    check_env(environment.unwrapped)
    environment.close()


def play(environment: AmazonsEnv, seed: int) -> tuple[list[Any], float]:
    """Plays random actions and returns the observations and the reward."""
    rng = np.random.default_rng(seed)
    planes, info = environment.reset(seed=seed)
    observations, reward, terminated = [planes], 0.0, False
    while not terminated:
        assert reward == 0.0
        legal = np.flatnonzero(info["action_mask"])
        action = int(legal[rng.integers(len(legal))])
        planes, reward, terminated, truncated, info = environment.step(action)
        assert not truncated and "error" not in info
        observations.append(planes)
    return observations, reward


@pytest.mark.parametrize("level", [1, 5])
def test_a_seed_repeats_a_game(level: int) -> None:
    environment = AmazonsEnv("5x6", level=level)
    first, second, other = (play(environment, seed)[0] for seed in (1, 1, 2))
    assert np.array_equal(first, second)
    assert len(first) != len(other) or not np.array_equal(first, other)


def test_rewards() -> None:
    for color in (WHITE, BLACK):
        environment = AmazonsEnv("6x6", level=3, color=color)
        _, reward = play(environment, 1)
        assert environment.color is color
        outcome = environment.board.outcome()
        assert outcome is not None
        assert reward == (1.0 if outcome.winner is color else -1.0)


def test_the_agent_gets_both_colors() -> None:
    environment = AmazonsEnv("6x6")
    colors: set[Color] = set()
    for seed in range(10):
        environment.reset(seed=seed)
        assert environment.board.turn is environment.color
        colors.add(environment.color)
    assert colors == {WHITE, BLACK}


def test_an_illegal_action_loses() -> None:
    environment = AmazonsEnv("6x6", color=WHITE, render_mode="ansi")
    environment.reset(seed=1)
    _, reward, terminated, truncated, info = environment.step(0)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["error"].startswith("action 0 is illegal: White is to select an amazon")
    assert environment.board == Board("6x6")
    assert environment.render().splitlines()[-1] == "White is to select an amazon"
