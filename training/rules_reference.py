"""Rules in plain PyTorch: the reference for the CUDA kernels.

All functions take `cells`, a uint8 tensor (N, 100) seen from the side to move
(0 blocked, 1 empty, 2 own, 3 opponent), and run on any device. See `rules.py`
for the meaning of the results.
"""

import torch

from notation import BLOCKED, EMPTY, FRAME, OPPONENT, OWN, SQUARES

MAX_AMAZONS = 4
PLANES = 16
UNREACHED = 99
DIRECTIONS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


def _build_rays() -> torch.Tensor:
    """Squares along each ray, nearest first; 100 stands for 'outside the frame'."""
    rays = torch.full((SQUARES, 8, FRAME - 1), SQUARES, dtype=torch.long)
    for square in range(SQUARES):
        for direction, (up, right) in enumerate(DIRECTIONS):
            for step in range(1, FRAME):
                rank, file = square // FRAME + up * step, square % FRAME + right * step
                if 0 <= rank < FRAME and 0 <= file < FRAME:
                    rays[square, direction, step - 1] = rank * FRAME + file
    return rays


_RAYS = {torch.device("cpu"): _build_rays()}


def rays(device) -> torch.Tensor:
    device = torch.device(device)
    if device not in _RAYS:
        _RAYS[device] = _RAYS[torch.device("cpu")].to(device)
    return _RAYS[device]


