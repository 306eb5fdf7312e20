"""Matches between two checkpoints or two search configurations.

    python3 match.py a.pt b.pt [--games 2048] [--config config.toml]

Both sides search without noise. Every opening (a few random plies from the standard start) is
played twice with colours swapped. Prints one JSON line per match, seen from the first player.
"""

import argparse
import json
import math
import sys
from dataclasses import dataclass

import torch

import rules
from config import RatingConfig, SearchConfig, load_config, override_search
from inference import InferenceNetwork
from notation import SQUARES, STANDARD_START, parse_position
from search import search
from start_positions import play_random_plies

ELO_PER_LOGIT = 400.0 / math.log(10.0)


@dataclass
class Player:
    network: InferenceNetwork
    search: SearchConfig


@torch.no_grad()
def play_to_end(cells: torch.Tensor, players: tuple[Player, Player], noise=lambda ply: 0.0) -> torch.Tensor:
    """Plays every board to its end, `players[0]` to move; returns whether that side wins (N)."""
    won = torch.zeros(len(cells), dtype=torch.bool, device=cells.device)
    running = torch.arange(len(cells), device=cells.device)
    for ply in range(SQUARES + 1):  # every ply burns a square
        finished, margin, _ = rules.terminal_result(cells)
        # After an even number of plies the first player is to move again.
        won[running[finished]] = (margin[finished] > 0) == (ply % 2 == 0)
        running, cells = running[~finished], cells[~finished]
        if not len(running):
            break
        player = players[ply % 2]
        chosen = search(player.network, cells, player.search, noise(ply)).chosen
        cells = rules.child_boards(cells, chosen[:, None])[:, 0]
    return won


def match(first: Player, second: Player, config: RatingConfig, device,
          start: str = STANDARD_START) -> tuple[int, int]:
    """(wins of the first, wins of the second) over `config.games` games."""
    pairs = max(1, config.games // 2)
    opening = torch.tensor([parse_position(start)], dtype=torch.uint8).to(device)
    plies = torch.full((pairs,), config.random_plies, device=device)
    openings = play_random_plies(opening.repeat(pairs, 1), plies)
    wins = (int(play_to_end(openings, (first, second)).sum())
            + pairs - int(play_to_end(openings, (second, first)).sum()))
    return wins, 2 * pairs - wins


def elo_interval(wins: int, losses: int) -> tuple[float, float, float]:
    """Elo difference with its 95 % interval (Wilson) from one match."""
    count = wins + losses
    share, z = wins / count, 1.96
    centre = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count
                                               + z * z / (4 * count * count))

    def elo(p):
        p = min(max(p, 1e-6), 1 - 1e-6)
        return -ELO_PER_LOGIT * math.log(1 / p - 1)

    return elo(share), elo(centre - half), elo(centre + half)


def play_matches(arguments) -> None:
    from checkpoint import load_ema

    config = load_config(arguments.config)
    if arguments.games:
        config.ratings.games = arguments.games
    searches = arguments.search_a or [""]
    changed = [override_search(config.selfplay, text) for text in searches]
    device = "cuda" if torch.cuda.is_available() else "cpu"
    networks = [InferenceNetwork(load_ema(path)[0], device)
                for path in (arguments.first, arguments.second)]
    second = Player(networks[1], override_search(config.selfplay, arguments.search_b))
    for text, search_config in zip(searches, changed):
        wins, losses = match(Player(networks[0], search_config), second, config.ratings, device,
                             arguments.start)
        elo, low, high = elo_interval(wins, losses)
        print(json.dumps({"search": text, "evaluations": search_config.evaluations,
                          "wins": wins, "losses": losses, "elo": round(elo, 1), "low": round(low, 1),
                          "high": round(high, 1)}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("first", help="checkpoint of the first player")
    parser.add_argument("second", help="checkpoint of the second player")
    parser.add_argument("--config", help="TOML configuration (default: built-in values)")
    parser.add_argument("--games", type=int, help="games per match")
    parser.add_argument("--start", default=STANDARD_START, help="start position")
    parser.add_argument("--search-a", action="append", metavar="KEYS",
                        help="search overrides of the first player, for example "
                             "candidates=32,plies=[[6, 8]]; one match for each use of the option")
    parser.add_argument("--search-b", default="", metavar="KEYS",
                        help="search overrides of the second player")
    hidden = {"help": argparse.SUPPRESS, "default": argparse.SUPPRESS}  # former names
    parser.add_argument("--first-search", dest="search_a", action="append", **hidden)
    parser.add_argument("--second-search", dest="search_b", **hidden)
    try:
        play_matches(parser.parse_args())
    except (OSError, ValueError) as error:
        print(f"match.py: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
