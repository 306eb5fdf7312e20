"""The command: self-play and learning for a number of minutes, from checkpoint to checkpoint.

    python3 train.py --config config.toml --minutes 8 --checkpoint in.pt --out DIR

Writes to DIR: `current.pt` (checkpoint), `running.pt` (replay sample and running
games), `figures.jsonl` (one line a minute, after the earlier ones), `ladder.json`
and `ladder.pt` (see `ladder.py`). What of these lies beside the input checkpoint,
or in the folder --results, is continued. With --students, networks of other sizes learn
beside the main one; see `students.py`.
"""

import argparse
import json
import random
import sys
import time
from collections import deque
from pathlib import Path

import torch

from checkpoint import Totals, load_checkpoint, load_running, save_checkpoint, save_running
from configuration import Configuration, load_configuration
from games import load_games
from ladder import Ladder, Player, elo_interval, match
from learning import Learner
from network import Network
from play import PlayNetwork
from replay import Replay, turn_randomly
from selfplay import SelfPlay
from students import School, load_students

PLIES_BETWEEN_UPDATES = 4  # how often the players get the newest averaged weights


class Pacer:
    """Keeps Python at most two plies ahead of the GPU, so that clocks tell the truth."""

    def __init__(self, device):
        self.events = deque() if device.type == "cuda" else None

    def tick(self) -> None:
        if self.events is None:
            return
        event = torch.cuda.Event()
        event.record()
        self.events.append(event)
        if len(self.events) > 2:
            self.events.popleft().synchronize()


