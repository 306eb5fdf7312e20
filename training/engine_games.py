"""Engine games as training data.

Input is JSON lines, one game a line:

    {"start": "3q2q3/10/.../3Q2Q3", "moves": ["d1-d7/g7", ...], "winner": "first"}

`start` has the side to move first in upper case (default: the standard start). `winner` is "first"
or "second" and may be missing if counting decides the last position. The move played is the policy
target, except for the first `opening` moves (default: 0). `values` (optional) has for each move the
mover's win probability by its search, or null to use the result.

    python3 engine_games.py FOLDER ... > games.jsonl

writes such lines from the folders of `thermodon match`.
"""

import argparse
import json
import math
import sys
from pathlib import Path

import torch

import rules
from notation import STANDARD_START, format_move, parse_move, parse_position, from_mover_view
from start_positions import IRREGULAR, VARIED


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
        cells = rules.child_boards(cells, code)[:, 0]
    finished, margin, ownership = rules.terminal_result(cells)
    if "winner" in game:
        if game["winner"] not in ("first", "second"):
            raise ValueError("winner must be 'first' or 'second'")
        next_wins = (game["winner"] == "first") == (len(codes) % 2 == 0)
        if bool(margin > 0) != next_wins or not bool(finished):
            # Result from the log, not from counting; the margin is unknown.
            margin, ownership = torch.tensor([0.5 if next_wins else -0.5]), ownership * 0
    elif not bool(finished):
        raise ValueError("the game is not decided and has no winner")
    count = len(codes)
    sign = torch.tensor([-1.0 if (count - ply) % 2 else 1.0 for ply in range(count)])
    standard = game.get("start", STANDARD_START) == STANDARD_START
    result = sign * torch.sign(margin)
    chosen = (torch.arange(count) >= int(game.get("opening", 0)))[:, None]
    return {
        "cells": torch.cat(boards),
        "codes": torch.where(chosen, torch.cat(codes), -1),
        "policy": chosen.half(),
        "search_value": _value_targets(game, result),
        "result": result.to(torch.int8),
        "margin": (sign * margin).half(),
        "ownership": (sign[:, None] * ownership).to(torch.int8),
        "kind": torch.full((count,), VARIED if standard else IRREGULAR, dtype=torch.int8),
    }


def _value_targets(game: dict, result: torch.Tensor) -> torch.Tensor:
    """The mover's win probability by its search, or else by the result."""
    values = game.get("values") or [None] * len(result)
    if len(values) != len(result):
        raise ValueError(f"there are {len(result)} moves and {len(values)} values")
    if not all(value is None or 0.0 <= value <= 1.0 for value in values):
        raise ValueError("values must be between 0 and 1, or null")
    known = [(float(r) + 1) / 2 if v is None else v for r, v in zip(result, values)]
    return torch.tensor(known).half()


def _is_legal(cells: torch.Tensor, code: torch.Tensor) -> bool:
    origin, target, arrow = int(code) // 10000, int(code) // 100 % 100, int(code) % 100
    amazons, steps, arrows = rules.legal_masks(cells, code)
    slots = (amazons[0] == origin).nonzero()
    return bool(len(slots)) and bool(steps[0, slots[0, 0], target]) and bool(arrows[0, 0, arrow])


def load_games(path, candidates: int, device) -> dict:
    """All positions of a file of games, in the fields of the replay buffer."""
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


def _mover_win_probability(value: dict | None) -> float | None:
    """Win probability of the mover from a move's value in a match log."""
    if not value:
        return None
    if "estimate" in value:  # thousandths of a logit
        return round(1.0 / (1.0 + math.exp(-value["estimate"] / 1000.0)), 4)
    return 1.0 if "win_in" in value else 0.0 if "loss_in" in value else None


def game_from_log_entry(entry: dict) -> dict | None:
    """The game of a line in a match log; None if it did not end on the board."""
    if entry.get("ending") not in ("rules", "proven") or entry.get("result") not in ("white", "black"):
        return None
    opening, moves = entry["opening_moves"], entry["moves"]
    return {
        "start": from_mover_view(entry["start"]),
        "moves": opening + [move["move"] for move in moves],
        "winner": "first" if entry["result"] == entry["first"] else "second",
        "opening": len(opening),
        "values": [None] * len(opening) + [_mover_win_probability(move.get("value")) for move in moves],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Converts match logs to training games.")
    parser.add_argument("folders", nargs="+", help="folders that `thermodon match` wrote")
    written = left_out = 0
    try:
        for folder in parser.parse_args().folders:
            lines = (Path(folder) / "journal.jsonl").read_text().splitlines()
            for line in lines[1:]:  # the first holds the settings
                game = game_from_log_entry(json.loads(line))
                written, left_out = written + bool(game), left_out + (not game)
                if game:
                    print(json.dumps(game))
    except (OSError, ValueError, KeyError) as error:
        print(f"engine_games.py: {folder}: {error}", file=sys.stderr)
        sys.exit(2)
    print(f"{written} games; {left_out} did not end on the board and were left out", file=sys.stderr)


if __name__ == "__main__":
    main()
