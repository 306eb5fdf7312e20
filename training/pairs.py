"""A very small network of another form, for searches that look at millions of positions.

It knows every square by one number, its *feature*: the pair of queen distances and the pair of
king distances (own, opponent's) of an empty square, or an amazon with its empty neighbours. Every
feature has a row in a table; the sum of the rows of all squares is all that the rest, a few
small matrices, gets to see. It is summed twice, from both sides' points of view. A move changes the
features of some squares only, so a sum follows from the one before by adding and subtracting
rows: that is how the reader in Rust keeps it up. There is no policy, only win probability and margin.

The sum of rows is a histogram times the table, which is how it is computed here.
"""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

import rules
from configuration import LearningSettings
from learning import value_losses

QUEEN_LEVELS = 6  # 1, 2, 3, 4, 5 or more moves, never
KING_LEVELS = 8  # 1, 2, ..., 6, 7 or more moves, never
NEIGHBOURS = 9  # an amazon has from 0 to 8 empty neighbours
QUEEN_PAIRS, KING_PAIRS = QUEEN_LEVELS**2, KING_LEVELS**2
EMPTY_FEATURES = QUEEN_PAIRS * KING_PAIRS
FEATURES = EMPTY_FEATURES + 2 * NEIGHBOURS  # last the own amazons, then the opponent's

# What the numbers must stay within to be written as small whole ones; see `export_pairs.py`.
LARGEST_ROW, LARGEST_WEIGHT = 1.5, 127 / 64


@dataclass
class PairShape:
    """Width of a row, and of the two layers above the sums."""

    rows: int = 64
    hidden: int = 32


def features(planes: torch.Tensor) -> torch.Tensor:
    """The feature of every square (N, 100); -1 for burned squares and those outside."""
    planes = planes.float().flatten(2)
    own, other, empty = (planes[:, i] > 0 for i in range(3))

    def level(closeness, levels):  # plane 2^(1 - distance), exact; 0 where there is no way
        steps = 1.0 - torch.log2(closeness.clamp(min=2.0**-100))
        return (steps.round().long() - 1).clamp(max=levels - 2).where(closeness > 0, levels - 1)

    queen = level(planes[:, 4], QUEEN_LEVELS) * QUEEN_LEVELS + level(planes[:, 5], QUEEN_LEVELS)
    king = level(planes[:, 6], KING_LEVELS) * KING_LEVELS + level(planes[:, 7], KING_LEVELS)
    square = planes[:, 2].view(-1, 1, 10, 10)
    around = functional.avg_pool2d(square, 3, 1, 1, divisor_override=1).flatten(1).round().long()
    feature = torch.where(empty, queen * KING_PAIRS + king, -1)
    feature = torch.where(own, EMPTY_FEATURES + around, feature)
    return torch.where(other, EMPTY_FEATURES + NEIGHBOURS + around, feature)


def _exchanged() -> torch.Tensor:
    """The feature that the other side sees, for every feature."""
    queen, king = torch.arange(QUEEN_PAIRS), torch.arange(KING_PAIRS)
    queen = queen % QUEEN_LEVELS * QUEEN_LEVELS + queen // QUEEN_LEVELS
    king = king % KING_LEVELS * KING_LEVELS + king // KING_LEVELS
    amazons = torch.arange(2 * NEIGHBOURS).roll(NEIGHBOURS) + EMPTY_FEATURES
    return torch.cat([(queen[:, None] * KING_PAIRS + king).flatten(), amazons])


class PairNetwork(nn.Module):
    """Planes (N, 16, 10, 10) to value and margin, like `network.Network.value_head`."""

    def __init__(self, shape: PairShape):
        super().__init__()
        self.shape = shape
        # A row is the sum of three parts, so that a rare combination knows what its parts mean.
        self.combined = nn.Parameter(torch.zeros(FEATURES, shape.rows))
        self.queen = nn.Parameter(torch.randn(QUEEN_PAIRS, shape.rows) * 0.05)
        self.king = nn.Parameter(torch.randn(KING_PAIRS, shape.rows) * 0.05)
        self.bias = nn.Parameter(torch.full((shape.rows,), 0.3))
        self.first = nn.Linear(2 * shape.rows, shape.hidden)
        self.second = nn.Linear(shape.hidden, shape.hidden)
        self.out = nn.Linear(shape.hidden, 2)
        self.register_buffer("exchanged", _exchanged(), persistent=False)

    def table(self) -> torch.Tensor:
        """The rows (FEATURES, rows), their parts summed."""
        pairs = (self.queen[:, None] + self.king[None]).flatten(0, 1)
        table = self.combined + functional.pad(pairs, (0, 0, 0, 2 * NEIGHBOURS))
        return table.clamp(-LARGEST_ROW, LARGEST_ROW)

    def forward(self, planes):
        feature = features(planes)
        known = (feature >= 0).float()
        counts = torch.zeros(len(feature), FEATURES, device=feature.device)
        counts.scatter_add_(1, feature.clamp(min=0), known)
        table = self.table()
        sums = torch.cat([counts @ table, counts @ table[self.exchanged]], 1)
        x = (sums + self.bias.repeat(2)).clamp(0.0, 1.0)
        for layer in (self.first, self.second):
            x = functional.linear(x, layer.weight.clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT), layer.bias)
            x = x.clamp(0.0, 1.0)
        out = self.out(x)
        return out[:, 0], out[:, 1]


def pair_losses(network: PairNetwork, batch: dict, settings: LearningSettings) -> dict:
    """As `learning.losses`, for what this network has to say."""
    value, margin = network(rules.planes(batch["cells"]))
    parts = value_losses(value, margin, batch, settings)
    total = settings.value_weight * parts["value"] + settings.margin_weight * parts["margin"]
    return {"loss": total, **parts}
