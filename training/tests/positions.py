"""Random positions for the tests: cut out of random games on all kinds of board."""

import random

import torch

from configuration import StartSettings
from starts import play_random_plies, start_pool


def random_positions(count: int, seed: int, plies: int = 40, device="cpu") -> torch.Tensor:
    """Boards at every stage of a game, some of them finished or nearly so."""
    torch.manual_seed(seed)
    chance = random.Random(seed)
    settings = StartSettings(standard=0.4, rectangle=0.3, irregular=0.3)
    cells, _ = start_pool(count, settings, chance, device)
    return play_random_plies(cells, torch.randint(plies, (count,), device=device))
