"""Plots Elo against time per node from matches between players of different sizes.

    python3 plot_elo_vs_cost.py MATCH_FOLDER ... --out sizes.svg [--anchor NAME]

Folders are those of `thermodon match`; players of the same name are the same. Ratings are a
Bradley-Terry fit over all games, with --anchor at 0. The cost of a player is its time per node in
the first folder, which must have been played by time. Prints the table as JSON lines.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

import matplotlib

from checkpoint_ratings import fit_bradley_terry

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  (the backend must be chosen first)

MIN_MOVE_MS = 10.0  # faster moves were not searched


def read_match_log(folder) -> tuple[list[str], list[dict]]:
    """The players' names and the games of a match."""
    lines = (Path(folder) / "journal.jsonl").read_text().splitlines()
    settings, *games = (json.loads(line) for line in lines)
    return [player["name"] for player in settings["players"]], games


def count_wins(journals) -> list[dict]:
    """Results of all pairings, for `fit_bradley_terry`."""
    wins = Counter()
    for names, games in journals:
        for game in games:
            winner, loser = (("black", "white") if game["result"] == "black" else ("white", "black"))
            wins[names[game[winner]], names[game[loser]]] += 1
    pairs = sorted({tuple(sorted(pair)) for pair in wins})
    return [{"first": a, "second": b, "wins": wins[a, b], "losses": wins[b, a]} for a, b in pairs]


def node_time_us(names: list[str], games: list[dict]) -> dict:
    """Microseconds per node of every player."""
    nodes, time = Counter(), Counter()
    for game in games:
        sides = ["black", "white"] if game["first"] == "black" else ["white", "black"]
        for ply, move in enumerate(game["moves"], len(game["opening_moves"])):
            player = names[game[sides[ply % 2]]]
            if move.get("nodes") and move["milliseconds"] > MIN_MOVE_MS:
                nodes[player] += move["nodes"]
                time[player] += move["milliseconds"]
    return {name: 1000.0 * time[name] / nodes[name] for name in nodes}


def rate(folders, anchor: str | None) -> list[dict]:
    """A line for every player with a known cost, cheapest first."""
    journals = [read_match_log(folder) for folder in folders]
    costs, matches = node_time_us(*journals[0]), count_wins(journals)
    names = sorted(costs, key=lambda name: (name != anchor, costs[name]))
    matches = [m for m in matches if m["first"] in costs and m["second"] in costs]
    won, played = Counter(), Counter()
    for m in matches:
        won.update({m["first"]: m["wins"], m["second"]: m["losses"]})
        played.update({name: m["wins"] + m["losses"] for name in (m["first"], m["second"])})
    lines = [{**rating, "microseconds": round(costs[rating["name"]], 1), "won": won[rating["name"]],
              "games": played[rating["name"]]} for rating in fit_bradley_terry(names, matches)]
    return sorted(lines, key=lambda line: line["microseconds"])


def draw(lines: list[dict], path) -> None:
    figure, axes = pyplot.subplots(figsize=(8, 5))
    last, right = 0.0, True
    for line in lines:
        cost, elo = line["microseconds"], line["elo"]
        axes.errorbar(cost, elo, yerr=line["interval"], marker="o", capsize=3, color="tab:blue")
        right = not right if cost < 1.15 * last else True  # keep names of neighbours apart
        axes.annotate(line["name"], (cost, elo), xytext=(6 if right else -6, 4), fontsize=8,
                      ha="left" if right else "right", textcoords="offset points")
        last = cost
    axes.set_xscale("log")
    axes.margins(x=0.15)
    axes.set_xlabel("microseconds per node, one core")
    axes.set_ylabel("Elo at equal time, 95 % intervals")
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--out", required=True, help="SVG or PNG")
    parser.add_argument("--anchor", help="player with 0 Elo (default: the cheapest)")
    parser.add_argument("--zero", dest="anchor", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    try:
        lines = rate(arguments.folders, arguments.anchor)
        if not lines:
            raise ValueError("no player of the first folder was timed")
        draw(lines, arguments.out)
    except (OSError, ValueError, KeyError) as error:
        print(f"plot_elo_vs_cost.py: {error}", file=sys.stderr)
        sys.exit(2)
    for line in lines:
        print(json.dumps(line))


if __name__ == "__main__":
    main()
