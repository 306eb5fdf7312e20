"""Matches between networks, and the ladder of all checkpoints.

Both sides search without noise. Every opening (a few random plies from the
standard start) is played twice with colours exchanged. On the ladder everybody
plays the search of the run's configuration. Matches that look one ply ahead, two and three are not mixed:
each kind has its own Bradley-Terry fit, in Elo, with 95 % intervals. At one ply the
first network stands at 0; at more plies the first network that played them stands where
it stood at fewer, so that the curves meet there.

    python3 ladder.py first.pt second.pt [--games 2048] [--config config.toml]

compares two checkpoints, or, with --first-search and --second-search, two ways to search.
"""

import argparse
import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path

import torch

import rules
from configuration import (Configuration, LadderSettings, NetworkShape, SearchSettings,
                           load_configuration, vary_search)
from growing import shape_of_weights
from network import Network
from notation import STANDARD_START, parse_position
from play import PlayNetwork
from search import search
from starts import play_random_plies

ELO = 400.0 / math.log(10.0)


@dataclass
class Player:
    network: PlayNetwork
    search: SearchSettings


@torch.no_grad()
def match(first: Player, second: Player, ladder: LadderSettings, device,
          start: str = STANDARD_START) -> tuple[int, int]:
    """(wins of the first, wins of the second) over `ladder.games` games."""
    pairs = max(1, ladder.games // 2)
    opening = torch.tensor([parse_position(start)], dtype=torch.uint8).to(device)
    plies = torch.full((pairs,), ladder.random_plies, device=device)
    openings = play_random_plies(opening.repeat(pairs, 1), plies)
    boards = [openings.clone(), openings.clone()]  # in group g, player g moves first
    running = [~rules.judge(openings)[0] for _ in range(2)]
    wins = torch.zeros(2, dtype=torch.long, device=device)
    for ply in range(100):
        for group in range(2):
            mover = (group + ply) % 2
            cells = boards[group]
            player = (first, second)[mover]
            chosen = search(player.network, cells, player.search, noise=0.0).chosen
            after = rules.children(cells, chosen[:, None])[:, 0]
            finished, margin, _ = rules.judge(after)
            ended = running[group] & finished
            wins[mover] += (ended & (margin < 0)).sum()
            wins[1 - mover] += (ended & (margin > 0)).sum()
            boards[group] = torch.where(running[group][:, None], after, cells)
            running[group] = running[group] & ~finished
        if ply % 8 == 7 and not bool((running[0] | running[1]).any()):
            break
    return int(wins[0]), int(wins[1])


def elo_interval(wins: int, losses: int) -> tuple[float, float, float]:
    """Elo difference with its 95 % interval (Wilson), from one match."""
    count = wins + losses
    share, z = wins / count, 1.96
    centre = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count
                                               + z * z / (4 * count * count))

    def elo(p):
        p = min(max(p, 1e-6), 1 - 1e-6)
        return -ELO * math.log(1 / p - 1)

    return elo(share), elo(centre - half), elo(centre + half)


def fit_ratings(names: list[str], matches: list[dict]) -> list[dict]:
    """Bradley-Terry by Newton's method; the first name is the fixed zero."""
    index = {name: i for i, name in enumerate(names)}
    count = len(names)
    rating = torch.zeros(count, dtype=torch.float64)
    for _ in range(50):
        # A weak prior (half a game each way) keeps whitewashes finite.
        gradient = torch.zeros(count, dtype=torch.float64)
        curvature = torch.eye(count, dtype=torch.float64) * 1e-6
        for game in matches:
            a, b = index[game["first"]], index[game["second"]]
            total = game["wins"] + game["losses"] + 1
            expected = torch.sigmoid(rating[a] - rating[b])
            slope = game["wins"] + 0.5 - total * expected
            bend = total * expected * (1 - expected)
            gradient[a] += slope
            gradient[b] -= slope
            curvature[a, a] += bend
            curvature[b, b] += bend
            curvature[a, b] -= bend
            curvature[b, a] -= bend
        step = torch.zeros(count, dtype=torch.float64)
        step[1:] = torch.linalg.solve(curvature[1:, 1:], gradient[1:])
        rating += step.clamp(-1, 1)
    covariance = torch.zeros(count, count, dtype=torch.float64)
    covariance[1:, 1:] = torch.linalg.inv(curvature[1:, 1:])
    spread = 1.96 * covariance.diagonal().clamp(min=0).sqrt() * ELO
    return [{"name": name, "elo": round(float(rating[i]) * ELO, 1),
             "interval": round(float(spread[i]), 1)} for i, name in enumerate(names)]


