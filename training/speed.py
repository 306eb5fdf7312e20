"""Times every stage of a training step on the GPU, in one table.

    python3 speed.py [--config config.toml] [--search candidates=64 ...]
"""

import argparse
import random

import torch

import rules
from configuration import Configuration, load_configuration, vary_search
from learning import Learner
from network import Network, move_tables
from play import PlayNetwork
from replay import Replay
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
    parser.add_argument("--search", action="append", default=[], metavar="SETTINGS",
                        help="time this search too; may be given several times")
    arguments = parser.parse_args()
    configuration = load_configuration(arguments.config) if arguments.config else Configuration()
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = True
    random.seed(1)
    device = torch.device("cuda")
    learner = Learner(Network(configuration.network), configuration.learning, device)
    player = PlayNetwork(learner.average, device)
    plain = PlayNetwork(learner.average, device, fused=False)
    settings = configuration.selfplay
    replay = Replay(configuration.replay, settings.games, settings.candidates, device)
    games = SelfPlay(configuration, player, replay, device)
    for _ in range(30):
        games.step()
    cells = games.cells
    children = cells.repeat(settings.candidates, 1)
    root_trunk = player.trunk(cells)
    planes, tables = rules.planes(children), move_tables(player.embeddings(root_trunk))
    codes, log_policy = rules.policy_moves(cells, *tables)
    trunk = player.trunk(children)
    batch = replay.sample(configuration.learning.batch)
    few = codes[:, : settings.candidates].contiguous()
    stages = {
        f"planes of {len(children)} children": lambda: rules.planes(children),
        "judge children": lambda: rules.judge(children),
        "trunk of children, fused": lambda: player.trunk(children),
        "value head of children": lambda: player.network.value_head(trunk),
        "trunk of roots": lambda: player.trunk(cells),
        "move tables of roots": lambda: move_tables(player.embeddings(root_trunk)),
        "policy moves": lambda: rules.policy_moves(cells, *tables),
        "noise": lambda: -torch.empty_like(log_policy).exponential_().log(),
        "top candidates": lambda: log_policy.topk(settings.candidates, dim=1),
        "children": lambda: rules.children(cells, few),
        "policy masks of a batch": lambda: rules.policy_masks(batch["cells"], batch["codes"]),
        "sample a batch": lambda: replay.sample(configuration.learning.batch),
        "learning step": lambda: learner.step(batch, 1.0),
        "new weights": lambda: player.load(learner.average),
        "one ply of all games": games.step,
        "trunk of children, layer by layer": lambda: plain.network.trunk(planes),
    }
    for text in arguments.search:
        varied = vary_search(settings, text)
        stages[f"search, {text}"] = lambda varied=varied: search(player, cells, varied)
    for name, action in stages.items():
        print(f"{milliseconds(action):9.3f} ms  {name}", flush=True)


if __name__ == "__main__":
    main()
