"""Trains the network by self-play for a given time.

    python3 train.py --config config.toml --minutes 8 --checkpoint in.pt --out DIR

Writes to DIR: `current.pt` (checkpoint), `resume.pt` (replay sample and running games),
`metrics.jsonl` (one line per minute, after the earlier ones), `ratings.json` and
`past_networks.pt` (see `checkpoint_ratings.py`). Those found beside the input checkpoint, or in
the directory --results, are continued. With --students, networks of other sizes are trained on
the same games (`distillation.py`).
"""

import argparse
import json
import random
import sys
import time
from collections import deque
from pathlib import Path

import torch

from checkpoint import (TrainingTotals, load_checkpoint, load_resume_state, save_checkpoint,
                        save_resume_state)
from checkpoint_ratings import CheckpointRatings, first_existing, rate_checkpoints
from config import TrainingConfig, load_config
from distillation import StudentTrainer, load_students
from engine_games import load_games
from inference import InferenceNetwork
from learner import Learner
from network import Network
from replay_buffer import ReplayBuffer, augment
from selfplay import SelfPlay

PLIES_BETWEEN_UPDATES = 4  # of the weights that play


class GpuThrottle:
    """Keeps Python at most two plies ahead of the GPU, so that wall-clock times are right."""

    def __init__(self, device):
        self.events = deque() if device.type == "cuda" else None

    def wait(self) -> None:
        if self.events is None:
            return
        event = torch.cuda.Event()
        event.record()
        self.events.append(event)
        if len(self.events) > 2:
            self.events.popleft().synchronize()