def _with_outside(flags: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.pad(flags, (0, 1))


def queen_reach(empty: torch.Tensor) -> torch.Tensor:
    """(N, 100) empty squares to (N, 100, 100): can a queen on s slide to t?"""
    table = rays(empty.device)
    clear = _with_outside(empty)[:, table].to(torch.uint8).cumprod(-1).bool()
    count = empty.shape[0]
    reach = torch.zeros(count, SQUARES, SQUARES + 1, dtype=torch.bool, device=empty.device)
    index = table.view(1, SQUARES, -1).expand(count, -1, -1)
    return reach.scatter_(2, index, clear.view(count, SQUARES, -1))[:, :, :SQUARES]


def king_reach(empty: torch.Tensor) -> torch.Tensor:
    """As `queen_reach`, for single steps."""
    neighbours = rays(empty.device)[:, :, 0]
    near = torch.zeros(SQUARES, SQUARES + 1, dtype=torch.bool, device=empty.device)
    near.scatter_(1, neighbours, True)
    return near[None, :, :SQUARES] & empty[:, None, :]


def distances(seeds: torch.Tensor, reach: torch.Tensor) -> torch.Tensor:
    """Moves needed from any seed to each square, `UNREACHED` where there is no way."""
    steps = torch.full(seeds.shape, UNREACHED, dtype=torch.long, device=seeds.device)
    steps[seeds] = 0
    adjacency, frontier, level = reach.float(), seeds, 0
    while bool(frontier.any()):
        level += 1
        hit = torch.bmm(frontier.float()[:, None], adjacency)[:, 0] > 0
        frontier = hit & (steps == UNREACHED)
        steps[frontier] = level
    return steps


def input_planes(cells: torch.Tensor) -> torch.Tensor:
    """Input planes (N, 16, 10, 10); see `rules.input_planes` for their order."""
    empty, own, other = cells == EMPTY, cells == OWN, cells == OPPONENT
    queen, king = queen_reach(empty), king_reach(empty)
    maps = [distances(side, reach) for reach in (queen, king) for side in (own, other)]
    own_queen, other_queen, own_king, other_king = maps

    def closeness(steps):
        return torch.where(empty & (steps < UNREACHED), torch.exp2(1.0 - steps), 0.0)

    def compare(first, second):
        known = empty & (torch.minimum(first, second) < UNREACHED)
        return [known & (first < second), known & (first > second), known & (first == second)]

    mobility = torch.where(cells != BLOCKED, queen.sum(2) / 32.0, 0.0)
    stack = [own, other, empty, mobility]
    stack += [closeness(steps) for steps in maps]
    stack += compare(own_queen, other_queen) + compare(own_king, other_king)
    stack += [empty & (own_queen < UNREACHED), empty & (other_queen < UNREACHED)]
    result = torch.stack([plane.float() for plane in stack], dim=1)
    return result.view(-1, PLANES, FRAME, FRAME)


def terminal_result(cells: torch.Tensor):
    """(finished, margin, ownership); see `rules.terminal_result`."""
    empty, own, other = cells == EMPTY, cells == OWN, cells == OPPONENT
    passable = king_reach(cells != BLOCKED)
    own_land = distances(own, passable) < UNREACHED
    other_land = distances(other, passable) < UNREACHED
    separated = ~(own_land & other_land).any(1)
    stuck = ~(king_reach(empty) & own[:, :, None]).flatten(1).any(1)
    own_count = torch.where(stuck, 0, (own_land & empty).sum(1))
    other_count = (other_land & empty).sum(1)
    margin = (own_count - other_count).float() - 0.5
    ownership = (own_land & ~other_land).to(torch.int8) - other_land.to(torch.int8)
    return separated | stuck, margin, ownership


def own_amazons(cells: torch.Tensor) -> torch.Tensor:
    """Squares of the own amazons in rising order (N, 4), -1 where there are fewer."""
    own = cells == OWN
    order = torch.where(own, torch.arange(SQUARES, device=cells.device), SQUARES)
    squares = order.sort(1).values[:, :MAX_AMAZONS]
    return torch.where(squares == SQUARES, -1, squares)


def moves(cells: torch.Tensor) -> torch.Tensor:
    """Legal moves as a dense mask (N, 4 amazons, 100 targets, 100 arrows)."""
    amazons = own_amazons(cells)
    reach = queen_reach(cells == EMPTY)
    layers = []
    for slot in range(MAX_AMAZONS):
        square = amazons[:, slot]
        present, index = square >= 0, square.clamp(min=0)
        lifted = cells.scatter(1, index[:, None], EMPTY)
        arrow = queen_reach(lifted == EMPTY)
        step = reach[torch.arange(len(cells), device=cells.device), index] & present[:, None]
        layers.append(step[:, :, None] & arrow)
    return torch.stack(layers, 1)


def policy_moves(cells, step_score, target_arrow, origin_arrow):
    """All moves as codes and log probabilities (N, 40000), -inf where illegal."""
    count, device = len(cells), cells.device
    legal, amazons = moves(cells), own_amazons(cells)
    rows, index = torch.arange(count, device=device)[:, None], amazons.clamp(min=0)
    step = step_score[rows, index].float().masked_fill(~legal.any(3), -torch.inf)
    step = step - step.flatten(1).logsumexp(1)[:, None, None]
    arrow = (target_arrow[:, None] + origin_arrow[rows, index][:, :, None]).float()
    arrow = arrow.masked_fill(~legal, -torch.inf)
    normaliser = arrow.logsumexp(3, keepdim=True)
    log_policy = step[..., None] + arrow - normaliser
    log_policy = torch.where(legal, log_policy, -torch.inf)
    code = index[:, :, None, None] * 10000
    code = code + torch.arange(SQUARES * SQUARES, device=device).view(1, 1, SQUARES, SQUARES)
    return code.flatten(1).int(), log_policy.flatten(1)


def legal_masks(cells, codes):
    """(amazons, step mask (N, 4, 100), arrow mask (N, K, 100)); see `rules.legal_masks`."""
    empty, amazons = cells == EMPTY, own_amazons(cells)
    rows = torch.arange(len(cells), device=cells.device)[:, None]
    step = queen_reach(empty)[rows, amazons.clamp(min=0)] & (amazons >= 0)[:, :, None]
    known, code = codes >= 0, codes.clamp(min=0).long()
    origin, target = code // 10000, code // 100 % 100
    path = rays(cells.device)[target]
    free = _with_outside(empty)[rows[:, :, None, None], path] | (path == origin[:, :, None, None])
    clear = free.to(torch.uint8).cumprod(-1).bool() & known[:, :, None, None]
    arrow = torch.zeros(*codes.shape, SQUARES + 1, dtype=torch.bool, device=cells.device)
    arrow.scatter_(2, path.flatten(2), clear.flatten(2))
    return amazons, step, arrow[:, :, :SQUARES]
