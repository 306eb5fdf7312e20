"""Learning: losses, optimiser, and the averaged weights that play and ship."""

import copy

import torch
from torch import nn
from torch.nn import functional

import rules
from configuration import LearningSettings
from network import MARGIN_UNIT, Network, factored_policy, log_policy_of
from starts import STANDARD, VARIED


def policy_loss(log_policy, policy):
    """Cross-entropy to the improved policy; all moves outside it are one lump.

    The lump keeps the loss honest: without it each step would pull all
    probability onto the few candidates that happened to be drawn.
    """
    policy = policy.float()
    rest = (1.0 - policy.sum(1)).clamp(min=0.0)
    known = policy > 0
    log_policy = torch.where(known, log_policy, 0.0)
    covered = torch.where(known, log_policy.exp(), 0.0).sum(1)
    log_rest = torch.log((1.0 - covered).clamp(min=1e-4))
    return -(policy * log_policy).sum(1) - rest * log_rest


def imitation_loss(walks, arrows, teacher_walks, teacher_arrows, codes):
    """How far both factors of the policy are from the teacher's (Kullback-Leibler, in nats).

    The candidates of the improved policy are few; here every legal walk, and every arrow after
    each candidate's walk, says something (Hinton, Vinyals and Dean 2015, "Distilling the
    knowledge in a neural network").
    """
    def divergence(student, teacher):
        return functional.kl_div(student, teacher, reduction="none", log_target=True).sum(-1)

    # Where no candidates are known, walks still are.
    known = (codes >= 0).float()
    by_arrow = divergence(arrows, teacher_arrows) * known
    return divergence(walks, teacher_walks) + by_arrow.sum(1) / known.sum(1).clamp(min=1)


def _entropy(policy):
    policy = policy.float()
    rest = (1.0 - policy.sum(1, keepdim=True)).clamp(min=0.0)
    return torch.special.entr(torch.cat([policy, rest], 1)).sum(1)


def _average(each, weight):
    return (each * weight).sum() / weight.sum().clamp(min=1)


def _known(batch: dict) -> torch.Tensor:
    return (batch["result"] != 0).float()


def value_losses(value, margin, batch: dict, settings: LearningSettings) -> dict:
    """The losses of win probability and margin; positions without a result do not count."""
    result, known, share = batch["result"].float(), _known(batch), settings.result_share
    target = share * (result + 1) / 2 + (1 - share) * batch["search_value"].float()
    value_each = functional.binary_cross_entropy_with_logits(value, target, reduction="none")
    margin_each = functional.smooth_l1_loss(margin, batch["margin"].float() / MARGIN_UNIT,
                                            reduction="none")
    standard = known * ((batch["kind"] == STANDARD) | (batch["kind"] == VARIED))
    return {"value": _average(value_each, known),
            "value_standard": _average(value_each.detach(), standard),
            "margin": _average(margin_each, known)}


def losses(network: Network, batch: dict, settings: LearningSettings) -> dict:
    """The weighted loss, first, and its parts.

    With `teacher` in the batch, what `factored_policy` gave of another network, it is imitated.
    """
    cells, codes = batch["cells"], batch["codes"]
    with torch.autocast(cells.device.type, torch.bfloat16, enabled=cells.is_cuda):
        value, margin, ownership, embeddings = network(rules.planes(cells))
    masks = rules.policy_masks(cells, codes)
    walks, arrows = factored_policy(embeddings, codes, *masks)
    policy = policy_loss(log_policy_of(walks, arrows, codes, masks[0]), batch["policy"])
    searched = (codes[:, 0] >= 0).float()  # what another network played has no policy to learn
    on_board = (cells != 0).float()
    gap = (ownership - batch["ownership"].float()) ** 2 * on_board
    ownership_each = gap.sum(1) / on_board.sum(1).clamp(min=1)
    parts = {"policy": _average(policy, searched), **value_losses(value, margin, batch, settings),
             "ownership": _average(ownership_each, _known(batch)),
             "policy_target_entropy": _average(_entropy(batch["policy"]), searched)}
    total = (settings.policy_weight * parts["policy"] + settings.value_weight * parts["value"]
             + settings.margin_weight * parts["margin"]
             + settings.ownership_weight * parts["ownership"])
    if "teacher" in batch:
        parts["imitation"] = imitation_loss(walks, arrows, *batch["teacher"], codes).mean()
        total = total + settings.imitation_weight * parts["imitation"]
    return {"loss": total, **parts}


class Learner:
    """Owns a network in training, its optimiser and the average of its weights.

    `find_losses` is `losses`, or another function of the same kind for a network of another kind.
    """

    def __init__(self, network: nn.Module, settings: LearningSettings, device, find_losses=losses):
        self.settings, self.device = settings, torch.device(device)
        self.network = network.to(self.device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.network).requires_grad_(False)
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), lr=settings.learning_rate,
            weight_decay=settings.weight_decay, betas=(0.9, 0.99),
            fused=self.device.type == "cuda")
        # Compiling costs some 20 s a run and makes a step a quarter faster.
        compiled = settings.compile and self.device.type == "cuda"
        self.forward = torch.compile(self.network) if compiled else self.network
        self.find_losses = find_losses
        self.step_count = 0
        self.sums, self.summed = {}, 0

    def learning_rate(self, share: float) -> float:
        """Warm-up by steps; `share` is what the schedule leaves of the full rate."""
        warm = min(1.0, (self.step_count + 1) / max(1, self.settings.warmup_steps))
        return self.settings.learning_rate * warm * share

    def step(self, batch: dict, share: float) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = self.learning_rate(share)
        parts = self.find_losses(self.forward, batch, self.settings)
        self.optimiser.zero_grad(set_to_none=True)
        parts["loss"].backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.clip)
        self.optimiser.step()
        self.step_count += 1
        # A short memory at first: the first weights are worth nothing.
        decay = min(self.settings.average_decay, (1 + self.step_count) / (10 + self.step_count))
        torch._foreach_lerp_(list(self.average.parameters()), list(self.network.parameters()),
                             1.0 - decay)
        for name, part in parts.items():
            self.sums[name] = self.sums.get(name, 0.0) + part.detach()
        self.summed += 1

    def figures(self) -> dict:
        """Mean losses since the last call."""
        means = {name: round(float(total) / self.summed, 4) for name, total in self.sums.items()}
        self.sums, self.summed = {}, 0
        return means
