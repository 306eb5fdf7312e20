"""The network: a residual convolutional network with four heads.

Each block adds the board mean of its input, through a matrix, to its first convolution
(global pooling as in KataGo). There are no normalisation layers: the weights are what
inference needs, and the convolutions are easy to quantise.
"""

import torch
from torch import nn
from torch.nn import functional

from config import NetworkConfig
from rules import MAX_AMAZONS, PLANES

EMBEDDING_COUNT = 5  # step origin, step target, arrow by target, arrow by origin, arrow itself
MARGIN_UNIT = 10.0  # the margin head's unit, in squares
TOKENS = 2 * MAX_AMAZONS
HEADS = 4


class Block(nn.Module):
    """relu(x + conv(relu(conv(x) + W mean(x))))."""

    def __init__(self, channels: int, depth: int):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.context = nn.Linear(channels, channels, bias=False)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        nn.init.kaiming_normal_(self.first.weight, nonlinearity="relu")
        nn.init.kaiming_normal_(self.second.weight, nonlinearity="relu")
        with torch.no_grad():  # near the identity at first: replaces normalisation
            self.second.weight.mul_(0.3 / depth**0.5)
            self.context.weight.mul_(0.5)
        nn.init.zeros_(self.first.bias)
        nn.init.zeros_(self.second.bias)

    def forward(self, x):
        context = self.context(x.mean((2, 3)))
        hidden = functional.relu(self.first(x) + context[:, :, None, None])
        return functional.relu(x + self.second(hidden))


def find_amazons(planes):
    """Squares (N, 8) of all amazons and a mask of used slots; unused slots repeat the first amazon."""
    amazon = (planes[:, 0] + planes[:, 1]).flatten(1) > 0.5
    slot = torch.where(amazon, amazon.cumsum(1) - 1, TOKENS)
    square = torch.arange(amazon.shape[1], device=planes.device).expand_as(slot)
    squares = torch.zeros(len(slot), TOKENS + 1, dtype=torch.long, device=planes.device)
    squares = squares.scatter(1, slot, square)[:, :TOKENS]
    used = torch.arange(TOKENS, device=planes.device) < amazon.sum(1, keepdim=True)
    return torch.where(used, squares, squares[:, :1]), used


class AmazonAttention(nn.Module):
    """Multi-head attention among the squares with amazons: relu(x + attention(x)) there."""

    def __init__(self, channels: int):
        super().__init__()
        self.qkv = nn.Linear(channels, 3 * channels)
        self.out = nn.Linear(channels, channels)
        with torch.no_grad():
            self.out.weight.mul_(0.3)
            self.out.bias.zero_()

    def attend(self, flat, squares, used):
        """(gather index, channels of the amazons' squares before, after); `flat` is (N, 100, C)."""
        count, channels = len(flat), flat.shape[2]
        index = squares[..., None].expand(-1, -1, channels)
        tokens = flat.gather(1, index)
        q, k, v = self.qkv(tokens).view(count, TOKENS, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        scores = (q @ k.transpose(2, 3)).float() * (channels // HEADS) ** -0.5
        weights = scores.masked_fill(~used[:, None, None], -1e9).softmax(3).to(v.dtype)
        mixed = (weights @ v).transpose(1, 2).reshape(count, TOKENS, channels)
        return index, tokens, functional.relu(tokens + self.out(mixed).to(tokens.dtype))

    def forward(self, x, squares, used):
        flat = x.flatten(2).transpose(1, 2)
        index, before, after = self.attend(flat, squares, used)
        flat = flat.scatter_add(1, index, (after - before) * used[..., None])
        return flat.transpose(1, 2).unflatten(2, x.shape[2:])


class Network(nn.Module):
    """Planes (N, 16, 10, 10) to value, margin, ownership and move embeddings."""

    def __init__(self, config: NetworkConfig):
        super().__init__()
        self.config = config
        channels, every = config.channels, config.attention_every
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1)
        self.blocks = nn.ModuleList(Block(channels, config.blocks) for _ in range(config.blocks))
        if every:
            self.attention = nn.ModuleList(AmazonAttention(channels)
                                           for _ in range(config.blocks // every))
        self.policy = nn.Conv2d(channels, EMBEDDING_COUNT * config.embedding, 1)
        self.ownership = nn.Conv2d(channels, 1, 1)
        self.value_squares = nn.Conv2d(channels, config.value_channels, 1)
        self.value_hidden = nn.Linear(config.value_channels, config.value_hidden)
        self.value_out = nn.Linear(config.value_hidden, 2)

    def trunk(self, planes):
        x, every = functional.relu(self.stem(planes)), self.config.attention_every
        amazons = find_amazons(planes) if every else None
        for number, block in enumerate(self.blocks, 1):
            x = block(x)
            if every and number % every == 0:
                x = self.attention[number // every - 1](x, *amazons)
        return x

    def value_head(self, x):
        """Logit of the win probability and margin / 10, both for the side to move."""
        pooled = functional.relu(self.value_squares(x)).mean((2, 3))
        out = self.value_out(functional.relu(self.value_hidden(pooled))).float()
        return out[:, 0], out[:, 1]

    def policy_head(self, x):
        """Embeddings (N, 5, 100, d), see `move_tables`."""
        flat = self.policy(x).float().flatten(2)
        return flat.view(len(x), EMBEDDING_COUNT, self.config.embedding, -1).transpose(2, 3)

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
    step_score = torch.bmm(origin, target.transpose(1, 2)) * scale
    target_arrow = torch.bmm(by_target, arrow.transpose(1, 2)) * scale
    origin_arrow = torch.bmm(by_origin, arrow.transpose(1, 2)) * scale
    return step_score, target_arrow, origin_arrow


def factored_policy(embeddings, codes, amazons, step_mask, arrow_mask):
    """Log probabilities of all steps (N, 4 x 100) and of all arrows after each code's step (N, K, 100).

    Differentiable. Illegal squares get a large negative number.
    """
    origin, target, by_target, by_origin, arrow = embeddings.unbind(1)
    width = embeddings.shape[-1]
    scale = width**-0.5

    def rows_of(table, squares):  # gather: its backward pass is far faster than indexing's
        return table.gather(1, squares[..., None].expand(-1, -1, width))

    code = codes.clamp(min=0).long()
    steps = torch.bmm(rows_of(origin, amazons.clamp(min=0)), target.transpose(1, 2)) * scale
    steps = steps.masked_fill(~step_mask, -1e9).flatten(1)
    query = rows_of(by_target, code // 100 % 100) + rows_of(by_origin, code // 10000)
    arrows = torch.bmm(query, arrow.transpose(1, 2)) * scale
    arrows = arrows.masked_fill(~arrow_mask, -1e9)
    return steps.log_softmax(1), arrows.log_softmax(2)


def move_log_policy(steps, arrows, codes, amazons):
    """Log probability (N, K) of the moves `codes` from `factored_policy`; undefined for code -1.

    Equal to `rules.policy_moves` without listing all moves.
    """
    code = codes.clamp(min=0).long()
    origin, target, arrow = code // 10000, code // 100 % 100, code % 100
    slot = (amazons[:, None, :] == origin[:, :, None]).int().argmax(2)
    step = steps.gather(1, slot * arrows.shape[2] + target)
    return step + arrows.gather(2, arrow[..., None])[..., 0]
