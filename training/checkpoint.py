"""Checkpoints: everything a later run needs to go on where this one stopped.

One file holds the network, its averaged weights, the optimiser's moments and
the totals. A second, optional file beside it holds a sample of the replay and
the running games; it is large and only saves a resumed run its first seconds.
Both are written to a new name first and then moved, so a kill leaves the old one.
"""

import dataclasses
import os
from dataclasses import dataclass
from pathlib import Path

import torch

from configuration import NetworkShape
from growing import grow_into
from learning import Learner
from network import Network
from pairs import PairNetwork, PairShape

FORMAT = 1


@dataclass
class Totals:
    """Sums over all runs that led to a checkpoint."""

    minutes: float = 0.0
    games: int = 0
    positions: int = 0


def _write(path, content: dict) -> None:
    path = Path(path)
    temporary = path.with_name(path.name + ".new")
    torch.save(content, temporary)
    os.replace(temporary, path)


def _read(path) -> dict:
    try:
        content = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        raise ValueError(f"'{path}' is not a readable checkpoint: {error}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"'{path}' is not a checkpoint of format {FORMAT}")
    return content


def save_checkpoint(path, learner: Learner, totals: Totals) -> None:
    moments = {}
    for name, parameter in learner.network.named_parameters():
        state = learner.optimiser.state.get(parameter)
        if state:  # bfloat16 keeps their range, and halves the file
            moments[name] = [state[key].cpu().bfloat16() for key in ("exp_avg", "exp_avg_sq")]
    _write(path, {
        "format": FORMAT,
        "shape": dataclasses.asdict(learner.network.shape),
        "network": {k: v.cpu() for k, v in learner.network.state_dict().items()},
        "average": {k: v.cpu() for k, v in learner.average.state_dict().items()},
        "moments": moments,
        "step": learner.step_count,
        "totals": dataclasses.asdict(totals),
    })


def load_checkpoint(path, learner: Learner) -> Totals:
    """Fills the learner in place. A smaller network than the learner's grows to its shape."""
    content = _read(path)
    if "network" not in content:
        raise ValueError(f"'{path}' holds only averaged weights: enough to play, not to go on")
    if content["shape"] == dataclasses.asdict(learner.network.shape):
        learner.network.load_state_dict(content["network"])
        learner.average.load_state_dict(content["average"])
    else:
        grow_into(learner.network, content["network"])
        learner.average.load_state_dict(learner.network.state_dict())  # both get the same new parts
        grow_into(learner.average, content["average"])
    learner.step_count = content["step"]
    for name, parameter in learner.network.named_parameters():
        moments = content["moments"].get(name)
        if moments and moments[0].shape == parameter.shape:  # what is new has none yet
            first, second = (m.float().to(parameter.device) for m in moments)
            learner.optimiser.state[parameter] = {
                "step": torch.tensor(float(learner.step_count), device=parameter.device),
                "exp_avg": torch.empty_like(parameter).copy_(first),
                "exp_avg_sq": torch.empty_like(parameter).copy_(second),
            }
    return Totals(**content["totals"])


def save_average(path, learner: Learner, totals: Totals) -> None:
    """Only what `load_average` reads: enough to play, a third of a whole checkpoint."""
    _write(path, {
        "format": FORMAT,
        "shape": dataclasses.asdict(learner.network.shape),
        "average": {k: v.cpu() for k, v in learner.average.state_dict().items()},
        "step": learner.step_count,
        "totals": dataclasses.asdict(totals),
    })


def load_average(path) -> tuple[Network | PairNetwork, dict]:
    """The averaged network of a checkpoint, for play or export, and its totals."""
    content = _read(path)
    shape = content["shape"]
    network = (Network(NetworkShape(**shape)) if "blocks" in shape
               else PairNetwork(PairShape(**shape)))
    network.load_state_dict(content["average"])
    return network.eval(), {**content["totals"], "step": content["step"]}


def save_running(path, replay, selfplay, count: int) -> None:
    _write(path, {"format": FORMAT, "replay": replay.saved(count), "games": selfplay.saved()})


def load_running(path, replay, selfplay) -> int:
    """Restores a saved sample and the running games; returns the rows added to the replay."""
    content = _read(path)
    selfplay.restore(content["games"])
    return replay.add_rows(content["replay"])
