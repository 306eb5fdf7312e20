"""How well a checkpoint predicts the winner of people's games, by ply.

    python3 predict.py checkpoint/current.pt games.csv [--games 300]

The file has one game a line: the winner's colour (B or W), then moves such as
`B[g10-g4/d4]`; Black starts at the top and moves first. These games are a
yardstick only: no network is trained on them.
"""

import argparse
import csv
import json
import math
import random

import torch

import rules
from checkpoint import load_average
from notation import parse_move, parse_position
from play import PlayNetwork

BLACK_FIRST = "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3"
BUCKET = 10  # plies


def positions_of(row: list[str]):
    """(cells, ply, does the side to move win) for every position with a move."""
    cells = torch.tensor([parse_position(BLACK_FIRST)], dtype=torch.uint8)
    for ply, text in enumerate(text for text in row[1:] if text):
        yield cells[0], ply, (row[0] == "B") == (ply % 2 == 0)
        code = torch.tensor([[parse_move(text[2:-1])]], dtype=torch.int32)
        cells = rules.children(cells, code)[:, 0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint")
    parser.add_argument("file")
    parser.add_argument("--games", type=int, default=300, help="how many games, at random")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    with open(arguments.file, encoding="utf-8", newline="") as file:
        games = [row for row in csv.reader(file) if row and row[0] in ("B", "W")]
    random.Random(1).shuffle(games)
    samples = [sample for row in games[: arguments.games] for sample in positions_of(row)]
    device = "cuda" if torch.cuda.is_available() else "cpu"
    player = PlayNetwork(load_average(arguments.checkpoint)[0], device)
    cells = torch.stack([sample[0] for sample in samples]).to(device)
    logits = torch.cat([player.value(player.trunk(part)) for part in cells.split(256)]).tolist()
    buckets = {}
    for logit, (_, ply, wins) in zip(logits, samples):
        probability = 1 / (1 + math.exp(-logit))
        loss = -math.log(max(probability if wins else 1 - probability, 1e-6))
        buckets.setdefault(ply // BUCKET * BUCKET, []).append((loss, (logit > 0) == wins))
    for ply, scores in sorted(buckets.items()):
        print(json.dumps({
            "from_ply": ply, "positions": len(scores),
            "log_loss": round(sum(s[0] for s in scores) / len(scores), 4),
            "accuracy": round(sum(s[1] for s in scores) / len(scores), 4)}))


if __name__ == "__main__":
    main()
