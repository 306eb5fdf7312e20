"""Plays games from given positions and counts wins.

    python3 playouts.py CHECKPOINT --config config.toml --games 128 < positions.jsonl > results.jsonl

Input is JSON lines: {"position": "3q2q3/10/.../3Q2Q3 b - - 0 1"}. Without a side to move, upper case
is the side to move; with one, upper case is White. Other fields are ignored. Output, in the same
order:

    {"position": "3q2q3/10/.../3Q2Q3 b - - 0 1", "games": 128, "won": 71}

`won` counts the games won by the side to move. One network plays both sides; the first plies are
sampled with the noise of self-play so that games differ.

With --interactive an empty input line ends a batch; its results are followed by an empty line.
"""

import argparse
import json
import math
import sys
import time
from dataclasses import dataclass

import torch

import rules
from checkpoint import load_ema
from config import load_config, override_search
from inference import InferenceNetwork
from match import Player, play_to_end
from notation import OPPONENT, OWN, from_mover_view, parse_position

MAX_BATCH = 8192  # games at once: fits GPU memory with three plies of search


@dataclass
class OpeningNoise:
    """Noise of the first plies, so that games from one position differ."""

    plies: int = 6
    strength: float = 1.0  # that of self-play

    def strength_at(self, ply: int) -> float:
        return self.strength if ply < self.plies else 0.0


def read_position(text: str) -> list[int]:
    """Cells seen from the side to move; `text` may end in `w` or `b`."""
    cells = parse_position(from_mover_view(text))
    if max(cells.count(OWN), cells.count(OPPONENT)) > rules.MAX_AMAZONS:
        raise ValueError(f"a side has more than {rules.MAX_AMAZONS} amazons")
    return cells


def parse_line(line: bytes) -> tuple[str, list[int]]:
    """The position's text and its cells."""
    content = json.loads(line)
    if not isinstance(content, dict) or not isinstance(content.get("position"), str):
        raise ValueError('expected an object such as {"position": "3q2q3/10/.../3Q2Q3"}')
    return content["position"], read_position(content["position"])


def read_batches(lines, interactive: bool):
    """Lists of (text, cells): one of all lines, or one for each empty line and for the rest."""
    batch = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                batch.append(parse_line(line))
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from error
        elif interactive:
            yield batch
            batch = []
    if batch:
        yield batch


def count_wins(player: Player, positions: list[list[int]], games: int, noise: OpeningNoise) -> list[int]:
    """Wins of the side to move in `games` games from each position."""
    if not positions:
        return []
    boards = torch.tensor(positions, dtype=torch.uint8).to(player.network.device)
    chunks = boards.repeat_interleave(games, 0).split(MAX_BATCH)
    won = []
    for number, chunk in enumerate(chunks, 1):
        begin = time.monotonic()
        won += play_to_end(chunk, (player, player), noise.strength_at).tolist()
        print(f"chunk {number} of {len(chunks)}: {len(chunk)} games in {time.monotonic() - begin:.1f} s",
              file=sys.stderr, flush=True)
    return [sum(won[first : first + games]) for first in range(0, len(won), games)]


def run(arguments, lines) -> None:
    if arguments.games < 1 or arguments.noise_plies < 0:
        raise ValueError("--games must be at least 1 and --noise-plies not negative")
    if not 0.0 <= arguments.noise < math.inf:
        raise ValueError("--noise must be a finite number that is not negative")
    search = override_search(load_config(arguments.config).selfplay, arguments.search)
    network = load_ema(arguments.checkpoint)[0]
    player = Player(InferenceNetwork(network, "cuda" if torch.cuda.is_available() else "cpu"), search)
    torch.set_num_threads(1)  # batches are small on a CPU
    torch.seed()  # different games at each call, so that results can be added up
    for batch in read_batches(lines, arguments.interactive):
        wins = count_wins(player, [cells for _, cells in batch], arguments.games,
                          OpeningNoise(arguments.noise_plies, arguments.noise))
        for (text, _), won in zip(batch, wins):
            print(json.dumps({"position": text, "games": arguments.games, "won": won}))
        if arguments.interactive:
            print()
        sys.stdout.flush()


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint")
    parser.add_argument("--config", help="TOML configuration (default: built-in values)")
    parser.add_argument("--games", type=int, default=128, help="games per position (%(default)s)")
    parser.add_argument("--search", default="", metavar="KEYS",
                        help="search overrides, for example candidates=16,value_scale=64")
    parser.add_argument("--noise-plies", type=int, default=OpeningNoise.plies,
                        help="first plies played with noise (%(default)s)")
    parser.add_argument("--noise", type=float, default=OpeningNoise.strength,
                        help="its strength; 0: all games of a position are equal (%(default)s)")
    parser.add_argument("--interactive", action="store_true",
                        help="answer after every empty input line and keep running")
    hidden = {"help": argparse.SUPPRESS, "default": argparse.SUPPRESS}  # former names
    parser.add_argument("--noisy-plies", dest="noise_plies", type=int, **hidden)
    parser.add_argument("--rounds", dest="interactive", action="store_true", **hidden)
    try:
        run(parser.parse_args(arguments), sys.stdin.buffer)
    except (OSError, ValueError) as error:
        print(f"playouts.py: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
