"""Student networks of other sizes, trained on the main network's games in the same run.

    python3 train.py ... --students students.toml

All students get the same positions. Their learning rate falls linearly to 0 over the run. A student
named `10x64` has 10 blocks of 64 channels. It starts from random weights and also learns the main
network's policy by distillation, or it is `widened`: starts as the main network with capacity added
(`net2net.py`). Each is written to `student-NAME.pt`, which `export_weights.py` and `match.py` read.
"""

import json
from dataclasses import dataclass, field, replace
from pathlib import Path

import torch

import rules
from checkpoint import TrainingTotals, load_ema, save_checkpoint
from config import NetworkConfig, OptimizerConfig, load_toml
from inference import InferenceNetwork
from learner import Learner
from net2net import widen
from network import Network, factored_policy

WIDENED_SUFFIX = "-widened"


@dataclass
class StudentConfig:
    """Configuration of the student networks."""

    from_scratch: list = field(default_factory=list)  # names
    widened: list = field(default_factory=list)  # names
    resume_dir: str = ""  # directory with earlier student checkpoints to resume
    widened_lr_factor: float = 0.35
    samples_per_position: float = 3.0
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)


def load_students(path) -> StudentConfig:
    config = load_toml(path, StudentConfig())
    for name in config.from_scratch + config.widened:
        parse_shape(name)
    return config


def parse_shape(name: str) -> NetworkConfig:
    blocks, _, channels = name.partition("x")
    if not blocks.isdigit() or not channels.isdigit() or int(channels) % 16 or not int(channels):
        raise ValueError(f"invalid student '{name}': expected BLOCKSxCHANNELS, for example 4x32, "
                         "with channels a multiple of 16")
    return NetworkConfig(blocks=int(blocks), channels=int(channels))


def checkpoint_name(name: str) -> str:
    return f"student-{name}.pt"


class StudentTrainer:
    """Trains all students; keeps count of batches still to do."""

    def __init__(self, config: StudentConfig, main: Network, device):
        self.config, self.pending_batches = config, 0.0
        self.learners = {name: Learner(Network(parse_shape(name)), config.optimizer, device)
                         for name in config.from_scratch}
        for name in config.widened:
            shape = parse_shape(name)
            larger = widen(main, replace(main.config, blocks=shape.blocks, channels=shape.channels))
            self.learners[name + WIDENED_SUFFIX] = Learner(larger, config.optimizer, device)
        if config.resume_dir:
            self.resume(Path(config.resume_dir))

    def resume(self, folder: Path) -> None:
        """Loads earlier EMA weights; step counts start at 0."""
        for name, learner in self.learners.items():
            path = folder / checkpoint_name(name)
            if path.exists():
                network, _ = load_ema(path)
                learner.network.load_state_dict(network.state_dict())
                learner.ema.load_state_dict(network.state_dict())

    def train(self, new_positions: int, sample, teacher: InferenceNetwork, remaining: float) -> None:
        """Does the steps for `new_positions` positions.

        `sample` draws a batch of a given size, `remaining` is the share of the run still to come.
        """
        size = self.config.optimizer.batch_size
        self.pending_batches += self.config.samples_per_position * new_positions / size
        while self.pending_batches >= 1.0:
            self.pending_batches -= 1.0
            batch = sample(size)
            distilled = add_teacher_targets(batch, teacher)
            for name, learner in self.learners.items():
                if name.endswith(WIDENED_SUFFIX):  # knows the teacher's policy already
                    learner.step(batch, self.config.widened_lr_factor * remaining)
                else:
                    learner.step(distilled, remaining)

    def save(self, folder: Path, totals: TrainingTotals) -> None:
        """Writes every student, and appends its metrics to students.jsonl."""
        with (folder / "students.jsonl").open("a") as file:
            for name, learner in self.learners.items():
                save_checkpoint(folder / checkpoint_name(name), learner, totals, ema_only=True)
                line = {"student": name, "minutes": round(totals.minutes, 3),
                        "step": learner.step_count, **learner.metrics()}
                file.write(json.dumps(line) + "\n")


@torch.no_grad()
def add_teacher_targets(batch: dict, teacher: InferenceNetwork) -> dict:
    """The batch with the teacher's policy of steps and arrows."""
    cells, codes = batch["cells"], batch["codes"]
    masks = rules.legal_masks(cells, codes)
    embeddings = teacher.embeddings(teacher.trunk(cells))
    return {**batch, "teacher": factored_policy(embeddings, codes, *masks)}
