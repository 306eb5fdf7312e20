"""Search of one ply over sampled candidates, and of further plies over the best replies.

Candidates are sampled from the policy without replacement by adding Gumbel noise to its logarithm
(Danihelka et al. 2022, "Policy improvement by planning with Gumbel"). Each child is evaluated once,
finished games exactly. Policy and value give an improved policy, which plays and is the training
target. Every further ply searches the best children in the same way from the opponent's side, over
the likeliest replies; the result replaces the child's own value.
"""

from dataclasses import dataclass

import torch

import rules
from config import SearchConfig
from network import move_tables


@dataclass
class SearchResult:
    codes: torch.Tensor  # candidate moves (N, K), padded with -1
    policy: torch.Tensor  # improved policy of the candidates (N, K); the rest to 1 is all other moves
    value: torch.Tensor  # win probability of the side to move after the search (N)
    chosen: torch.Tensor  # the move to play (N)


@dataclass
class _Candidates:
    codes: torch.Tensor  # (N, K), padded with -1
    log_policy: torch.Tensor  # of the network
    perturbed: torch.Tensor  # with noise; -inf for padding

    @property
    def legal(self) -> torch.Tensor:
        return self.codes >= 0


@dataclass
class _Children:
    boards: torch.Tensor  # (N * K, 100), seen from the side that replies
    trunk: torch.Tensor  # output of the network's trunk
    finished: torch.Tensor  # (N, K)
    value: torch.Tensor  # (N, K) win probability of the side that moved


def _sample_candidates(network, trunk, cells, count: int, noise: float) -> _Candidates:
    codes, log_policy = rules.policy_moves(cells, *move_tables(network.embeddings(trunk)))
    perturbed = log_policy
    if noise:
        perturbed = log_policy - torch.empty_like(log_policy).exponential_().log() * noise
    perturbed, index = perturbed.topk(min(count, codes.shape[1]), dim=1)
    codes = torch.where(perturbed > -torch.inf, codes.gather(1, index), -1)
    return _Candidates(codes, log_policy.gather(1, index), perturbed)


def _evaluate_children(network, cells, candidates: _Candidates) -> _Children:
    """Evaluates every child; padding moves get value 0."""
    boards = rules.child_boards(cells, candidates.codes).flatten(0, 1)
    trunk = network.trunk(boards)
    finished, margin, _ = rules.terminal_result(boards)
    opponent_wins = torch.where(finished, (margin > 0).float(), torch.sigmoid(network.value(trunk)))
    shape = candidates.codes.shape
    value = torch.where(candidates.legal, 1.0 - opponent_wins.view(shape), 0.0)
    return _Children(boards, trunk, finished.view(shape), value)


def _improved_policy(candidates: _Candidates, value: torch.Tensor, value_scale: float):
    """(score of each move in nats, improved policy, win probability under it).

    Moves that were not sampled count with the candidates' mean value.
    """
    prior = torch.where(candidates.legal, candidates.log_policy.exp(), 0.0)
    seen = prior.sum(1, keepdim=True)
    mean_value = (prior * value).sum(1, keepdim=True) / seen.clamp(min=1e-9)
    score = value_scale * (value - mean_value)
    weight = prior * score.exp()
    drawn = weight.sum(1, keepdim=True)
    improved_value = (weight * value).sum(1) / drawn[:, 0].clamp(min=1e-30)
    return score, weight / (drawn + (1.0 - seen).clamp(min=0.0)), improved_value


def _top_moves(candidates: _Candidates, score: torch.Tensor, count: int) -> torch.Tensor:
    """Indices (N, count) of the best moves by noisy policy and value, best first."""
    return (candidates.perturbed + score).topk(min(count, score.shape[1]), dim=1).indices


def _search_deeper(network, candidates: _Candidates, children: _Children, plies: list[tuple[int, int]],
              value_scale: float) -> torch.Tensor:
    """Values of the children (N, K) after searching the replies to the best of them.

    `plies` as in `SearchConfig`. Searching replies lowers a child's value on average; the mean change
    is applied to the other children too, so that no move is played because its replies were
    not searched.
    """
    if not plies:
        return children.value
    (asked_children, reply_count), *deeper = plies
    score, _, _ = _improved_policy(candidates, children.value, value_scale)
    best = _top_moves(candidates, score, asked_children)
    count, width = candidates.codes.shape
    index = (best + torch.arange(count, device=best.device)[:, None] * width).flatten()
    boards = children.boards[index]
    # In the memory layout of the trunk (channels last).
    trunk = children.trunk.permute(0, 2, 3, 1)[index].permute(0, 3, 1, 2)
    replies = _sample_candidates(network, trunk, boards, reply_count, noise=0.0)
    answers = _evaluate_children(network, boards, replies)
    reply_value = _search_deeper(network, replies, answers, deeper, value_scale)
    _, _, opponent_wins = _improved_policy(replies, reply_value, value_scale)

    open_child = candidates.legal & ~children.finished
    before, asked = children.value.gather(1, best), open_child.gather(1, best)
    change = torch.where(asked, 1.0 - opponent_wins.view(best.shape) - before, 0.0)
    shift = change.sum(1, keepdim=True) / asked.sum(1, keepdim=True).clamp(min=1)
    shifts = shift.expand(-1, width).scatter(1, best, change)
    return torch.where(open_child, (children.value + shifts).clamp(0.0, 1.0), children.value)


@torch.no_grad()
def search(network, cells: torch.Tensor, config: SearchConfig, noise: float = 1.0) -> SearchResult:
    """Searches every board with an `InferenceNetwork`; noise 0 plays the best move."""
    candidates = _sample_candidates(network, network.trunk(cells), cells, config.candidates, noise)
    children = _evaluate_children(network, cells, candidates)
    value = _search_deeper(network, candidates, children, config.plies, config.value_scale)
    score, policy, root_value = _improved_policy(candidates, value, config.value_scale)
    chosen = candidates.codes.gather(1, _top_moves(candidates, score, 1))[:, 0]
    return SearchResult(candidates.codes, policy, root_value, chosen)
