"""Replay buffer: a ring buffer of recent positions in GPU memory.

A row holds one ply of all games. Results are unknown when positions are written; when a game
ends, `set_results` fills in the rows of that game. Until then `result` is 0 and the position
trains the policy only.
"""

import zlib

import torch

import rules
from config import ReplayConfig
from notation import SQUARES

MAX_GAME_LENGTH = 100  # every ply burns a square

_FIELDS = {"cells": torch.uint8, "codes": torch.int32, "policy": torch.float16,
           "search_value": torch.float16, "result": torch.int8, "margin": torch.float16,
           "ownership": torch.int8, "kind": torch.int8}


class ReplayBuffer:
    def __init__(self, config: ReplayConfig, games: int, candidates: int, device):
        self.rows, self.games, self.device = max(config.rows, MAX_GAME_LENGTH), games, device
        self.written = 0
        widths = {"cells": (SQUARES,), "ownership": (SQUARES,), "codes": (candidates,),
                  "policy": (candidates,)}
        for name, dtype in _FIELDS.items():
            shape = (self.rows, games, *widths.get(name, ()))
            setattr(self, name, torch.zeros(shape, dtype=dtype, device=device))

    def append(self, cells, searched, kind) -> None:
        """Adds a row: one position of each game, result unknown."""
        row = self.written % self.rows
        self.cells[row], self.kind[row] = cells, kind
        width = searched.codes.shape[1]
        self.codes[row, :, :width] = searched.codes
        self.codes[row, :, width:] = -1
        self.policy[row, :, :width] = searched.policy.half()
        self.policy[row, :, width:] = 0
        self.search_value[row] = searched.value.half()
        self.result[row] = 0
        self.written += 1

    def set_results(self, finished, plies, margin, ownership) -> None:
        """Sets the results of finished games (a mask over games).

        `margin` and `ownership` are those of the side to move after the last of `plies` moves,
        so the newest row has the opposite sign, and so on backwards.
        """
        depth = min(MAX_GAME_LENGTH, self.written)
        age = torch.arange(depth, device=self.device)
        rows = (self.written - 1 - age) % self.rows
        mine = finished[None] & (age[:, None] < plies[None])
        sign = (age % 2 * 2 - 1).to(torch.int8)[:, None]
        result = sign * torch.sign(margin).to(torch.int8)
        self.result[rows] = torch.where(mine, result, self.result[rows])
        self.margin[rows] = torch.where(mine, sign * margin.half(), self.margin[rows])
        self.ownership[rows] = torch.where(mine[..., None], sign[..., None] * ownership,
                                           self.ownership[rows])

    def sample(self, count: int) -> dict:
        """`count` random positions, each under a random symmetry."""
        index = torch.randint(min(self.written, self.rows) * self.games, (count,),
                              device=self.device)
        return augment({name: getattr(self, name).flatten(0, 1)[index] for name in _FIELDS})

    def snapshot(self, count: int) -> dict:
        """A random sample of positions with results, on the CPU."""
        known = self.result.flatten().nonzero()[:, 0]
        index = known[torch.randperm(len(known), device=self.device)[:count]]
        return {name: getattr(self, name).flatten(0, 1)[index].cpu() for name in _FIELDS}

    def load_rows(self, positions: dict) -> int:
        """Appends finished positions of an earlier run; returns the number of rows added."""
        count = max(0, min(len(positions["cells"]) // self.games, self.rows - MAX_GAME_LENGTH))
        for number in range(count):
            piece = slice(number * self.games, (number + 1) * self.games)
            for name in _FIELDS:
                target = getattr(self, name)[self.written % self.rows]
                source = positions[name][piece]
                if name in ("codes", "policy"):
                    width = min(source.shape[1], target.shape[1])
                    target.fill_(-1 if name == "codes" else 0)
                    target[:, :width] = source[:, :width].to(self.device)
                else:
                    target.copy_(source)
            self.written += 1
        return count


def augment(batch: dict, symmetry: torch.Tensor | None = None) -> dict:
    """Applies a random symmetry of the board to every position, its moves and ownership."""
    device, count = batch["cells"].device, len(batch["cells"])
    if symmetry is None:
        symmetry = torch.randint(8, (count,), device=device)
    forward, back = (table[symmetry] for table in rules.symmetries(device))
    code = batch["codes"].clamp(min=0).long()
    turned = [back.gather(1, part) for part in (code // 10000, code // 100 % 100, code % 100)]
    codes = (turned[0] * SQUARES + turned[1]) * SQUARES + turned[2]
    result = dict(batch)
    result["cells"] = batch["cells"].gather(1, forward)
    result["ownership"] = batch["ownership"].gather(1, forward)
    result["codes"] = torch.where(batch["codes"] >= 0, codes, -1).int()
    return result


_SHIFTS = torch.tensor([0, 2, 4, 6], dtype=torch.uint8)


def _pack_squares(values: torch.Tensor) -> torch.Tensor:
    """Values 0 to 3 at two bits each: (N, 100) to (N, 25)."""
    return (values.view(-1, SQUARES // 4, 4) << _SHIFTS).sum(2, dtype=torch.uint8)


def _unpack_squares(packed: torch.Tensor) -> torch.Tensor:
    return ((packed[..., None] >> _SHIFTS) & 3).view(-1, SQUARES)


def pack(positions: dict) -> dict:
    """Compresses positions to some 70 bytes each.

    The policy is rounded to 1/255; moves rounded to 0 join the pooled class of the policy loss.
    """
    parts = dict(positions)
    parts["cells"] = _pack_squares(positions["cells"]).T
    parts["ownership"] = _pack_squares((positions["ownership"] + 1).to(torch.uint8)).T
    policy, order = positions["policy"].float().sort(1, descending=True)
    parts["policy"] = (policy * 255).round().to(torch.uint8).T
    codes = torch.where(parts["policy"].T > 0, positions["codes"].gather(1, order), 0).T
    parts["codes"] = torch.stack([codes & 255, codes >> 8 & 255, codes >> 16]).to(torch.uint8)

    def compressed(part):
        data = zlib.compress(part.contiguous().view(torch.uint8).numpy().tobytes())
        return torch.frombuffer(bytearray(data), dtype=torch.uint8)

    return {name: compressed(part) for name, part in parts.items()}


def unpack(packed: dict) -> dict:
    """Inverse of `pack`."""
    def raw(name, dtype=torch.uint8):
        data = zlib.decompress(packed[name].numpy().tobytes())
        return torch.frombuffer(bytearray(data), dtype=dtype)

    positions = {name: raw(name, _FIELDS[name])
                 for name in ("search_value", "result", "margin", "kind")}
    count = len(positions["kind"])

    def squares(name):
        return _unpack_squares(raw(name).view(-1, count).T.contiguous())

    positions["cells"] = squares("cells")
    positions["ownership"] = squares("ownership").to(torch.int8) - 1
    policy = raw("policy").view(-1, count).T
    low, middle, high = raw("codes").view(3, -1, count).transpose(1, 2).int()
    positions["codes"] = torch.where(policy > 0, low + (middle << 8) + (high << 16), -1).int()
    positions["policy"] = policy.half() / 255
    return positions
