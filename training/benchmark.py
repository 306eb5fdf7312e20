"""Times every stage of self-play and learning on the GPU.

    python3 benchmark.py [--config config.toml] [--search candidates=64 ...]
"""

import argparse
import random

import torch

import rules
from config import load_config, override_search
from learner import Learner
from network import Network, move_tables
from inference import InferenceNetwork
from replay_buffer import ReplayBuffer
from search import search
from selfplay import SelfPlay


def milliseconds(action, repeats: int = 5) -> float:
    """Median time of an action on the GPU, after two unmeasured runs."""
    times = []
    for turn in range(repeats + 2):
        start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        action()
        stop.record()
        torch.cuda.synchronize()
        if turn >= 2:
            times.append(start.elapsed_time(stop))
    return sorted(times)[len(times) // 2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--config")
    parser.add_argument("--search", action="append", default=[], metavar="KEYS",
                        help="also time this search; repeatable")
    arguments = parser.parse_args()
    config = load_config(arguments.config)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = True
    random.seed(1)
    device = torch.device("cuda")
    learner = Learner(Network(config.network), config.optimizer, device)
    player = InferenceNetwork(learner.ema, device)
    plain = InferenceNetwork(learner.ema, device, fused=False)
    selfplay = config.selfplay
    replay = ReplayBuffer(config.replay, selfplay.games, selfplay.candidates, device)
    games = SelfPlay(config, player, replay, device)
    for _ in range(30):
        games.step()
    cells = games.cells
    children = cells.repeat(selfplay.candidates, 1)
    root_trunk = player.trunk(cells)
    planes, tables = rules.input_planes(children), move_tables(player.embeddings(root_trunk))
    codes, log_policy = rules.policy_moves(cells, *tables)
    trunk = player.trunk(children)
    batch = replay.sample(config.optimizer.batch_size)
    few = codes[:, : selfplay.candidates].contiguous()
    stages = {
        f"planes of {len(children)} children": lambda: rules.input_planes(children),
        "terminal result of children": lambda: rules.terminal_result(children),
        "trunk of children, fused": lambda: player.trunk(children),
        "value head of children": lambda: player.network.value_head(trunk),
        "trunk of roots": lambda: player.trunk(cells),
        "move tables of roots": lambda: move_tables(player.embeddings(root_trunk)),
        "policy moves": lambda: rules.policy_moves(cells, *tables),
        "noise": lambda: -torch.empty_like(log_policy).exponential_().log(),
        "top candidates": lambda: log_policy.topk(selfplay.candidates, dim=1),
        "children": lambda: rules.child_boards(cells, few),
        "legal masks of a batch": lambda: rules.legal_masks(batch["cells"], batch["codes"]),
        "sample a batch": lambda: replay.sample(config.optimizer.batch_size),
        "learning step": lambda: learner.step(batch, 1.0),
        "new weights": lambda: player.load(learner.ema),
        "one ply of all games": games.step,
        "trunk of children, layer by layer": lambda: plain.network.trunk(planes),
    }
    for text in arguments.search:
        changed = override_search(selfplay, text)
        stages[f"search, {text}"] = lambda changed=changed: search(player, cells, changed)
    for name, action in stages.items():
        print(f"{milliseconds(action):9.3f} ms  {name}", flush=True)


if __name__ == "__main__":
    main()