class Ladder:
    """All matches so far (JSON) and the weights still kept for further matches."""

    def __init__(self, matches_path: Path, weights_path: Path):
        self.content = {"networks": {}, "matches": [], "ratings": []}
        if matches_path.exists():
            self.content = json.loads(matches_path.read_text())
        self.weights = {}
        if weights_path.exists():
            self.weights = torch.load(weights_path, map_location="cpu", weights_only=True)

    def add_network(self, name: str, state: dict, facts: dict) -> None:
        self.content["networks"][name] = facts
        self.weights[name] = {k: v.detach().cpu().bfloat16() for k, v in state.items()}

    def network(self, name: str, shape: NetworkShape) -> Network:
        """One of the networks whose weights are kept, smaller than `shape` if it was so then."""
        weights = self.weights[name]
        network = Network(shape_of_weights(weights, shape))
        network.load_state_dict({k: v.float() for k, v in weights.items()})
        return network

    def add_match(self, first: str, second: str, wins: int, losses: int, plies: int) -> None:
        self.content["matches"].append(
            {"first": first, "second": second, "wins": wins, "losses": losses, "plies": plies})

    def minutes(self, name: str) -> float:
        return self.content["networks"].get(name, {}).get("minutes", 0.0)

    def rate(self) -> None:
        """Fits the ratings anew, for the matches of one ply, of two and so on."""
        ratings = []
        for plies in sorted({m.get("plies", 1) for m in self.content["matches"]}):
            matches = [m for m in self.content["matches"] if m.get("plies", 1) == plies]
            played = [name for name in self.content["networks"]
                      if any(name in (m["first"], m["second"]) for m in matches)]
            if not played:
                continue
            base = next((r["elo"] for r in reversed(ratings) if r["name"] == played[0]), 0.0)
            for rating in fit_ratings(played, matches):
                rating["elo"] = round(rating["elo"] + base, 1)
                ratings.append({**rating, "minutes": self.minutes(rating["name"]), "plies": plies})
        self.content["ratings"] = ratings

    def kept(self) -> list[str]:
        """The networks to keep as opponents: the newest three, and of the older ones that nearest to half
        and that nearest to a quarter of the minutes so far."""
        names = list(self.weights)
        newest, older = names[-3:], names[:-3]
        chosen = {min(older, key=lambda name: abs(self.minutes(name) - share * self.minutes(names[-1])))
                  for share in (0.25, 0.5) if older}
        return [name for name in names if name in chosen or name in newest]

    def save(self, folder) -> None:
        """Writes the matches and the networks that are kept."""
        self.rate()
        folder = Path(folder)
        (folder / "ladder.json").write_text(json.dumps(self.content, indent=1) + "\n")
        torch.save({name: self.weights[name] for name in self.kept()}, folder / "ladder.pt")


def main() -> None:
    parser = argparse.ArgumentParser(description="Matches between two checkpoints.")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--config", help="TOML settings; defaults without it")
    parser.add_argument("--games", type=int)
    parser.add_argument("--start", default=STANDARD_START, help="position text of the board")
    parser.add_argument("--first-search", action="append", metavar="SETTINGS",
                        help="how the first differs from the configuration's search, as in "
                             "candidates=32,value_scale=64; given several times: a match each")
    parser.add_argument("--second-search", default="", metavar="SETTINGS",
                        help="the same for the second")
    arguments = parser.parse_args()
    try:
        play_matches(arguments)
    except (OSError, ValueError) as error:
        print(f"ladder.py: {error}", file=sys.stderr)
        sys.exit(2)


def play_matches(arguments) -> None:
    """Plays what the command line asks for; one line of JSON a match."""
    from checkpoint import load_average

    configuration = load_configuration(arguments.config) if arguments.config else Configuration()
    if arguments.games:
        configuration.ladder.games = arguments.games
    searches = arguments.first_search or [""]
    varied = [vary_search(configuration.selfplay, text) for text in searches]
    device = "cuda" if torch.cuda.is_available() else "cpu"
    networks = [PlayNetwork(load_average(path)[0], device)
                for path in (arguments.first, arguments.second)]
    second = Player(networks[1], vary_search(configuration.selfplay, arguments.second_search))
    for text, settings in zip(searches, varied):
        wins, losses = match(Player(networks[0], settings), second, configuration.ladder, device,
                             arguments.start)
        elo, low, high = elo_interval(wins, losses)
        print(json.dumps({"search": text, "evaluations": settings.evaluations, "wins": wins,
                          "losses": losses, "elo": round(elo, 1), "low": round(low, 1),
                          "high": round(high, 1)}), flush=True)


if __name__ == "__main__":
    main()
