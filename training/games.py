"""Games of our engine as training data.

Input is JSON lines, one game a line:

    {"start": "3q2q3/10/.../3Q2Q3", "moves": ["d1-d7/g7", ...], "winner": "first"}

`start` is position text whose uppercase side moves first (the standard start if
missing). `winner` is "first" or "second"; it may be missing if the last
position is decided by counting. The move played becomes the whole policy target, except for
the first `opening` moves (none if missing), which nobody chose. `values`, which may be missing too, has for
every move the win probability that the mover saw in it, or null: then the result stands for it.

    python3 games.py FOLDER ... > games.jsonl

writes such lines from the folders of matches that `thermodon match` played.
"""

import argparse
import json
import math
import sys
from pathlib import Path

import torch

import rules
from notation import STANDARD_START, format_move, parse_move, parse_position, seen_by_mover
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
    chosen = (torch.arange(count) >= int(game.get("opening", 0)))[:, None]
    return {
        "cells": torch.cat(boards),
        "codes": torch.where(chosen, torch.cat(codes), -1),
        "policy": chosen.half(),
        "search_value": _search_values(game, result),
        "result": result.to(torch.int8),
        "margin": (sign * margin).half(),
        "ownership": (sign[:, None] * ownership).to(torch.int8),
        "kind": torch.full((count,), VARIED if standard else IRREGULAR, dtype=torch.int8),
    }


def _search_values(game: dict, result: torch.Tensor) -> torch.Tensor:
    """What the search said, or else the result, as win probability of the mover."""
    values = game.get("values") or [None] * len(result)
    if len(values) != len(result):
        raise ValueError(f"there are {len(result)} moves and {len(values)} values")
    if not all(value is None or 0.0 <= value <= 1.0 for value in values):
        raise ValueError("a value is a probability, from 0 to 1, or null")
    known = [(float(r) + 1) / 2 if v is None else v for r, v in zip(result, values)]
    return torch.tensor(known).half()


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


def _probability(value: dict | None) -> float | None:
    """Win probability of the mover, from the value that a player told the match."""
    if not value:
        return None
    if "estimate" in value:  # thousandths of a logit
        return round(1.0 / (1.0 + math.exp(-value["estimate"] / 1000.0)), 4)
    return 1.0 if "win_in" in value else 0.0 if "loss_in" in value else None


def game_of(entry: dict) -> dict | None:
    """A line of a match's journal as a game; nothing if it did not end on the board."""
    if entry.get("ending") not in ("rules", "proven") or entry.get("result") not in ("white", "black"):
        return None
    opening, moves = entry["opening_moves"], entry["moves"]
    return {
        "start": seen_by_mover(entry["start"]),
        "moves": opening + [move["move"] for move in moves],
        "winner": "first" if entry["result"] == entry["first"] else "second",
        "opening": len(opening),
        "values": [None] * len(opening) + [_probability(move.get("value")) for move in moves],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Turns matches into games to learn from.")
    parser.add_argument("folders", nargs="+", help="folders that `thermodon match` wrote")
    written = left_out = 0
    try:
        for folder in parser.parse_args().folders:
            lines = (Path(folder) / "journal.jsonl").read_text().splitlines()
            for game in (game_of(json.loads(line)) for line in lines[1:]):  # the first: settings
                written, left_out = written + bool(game), left_out + (not game)
                if game:
                    print(json.dumps(game))
    except (OSError, ValueError, KeyError) as error:
        print(f"games.py: {folder}: {error}", file=sys.stderr)
        sys.exit(2)
    print(f"{written} games; {left_out} did not end on the board and were left out", file=sys.stderr)


if __name__ == "__main__":
    main()
