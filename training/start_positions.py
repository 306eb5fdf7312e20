"""Start positions: the standard board, every rectangle, and irregular boards.

Built on the CPU, then moved to the device and varied there by random plies.
"""

import random

import torch

import rules
from config import StartConfig
from notation import BLOCKED, EMPTY, FRAME, OPPONENT, OWN, SQUARES

STANDARD, VARIED, RECTANGLE, IRREGULAR = range(4)  # kinds of start position


def rectangle_start(width: int, height: int) -> list[int]:
    """The standard layout shrunk: amazons a third along the edges, as on 10x10 and 8x8."""
    cells = [BLOCKED] * SQUARES
    for rank in range(height):
        for file in range(width):
            cells[rank * FRAME + file] = EMPTY
    third_file, third_rank = (width - 1) // 3, (height - 1) // 3
    for file, rank in ((third_file, 0), (width - 1 - third_file, 0),
                       (0, third_rank), (width - 1, third_rank)):
        cells[rank * FRAME + file] = OWN
        cells[(height - 1 - rank) * FRAME + file] = OPPONENT
    return cells


def irregular_start(rng: random.Random, config: StartConfig) -> list[int]:
    """Any rectangle, one to four amazons a side, some squares burned, all at random."""
    width, height = (rng.randint(config.smallest, config.largest) for _ in range(2))
    squares = [rank * FRAME + file for rank in range(height) for file in range(width)]
    rng.shuffle(squares)
    own = rng.randint(1, 4)
    other = own if rng.random() < 0.7 else rng.randint(1, 4)
    burned = int(len(squares) * rng.random() * config.burned_share)
    cells = [BLOCKED] * SQUARES
    for place, square in enumerate(squares):
        cells[square] = (OWN if place < own else OPPONENT if place < own + other
                         else BLOCKED if place < own + other + burned else EMPTY)
    return cells


def _draw(rng: random.Random, config: StartConfig):
    """One (cells, kind, random plies) of the mixture."""
    kind = rng.choices((STANDARD, RECTANGLE, IRREGULAR),
                          (config.standard, config.rectangle, config.irregular))[0]
    if kind == IRREGULAR:
        return irregular_start(rng, config), kind, 0
    if kind == RECTANGLE:
        width, height = (rng.randint(config.smallest, config.largest) for _ in range(2))
        plies = rng.randint(0, max(1, config.random_plies // 2))
        return rectangle_start(width, height), kind, plies
    side = config.largest
    if rng.random() < config.no_random_plies_share:
        return rectangle_start(side, side), STANDARD, 0
    return rectangle_start(side, side), VARIED, rng.randint(1, max(1, config.random_plies))


def play_random_plies(cells: torch.Tensor, plies: torch.Tensor) -> torch.Tensor:
    """Plays `plies` (N) random moves on each board, stopping before a finished one."""
    zeros = torch.zeros(1, SQUARES, SQUARES, device=cells.device).expand(len(cells), -1, -1)
    for ply in range(int(plies.max()) if len(plies) else 0):
        codes, log_policy = rules.policy_moves(cells, zeros, zeros, zeros)
        noise = -torch.empty_like(log_policy).exponential_().log()
        choice = (log_policy + noise).argmax(1, keepdim=True)
        after = rules.child_boards(cells, codes.gather(1, choice))[:, 0]
        playable = (plies > ply) & ~rules.terminal_result(after)[0] & ~rules.terminal_result(cells)[0]
        cells = torch.where(playable[:, None], after, cells)
    return cells


def sample_starts(count: int, config: StartConfig, rng: random.Random, device):
    """`count` playable start positions and their kinds, on the device."""
    drawn = [_draw(rng, config) for _ in range(count)]
    cells = torch.tensor([d[0] for d in drawn], dtype=torch.uint8).to(device)
    kinds = torch.tensor([d[1] for d in drawn], dtype=torch.int8).to(device)
    plies = torch.tensor([d[2] for d in drawn]).to(device)
    parts = [play_random_plies(c, p) for c, p in zip(cells.split(4096), plies.split(4096))]
    cells = torch.cat(parts)
    finished = rules.terminal_result(cells)[0]
    side = config.largest
    plain = torch.tensor(rectangle_start(side, side), dtype=torch.uint8).to(device)
    kinds = torch.where(finished, STANDARD, kinds).to(torch.int8)
    return torch.where(finished[:, None], plain, cells), kinds
