"""Elo ratings of all checkpoints from their matches.

Matches with searches of different depth are rated separately (Bradley-Terry, 95 % intervals). At
depth 1 the first network has 0 Elo; at each greater depth the first network that played has the
rating it had before, so that the curves meet there. Networks that no chain of matches connects with
the first one have no rating.
"""

import json
import sys
import time
from pathlib import Path

import torch

from config import NetworkConfig, TrainingConfig
from inference import InferenceNetwork
from match import ELO_PER_LOGIT, Player, elo_interval, match
from net2net import infer_config
from network import Network


def fit_bradley_terry(names: list[str], matches: list[dict]) -> list[dict]:
    """Ratings by Newton's method; the first name has 0 Elo.

    Prior of half a win and half a loss per pairing, so that ratings stay finite.
    """
    index = {name: i for i, name in enumerate(names)}
    count = len(names)
    rating = torch.zeros(count, dtype=torch.float64)
    for _ in range(50):
        gradient = torch.zeros(count, dtype=torch.float64)
        hessian = torch.eye(count, dtype=torch.float64) * 1e-6
        for game in matches:
            a, b = index[game["first"]], index[game["second"]]
            total = game["wins"] + game["losses"] + 1
            expected = torch.sigmoid(rating[a] - rating[b])
            slope = game["wins"] + 0.5 - total * expected
            bend = total * expected * (1 - expected)
            gradient[a] += slope
            gradient[b] -= slope
            hessian[a, a] += bend
            hessian[b, b] += bend
            hessian[a, b] -= bend
            hessian[b, a] -= bend
        step = torch.zeros(count, dtype=torch.float64)
        step[1:] = torch.linalg.solve(hessian[1:, 1:], gradient[1:])
        rating += step.clamp(-1, 1)
    covariance = torch.zeros(count, count, dtype=torch.float64)
    covariance[1:, 1:] = torch.linalg.inv(hessian[1:, 1:])
    spread = 1.96 * covariance.diagonal().clamp(min=0).sqrt() * ELO_PER_LOGIT
    return [{"name": name, "elo": round(float(rating[i]) * ELO_PER_LOGIT, 1),
             "interval": round(float(spread[i]), 1)} for i, name in enumerate(names)]


def connected(name: str, matches: list[dict]) -> set[str]:
    """The networks that a chain of matches connects with one."""
    found, size = {name}, 0
    while len(found) > size:
        size = len(found)
        for game in matches:
            if found & {game["first"], game["second"]}:
                found |= {game["first"], game["second"]}
    return found


def first_existing(folder: Path, *names: str) -> Path:
    """The first of these files that exists, else the first name."""
    return next((folder / name for name in names if (folder / name).exists()), folder / names[0])


class CheckpointRatings:
    """All matches so far (ratings.json) and weights of past networks (past_networks.pt)."""

    def __init__(self, results: Path, weights: Path):
        self.content = {"networks": {}, "matches": [], "ratings": []}
        path = first_existing(Path(results), "ratings.json", "ladder.json")
        if path.exists():
            self.content = json.loads(path.read_text())
        self.weights = {}
        path = first_existing(Path(weights), "past_networks.pt", "ladder.pt")
        if path.exists():
            self.weights = torch.load(path, map_location="cpu", weights_only=True)

    def add_network(self, name: str, state: dict, metadata: dict) -> None:
        self.content["networks"][name] = metadata
        self.weights[name] = {k: v.detach().cpu().bfloat16() for k, v in state.items()}

    def network(self, name: str, config: NetworkConfig) -> Network:
        """A past network, of the size it had then."""
        weights = self.weights[name]
        network = Network(infer_config(weights, config))
        network.load_state_dict({k: v.float() for k, v in weights.items()})
        return network

    def add_match(self, first: str, second: str, wins: int, losses: int, plies: int) -> None:
        self.content["matches"].append(
            {"first": first, "second": second, "wins": wins, "losses": losses, "plies": plies})

    def minutes(self, name: str) -> float:
        return self.content["networks"].get(name, {}).get("minutes", 0.0)

    def fit(self) -> None:
        """Fits the ratings for each search depth."""
        ratings = []
        for plies in sorted({m.get("plies", 1) for m in self.content["matches"]}):
            matches = [m for m in self.content["matches"] if m.get("plies", 1) == plies]
            played = [name for name in self.content["networks"]
                      if any(name in (m["first"], m["second"]) for m in matches)]
            if not played:
                continue
            rated = connected(played[0], matches)
            played = [name for name in played if name in rated]
            matches = [m for m in matches if m["first"] in rated]
            base = next((r["elo"] for r in reversed(ratings) if r["name"] == played[0]), 0.0)
            for rating in fit_bradley_terry(played, matches):
                rating["elo"] = round(rating["elo"] + base, 1)
                ratings.append({**rating, "minutes": self.minutes(rating["name"]), "plies": plies})
        self.content["ratings"] = ratings

    def retained(self) -> list[str]:
        """Networks to keep as opponents: the newest three, and of the others those nearest to a quarter
        and to half of the minutes so far."""
        names = list(self.weights)
        newest, older = names[-3:], names[:-3]
        chosen = {min(older, key=lambda name: abs(self.minutes(name) - share * self.minutes(names[-1])))
                  for share in (0.25, 0.5) if older}
        return [name for name in names if name in chosen or name in newest]

    def save(self, folder) -> None:
        self.fit()
        folder = Path(folder)
        (folder / "ratings.json").write_text(json.dumps(self.content, indent=1) + "\n")
        torch.save({name: self.weights[name] for name in self.retained()},
                   folder / "past_networks.pt")


def rate_checkpoints(ratings: CheckpointRatings, new_names: list[str], config: TrainingConfig,
                     device, seconds: float) -> None:
    """Plays the new networks, and those that have no match yet, against the previous one, then against
    earlier ones, until time is up."""
    names, deadline = list(ratings.weights), time.monotonic() + seconds
    played = {name for m in ratings.content["matches"] for name in (m["first"], m["second"])}
    longest = 0.0
    for first, second in [(names[i - gap], names[i]) for gap in (1, 2, 4)
                          for i in range(gap, len(names))
                          if names[i] in new_names or names[i] not in played]:
        begin = time.monotonic()
        if begin + longest > deadline:
            break
        players = [Player(InferenceNetwork(ratings.network(name, config.network), device),
                          config.selfplay) for name in (second, first)]
        wins, losses = match(*players, config.ratings, device)
        ratings.add_match(second, first, wins, losses, config.selfplay.depth)
        elo, low, high = elo_interval(wins, losses)
        print(f"match: {second} against {first}: {wins}-{losses}, "
              f"{elo:+.0f} Elo [{low:+.0f}, {high:+.0f}]", file=sys.stderr, flush=True)
        longest = max(longest, time.monotonic() - begin)
