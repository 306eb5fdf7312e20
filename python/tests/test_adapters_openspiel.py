"""The OpenSpiel game, by OpenSpiel's own tests and beside its own Amazons; the engine as a bot."""

import doctest
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, minimax
from open_spiel.python.bots.uniform_random import UniformRandomBot

from thermodon import Board, Engine, IllegalMoveError, Limit, OptionError, solve
from thermodon.adapters import openspiel as adapter
from thermodon.adapters.openspiel import GAME_TYPE, AmazonsState, EngineBot

STARTS = ["5x5", "4x7", "x..o|....|o..x b"]


def test_documentation() -> None:
    assert doctest.testmod(adapter).failed == 0


def load(start: str) -> pyspiel.Game:
    return pyspiel.load_game(GAME_TYPE.short_name, {"start": start})


@pytest.mark.parametrize("start", STARTS)
def test_random_simulations(start: str) -> None:
    pyspiel.random_sim_test(load(start), num_sims=2, serialize=True, verbose=False)


def test_any_position_survives_the_name_of_a_game() -> None:
    fen = Board("x..o|.#..|o..x b").fen()
    game = load(fen)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert str(again.new_initial_state()) == "O..X\n.#..\nX..O"
    assert again.new_initial_state().current_player() == 1


@pytest.mark.parametrize("size", [6, 8, 10])
def test_equal_to_amazons_of_openspiel(size: int) -> None:
    rng = random.Random(size)
    theirs = pyspiel.load_game(f"amazons(board_size={size})")
    ours = load(f"{size}x{size}")
    assert ours.num_distinct_actions() == theirs.num_distinct_actions()
    assert ours.observation_tensor_shape() == theirs.observation_tensor_shape()
    assert ours.max_game_length() <= theirs.max_game_length()
    for _ in range(3):
        a, b = theirs.new_initial_state(), ours.new_initial_state()
        while not a.is_terminal():
            compare(a, b)
            action = rng.choice(a.legal_actions())
            assert a.action_to_string(action) == b.action_to_string(action)
            a.apply_action(action)
            b.apply_action(action)
        compare(a, b)


def compare(a: pyspiel.State, b: pyspiel.State) -> None:
    assert str(a) == str(b)
    assert a.is_terminal() == b.is_terminal()
    assert a.current_player() == b.current_player()
    assert a.legal_actions() == b.legal_actions()
    assert a.returns() == b.returns()
    for player in (0, 1):
        assert a.observation_string(player) == b.observation_string(player)
        assert a.information_state_string(player) == b.information_state_string(player)
        assert np.array_equal(a.observation_tensor(player), b.observation_tensor(player))


@pytest.mark.parametrize("start", ["x.o|...", "x..|.#.|..o", "o.#|..x"])
def test_minimax_of_openspiel_agrees_with_the_solver(start: str) -> None:
    solution = solve(Board(start))
    assert solution is not None
    for letter, side in (("b", solution.black_first), ("w", solution.white_first)):
        game = load(f"{start} {letter}")
        state = game.new_initial_state()
        value, _ = minimax.alpha_beta_search(game, state, maximizing_player_id=0)
        assert value == (1.0 if side.winner.value == "white" else -1.0)


def test_environment_of_openspiel() -> None:
    environment = rl_environment.Environment(load("5x5"))
    rng = random.Random(1)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == 4 * 25
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])
    assert sorted(step.rewards) == [-1.0, 1.0]


@pytest.mark.parametrize("name", ["amazons(board_size=6)", "thermodon_amazons(start=6x6)"])
def test_bot_beats_random_play(name: str) -> None:
    game = pyspiel.load_game(name)
    for player in (0, 1):
        other = UniformRandomBot(1 - player, np.random.RandomState(1))
        bots: list[pyspiel.Bot] = [other, other]
        bots[player] = EngineBot(Engine({"Seed": 1}, level=8))
        returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random)
        assert returns[player] == 1.0
        in_native_code = pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)
        assert in_native_code[player] == 1.0


def test_bot_goes_on_from_any_state() -> None:
    game = load("6x6")
    bot = EngineBot(Engine({"Player": "alpha-beta", "Seed": 1}), Limit(depth=1))
    rng = random.Random(1)
    state = game.new_initial_state()
    for ply in range(12):
        # Somebody else chooses every other action.
        legal = state.legal_actions()
        action = bot.step(state) if ply % 2 else rng.choice(legal)
        assert action in legal
        state.apply_action(action)


def test_bot_refuses_other_games() -> None:
    bot = EngineBot(Engine(level=1))
    with pytest.raises(OptionError, match="EngineBot cannot play tic_tac_toe"):
        bot.step(pyspiel.load_game("tic_tac_toe").new_initial_state())


def test_errors_of_python_reach_the_caller() -> None:
    state = load("6x6").new_initial_state()
    assert isinstance(state, AmazonsState)
    with pytest.raises(IllegalMoveError, match="action 0 is illegal"):
        state.actions.apply(0)
