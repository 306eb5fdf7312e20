"""Random positions for the tests: cut out of random games on all kinds of board."""

import random

import torch

from config import StartConfig
from start_positions import play_random_plies, sample_starts


def random_positions(count: int, seed: int, plies: int = 40, device="cpu") -> torch.Tensor:
    """Boards at every stage of a game, some of them finished or nearly so."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    config = StartConfig(standard=0.4, rectangle=0.3, irregular=0.3)
    cells, _ = sample_starts(count, config, rng, device)
    return play_random_plies(cells, torch.randint(plies, (count,), device=device))
