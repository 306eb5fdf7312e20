"""Boards, moves and symmetries."""

import copy
import csv
import pickle
import random
from pathlib import Path

import numpy as np
import pytest

import thermodon
from thermodon import BLACK, WHITE, Board, Color, LegalMoves, Move, Transform, parse_square

START = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1"


def random_board(seed: int, start: str = "8x8") -> Board:
    """A board after random moves."""
    choice = random.Random(seed)
    board = Board(start)
    for _ in range(choice.randrange(30)):
        if board.is_game_over():
            break
        board.push(choice.choice(board.legal_moves))
    return board


def test_start_names() -> None:
    assert Board().fen() == START
    assert Board("startpos") == Board(START) == Board("10x10")
    assert (Board("5x6").columns, Board("5x6").rows) == (5, 6)
    assert Board("x..|.#.|..o").turn is BLACK
    assert Board("x..|.#.|..o w").diagram() == "x..|.#.|..o w"
    empty = Board.empty(3, 2)
    assert (empty.diagram(), empty.is_game_over()) == ("...|... w", True)


def test_moves_are_pushed_and_popped() -> None:
    board = Board()
    moves = [board.push_text("d1-d7/g7"), board.push_text("a7b7,b7b2")]
    assert board.move_stack == moves
    assert board.peek() == moves[1] and board.turn is WHITE
    assert [board.pop(), board.pop()] == moves[::-1]
    assert board == Board() and board.move_stack == []
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


def test_illegal_moves_change_nothing() -> None:
    board = Board()
    with pytest.raises(thermodon.IllegalMoveError, match="the amazon on d1 cannot reach d10"):
        board.push(Move.from_text("d1-d10/d9"))
    with pytest.raises(thermodon.IllegalMoveError, match="belongs to"):
        board.push_text("d10-d9/d8")
    with pytest.raises(thermodon.ParseError, match="expected notation such as d1-d7/g7"):
        board.push_text("hello")
    assert board == Board()


def test_legal_moves_are_a_sequence() -> None:
    board = Board("6x6")
    moves = board.legal_moves
    listed = list(moves)
    assert len(listed) == len(moves) == board.perft(1)
    assert [moves[index] for index in range(len(moves))] == listed
    assert moves[-1] == listed[-1] and moves[3:9:2] == listed[3:9:2] and moves[::-1] == listed[::-1]
    assert list(reversed(moves)) == listed[::-1]
    assert all(move in moves for move in listed)
    assert moves.index(listed[7]) == 7 and moves.count(listed[7]) == 1
    assert Move(0, 1, 2) not in moves and "d1" not in moves
    for index in (len(moves), -len(moves) - 1, 2**70, -(2**70)):
        with pytest.raises(IndexError):
            moves[index]
    assert [str(move) for move in listed] == moves.to_texts()
    array = moves.to_array()
    assert array.dtype == np.uint8
    assert [Move(*map(int, row)) for row in array] == listed
    # A snapshot: the moves of the board when it was asked.
    board.push(listed[0])
    assert list(moves) == listed
    assert isinstance(moves, LegalMoves) and not Board("x#o b").legal_moves
    assert Board("x#o b").legal_moves.to_array().shape == (0, 3)


def test_the_game_ends_without_a_move() -> None:
    board = Board("x#o b")
    outcome = board.outcome()
    assert board.is_game_over() and outcome is not None and outcome.winner is WHITE
    assert Board().outcome() is None and Board().proven_outcome() is None
    proven = Board("x..#o b").proven_outcome()
    assert proven is not None and proven.winner is BLACK


def test_squares() -> None:
    assert [thermodon.square_name(square) for square in (0, 9, 10, 99)] == ["a1", "j1", "a2", "j10"]
    assert parse_square("J10") == 99 and thermodon.square(3, 1) == 13
    assert (thermodon.square_column(13), thermodon.square_row(13)) == (3, 1)
    for square in (-1, 100, 2**80):
        with pytest.raises(thermodon.ParseError):
            thermodon.square_name(square)
    with pytest.raises(thermodon.ParseError):
        parse_square("k1")
    with pytest.raises(thermodon.ParseError):
        thermodon.square(10, 0)


