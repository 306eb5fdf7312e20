"""Checkpoints: everything a later run needs to continue.

A checkpoint holds the network, its EMA, the optimizer's moments and the totals. The resume state
beside it (optional) holds a sample of the replay buffer and the running games, so that the next
run can learn at once. Files are written under a temporary name and then renamed.
"""

import dataclasses
import os
from dataclasses import dataclass
from pathlib import Path

import torch

from config import NetworkConfig
from learner import Learner
from net2net import load_widened
from network import Network
from replay_buffer import pack, unpack

FORMAT_VERSION = 1


@dataclass
class TrainingTotals:
    """Sums over all runs that led to a checkpoint."""

    minutes: float = 0.0
    games: int = 0
    positions: int = 0


def _write(path, content: dict) -> None:
    path = Path(path)
    temporary = path.with_name(path.name + ".new")
    torch.save({"format": FORMAT_VERSION, **content}, temporary)
    os.replace(temporary, path)


def _read(path) -> dict:
    try:
        content = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        raise ValueError(f"'{path}' is not a readable checkpoint: {error}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT_VERSION:
        raise ValueError(f"'{path}' is not a checkpoint of format {FORMAT_VERSION}")
    return content


def _on_cpu(network: Network) -> dict:
    return {name: tensor.cpu() for name, tensor in network.state_dict().items()}


def save_checkpoint(path, learner: Learner, totals: TrainingTotals, ema_only: bool = False) -> None:
    """With `ema_only` a third of the size: enough to play and export, not to resume."""
    content = {
        "shape": dataclasses.asdict(learner.network.config),
        "average": _on_cpu(learner.ema),
        "step": learner.step_count,
        "totals": dataclasses.asdict(totals),
    }
    if not ema_only:
        moments = {}
        for name, parameter in learner.network.named_parameters():
            state = learner.optimizer.state.get(parameter)
            if state:  # bfloat16 keeps their range in half the space
                moments[name] = [state[key].cpu().bfloat16() for key in ("exp_avg", "exp_avg_sq")]
        content |= {"network": _on_cpu(learner.network), "moments": moments}
    _write(path, content)


def load_checkpoint(path, learner: Learner) -> TrainingTotals:
    """Fills the learner in place. A smaller network is widened to the learner's configuration."""
    content = _read(path)
    if "network" not in content:
        raise ValueError(f"'{path}' contains only EMA weights and cannot be resumed; use a full checkpoint")
    if NetworkConfig(**content["shape"]) == learner.network.config:
        learner.network.load_state_dict(content["network"])
        learner.ema.load_state_dict(content["average"])
    else:
        load_widened(learner.network, content["network"])
        learner.ema.load_state_dict(learner.network.state_dict())  # the same new weights in both
        load_widened(learner.ema, content["average"])
    learner.step_count = content["step"]
    for name, parameter in learner.network.named_parameters():
        moments = content["moments"].get(name)
        if moments and moments[0].shape == parameter.shape:  # new weights have none yet
            first, second = (m.float().to(parameter.device) for m in moments)
            learner.optimizer.state[parameter] = {
                "step": torch.tensor(float(learner.step_count), device=parameter.device),
                "exp_avg": torch.empty_like(parameter).copy_(first),
                "exp_avg_sq": torch.empty_like(parameter).copy_(second),
            }
    return TrainingTotals(**content["totals"])


def load_ema(path) -> tuple[Network, dict]:
    """The EMA network of a checkpoint, for play or export, and its totals."""
    content = _read(path)
    network = Network(NetworkConfig(**content["shape"]))
    network.load_state_dict(content["average"])
    return network.eval(), {**content["totals"], "step": content["step"]}


def save_resume_state(path, replay, selfplay, count: int) -> None:
    _write(path, {"packed_replay": pack(replay.snapshot(count)), "games": selfplay.snapshot()})


def load_resume_state(path, replay, selfplay) -> int:
    """Restores the replay sample and the running games; returns the rows added to the buffer."""
    content = _read(path)
    selfplay.restore(content["games"])
    packed = content.get("packed_replay")
    return replay.load_rows(unpack(packed) if packed else content["replay"])
