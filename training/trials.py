"""Games from given positions, as those of an opening book, and how they ended.

    python3 trials.py CHECKPOINT --config config.toml --games 128 < positions.jsonl > results.jsonl

Input is JSON lines, one position a line: {"position": "3q2q3/10/.../3Q2Q3 b - - 0 1"}. Without
a side to move, upper case is the side to move; with one, upper case is White. Other
fields are passed over. The output has a line for each, in their order:

    {"position": "3q2q3/10/.../3Q2Q3 b - - 0 1", "games": 128, "won": 71}

`won` counts the games that the player to move in the position won. One network plays both sides.
The first plies are drawn with the noise of self-play, so that games differ; the others are played as well as it can.

With --rounds another program can ask again and again over pipes: an empty line ends a batch,
its results come back with an empty line after them, and the next batch may follow.
"""

import argparse
import json
import math
import sys
import time
from dataclasses import dataclass

import torch

import rules
from checkpoint import load_average
from configuration import Configuration, load_configuration, vary_search
from ladder import Player
from network import Network
from notation import OPPONENT, OWN, SQUARES, parse_position, seen_by_mover
from play import PlayNetwork
from search import search

LARGEST_BATCH = 8192  # games at once: what the memory of a GPU holds with three plies of search


@dataclass
class Variety:
    """How games from the same position come to differ."""

    plies: int = 6
    noise: float = 1.0  # that of self-play

    def at(self, ply: int) -> float:
        return self.noise if ply < self.plies else 0.0


def read_position(text: str) -> list[int]:
    """The cells seen from the side to move, of position text or of the same with `w` or `b` after it."""
    cells = parse_position(seen_by_mover(text))
    if max(cells.count(OWN), cells.count(OPPONENT)) > rules.MAX_AMAZONS:
        raise ValueError(f"a side has more than {rules.MAX_AMAZONS} amazons")
    return cells


def read_line(line: bytes) -> tuple[str, list[int]]:
    """The position's own text and its cells."""
    content = json.loads(line)
    if not isinstance(content, dict) or not isinstance(content.get("position"), str):
        raise ValueError('a line is an object such as {"position": "3q2q3/10/.../3Q2Q3"}')
    return content["position"], read_position(content["position"])


def batches(lines, rounds: bool):
    """Lists of (text, cells): one of all lines, or one for each empty line and what is left at the end."""
    batch = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                batch.append(read_line(line))
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from error
        elif rounds:
            yield batch
            batch = []
    if batch:
        yield batch


@torch.no_grad()
def play_out(player: Player, cells: torch.Tensor, variety: Variety) -> torch.Tensor:
    """Plays every board to its end; does the player to move on it win (N)?"""
    won = torch.zeros(len(cells), dtype=torch.bool, device=cells.device)
    running = torch.arange(len(cells), device=cells.device)
    for ply in range(SQUARES):  # each burns a square, so no game is longer
        finished, margin, _ = rules.judge(cells)
        # After an even number of plies the first mover is to move again.
        won[running[finished]] = (margin[finished] > 0) == (ply % 2 == 0)
        # Games that are over leave the batch at once: the wait for their number is short beside a search.
        running, cells = running[~finished], cells[~finished]
        if not len(running):
            break
        chosen = search(player.network, cells, player.search, variety.at(ply)).chosen
        cells = rules.children(cells, chosen[:, None])[:, 0]
    return won


def count_wins(player: Player, positions: list[list[int]], games: int, variety: Variety) -> list[int]:
    """Of `games` games from each position, how many its player to move wins."""
    if not positions:
        return []
    boards = torch.tensor(positions, dtype=torch.uint8).to(player.network.device)
    chunks = boards.repeat_interleave(games, 0).split(LARGEST_BATCH)
    won = []
    for number, chunk in enumerate(chunks, 1):
        began = time.monotonic()
        won += play_out(player, chunk, variety).tolist()
        print(f"chunk {number} of {len(chunks)}: {len(chunk)} games in {time.monotonic() - began:.1f} s",
              file=sys.stderr, flush=True)
    return [sum(won[first : first + games]) for first in range(0, len(won), games)]


def play_trials(arguments, lines) -> None:
    """Plays what the command line asks for, batch by batch."""
    if arguments.games < 1 or arguments.noisy_plies < 0:
        raise ValueError("--games must be at least 1 and --noisy-plies not negative")
    if not 0.0 <= arguments.noise < math.inf:
        raise ValueError("--noise must be a number that is not negative")
    configuration = load_configuration(arguments.config) if arguments.config else Configuration()
    settings = vary_search(configuration.selfplay, arguments.search)
    network = load_average(arguments.checkpoint)[0]
    if not isinstance(network, Network):
        raise ValueError(f"'{arguments.checkpoint}' holds a network without a policy, which cannot search")
    player = Player(PlayNetwork(network, "cuda" if torch.cuda.is_available() else "cpu"), settings)
    torch.set_num_threads(1)  # small batches on a CPU only wait for more of them
    torch.seed()  # other games at each call, so that their results may be added up
    for batch in batches(lines, arguments.rounds):
        wins = count_wins(player, [cells for _, cells in batch], arguments.games,
                          Variety(arguments.noisy_plies, arguments.noise))
        for (text, _), won in zip(batch, wins):
            print(json.dumps({"position": text, "games": arguments.games, "won": won}))
        if arguments.rounds:
            print()
        sys.stdout.flush()


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Plays games from the positions of the standard input "
                                                 "and counts who won.")
    parser.add_argument("checkpoint")
    parser.add_argument("--config", help="TOML settings; defaults without it")
    parser.add_argument("--games", type=int, default=128, help="from each position (%(default)s)")
    parser.add_argument("--search", default="", metavar="SETTINGS",
                        help="how the search differs from the configuration's, as in candidates=16,value_scale=64")
    parser.add_argument("--noisy-plies", type=int, default=Variety.plies,
                        help="plies after the position that are played with noise (%(default)s)")
    parser.add_argument("--noise", type=float, default=Variety.noise,
                        help="how strong it is; 0: all games from a position are the same (%(default)s, as in self-play)")
    parser.add_argument("--rounds", action="store_true",
                        help="answer each batch when an empty line ends it, then wait for the next")
    try:
        play_trials(parser.parse_args(words), sys.stdin.buffer)
    except (OSError, ValueError) as error:
        print(f"trials.py: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
