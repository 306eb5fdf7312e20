"""The network: a plain residual convolution net with four heads.

Each block adds the global mean of its input, through a matrix, to the first
convolution, so that far parts of the board know of each other. There is no
normalisation layer: the weights are exactly what inference needs, and only
3x3 and 1x1 convolutions, small matrices and ReLU occur, all easy to quantise.
"""

import torch
from torch import nn
from torch.nn import functional

from configuration import NetworkShape
from rules import PLANES

EMBEDDINGS = 5  # walk origin, walk target, arrow by target, arrow by origin, arrow itself
MARGIN_UNIT = 10.0  # the margin head speaks in tens of squares


class Block(nn.Module):
    """x + conv(relu(conv(x) + W mean(x))), then ReLU."""

    def __init__(self, channels: int, depth: int):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.context = nn.Linear(channels, channels, bias=False)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        nn.init.kaiming_normal_(self.first.weight, nonlinearity="relu")
        nn.init.kaiming_normal_(self.second.weight, nonlinearity="relu")
        with torch.no_grad():  # near the identity at first: stands in for normalisation
            self.second.weight.mul_(0.3 / depth**0.5)
            self.context.weight.mul_(0.5)
        nn.init.zeros_(self.first.bias)
        nn.init.zeros_(self.second.bias)

    def forward(self, x):
        context = self.context(x.mean((2, 3)))
        hidden = functional.relu(self.first(x) + context[:, :, None, None])
        return functional.relu(x + self.second(hidden))


class Network(nn.Module):
    """Planes (N, 16, 10, 10) to value, margin, ownership and move embeddings."""

    def __init__(self, shape: NetworkShape):
        super().__init__()
        self.shape = shape
        channels = shape.channels
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1)
        self.blocks = nn.ModuleList(Block(channels, shape.blocks) for _ in range(shape.blocks))
        self.policy = nn.Conv2d(channels, EMBEDDINGS * shape.embedding, 1)
        self.ownership = nn.Conv2d(channels, 1, 1)
        self.value_squares = nn.Conv2d(channels, shape.value_channels, 1)
        self.value_hidden = nn.Linear(shape.value_channels, shape.value_hidden)
        self.value_out = nn.Linear(shape.value_hidden, 2)

    def trunk(self, planes):
        x = functional.relu(self.stem(planes))
        for block in self.blocks:
            x = block(x)
        return x

    def value_head(self, x):
        """Logit of the win probability and margin / 10, both for the side to move."""
        pooled = functional.relu(self.value_squares(x)).mean((2, 3))
        out = self.value_out(functional.relu(self.value_hidden(pooled))).float()
        return out[:, 0], out[:, 1]

    def policy_head(self, x):
        """Embeddings (N, 5, 100, d), see `move_tables`."""
        flat = self.policy(x).float().flatten(2)
        return flat.view(len(x), EMBEDDINGS, self.shape.embedding, -1).transpose(2, 3)

    def ownership_head(self, x):
        """Expected final owner of each square in (-1, 1), positive for the side to move."""
        return torch.tanh(self.ownership(x).float().flatten(1))

    def forward(self, planes):
        x = self.trunk(planes)
        value, margin = self.value_head(x)
        return value, margin, self.ownership_head(x), self.policy_head(x)


def move_tables(embeddings: torch.Tensor):
    """The three score tables of `rules.policy_moves` from the embeddings (N, 5, 100, d)."""
    origin, target, by_target, by_origin, arrow = embeddings.unbind(1)
    scale = embeddings.shape[-1] ** -0.5
    walk_score = torch.bmm(origin, target.transpose(1, 2)) * scale
    target_arrow = torch.bmm(by_target, arrow.transpose(1, 2)) * scale
    origin_arrow = torch.bmm(by_origin, arrow.transpose(1, 2)) * scale
    return walk_score, target_arrow, origin_arrow


def factored_policy(embeddings, codes, amazons, walk_mask, arrow_mask):
    """Log probabilities of all walks (N, 4 x 100) and of all arrows after each code's walk (N, K, 100).

    Differentiable. Squares outside the masks get a hugely negative number.
    """
    origin, target, by_target, by_origin, arrow = embeddings.unbind(1)
    width = embeddings.shape[-1]
    scale = width**-0.5

    def rows_of(table, squares):  # gather: its backward pass is far faster than indexing's
        return table.gather(1, squares[..., None].expand(-1, -1, width))

    code = codes.clamp(min=0).long()
    walks = torch.bmm(rows_of(origin, amazons.clamp(min=0)), target.transpose(1, 2)) * scale
    walks = walks.masked_fill(~walk_mask, -1e9).flatten(1)
    query = rows_of(by_target, code // 100 % 100) + rows_of(by_origin, code // 10000)
    arrows = torch.bmm(query, arrow.transpose(1, 2)) * scale
    arrows = arrows.masked_fill(~arrow_mask, -1e9)
    return walks.log_softmax(1), arrows.log_softmax(2)


def log_policy_of(walks, arrows, codes, amazons):
    """Log probability (N, K) of the moves `codes` by `factored_policy`; -1 codes give nonsense.

    The same numbers as `rules.policy_moves`, but without writing all moves down.
    """
    code = codes.clamp(min=0).long()
    start, stop, hit = code // 10000, code // 100 % 100, code % 100
    slot = (amazons[:, None, :] == start[:, :, None]).int().argmax(2)
    walk = walks.gather(1, slot * arrows.shape[2] + stop)
    return walk + arrows.gather(2, hit[..., None])[..., 0]