class Training:
    """All parts of a run."""

    def __init__(self, configuration: Configuration, device, arguments):
        self.configuration, self.device, self.arguments = configuration, device, arguments
        self.learner = Learner(Network(configuration.network), configuration.learning, device)
        self.totals, self.batch_debt = Totals(), 0.0
        source = Path(arguments.checkpoint) if arguments.checkpoint else None
        self.source_folder = source.parent if source else None
        if source:
            self.totals = load_checkpoint(source, self.learner)
        self.start_totals = Totals(**vars(self.totals))
        self.players = PlayNetwork(self.learner.average, device)
        settings = configuration.selfplay
        self.replay = Replay(configuration.replay, settings.games, settings.candidates, device)
        self.selfplay = SelfPlay(configuration, self.players, self.replay, device)
        self.engine_games = None
        if arguments.games:
            self.engine_games = load_games(arguments.games, settings.candidates, device)
        self.school = None
        if arguments.students:
            self.school = School(load_students(arguments.students), self.learner.average, device)
        self.rows_wanted = configuration.replay.rows_before_learning
        if source and (self.source_folder / "running.pt").exists():
            rows = load_running(self.source_folder / "running.pt", self.replay, self.selfplay)
            self.rows_wanted = min(self.rows_wanted, rows + self.rows_wanted // 4)

    def meet_older(self, ladder: Ladder) -> None:
        """Draws an older network as opponent, if any is wanted and known."""
        if self.configuration.selfplay.older_opponents > 0 and ladder.weights:
            name = random.choice(list(ladder.weights))
            network = ladder.network(name, self.configuration.network)
            self.selfplay.meet(PlayNetwork(network, self.device))

    def batch(self, size: int) -> dict:
        if self.engine_games is None:
            return self.replay.sample(size)
        borrowed = int(size * self.arguments.games_share)
        index = torch.randint(len(self.engine_games["cells"]), (borrowed,), device=self.device)
        extra = turn_randomly({k: v[index] for k, v in self.engine_games.items()})
        own = self.replay.sample(size - borrowed)
        return {name: torch.cat([own[name], extra[name]]) for name in own}

    def ply(self, left: float) -> None:
        """One ply of all games and the learning steps that belong to it.

        `left` is the share of this run that remains.
        """
        self.selfplay.step()
        games = self.configuration.selfplay.games
        self.totals.positions += games
        if self.replay.written < self.rows_wanted:
            return
        learning = self.configuration.learning
        self.batch_debt += learning.passes * games / learning.batch
        while self.batch_debt >= 1.0:
            self.batch_debt -= 1.0
            self.learner.step(self.batch(learning.batch), learning.decay(self.totals.minutes))
        if self.school:
            self.school.teach(games, self.batch, self.players, left)
        if self.replay.written % PLIES_BETWEEN_UPDATES == 0:
            self.players.load(self.learner.average)

    def figures(self, seconds: float, positions: int) -> dict:
        """The line of figures for the last `seconds`."""
        played = self.selfplay.figures()
        self.totals.games += played["games"]
        evaluations = positions * self.configuration.selfplay.evaluations
        share = self.configuration.learning.decay(self.totals.minutes)
        return {
            "minutes": round(self.totals.minutes, 3),
            "step": self.learner.step_count,
            "total_games": self.totals.games,
            "total_positions": self.totals.positions,
            "games_per_minute": round(played["games"] / seconds * 60),
            "positions_per_minute": round(positions / seconds * 60),
            "evaluations_per_second": round(evaluations / seconds),
            "learning_rate": round(self.learner.learning_rate(share), 7),
            **played,
            **self.learner.figures(),
        }


def run_ladder(training: Training, ladder: Ladder, new_names: list[str], out: Path,
               seconds: float) -> None:
    """Plays neighbours, then neighbours but one, as long as the time lasts."""
    names, deadline = list(ladder.weights), time.monotonic() + seconds
    shape, device = training.configuration.network, training.device
    search = training.configuration.selfplay
    pairs = [(names[i - gap], names[i]) for gap in (1, 2, 4) for i in range(gap, len(names))
             if names[i] in new_names]
    longest = 0.0
    for first, second in pairs:
        begun = time.monotonic()
        if begun + longest > deadline:
            break
        players = []
        for name in (second, first):
            network = ladder.network(name, shape)
            players.append(Player(PlayNetwork(network, device), search))
        wins, losses = match(*players, training.configuration.ladder, device)
        ladder.add_match(second, first, wins, losses, search.plies)
        elo, low, high = elo_interval(wins, losses)
        print(f"ladder: {second} against {first}: {wins}-{losses}, "
              f"{elo:+.0f} Elo [{low:+.0f}, {high:+.0f}]", file=sys.stderr, flush=True)
        longest = max(longest, time.monotonic() - begun)
    ladder.save(out)


def train(configuration: Configuration, arguments) -> Path:
    """Runs to the end of the time given; returns the checkpoint written."""
    torch.manual_seed(configuration.seed + int(time.time()) * bool(arguments.checkpoint))
    random.seed(torch.initial_seed())
    device = torch.device(arguments.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    torch.backends.cudnn.benchmark = device.type == "cuda"
    torch.backends.cuda.matmul.allow_tf32 = True
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    training = Training(configuration, device, arguments)
    folder = training.source_folder or out
    results = Path(arguments.results) if arguments.results else folder
    figures_path = out / "figures.jsonl"
    if (results / "figures.jsonl").exists() and not figures_path.exists():
        figures_path.write_bytes((results / "figures.jsonl").read_bytes())
    ladder = Ladder(results / "ladder.json", folder / "ladder.pt")
    training.meet_older(ladder)
    pacer, new_names = Pacer(device), []
    end = begun + 60 * arguments.minutes
    play_end = end - arguments.ladder_seconds
    mark, mark_positions, snapshot = begun, training.totals.positions, begun
    print(f"ready after {time.monotonic() - begun:.1f} s", file=sys.stderr, flush=True)

    now, plies = time.monotonic(), 0
    while now < play_end and plies != arguments.plies:
        training.ply(left=1.0 - (now - begun) / (play_end - begun))
        pacer.tick()
        plies += 1
        now = time.monotonic()
        training.totals.minutes = training.start_totals.minutes + (now - begun) / 60
        last = now >= play_end or plies == arguments.plies
        if now - mark < arguments.report_seconds and not last:
            continue
        positions = training.totals.positions
        line = json.dumps(training.figures(now - mark, positions - mark_positions))
        mark, mark_positions = now, positions
        print(line, flush=True)
        with figures_path.open("a") as file:
            file.write(line + "\n")
        save_checkpoint(out / "current.pt", training.learner, training.totals)
        if training.school:
            training.school.report(out, training.totals)
        training.selfplay.refill()
        training.meet_older(ladder)
        if now - snapshot >= arguments.snapshot_seconds or last:
            snapshot = now
            name = f"minute-{training.totals.minutes:.1f}"
            facts = {**vars(training.totals), "step": training.learner.step_count}
            ladder.add_network(name, training.learner.average.state_dict(), facts)
            new_names.append(name)
    save_running(out / "running.pt", training.replay, training.selfplay,
                 configuration.replay.saved_sample)
    ladder.save(out)
    if arguments.ladder_seconds > 0:
        run_ladder(training, ladder, new_names, out, end - time.monotonic())
    return out / "current.pt"


def parse_arguments(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--config", required=True, help="TOML settings")
    parser.add_argument("--minutes", type=float, required=True, help="wall-clock time of this run")
    parser.add_argument("--checkpoint", help="checkpoint to go on from; a new network without it")
    parser.add_argument("--out", required=True, help="folder for everything that is written")
    parser.add_argument("--results", help="folder of earlier figures.jsonl and ladder.json")
    parser.add_argument("--rate-factor", type=float, default=1.0,
                        help="multiplies the learning rate; under 1 for a last, cooling run")
    parser.add_argument("--games", help="engine games to mix in (JSON lines, see games.py)")
    parser.add_argument("--games-share", type=float, default=0.1, help="their share of a batch")
    parser.add_argument("--students", help="TOML file of networks that learn beside the main one")
    parser.add_argument("--device", help="cuda or cpu; chosen by itself without it")
    parser.add_argument("--plies", type=int, default=-1, help="stop after so many plies")
    parser.add_argument("--report-seconds", type=float, default=60.0)
    parser.add_argument("--snapshot-seconds", type=float, default=115.0)
    parser.add_argument("--ladder-seconds", type=float, default=20.0)
    return parser.parse_args(arguments)


def main() -> None:
    arguments = parse_arguments()
    try:
        configuration = load_configuration(arguments.config)
        configuration.learning.learning_rate *= arguments.rate_factor
        train(configuration, arguments)
    except (OSError, ValueError) as error:
        print(f"train.py: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
