"""Moves in three actions, pictures, and errors without a framework."""

import copy
import doctest
import importlib
import pickle
import random
import sys

import numpy as np
import pytest

from thermodon import BLACK, WHITE, Board, IllegalMoveError, Move, OptionError
from thermodon.adapters import actions
from thermodon.adapters.actions import ActionState, Phase
from thermodon.adapters.render import SQUARE_PIXELS, as_image, as_text, checked_mode

STARTS = ["6x6", "5x7", "x..o|....|o..x b", "x.....|######|o..###"]


def test_documentation() -> None:
    assert doctest.testmod(actions).failed == 0


@pytest.mark.parametrize("start", STARTS)
def test_actions_lead_to_the_legal_moves(start: str) -> None:
    rng = random.Random(1)
    state = ActionState(start)
    while state.winner is None:
        moves = {state.actions_of(move) for move in state.board.legal_moves}
        played = rng.choice(sorted(moves))
        for count, action in enumerate(played):
            # The legal moves that begin with the actions so far.
            moves = {move for move in moves if move[:count] == played[:count]}
            assert {state.actions_of(move) for move in state.legal_moves()} == moves
            assert state.legal_actions() == sorted({move[count] for move in moves})
            assert state.mask().nonzero()[0].tolist() == state.legal_actions()
            assert not state.mask(~state.turn).any()
            state.apply(action)
        assert state.actions_of(state.board.peek()) == played
        assert np.array_equal(state.cells()[::-1], state.board.to_array())
    assert state.board.is_game_over() and state.winner is ~state.board.turn
    assert state.legal_actions() == [] and not state.mask().any()


def test_cells_and_planes_during_a_move() -> None:
    state = ActionState("x..|..o b")
    assert (state.turn, state.phase, state.status()) == (BLACK, Phase.SELECT, "Black is to select an amazon")
    state.apply(0)
    assert state.cells().tolist() == [[0, 0, 0], [0, 0, 2]]
    own, other, burned, left, shooter = state.planes(BLACK)
    assert not own.any() and not burned.any() and not shooter.any()
    assert other.tolist() == [[0, 0, 0], [0, 0, 1]]
    assert left.tolist() == [[1, 0, 0], [0, 0, 0]]
    state.apply(1)
    assert state.status() == "Black is to shoot"
    own, other, burned, left, shooter = state.planes(WHITE)
    assert own.tolist() == [[0, 0, 0], [0, 0, 1]]
    assert other.tolist() == shooter.tolist() == [[0, 1, 0], [0, 0, 0]]
    assert not left.any()
    state.apply(0)
    assert state.cells().tolist() == [[3, 1, 0], [0, 0, 2]]
    assert state.board.move_stack == [Move.from_text("a2-b2/a2")]


def test_an_illegal_action_changes_nothing() -> None:
    state = ActionState("6x6")
    with pytest.raises(IllegalMoveError, match=r"^action 0 is illegal: White is to select an amazon, one of 24, 29, 31, 34$"):
        state.apply(0)
    assert state.phase is Phase.SELECT and state.board == Board("6x6")
    over = ActionState("x#|#o")
    with pytest.raises(IllegalMoveError, match="the game is over, White has won"):
        over.apply(0)


def test_copies_and_pickles_are_independent() -> None:
    state = ActionState("6x6")
    state.apply(24)
    for other in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        other.apply(other.legal_actions()[0])
        assert (state.phase, other.phase) == (Phase.MOVE, Phase.SHOOT)
        assert state.board == other.board
    board = Board("6x6")
    ActionState(board).board.push(board.legal_moves[0])
    assert board == Board("6x6")


def test_pictures() -> None:
    state = ActionState("x.#|..o b")
    assert as_text(state) == "x.#\n..o\nBlack is to select an amazon"
    image = as_image(state)
    assert image.shape == (2 * SQUARE_PIXELS, 3 * SQUARE_PIXELS, 3) and image.dtype == np.uint8
    middle = image[SQUARE_PIXELS // 2 :: SQUARE_PIXELS, SQUARE_PIXELS // 2 :: SQUARE_PIXELS]
    assert middle[0, 0].tolist() == [0, 0, 0] and middle[1, 2].tolist() == [255, 255, 255]
    assert middle[0, 2].sum() < middle[0, 1].sum()
    with pytest.raises(OptionError, match="unknown render mode 'human': choose one of ansi, rgb_array"):
        checked_mode("human")


@pytest.mark.parametrize(
    ("extra", "framework"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "pyspiel")],
)
def test_a_missing_framework_is_named(
    extra: str, framework: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, framework, None)
    monkeypatch.delitem(sys.modules, f"thermodon.adapters.{extra}", raising=False)
    with pytest.raises(ImportError, match=rf"pip install './python\[{extra}\]'$"):
        importlib.import_module(f"thermodon.adapters.{extra}")
