"""The search of self-play: candidate moves, and the replies to the best of them.

Candidates are drawn from the policy without replacement, by adding Gumbel noise to
its logarithm. Each child is judged once (finished games exactly, others by the
network), and policy plus value give an improved policy, which both plays and teaches.

Every deeper ply, where it is asked for, is the same thing once more: the best children
are searched from the opponent's side, over the replies that the policy likes best,
and what comes back replaces what the network said of the child itself.
"""

from dataclasses import dataclass

import torch

import rules
from configuration import SearchSettings
from network import move_tables


@dataclass
class Searched:
    codes: torch.Tensor  # candidate moves (N, K), -1 where there are fewer
    policy: torch.Tensor  # improved policy on them (N, K); what is missing to 1 is all others
    value: torch.Tensor  # win probability of the side to move after the search (N)
    chosen: torch.Tensor  # the move to play (N)


@dataclass
class _Candidates:
    codes: torch.Tensor  # (N, K), -1 where there are fewer
    log_policy: torch.Tensor  # of the network
    perturbed: torch.Tensor  # the same with noise; -inf where there is no move

    @property
    def legal(self) -> torch.Tensor:
        return self.codes >= 0


@dataclass
class _Children:
    boards: torch.Tensor  # (N * K, 100), seen by the side that replies
    trunk: torch.Tensor  # what the network makes of them, before its heads
    finished: torch.Tensor  # (N, K)
    value: torch.Tensor  # (N, K) win probability of the side that moved into the board


def _draw(network, trunk, cells, count: int, noise: float) -> _Candidates:
    codes, log_policy = rules.policy_moves(cells, *move_tables(network.embeddings(trunk)))
    perturbed = log_policy
    if noise:
        perturbed = log_policy - torch.empty_like(log_policy).exponential_().log() * noise
    perturbed, index = perturbed.topk(min(count, codes.shape[1]), dim=1)
    codes = torch.where(perturbed > -torch.inf, codes.gather(1, index), -1)
    return _Candidates(codes, log_policy.gather(1, index), perturbed)


def _look(network, cells, candidates: _Candidates) -> _Children:
    """Judges every child; the value of a move that is not there is 0."""
    boards = rules.children(cells, candidates.codes).flatten(0, 1)
    trunk = network.trunk(boards)
    finished, margin, _ = rules.judge(boards)
    opponent_wins = torch.where(finished, (margin > 0).float(), torch.sigmoid(network.value(trunk)))
    shape = candidates.codes.shape
    value = torch.where(candidates.legal, 1.0 - opponent_wins.view(shape), 0.0)
    return _Children(boards, trunk, finished.view(shape), value)


def _improve(candidates: _Candidates, value: torch.Tensor, value_scale: float):
    """(gain of each move in nats, improved policy, win probability under it).

    Moves that were not drawn count as having the candidates' mean value.
    """
    prior = torch.where(candidates.legal, candidates.log_policy.exp(), 0.0)
    seen = prior.sum(1, keepdim=True)
    mean_value = (prior * value).sum(1, keepdim=True) / seen.clamp(min=1e-9)
    gain = value_scale * (value - mean_value)
    weight = prior * gain.exp()
    drawn = weight.sum(1, keepdim=True)
    improved_value = (weight * value).sum(1) / drawn[:, 0].clamp(min=1e-30)
    return gain, weight / (drawn + (1.0 - seen).clamp(min=0.0)), improved_value


def _best(candidates: _Candidates, gain: torch.Tensor, count: int) -> torch.Tensor:
    """Where the best moves are, by noisy policy and value: (N, count), the best first."""
    return (candidates.perturbed + gain).topk(min(count, gain.shape[1]), dim=1).indices


def _deepened(network, candidates: _Candidates, children: _Children, plies: list[tuple[int, int]],
              value_scale: float) -> torch.Tensor:
    """The children's values (N, K) after a look at the replies to the best of them.

    `plies` says for each further ply how many children are asked, and over how many replies.
    The opponent picks among several replies and so seems stronger after the look than before. What
    the best children lost by that on average is taken from the others too, lest a move be
    played because nobody looked at the answer.
    """
    if not plies:
        return children.value
    (asked_children, reply_count), *deeper = plies
    gain, _, _ = _improve(candidates, children.value, value_scale)
    best = _best(candidates, gain, asked_children)
    count, width = candidates.codes.shape
    index = (best + torch.arange(count, device=best.device)[:, None] * width).flatten()
    boards = children.boards[index]
    # Square by square, as the trunk lies in memory.
    trunk = children.trunk.permute(0, 2, 3, 1)[index].permute(0, 3, 1, 2)
    replies = _draw(network, trunk, boards, reply_count, noise=0.0)
    answers = _look(network, boards, replies)
    reply_value = _deepened(network, replies, answers, deeper, value_scale)
    _, _, opponent_wins = _improve(replies, reply_value, value_scale)

    open_child = candidates.legal & ~children.finished
    before, asked = children.value.gather(1, best), open_child.gather(1, best)
    change = torch.where(asked, 1.0 - opponent_wins.view(best.shape) - before, 0.0)
    shift = change.sum(1, keepdim=True) / asked.sum(1, keepdim=True).clamp(min=1)
    shifts = shift.expand(-1, width).scatter(1, best, change)
    return torch.where(open_child, (children.value + shifts).clamp(0.0, 1.0), children.value)


@torch.no_grad()
def search(network, cells: torch.Tensor, settings: SearchSettings, noise: float = 1.0) -> Searched:
    """Searches every board. `network` is a `play.PlayNetwork`; noise 0 plays the best move."""
    candidates = _draw(network, network.trunk(cells), cells, settings.candidates, noise)
    children = _look(network, cells, candidates)
    value = _deepened(network, candidates, children, settings.deeper_plies, settings.value_scale)
    gain, policy, root_value = _improve(candidates, value, settings.value_scale)
    chosen = candidates.codes.gather(1, _best(candidates, gain, 1))[:, 0]
    return Searched(candidates.codes, policy, root_value, chosen)
