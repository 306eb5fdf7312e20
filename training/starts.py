"""Start positions: the standard board, every rectangle, and irregular boards.

Built on the CPU square by square (clear and rarely done), then moved to the
device and varied by random plies there.
"""

import random

import torch

import rules
from configuration import StartSettings
from notation import BLOCKED, EMPTY, FRAME, OPPONENT, OWN, SQUARES

STANDARD, VARIED, RECTANGLE, IRREGULAR = range(4)  # kinds of start


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


def irregular_start(chance: random.Random, settings: StartSettings) -> list[int]:
    """Any rectangle, one to four amazons a side, some squares burned, all at random."""
    width, height = (chance.randint(settings.smallest, settings.largest) for _ in range(2))
    squares = [rank * FRAME + file for rank in range(height) for file in range(width)]
    chance.shuffle(squares)
    own = chance.randint(1, 4)
    other = own if chance.random() < 0.7 else chance.randint(1, 4)
    burned = int(len(squares) * chance.random() * settings.burned_share)
    cells = [BLOCKED] * SQUARES
    for place, square in enumerate(squares):
        cells[square] = (OWN if place < own else OPPONENT if place < own + other
                         else BLOCKED if place < own + other + burned else EMPTY)
    return cells


def _draw(chance: random.Random, settings: StartSettings):
    """One (cells, kind, random plies) of the mixture."""
    kind = chance.choices((STANDARD, RECTANGLE, IRREGULAR),
                          (settings.standard, settings.rectangle, settings.irregular))[0]
    if kind == IRREGULAR:
        return irregular_start(chance, settings), kind, 0
    if kind == RECTANGLE:
        width, height = (chance.randint(settings.smallest, settings.largest) for _ in range(2))
        plies = chance.randint(0, max(1, settings.random_plies // 2))
        return rectangle_start(width, height), kind, plies
    side = settings.largest
    if chance.random() < settings.untouched:
        return rectangle_start(side, side), STANDARD, 0
    return rectangle_start(side, side), VARIED, chance.randint(1, max(1, settings.random_plies))


def play_random_plies(cells: torch.Tensor, plies: torch.Tensor) -> torch.Tensor:
    """Plays `plies` (N) random moves on each board, stopping before a finished one."""
    zeros = torch.zeros(1, SQUARES, SQUARES, device=cells.device).expand(len(cells), -1, -1)
    for ply in range(int(plies.max()) if len(plies) else 0):
        codes, log_policy = rules.policy_moves(cells, zeros, zeros, zeros)
        noise = -torch.empty_like(log_policy).exponential_().log()
        choice = (log_policy + noise).argmax(1, keepdim=True)
        after = rules.children(cells, codes.gather(1, choice))[:, 0]
        playable = (plies > ply) & ~rules.judge(after)[0] & ~rules.judge(cells)[0]
        cells = torch.where(playable[:, None], after, cells)
    return cells


def start_pool(count: int, settings: StartSettings, chance: random.Random, device):
    """`count` playable start positions and their kinds, on the device."""
    drawn = [_draw(chance, settings) for _ in range(count)]
    cells = torch.tensor([d[0] for d in drawn], dtype=torch.uint8).to(device)
    kinds = torch.tensor([d[1] for d in drawn], dtype=torch.int8).to(device)
    plies = torch.tensor([d[2] for d in drawn]).to(device)
    parts = [play_random_plies(c, p) for c, p in zip(cells.split(4096), plies.split(4096))]
    cells = torch.cat(parts)
    finished = rules.judge(cells)[0]
    side = settings.largest
    plain = torch.tensor(rectangle_start(side, side), dtype=torch.uint8).to(device)
    kinds = torch.where(finished, STANDARD, kinds).to(torch.int8)
    return torch.where(finished[:, None], plain, cells), kinds
