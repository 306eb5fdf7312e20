"""Batched Amazons rules; dispatches to CUDA kernels or the PyTorch reference.

`cells` is uint8 (N, 100), always seen
from the side to move: 0 blocked (burned or outside), 1 empty, 2 own amazon,
3 opponent's amazon. A side has at most four amazons.
"""

import torch

import rules_reference
from notation import BLOCKED, EMPTY, FRAME, OWN, SQUARES
from rules_reference import MAX_AMAZONS, PLANES

__all__ = ["MAX_AMAZONS", "PLANES", "child_boards", "input_planes", "legal_masks",
           "policy_moves", "terminal_result", "swap_sides", "symmetries"]


def _implementation(cells: torch.Tensor):
    if not cells.is_cuda:
        return rules_reference
    import kernels  # needs nvcc, so only where a GPU is in use

    return kernels


def swap_sides(cells: torch.Tensor) -> torch.Tensor:
    """The same board seen from the other side (2 and 3 exchanged)."""
    return cells ^ (cells >> 1)


def child_boards(cells: torch.Tensor, codes: torch.Tensor) -> torch.Tensor:
    """Boards after each of the moves `codes` (N, K), seen by the next to move: (N, K, 100).

    Negative codes are padding; their boards are undefined.
    """
    code = codes.clamp(min=0).long()
    boards = cells[:, None].repeat(1, codes.shape[1], 1)
    boards.scatter_(2, (code // 10000)[..., None], EMPTY)
    boards.scatter_(2, (code // 100 % 100)[..., None], OWN)
    boards.scatter_(2, (code % 100)[..., None], BLOCKED)  # last: an arrow may hit the origin
    return swap_sides(boards)


def input_planes(cells: torch.Tensor) -> torch.Tensor:
    """Input of the network: (N, 16, 10, 10), channels last in memory.

    0 own, 1 opponent, 2 empty, 3 queen mobility / 32 of every unburned square;
    4-7 closeness 2^(1 - distance) by own queen, opponent queen, own king,
    opponent king; 8-10 own nearer, opponent nearer, equal, by queen; 11-13 the
    same by king; 14, 15 reachable by own, by opponent. Planes 4-15 are zero
    outside empty squares, so burned, outside and convolution padding are equal.
    """
    return _implementation(cells).input_planes(cells)


def terminal_result(cells: torch.Tensor):
    """(finished, margin, ownership) of each board.

    Finished: no region of unburned squares (amazons passable) holds both
    colours, or the side to move has no move. Margin: own minus opponent's empty
    squares minus 0.5, so its sign is the winner (equal counts: the side to move
    loses). Ownership: +1 own region, -1 opponent's, 0 nobody's or burned;
    defined only for finished boards.
    """
    return _implementation(cells).terminal_result(cells)


def policy_moves(cells, step_score, target_arrow, origin_arrow):
    """All legal moves with log probabilities: codes and log policy, (N, M) each.

    The three tables (N, 100, 100) score from-to, to-arrow and from-arrow pairs:
    log p = log softmax(step) + log softmax(target_arrow + origin_arrow), the
    second over the arrows of that step. Unused entries are -inf.
    """
    return _implementation(cells).policy_moves(cells, step_score, target_arrow, origin_arrow)


def legal_masks(cells: torch.Tensor, codes: torch.Tensor):
    """Masks that normalise the policy of the moves `codes` (N, K).

    (own amazons (N, 4) or -1, their legal targets (N, 4, 100), the legal arrows
    of each code's step (N, K, 100)).
    """
    return _implementation(cells).legal_masks(cells, codes)


def _build_symmetries() -> torch.Tensor:
    grid = torch.arange(SQUARES).view(FRAME, FRAME)
    turned = [torch.rot90(grid, k) for k in range(4)]
    return torch.stack([g.flatten() for t in turned for g in (t, t.flip(1))])


# Square s of the turned board is square FORWARD[g][s] of the original; square q of the
# original moves to BACK[g][q].
_FORWARD = _build_symmetries()
_BACK = _FORWARD.argsort(1)
_symmetries = {}


def symmetries(device):
    """The (forward, back) tables of the eight symmetries, (8, 100) each, on the device."""
    key = str(device)
    if key not in _symmetries:
        _symmetries[key] = (_FORWARD.to(device), _BACK.to(device))
    return _symmetries[key]
