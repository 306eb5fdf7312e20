"""The ring of recent positions, on the device.

One row holds one ply of all games at once, so writing is one copy. The result of
a game is not known when its positions are written: when it ends, `finish` walks
back over the rows of that game. Until then `result` is 0 and only the policy
of the position is taught.
"""

import torch

import rules
from configuration import ReplaySettings
from notation import SQUARES

LONGEST_GAME = 100  # every ply burns a square, so no game is longer


class Replay:
    def __init__(self, settings: ReplaySettings, games: int, candidates: int, device):
        self.rows, self.games, self.device = max(settings.rows, LONGEST_GAME), games, device
        self.written = 0

        def field(dtype, *shape):
            return torch.zeros(self.rows, games, *shape, dtype=dtype, device=device)

        self.cells = field(torch.uint8, SQUARES)
        self.codes = field(torch.int32, candidates)
        self.policy = field(torch.float16, candidates)
        self.search_value = field(torch.float16)
        self.result = field(torch.int8)
        self.margin = field(torch.float16)
        self.ownership = field(torch.int8, SQUARES)
        self.kind = field(torch.int8)
        self.fields = ("cells", "codes", "policy", "search_value", "result", "margin",
                       "ownership", "kind")

    def write(self, cells, searched, kind) -> None:
        """Adds a row: one position of each game, result unknown."""
        row = self.written % self.rows
        self.cells[row], self.kind[row] = cells, kind
        kept = searched.codes.shape[1]
        self.codes[row, :, :kept] = searched.codes
        self.codes[row, :, kept:] = -1
        self.policy[row, :, :kept] = searched.policy.half()
        self.policy[row, :, kept:] = 0
        self.search_value[row] = searched.value.half()
        self.result[row] = 0
        self.written += 1

    def finish(self, finished, plies, margin, ownership) -> None:
        """Gives finished games (mask over games) their result.

        `margin` and `ownership` are seen by the side to move after the last of
        `plies` moves, so the newest row has the opposite sign, and so on back.
        """
        depth = min(LONGEST_GAME, self.written)
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
        batch = {name: getattr(self, name).flatten(0, 1)[index] for name in self.fields}
        return turn_randomly(batch)

    def saved(self, count: int) -> dict:
        """A random sample of finished positions to keep beside the checkpoint."""
        known = self.result.flatten().nonzero()[:, 0]
        index = known[torch.randperm(len(known), device=self.device)[:count]]
        return {name: getattr(self, name).flatten(0, 1)[index].cpu() for name in self.fields}

    def add_rows(self, positions: dict) -> int:
        """Puts finished positions (a saved sample, our engine's games) in front; rows added."""
        count = min(len(positions["cells"]) // self.games, self.rows - LONGEST_GAME)
        for row in range(self.written, self.written + max(count, 0)):
            piece = slice((row - self.written) * self.games, (row - self.written + 1) * self.games)
            for name in self.fields:
                target, source = getattr(self, name)[row % self.rows], positions[name][piece]
                if name in ("codes", "policy"):
                    kept = min(source.shape[1], target.shape[1])
                    target.fill_(-1 if name == "codes" else 0)
                    target[:, :kept] = source[:, :kept].to(self.device)
                else:
                    target.copy_(source)
        self.written += max(count, 0)
        return max(count, 0)


def turn_randomly(batch: dict, symmetry: torch.Tensor | None = None) -> dict:
    """Turns or mirrors every position of a batch, moves and ownership with it."""
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
