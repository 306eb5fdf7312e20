"""Plots losses, speed and Elo over GPU minutes.

    python3 plot_training.py results/metrics.jsonl results/ratings.json results/training.svg
"""

import argparse
import json
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  (the backend must be chosen first)


def draw(lines: list[dict], ratings: dict, path) -> None:
    figure, ((value, policy), (speed, elo)) = pyplot.subplots(2, 2, figsize=(11, 7.5))
    lines = [line for line in lines if line["step"] > 0 and "loss" in line]
    minutes = [line["minutes"] for line in lines]

    def curve(axes, key, label):
        axes.plot(minutes, [line[key] for line in lines], marker=".", label=label)

    curve(value, "value", "value, all boards")
    curve(value, "value_standard", "value, 10x10")
    curve(value, "ownership", "ownership")
    curve(value, "margin", "margin / 10")
    value.set_title("losses")
    curve(policy, "policy", "policy loss")
    curve(policy, "policy_target_entropy", "entropy of its target")
    policy.set_title("policy (nats)")
    curve(speed, "games_per_minute", "games per minute")
    speed.set_title("games per minute, learning included")
    speed.set_ylim(bottom=0)
    for plies, label in ((1, "search of one ply"), (2, "two plies"), (3, "three plies")):
        rated = [r for r in ratings.get("ratings", []) if r.get("plies", 1) == plies]
        if rated:
            elo.errorbar([r["minutes"] for r in rated], [r["elo"] for r in rated],
                         yerr=[r["interval"] for r in rated], marker=".", capsize=3, label=label)
    elo.set_title("Elo of the EMA network, 95 % intervals")
    for axes in (value, policy, speed, elo):
        axes.set_xlabel("GPU minutes")
        axes.grid(alpha=0.3)
    for axes in (value, policy, elo):
        axes.legend()
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("metrics", help="metrics.jsonl")
    parser.add_argument("ratings", help="ratings.json")
    parser.add_argument("out", help="SVG or PNG")
    arguments = parser.parse_args()
    lines = [json.loads(line) for line in Path(arguments.metrics).read_text().splitlines()]
    draw(lines, json.loads(Path(arguments.ratings).read_text()), arguments.out)


if __name__ == "__main__":
    main()
