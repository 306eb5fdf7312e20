"""Games of our engine as training data.

Input is JSON lines, one game a line:

    {"start": "3q2q3/10/.../3Q2Q3", "moves": ["d1-d7/g7", ...], "winner": "first"}

`start` is position text whose uppercase side moves first (the standard start if
missing). `winner` is "first" or "second"; it may be missing if the last
position is decided by counting. The move played becomes the whole policy target.
"""

import json

import torch

import rules
from notation import STANDARD_START, format_move, parse_move, parse_position
from starts import IRREGULAR, VARIED


def _read_game(text: str) -> dict:
    game = json.loads(text)
    cells = torch.tensor([parse_position(game.get("start", STANDARD_START))], dtype=torch.uint8)
    boards, codes = [], []
    for move in game["moves"]:
        code = torch.tensor([[parse_move(move)]], dtype=torch.int32)
        if not _is_legal(cells, code):
            raise ValueError(f"move {len(codes) + 1}, '{format_move(int(code))}', is not legal")
        boards.append(cells)
        codes.append(code)
        cells = rules.children(cells, code)[:, 0]
    finished, margin, ownership = rules.judge(cells)
    if "winner" in game:
        if game["winner"] not in ("first", "second"):
            raise ValueError("winner must be 'first' or 'second'")
        next_wins = (game["winner"] == "first") == (len(codes) % 2 == 0)
        if bool(margin > 0) != next_wins or not bool(finished):
            # The players knew better than counting, or stopped early: keep only who won.
            margin, ownership = torch.tensor([0.5 if next_wins else -0.5]), ownership * 0
    elif not bool(finished):
        raise ValueError("the game is not decided and has no winner")
    count = len(codes)
    sign = torch.tensor([-1.0 if (count - ply) % 2 else 1.0 for ply in range(count)])
    standard = game.get("start", STANDARD_START) == STANDARD_START
    result = sign * torch.sign(margin)
    return {
        "cells": torch.cat(boards),
        "codes": torch.cat(codes),
        "policy": torch.ones(count, 1, dtype=torch.float16),
        "search_value": ((result + 1) / 2).half(),
        "result": result.to(torch.int8),
        "margin": (sign * margin).half(),
        "ownership": (sign[:, None] * ownership).to(torch.int8),
        "kind": torch.full((count,), VARIED if standard else IRREGULAR, dtype=torch.int8),
    }


def _is_legal(cells: torch.Tensor, code: torch.Tensor) -> bool:
    origin, target, arrow = int(code) // 10000, int(code) // 100 % 100, int(code) % 100
    amazons, walks, arrows = rules.policy_masks(cells, code)
    slots = (amazons[0] == origin).nonzero()
    return bool(len(slots)) and bool(walks[0, slots[0, 0], target]) and bool(arrows[0, 0, arrow])


def load_games(path, candidates: int, device) -> dict:
    """All positions of a file of games, in the fields of the replay."""
    games = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                games.append(_read_game(line))
            except (ValueError, KeyError, TypeError) as error:
                raise ValueError(f"{path}, line {number}: {error}") from error
    if not games:
        raise ValueError(f"{path}: no games")
    positions = {name: torch.cat([g[name] for g in games]).to(device) for name in games[0]}
    positions["codes"] = torch.nn.functional.pad(positions["codes"], (0, candidates - 1), value=-1)
    positions["policy"] = torch.nn.functional.pad(positions["policy"], (0, candidates - 1))
    return positions
