"""Networks of other sizes and forms that learn from the games of the main one, in the same run.

    python3 train.py ... --students students.toml

All students get the same positions: what the main network played, its search's policy and values, and the
result. Their learning rate falls in a straight line to nothing at the end of the run. A student that is
called `10x64` has 10 blocks of 64 channels. It starts from nothing, and then also imitates the main
network's own policy of every legal walk and arrow; or it is `grown`: starts as the main network with
room added (`growing.py`). `pairs` is the network of `pairs.py`. Each is written to `student-NAME.pt`,
which `export.py` and `ladder.py` read like any checkpoint.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

import torch

import rules
from checkpoint import Totals, load_average, save_average
from configuration import LearningSettings, NetworkShape, load_settings
from growing import grown
from learning import Learner
from network import Network, factored_policy
from pairs import PairNetwork, PairShape, pair_losses
from play import PlayNetwork

PAIRS = "pairs"
GROWN = "-grown"  # how the names of those end that start as the main network


@dataclass
class Students:
    """The settings: who learns, and how."""

    scratch: list = field(default_factory=list)  # names of those that start from nothing
    grown: list = field(default_factory=list)  # and of those that start as the main network
    earlier: str = ""  # folder of students that go on learning, where it holds one of that name
    grown_rate: float = 0.35  # of the learning rate: they know much already
    passes: float = 3.0  # how often a position is learned from, in the mean
    learning: LearningSettings = field(default_factory=LearningSettings)


def load_students(path) -> Students:
    settings = load_settings(path, Students())
    for name in settings.scratch + settings.grown:
        if name != PAIRS:
            shape_of(name)
    if PAIRS in settings.grown:
        raise ValueError("the student 'pairs' cannot grow out of the main network")
    return settings


def shape_of(name: str) -> NetworkShape:
    """The shape that a student's name speaks of."""
    blocks, _, channels = name.partition("x")
    if not blocks.isdigit() or not channels.isdigit() or int(channels) % 16 or not int(channels):
        raise ValueError(f"'{name}' is no student such as 4x32 (blocks x channels) or 'pairs'")
    return NetworkShape(blocks=int(blocks), channels=int(channels))


def file_name(name: str) -> str:
    return f"student-{name}.pt"


class School:
    """All students and the debt of batches that self-play leaves them."""

    def __init__(self, settings: Students, main: Network, device):
        self.settings, self.debt = settings, 0.0
        self.learners = {}
        for name in settings.scratch:
            if name == PAIRS:
                learner = Learner(PairNetwork(PairShape()), settings.learning, device, pair_losses)
            else:
                learner = Learner(Network(shape_of(name)), settings.learning, device)
            self.learners[name] = learner
        for name in settings.grown:
            larger = grown(main, shape_of(name))
            self.learners[name + GROWN] = Learner(larger, settings.learning, device)
        if settings.earlier:
            self.go_on(Path(settings.earlier))

    def go_on(self, folder: Path) -> None:
        """Gives those that learned before what they knew at the end; their steps count anew."""
        for name, learner in self.learners.items():
            path = folder / file_name(name)
            if path.exists():
                network, _ = load_average(path)
                learner.network.load_state_dict(network.state_dict())
                learner.average.load_state_dict(network.state_dict())

    def teach(self, new_positions: int, sample, teacher: PlayNetwork, left: float) -> None:
        """The steps that belong to so many new positions, when a share `left` of the run remains.

        `sample` gives a batch of a size.
        """
        self.debt += self.settings.passes * new_positions / self.settings.learning.batch
        while self.debt >= 1.0:
            self.debt -= 1.0
            batch = sample(self.settings.learning.batch)
            imitated = with_teacher(batch, teacher)
            for name, learner in self.learners.items():
                if name.endswith(GROWN):  # knows the teacher's policy, and should leave it behind
                    learner.step(batch, self.settings.grown_rate * left)
                else:
                    learner.step(imitated, left)

    def report(self, folder: Path, totals: Totals) -> None:
        """Writes every student, and a line of its figures after the earlier ones."""
        with (folder / "students.jsonl").open("a") as file:
            for name, learner in self.learners.items():
                save_average(folder / file_name(name), learner, totals)
                line = {"student": name, "minutes": round(totals.minutes, 3),
                        "step": learner.step_count, **learner.figures()}
                file.write(json.dumps(line) + "\n")


@torch.no_grad()
def with_teacher(batch: dict, teacher: PlayNetwork) -> dict:
    """The batch, with what the teacher thinks of walks and arrows in it."""
    cells, codes = batch["cells"], batch["codes"]
    masks = rules.policy_masks(cells, codes)
    embeddings = teacher.embeddings(teacher.trunk(cells))
    return {**batch, "teacher": factored_policy(embeddings, codes, *masks)}
