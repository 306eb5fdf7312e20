"""Learning: losses, optimiser, and the averaged weights that play and ship."""

import copy

import torch
from torch.nn import functional

import rules
from configuration import LearningSettings
from network import MARGIN_UNIT, Network, log_policy_of
from starts import STANDARD, VARIED

LOSS_NAMES = ("loss", "policy", "value", "value_standard", "margin", "ownership",
              "policy_target_entropy")


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


def _entropy(policy):
    policy = policy.float()
    rest = (1.0 - policy.sum(1, keepdim=True)).clamp(min=0.0)
    return torch.special.entr(torch.cat([policy, rest], 1)).sum(1)


def losses(network: Network, batch: dict, settings: LearningSettings) -> torch.Tensor:
    """The weighted loss and its parts, in the order of `LOSS_NAMES`."""
    cells, codes = batch["cells"], batch["codes"]
    with torch.autocast(cells.device.type, torch.bfloat16, enabled=cells.is_cuda):
        value, margin, ownership, embeddings = network(rules.planes(cells))
    masks = rules.policy_masks(cells, codes)
    policy = policy_loss(log_policy_of(embeddings, codes, *masks), batch["policy"])

    result = batch["result"].float()
    known = (result != 0).float()
    share = settings.result_share
    target = share * (result + 1) / 2 + (1 - share) * batch["search_value"].float()
    value_each = functional.binary_cross_entropy_with_logits(value, target, reduction="none")
    margin_each = functional.smooth_l1_loss(margin, batch["margin"].float() / MARGIN_UNIT,
                                            reduction="none")
    on_board = (cells != 0).float()
    gap = (ownership - batch["ownership"].float()) ** 2 * on_board
    ownership_each = gap.sum(1) / on_board.sum(1).clamp(min=1)

    def average(each, weight):
        return (each * weight).sum() / weight.sum().clamp(min=1)

    standard = known * ((batch["kind"] == STANDARD) | (batch["kind"] == VARIED))
    parts = [policy.mean(), average(value_each, known), average(value_each.detach(), standard),
             average(margin_each, known), average(ownership_each, known),
             _entropy(batch["policy"]).mean()]
    total = (settings.policy_weight * parts[0] + settings.value_weight * parts[1]
             + settings.margin_weight * parts[3] + settings.ownership_weight * parts[4])
    return torch.stack([total, *parts])


class Learner:
    """Owns the trained network, its optimiser and the average of its weights."""

    def __init__(self, network: Network, settings: LearningSettings, device):
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
        self.step_count = 0
        self.sums = torch.zeros(len(LOSS_NAMES), device=self.device)
        self.summed = 0

    def learning_rate(self, minutes: float) -> float:
        """Warm-up by steps, then decay with the root of all GPU minutes so far."""
        warm = min(1.0, (self.step_count + 1) / max(1, self.settings.warmup_steps))
        decay = min(1.0, self.settings.full_rate_minutes / max(minutes, 1e-9)) ** 0.5
        return self.settings.learning_rate * warm * decay

    def step(self, batch: dict, minutes: float) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = self.learning_rate(minutes)
        parts = losses(self.forward, batch, self.settings)
        self.optimiser.zero_grad(set_to_none=True)
        parts[0].backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.clip)
        self.optimiser.step()
        self.step_count += 1
        # A short memory at first: the first weights are worth nothing.
        decay = min(self.settings.average_decay, (1 + self.step_count) / (10 + self.step_count))
        torch._foreach_lerp_(list(self.average.parameters()), list(self.network.parameters()),
                             1.0 - decay)
        self.sums += parts.detach()
        self.summed += 1

    def figures(self) -> dict:
        """Mean losses since the last call."""
        means = (self.sums / max(self.summed, 1)).tolist()
        self.sums.zero_()
        self.summed = 0
        return {name: round(mean, 4) for name, mean in zip(LOSS_NAMES, means)}