def test_contents_are_read_and_set() -> None:
    board = Board.empty(4, 3)
    board.set_amazon(parse_square("a1"), WHITE)
    board.set_amazon(parse_square("d3"), BLACK)
    board.set_burned(parse_square("b2"))
    assert board.fen() == "3q/1*2/Q3 w - - 1 1"
    assert board.amazons(WHITE) == (0,) and board.burned() == (parse_square("b2"),)
    assert board.color_at(0) is WHITE and board.color_at(1) is None and board.color_at(99) is None
    assert board.is_burned(11) and board.is_empty(1) and not board.is_empty(99)
    assert board.to_array().tolist() == [[2, 0, 0, 0], [0, 3, 0, 0], [0, 0, 0, 1]]
    board.push(board.legal_moves[0])
    board.turn = WHITE
    assert board.turn is WHITE and board.move_stack == []
    board.set_empty(parse_square("d3"))
    assert board.amazons(BLACK) == ()
    with pytest.raises(thermodon.IllegalMoveError, match="e1 is not on this 4x3 board"):
        board.set_burned(parse_square("e1"))


def test_regions() -> None:
    [left, right] = Board("x..#o|..##.").regions()
    assert left.owner is BLACK and right.owner is WHITE and not left.is_contested
    assert set(left.squares) == {*left.black, *left.empty}
    [region] = Board("6x6").regions()
    assert region.is_contested and region.owner is None and not Board("6x6").is_separated()
    assert Board("x..#o").is_separated()


def test_symmetries() -> None:
    board = random_board(1)
    symmetries = board.symmetries()
    assert len(set(symmetries)) == 16 and symmetries[0].apply(board) == board
    for symmetry in symmetries:
        turned = board.transform(symmetry)
        assert turned.canonical()[0] == board.canonical()[0]
        assert symmetry.inverse().apply(turned) == board
        assert (turned.turn is board.turn) != symmetry.swaps_colors
        for move in list(board.legal_moves)[:5]:
            assert symmetry.apply_to_move(move) in turned.legal_moves
        assert pickle.loads(pickle.dumps(symmetry)) == symmetry
        assert eval(repr(symmetry), {"Transform": Transform}) == symmetry
    canonical, transform = board.canonical()
    assert transform.apply(board) == canonical
    with pytest.raises(thermodon.IllegalMoveError):
        transform.apply(Board("6x6"))
    with pytest.raises(thermodon.IllegalMoveError):
        transform.apply_to_move(Move(99, 98, 97))
    with pytest.raises(thermodon.ParseError):
        Transform(4, 4, 99)


def test_moves_have_text_and_order() -> None:
    move = Move.from_text("D1-D7xG7")
    assert (str(move), move.uci()) == ("d1-d7/g7", "d1d7,d7g7")
    assert (move.from_square, move.to_square, move.arrow) == tuple(map(parse_square, ("d1", "d7", "g7")))
    assert eval(repr(move), {"Move": Move}) == move
    assert sorted([move, Move(0, 1, 2)])[0] == Move(0, 1, 2)
    assert move != "d1-d7/g7" and len({move, Move.from_text("d1d7g7")}) == 1


def test_equality_hashing_copies_and_pickles() -> None:
    board = random_board(2)
    same = Board(board.fen())
    assert same == board and hash(same) == hash(board) and len({same, board}) == 1
    assert board != board.fen() and board != Board("7x7")
    for copied in (copy.copy(board), copy.deepcopy(board), board.copy(), pickle.loads(pickle.dumps(board))):
        assert copied == board and copied.move_stack == board.move_stack
        copied.pop()
        assert copied != board
    assert board.copy(stack=False).move_stack == []
    move = board.legal_moves[0]
    assert pickle.loads(pickle.dumps(move)) == move
    assert pickle.loads(pickle.dumps(Color.WHITE)) is WHITE


def test_perft() -> None:
    with (Path(__file__).parents[2] / "tests" / "data" / "perft.csv").open() as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    counts = [row for row in rows if int(row["moves"]) < 10**7]
    assert len(counts) > 5
    for row in counts:
        assert Board(row["position"]).perft(int(row["depth"])) == int(row["moves"]), row
    assert Board().perft(0) == 1


def test_drawings() -> None:
    board = Board("x..|.#.|..o")
    assert str(board).splitlines()[0].split() == ["3", "B", ".", "."]
    svg = board._repr_svg_()
    assert svg.startswith("<svg") and svg.count("<rect") == 9
    assert thermodon.svg.board(board, fill={0: "#123456"}).count("#123456") == 1
    assert eval(repr(board), {"Board": Board}) == board
