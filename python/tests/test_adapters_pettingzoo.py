"""The PettingZoo environment, by PettingZoo's own tests."""

import doctest

import numpy as np
import pytest
from pettingzoo.test import api_test, collect_render_results, parallel_api_test, seed_test
from pettingzoo.utils import turn_based_aec_to_parallel

from thermodon import WHITE, Board, IllegalMoveError
from thermodon.adapters import pettingzoo as adapter
from thermodon.adapters.pettingzoo import AmazonsEnv, env

STARTS = ["6x6", "5x7", "startpos", "x..o|....|o..x b"]


def test_documentation() -> None:
    assert doctest.testmod(adapter).failed == 0


@pytest.mark.parametrize("start", STARTS)
# Observations with an action mask are dictionaries, also in PettingZoo's own games.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("error")
def test_api(start: str) -> None:
    api_test(env(start=start), num_cycles=200)
    api_test(AmazonsEnv(start), num_cycles=200)


def test_seed() -> None:
    seed_test(lambda: env(start="6x6"), num_cycles=100)


def test_parallel() -> None:
    parallel_api_test(turn_based_aec_to_parallel(env(start="6x6")), num_cycles=50)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_render(mode: str) -> None:
    pictures = collect_render_results(env("6x6", render_mode=mode))
    assert all(isinstance(one, str if mode == "ansi" else np.ndarray) for one in pictures)
    assert not np.array_equal(pictures[0], pictures[-1])


def play(environment: AmazonsEnv, seed: int) -> dict[str, float]:
    """Plays random actions and returns the sum of each agent's rewards."""
    rng = np.random.default_rng(seed)
    environment.reset()
    rewards = {"player_0": 0.0, "player_1": 0.0}
    for agent in environment.agent_iter():
        observation, reward, terminated, _, _ = environment.last()
        rewards[agent] += reward
        assert observation is not None
        environment.step(None if terminated else rng.choice(observation["action_mask"].nonzero()[0]))
    return rewards


def test_a_game_is_won_by_the_last_to_move() -> None:
    for seed in range(3):
        environment = AmazonsEnv("5x5")
        rewards = play(environment, seed)
        outcome = environment.board.outcome()
        assert outcome is not None
        white = 1.0 if outcome.winner is WHITE else -1.0
        assert rewards == {"player_0": white, "player_1": -white}


def test_the_player_to_move_begins() -> None:
    environment = AmazonsEnv(Board("x..|..o b"))
    environment.reset()
    assert environment.agent_selection == "player_1"
    assert not environment.observe("player_0")["action_mask"].any()


def test_a_game_without_moves_is_over_at_once() -> None:
    assert play(AmazonsEnv("x#|#o b"), 0) == {"player_0": 1.0, "player_1": -1.0}


def test_illegal_actions() -> None:
    raw = AmazonsEnv("6x6")
    raw.reset()
    with pytest.raises(IllegalMoveError, match="action 0 is illegal"):
        raw.step(0)
    with pytest.raises(IllegalMoveError, match="no action was given"):
        raw.step(None)
    assert raw.board == Board("6x6") and not any(raw.terminations.values())
    wrapped = env("6x6")
    wrapped.reset()
    wrapped.step(0)
    assert all(wrapped.terminations.values())
    assert wrapped.rewards == {"player_0": -1, "player_1": 0}
