"""One-ply search: draw candidate moves from the policy, look at each once.

Candidates are drawn without replacement by adding Gumbel noise to the log
policy. Each child is judged (finished games exactly, others by the network) and
policy plus value give an improved policy, which both plays and teaches.
"""

from dataclasses import dataclass

import torch

import rules
from network import move_tables


@dataclass
class Searched:
    codes: torch.Tensor  # candidate moves (N, K), -1 where there are fewer
    policy: torch.Tensor  # improved policy on them (N, K); what is missing to 1 is all others
    value: torch.Tensor  # win probability of the side to move after the search (N)
    chosen: torch.Tensor  # the move to play (N)


def _evaluate_children(network, boards: torch.Tensor) -> torch.Tensor:
    """Win probability for the side that moved into each board."""
    finished, margin, _ = rules.judge(boards)
    network_value = torch.sigmoid(network.value(boards))
    child_value = torch.where(finished, (margin > 0).float(), network_value)
    return 1.0 - child_value


@torch.no_grad()
def search(network, cells: torch.Tensor, candidates: int, value_scale: float,
           noise: float = 1.0) -> Searched:
    """Searches every board. `network` is a `play.PlayNetwork`; noise 0 plays the best move."""
    codes, log_policy = rules.policy_moves(cells, *move_tables(network.embeddings(cells)))
    gumbel = -torch.empty_like(log_policy).exponential_().log() * noise
    perturbed, index = (log_policy + gumbel).topk(min(candidates, codes.shape[1]), dim=1)
    legal = perturbed > -torch.inf
    codes = torch.where(legal, codes.gather(1, index), -1)
    log_policy = log_policy.gather(1, index)

    boards = rules.children(cells, codes)
    value = _evaluate_children(network, boards.flatten(0, 1)).view(codes.shape)
    value = torch.where(legal, value, 0.0)

    # Moves that were not drawn count as having the candidates' mean value.
    prior = torch.where(legal, log_policy.exp(), 0.0)
    seen = prior.sum(1, keepdim=True)
    mean_value = (prior * value).sum(1, keepdim=True) / seen.clamp(min=1e-9)
    gain = value_scale * (value - mean_value)
    weight = prior * gain.exp()
    total = weight.sum(1, keepdim=True) + (1.0 - seen).clamp(min=0.0)
    improved = weight / weight.sum(1, keepdim=True).clamp(min=1e-30)

    score = torch.where(legal, perturbed + gain, -torch.inf)
    chosen = codes.gather(1, score.argmax(1, keepdim=True))[:, 0]
    return Searched(codes, weight / total, (improved * value).sum(1), chosen)
