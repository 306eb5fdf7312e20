"""The reference rules: move counts, counting, input planes, notation."""

import csv

import pytest
import torch

import rules_reference
import rules
from conftest import TRAINING
from notation import (EMPTY, OPPONENT, OWN, format_move, format_position, parse_move,
                      parse_position)
from random_positions import random_positions


def board(text):
    return torch.tensor([parse_position(text)], dtype=torch.uint8)


def legal_codes(cells):
    mask = rules_reference.moves(cells)
    amazons = rules_reference.own_amazons(cells)
    row, slot, target, arrow = mask.nonzero(as_tuple=True)
    return row, (amazons[row, slot] * 100 + target) * 100 + arrow


def perft(cells, depth):
    if depth == 1:
        return sum(int(rules_reference.moves(part).sum()) for part in cells.split(256))
    total = 0
    for part in cells.split(64):
        row, codes = legal_codes(part)
        total += perft(rules.child_boards(part[row], codes[:, None].int())[:, 0], depth - 1)
    return total


def test_perft():
    path = TRAINING.parent / "tests" / "data" / "perft.csv"
    rows = csv.DictReader(line for line in path.open() if not line.startswith("#"))
    for row in rows:
        if int(row["moves"]) < 250_000:
            assert perft(board(row["position"]), int(row["depth"])) == int(row["moves"]), row


def test_text_round_trip():
    text = "3q2q3/10/4*5/q8q/10/10/Q8Q/10/10/3Q2Q3"
    assert format_position(parse_position(text)) == text
    assert format_position(parse_position("1q1/3/*1Q"), 3, 3) == "1q1/3/*1Q"
    assert format_move(parse_move("d1-d7/g7")) == "d1-d7/g7"
    for bad in ("3q2x3/10", "5/4/5", "11"):
        with pytest.raises(ValueError):
            parse_position(bad)


def test_child_is_seen_from_the_other_side():
    after = rules.child_boards(board("q2/3/2Q"), torch.tensor([[parse_move("c1-b2/c1")]]))[0, 0]
    assert format_position(after, 3, 3) == "Q2/1q1/2*"


@pytest.mark.parametrize("text, finished, margin", [
    ("Q2/***/q2", True, -0.5),  # equal counts: the side to move loses
    ("Q3/****/q*2", True, 2.5),  # three against none: the opponent is walled in
    ("Q3/**1*/q3", False, None),
    ("Qq1/qq1/3", True, -5.5),  # stuck, though not separated by burned squares
    ("Q2/*Q*/q1q", False, None),  # an own amazon is no wall
])
def test_terminal_result(text, finished, margin):
    done, score, _ = rules.terminal_result(board(text))
    assert bool(done) == finished
    if finished:
        assert float(score) == margin


def test_ownership():
    _, _, ownership = rules.terminal_result(board("Q1*/***/q2"))
    grid = ownership.view(10, 10)[:3, :3].flip(0)
    assert grid.tolist() == [[1, 1, 0], [0, 0, 0], [-1, -1, -1]]


def test_finished_when_no_move_is_left():
    cells = random_positions(40, 3, 60)
    no_moves = ~rules_reference.moves(cells).flatten(1).any(1)
    assert bool((rules.terminal_result(cells)[0] | ~no_moves).all())


def naive_distance(cells, side, queen):
    """Breadth-first search with queues, one board: shares no code with the rules_reference."""
    distance = {s: 0 for s in range(100) if cells[s] == side}
    frontier = list(distance)
    while frontier:
        found = []
        for square in frontier:
            for up in (-1, 0, 1):
                for right in (-1, 0, 1):
                    rank, file = square // 10 + up, square % 10 + right
                    while ((up or right) and 0 <= rank < 10 and 0 <= file < 10
                           and cells[rank * 10 + file] == EMPTY):
                        target = rank * 10 + file
                        if target not in distance:
                            distance[target] = distance[square] + 1
                            found.append(target)
                        if not queen:
                            break
                        rank, file = rank + up, file + right
        frontier = found
    return distance


def test_planes_against_naive_distances():
    cells = random_positions(24, 1, 25)
    planes = rules.input_planes(cells).flatten(2)
    for row, squares in zip(planes, cells.tolist()):
        maps = [naive_distance(squares, side, queen) for queen in (True, False)
                for side in (OWN, OPPONENT)]
        for square in range(100):
            empty = squares[square] == EMPTY
            for plane, distance in zip(row[4:8, square].tolist(), maps):
                known = empty and square in distance
                assert plane == (2.0 ** (1 - distance[square]) if known else 0.0)
            own, other = (distance.get(square, 99) for distance in maps[:2])
            expected = [own < other, other < own, own == other < 99]
            assert row[8:11, square].tolist() == [float(empty and e) for e in expected]
            assert row[14:16, square].tolist() == [float(empty and own < 99),
                                                   float(empty and other < 99)]


def test_outside_looks_like_burned():
    small = board("1q1q1/q3q/5/Q3Q/1Q1Q1")
    framed = board("/".join(["*" * 10] * 5 + [
        "1q1q1*****", "q3q*****", "5*****", "Q3Q*****", "1Q1Q1*****"]))
    assert torch.equal(rules.input_planes(small), rules.input_planes(framed))
    burned = rules.input_planes(small).flatten(2)[0, :, 99]
    assert not burned.any()


def test_planes_turn_with_the_board():
    cells = random_positions(4, 2, 20)
    forward, _ = rules.symmetries("cpu")
    for permutation in forward:
        turned = rules.input_planes(cells[:, permutation])
        assert torch.equal(turned.flatten(2), rules.input_planes(cells).flatten(2)[:, :, permutation])
