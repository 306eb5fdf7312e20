"""Ratings and costs from journals of matches."""

import json

import pytest

from plot_elo_vs_cost import rate


def write(folder, names, games):
    folder.mkdir()
    lines = [{"players": [{"name": name} for name in names]}, *games]
    (folder / "journal.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n")
    return folder


def game(black, white, winner, times=(100.0, 50.0)):
    """Black moves first after one move of the opening: White's move comes first in the list."""
    moves = [{"move": "a1-a2/a1", "nodes": 10, "milliseconds": ms} for ms in (times[1], times[0])]
    moves.append({"move": "a1-a2/a1", "nodes": 1, "milliseconds": 0.1})
    return {"black": black, "white": white, "first": "black", "result": winner,
            "opening_moves": ["a1-a2/a1"], "moves": moves}


def test_ratings_and_costs_of_two_matches(tmp_path):
    timed = write(tmp_path / "timed", ["slow", "fast"],
                  [game(0, 1, "black" if i < 76 else "white") for i in range(100)])
    other = write(tmp_path / "other", ["fast", "slow", "stranger"],
                  [game(0, 1, "white" if i < 76 else "black") for i in range(100)]
                  + [game(0, 2, "black")])
    lines = rate([timed, other], "fast")
    assert [line["name"] for line in lines] == ["fast", "slow"]  # a stranger's cost is not known
    assert [line["microseconds"] for line in lines] == pytest.approx([5000.0, 10000.0])
    assert [(line["won"], line["games"]) for line in lines] == [(48, 200), (152, 200)]
    assert lines[0]["elo"] == 0 and 190 < lines[1]["elo"] < 205
