"""No input crashes the interpreter: every call returns or raises an ordinary error. Each test tries
``THERMODON_FUZZ_EXAMPLES`` (100) inputs."""

import os
import pickle
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import thermodon
from thermodon import Board, Engine, Evaluation, Game, Limit, Move, Network, Transform, exact, read_games

# A panic of the native part is a BaseException and fails the test.
ORDINARY = (thermodon.ThermodonError, TypeError, ValueError, IndexError, OverflowError)
EXAMPLES = int(os.environ.get("THERMODON_FUZZ_EXAMPLES", "100"))
FAST = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
ENGINE = Engine({"Player": "alpha-beta", "Book": "none"})
NETWORK = Network()

pieces = st.text("qQ*0123456789/ wb-", max_size=40)
diagrams = st.text("xo.#| wb", max_size=40)
texts = st.one_of(st.text(max_size=40), pieces, diagrams, st.from_regex(r"\d{1,2}x\d{1,2}"))
integers = st.one_of(st.integers(-2, 101), st.integers())
values = st.one_of(st.none(), integers, st.floats(), texts, st.binary(max_size=5), st.booleans())


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board with any contents, after up to two moves."""
    columns, rows = draw(st.integers(1, 10)), draw(st.integers(1, 10))
    cells = st.sampled_from("..........xo##")
    lines = ["".join(draw(cells) for _ in range(columns)) for _ in range(rows)]
    board = Board("|".join(lines) + draw(st.sampled_from([" w", " b"])))
    for _ in range(draw(st.integers(0, 2))):
        if board.legal_moves:
            board.push(board.legal_moves[draw(st.integers(0, len(board.legal_moves) - 1))])
    return board


def attempt(function: Any, *arguments: Any, **named: Any) -> Any:
    try:
        return function(*arguments, **named)
    except ORDINARY:
        return None


@FAST
@given(texts)
def test_texts(text: str) -> None:
    parsers: list[Any] = [
        Board,
        Board().push_text,
        Evaluation.from_text,
        Game.from_text,
        Move.from_text,
        exact.value,
        read_games,
        thermodon.parse_square,
    ]
    for parse in parsers:
        attempt(parse, text)
    attempt(lambda: setattr(Game(), "result", text))


@FAST
@given(st.sampled_from(["Board", "Move", "Transform", "Limit"]), st.lists(values, max_size=3))
def test_constructors(name: str, arguments: list[Any]) -> None:
    attempt(getattr(thermodon, name), *arguments)


@FAST
@given(values, values, values)
def test_squares(first: Any, second: Any, third: Any) -> None:
    board = Board("4x4")
    move = attempt(Move, first, second, third)
    if move is not None:
        attempt(board.push, move)
        for transform in Board("6x6").symmetries():
            attempt(transform.apply_to_move, move)
    attempt(thermodon.square, first, second)
    attempt(Board.empty, first, second)
    attempt(Transform, first, second, third)
    for name in ("color_at", "is_burned", "is_empty", "set_burned", "set_empty"):
        attempt(getattr(board, name), first)
    attempt(board.set_amazon, first, second)
    for key in (first, slice(first, second, third)):
        attempt(board.legal_moves.__getitem__, key)
    attempt(board.legal_moves.index, first, second, third)


@FAST
@given(boards())
def test_boards(board: Board) -> None:
    assert Board(board.fen()) == board == Board(board.diagram())
    assert pickle.loads(pickle.dumps(board)).move_stack == board.move_stack
    moves = board.legal_moves
    assert len(moves) == len(list(moves)) == len(moves.to_array()) == board.perft(1)
    assert board.is_game_over() == (len(moves) == 0) == (board.outcome() is not None)
    for transform in board.symmetries():
        assert transform.inverse().apply(transform.apply(board)) == board
    for region in board.regions():
        assert region.squares
    for draw in (str, repr, Board._repr_svg_, Board.to_array, thermodon.distance_maps):
        draw(board)
    output = NETWORK.evaluate(board, policies=True)
    assert len(output.policies[0]) == len(moves)
    Evaluation().contributions(board)
    assert Game.from_text(Game(board).to_text()).main_line() == board.move_stack


@FAST
@given(boards(), values, values, values)
def test_searches(board: Board, time: Any, nodes: Any, count: Any) -> None:
    result = attempt(ENGINE.play, board, Limit(time=time, nodes=nodes, depth=1))
    assert result is None or (result.move is None) == board.is_game_over()
    attempt(ENGINE.analyse, board, Limit(depth=1), multipv=count)
    attempt(NETWORK.top_moves, board, count)


@FAST
@given(st.dictionaries(st.sampled_from([option.name for option in Engine.OPTIONS]), values, max_size=2))
def test_options(options: dict[str, Any]) -> None:
    options.pop("Threads", None)
    options.pop("Hash", None)
    attempt(Engine, options)


@FAST
@given(boards())
def test_small_endgames(board: Board) -> None:
    if sum(len(region.empty) for region in board.regions()) <= 8:
        report = exact.analyze(board, time=1.0)
        solution = thermodon.solve(board, time=10.0, memory_mib=16)
        if solution is not None:
            assert report.winner_if_black_first in (None, solution.black_first.winner)
            assert report.winner_if_white_first in (None, solution.white_first.winner)
