"""The rules here and those of the program `thermodon` agree, on positions of all kinds.

Two implementations that share nothing: PyTorch here, Rust there. The program is the one
that the variable THERMODON names, or else ../target/release/thermodon.
"""

import json
import os
import random
import subprocess

import pytest
import torch

import rules_reference
import rules
from conftest import TRAINING
from config import StartConfig
from notation import BLOCKED, FRAME, OPPONENT, OWN, encode_move, format_position, parse_square
from random_positions import random_positions
from start_positions import irregular_start

PROGRAM = os.environ.get("THERMODON") or str(TRAINING.parent / "target" / "release" / "thermodon")

pytestmark = pytest.mark.skipif(
    not os.access(PROGRAM, os.X_OK),
    reason=f"there is no program {PROGRAM}: build it with cargo build --release, or name it in THERMODON")


def any_positions(count: int) -> list[list[int]]:
    """Some from random games, the others set up at random on boards from 1x1 to 10x10."""
    rng, settings = random.Random(31), StartConfig(smallest=1, burned_share=0.7)
    played = random_positions(count // 8, 31, 50).tolist()
    return played + [irregular_start(rng, settings) for _ in range(count - len(played))]


def board_text(cells, rng: random.Random) -> str:
    """Any rectangle that holds all squares: what lies beyond is the same as burned."""
    used = [square for square in range(100) if cells[square] != BLOCKED]
    width = rng.randint(max(square % FRAME for square in used) + 1, FRAME)
    height = rng.randint(max(square // FRAME for square in used) + 1, FRAME)
    return format_position(cells, width, height)


def show(position: str, *options: str) -> dict:
    """What the program says of a position; `Q` is White."""
    done = subprocess.run([PROGRAM, "show", "--json", *options, position], text=True, timeout=60,
                          capture_output=True, check=False)
    assert done.returncode == 0, f"{position}: {done.stderr}"
    return json.loads(done.stdout)


def squares(names) -> set[int]:
    return {parse_square(name) for name in names}


def code_of(move: str) -> int:
    step, arrow = move.split("/")
    return encode_move(*(parse_square(name) for name in (*step.split("-"), arrow)))


def counted(shown: dict, side: str) -> int:
    """Empty squares of all regions where that side has an amazon."""
    return sum(len(region["squares"]) - len(region["white"]) - len(region["black"])
               for region in shown["regions"] if region[side])


def test_the_program_has_the_same_rules():
    rng = random.Random(5)
    kinds = {"stuck": 0, "separated": 0, "open": 0, "odd": 0}
    for cells in any_positions(400):
        text = board_text(cells, rng)
        board = torch.tensor([cells], dtype=torch.uint8)
        shown = show(f"{text} w", "--moves")
        own, other = (shown[side] for side in ("white", "black"))
        assert squares(own) == {s for s in range(100) if cells[s] == OWN}, text
        assert squares(other) == {s for s in range(100) if cells[s] == OPPONENT}, text

        amazons = rules_reference.own_amazons(board)[0]
        _, slot, target, arrow = rules_reference.moves(board).nonzero(as_tuple=True)
        codes = ((amazons[slot] * 100 + target) * 100 + arrow).tolist()
        assert sorted(codes) == sorted(code_of(move) for move in shown["moves"]), text

        finished, margin, _ = rules.terminal_result(board)
        stuck = shown["legal_moves"] == 0
        assert (shown["winner"] == "black") == stuck, text
        assert bool(finished) == (stuck or shown["separated"]), text
        if finished:
            mine = 0 if stuck else counted(shown, "white")
            assert float(margin) == mine - counted(shown, "black") - 0.5, text
        kinds["stuck"] += stuck
        kinds["separated"] += shown["separated"]
        kinds["open"] += not finished
        kinds["odd"] += len(own) != len(other)
        if shown["moves"]:
            move = rng.choice(shown["moves"])
            after = show(f"{text} w moves {move}")
            code = torch.tensor([[code_of(move)]], dtype=torch.int32)
            child = rules.child_boards(board, code)[0, 0].tolist()
            assert after["to_move"] == "black", text
            assert squares(after["black"]) == {s for s in range(100) if child[s] == OWN}, text
            assert squares(after["white"]) == {s for s in range(100) if child[s] == OPPONENT}, text
            assert len(after["burned"]) == len(shown["burned"]) + 1, text
            assert all(child[s] == BLOCKED for s in squares(after["burned"])), text
    assert all(count >= 10 for count in kinds.values()), f"too little was compared: {kinds}"