class TrainingRun:
    """State of one training run."""

    def __init__(self, config: TrainingConfig, device, arguments):
        self.config, self.device, self.arguments = config, device, arguments
        self.learner = Learner(Network(config.network), config.optimizer, device)
        self.totals, self.pending_batches, self.lr_factor = TrainingTotals(), 0.0, 1.0
        checkpoint = Path(arguments.checkpoint) if arguments.checkpoint else None
        self.checkpoint_dir = checkpoint.parent if checkpoint else None
        if checkpoint:
            self.totals = load_checkpoint(checkpoint, self.learner)
        self.start_totals = TrainingTotals(**vars(self.totals))
        self.inference_network = InferenceNetwork(self.learner.ema, device)
        selfplay = config.selfplay
        self.replay = ReplayBuffer(config.replay, selfplay.games, selfplay.candidates, device)
        self.selfplay = SelfPlay(config, self.inference_network, self.replay, device)
        self.engine_games = None
        if arguments.games:
            self.engine_games = load_games(arguments.games, selfplay.candidates, device)
        self.students = None
        if arguments.students:
            self.students = StudentTrainer(load_students(arguments.students), self.learner.ema, device)
        self.min_rows = config.replay.min_rows
        if checkpoint:
            state = first_existing(self.checkpoint_dir, "resume.pt", "running.pt")
            if state.exists():
                rows = load_resume_state(state, self.replay, self.selfplay)
                self.min_rows = min(self.min_rows, rows + self.min_rows // 8)

    def choose_past_opponent(self, ratings: CheckpointRatings) -> None:
        if self.config.selfplay.past_opponent_fraction > 0 and ratings.weights:
            network = ratings.network(random.choice(list(ratings.weights)), self.config.network)
            self.selfplay.set_past_opponent(InferenceNetwork(network, self.device))

    def batch(self, size: int) -> dict:
        if self.engine_games is None:
            return self.replay.sample(size)
        count = int(size * self.arguments.engine_games_fraction)
        index = torch.randint(len(self.engine_games["cells"]), (count,), device=self.device)
        extra = augment({k: v[index] for k, v in self.engine_games.items()})
        own = self.replay.sample(size - count)
        return {name: torch.cat([own[name], extra[name]]) for name in own}

    def step(self, remaining: float) -> None:
        """One ply of all games and its learning steps; `remaining` is the share of the run to come."""
        self.selfplay.step()
        games, config = self.config.selfplay.games, self.config.optimizer
        self.totals.positions += games
        begin, end = self.arguments.lr_factor, self.arguments.final_lr_factor
        self.lr_factor = begin if end is None else end + (begin - end) * remaining
        if self.replay.written < self.min_rows:
            return
        self.pending_batches += config.samples_per_position * games / config.batch_size
        while self.pending_batches >= 1.0:
            self.pending_batches -= 1.0
            self.learner.step(self.batch(config.batch_size), self.lr_factor)
        if self.students:
            self.students.train(games, self.batch, self.inference_network, remaining)
        if self.replay.written % PLIES_BETWEEN_UPDATES == 0:
            self.inference_network.load(self.learner.ema)

    def metrics(self, seconds: float, positions: int) -> dict:
        """Metrics of the last `seconds`."""
        played = self.selfplay.metrics()
        self.totals.games += played["games"]
        evaluations = positions * self.config.selfplay.evaluations
        return {
            "minutes": round(self.totals.minutes, 3),
            "step": self.learner.step_count,
            "total_games": self.totals.games,
            "total_positions": self.totals.positions,
            "games_per_minute": round(played["games"] / seconds * 60),
            "positions_per_minute": round(positions / seconds * 60),
            "evaluations_per_second": round(evaluations / seconds),
            "learning_rate": round(self.learner.learning_rate(self.lr_factor), 7),
            **played,
            **self.learner.metrics(),
        }


def train(config: TrainingConfig, arguments) -> Path:
    """Runs until time is up; returns the path of the checkpoint."""
    torch.manual_seed(config.seed + int(time.time()) * bool(arguments.checkpoint))
    random.seed(torch.initial_seed())
    device = torch.device(arguments.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    torch.backends.cudnn.benchmark = device.type == "cuda"
    torch.backends.cuda.matmul.allow_tf32 = True
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    run = TrainingRun(config, device, arguments)
    folder = run.checkpoint_dir or out
    results = Path(arguments.results) if arguments.results else folder
    metrics_path = out / "metrics.jsonl"
    earlier = first_existing(results, "metrics.jsonl", "figures.jsonl")
    if earlier.exists() and not metrics_path.exists():
        metrics_path.write_bytes(earlier.read_bytes())
    ratings = CheckpointRatings(results, folder)
    run.choose_past_opponent(ratings)
    throttle, new_names = GpuThrottle(device), []
    end = begin + 60 * arguments.minutes
    play_end = end - arguments.rating_seconds
    reported, reported_positions, snapshot = begin, run.totals.positions, begin
    print(f"ready after {time.monotonic() - begin:.1f} s", file=sys.stderr, flush=True)

    now, plies = time.monotonic(), 0
    while now < play_end and plies != arguments.plies:
        run.step(remaining=1.0 - (now - begin) / (play_end - begin))
        throttle.wait()
        plies += 1
        now = time.monotonic()
        run.totals.minutes = run.start_totals.minutes + (now - begin) / 60
        last = now >= play_end or plies == arguments.plies
        if now - reported < arguments.report_seconds and not last:
            continue
        positions = run.totals.positions
        line = json.dumps(run.metrics(now - reported, positions - reported_positions))
        reported, reported_positions = now, positions
        print(line, flush=True)
        with metrics_path.open("a") as file:
            file.write(line + "\n")
        save_checkpoint(out / "current.pt", run.learner, run.totals)
        if run.students:
            run.students.save(out, run.totals)
        run.selfplay.refresh_starts()
        run.choose_past_opponent(ratings)
        if now - snapshot >= arguments.snapshot_seconds or last:
            snapshot = now
            name = f"minute-{run.totals.minutes:.1f}"
            metadata = {**vars(run.totals), "step": run.learner.step_count}
            ratings.add_network(name, run.learner.ema.state_dict(), metadata)
            new_names.append(name)
    save_resume_state(out / "resume.pt", run.replay, run.selfplay, config.replay.snapshot_positions)
    ratings.save(out)
    if arguments.rating_seconds > 0:
        rate_checkpoints(ratings, new_names, config, device, end - time.monotonic())
        ratings.save(out)
    return out / "current.pt"


def parse_arguments(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--config", required=True, help="TOML configuration")
    parser.add_argument("--minutes", type=float, required=True, help="wall-clock time of this run")
    parser.add_argument("--checkpoint", help="checkpoint to resume from (default: start a new network)")
    parser.add_argument("--out", required=True, help="output directory")
    parser.add_argument("--results", help="directory of earlier metrics.jsonl and ratings.json")
    parser.add_argument("--lr-factor", type=float, default=1.0, help="learning-rate multiplier")
    parser.add_argument("--final-lr-factor", type=float,
                        help="multiplier at the end of this run, reached linearly (default: constant)")
    parser.add_argument("--games", help="engine games to mix in (JSON lines, see engine_games.py)")
    parser.add_argument("--engine-games-fraction", type=float, default=0.1,
                        help="their fraction of a batch")
    parser.add_argument("--students", help="TOML file of student networks to distil in the same run")
    parser.add_argument("--device", help="device: cuda or cpu (default: cuda if available)")
    parser.add_argument("--plies", type=int, default=-1, help="stop after this many plies")
    parser.add_argument("--report-seconds", type=float, default=60.0, help="interval of metrics")
    parser.add_argument("--snapshot-seconds", type=float, default=115.0,
                        help="interval of rated checkpoints")
    parser.add_argument("--rating-seconds", type=float, default=20.0,
                        help="time at the end of the run for rating matches")
    hidden = {"help": argparse.SUPPRESS, "default": argparse.SUPPRESS, "type": float}  # former names
    parser.add_argument("--rate-factor", dest="lr_factor", **hidden)
    parser.add_argument("--games-share", dest="engine_games_fraction", **hidden)
    parser.add_argument("--ladder-seconds", dest="rating_seconds", **hidden)
    return parser.parse_args(arguments)


def main() -> None:
    arguments = parse_arguments()
    try:
        train(load_config(arguments.config), arguments)
    except (OSError, ValueError) as error:
        print(f"train.py: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
