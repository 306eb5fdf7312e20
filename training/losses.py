"""Losses of the network's four heads and of distillation."""

import torch
from torch.nn import functional

import rules
from config import OptimizerConfig
from network import MARGIN_UNIT, Network, factored_policy, move_log_policy
from start_positions import STANDARD, VARIED


def policy_loss(log_policy, policy):
    """Cross-entropy to the improved policy; moves that were not sampled are pooled into one class.

    Without that class each step would pull all probability onto the few sampled candidates.
    """
    policy = policy.float()
    rest = (1.0 - policy.sum(1)).clamp(min=0.0)
    known = policy > 0
    log_policy = torch.where(known, log_policy, 0.0)
    covered = torch.where(known, log_policy.exp(), 0.0).sum(1)
    log_rest = torch.log((1.0 - covered).clamp(min=1e-4))
    return -(policy * log_policy).sum(1) - rest * log_rest


def distillation_loss(steps, arrows, teacher_steps, teacher_arrows, codes):
    """KL divergence in nats of both factors of the policy from the teacher's.

    Covers every legal step, and every arrow after each candidate's step (Hinton, Vinyals and
    Dean 2015, "Distilling the knowledge in a neural network").
    """
    def kl_divergence(student, teacher):
        return functional.kl_div(student, teacher, reduction="none", log_target=True).sum(-1)

    # Positions without candidates still have steps.
    known = (codes >= 0).float()
    by_arrow = kl_divergence(arrows, teacher_arrows) * known
    return kl_divergence(steps, teacher_steps) + by_arrow.sum(1) / known.sum(1).clamp(min=1)


def _entropy(policy):
    policy = policy.float()
    rest = (1.0 - policy.sum(1, keepdim=True)).clamp(min=0.0)
    return torch.special.entr(torch.cat([policy, rest], 1)).sum(1)


def _weighted_mean(each, weight):
    return (each * weight).sum() / weight.sum().clamp(min=1)


def losses(network: Network, batch: dict, config: OptimizerConfig) -> dict:
    """The weighted loss, first, and its parts.

    `teacher` in the batch, another network's `factored_policy`, adds the distillation loss.
    Positions without a result count for the policy only, those without candidates for the rest.
    """
    cells, codes = batch["cells"], batch["codes"]
    with torch.autocast(cells.device.type, torch.bfloat16, enabled=cells.is_cuda):
        value, margin, ownership, embeddings = network(rules.input_planes(cells))
    masks = rules.legal_masks(cells, codes)
    steps, arrows = factored_policy(embeddings, codes, *masks)
    policy = policy_loss(move_log_policy(steps, arrows, codes, masks[0]), batch["policy"])
    searched = (codes[:, 0] >= 0).float()

    result, weight = batch["result"].float(), config.result_weight
    has_result = (result != 0).float()
    target = weight * (result + 1) / 2 + (1 - weight) * batch["search_value"].float()
    value_each = functional.binary_cross_entropy_with_logits(value, target, reduction="none")
    margin_each = functional.smooth_l1_loss(margin, batch["margin"].float() / MARGIN_UNIT,
                                            reduction="none")
    standard = has_result * ((batch["kind"] == STANDARD) | (batch["kind"] == VARIED))
    on_board = (cells != 0).float()
    gap = (ownership - batch["ownership"].float()) ** 2 * on_board
    ownership_each = gap.sum(1) / on_board.sum(1).clamp(min=1)
    parts = {"policy": _weighted_mean(policy, searched),
             "value": _weighted_mean(value_each, has_result),
             "value_standard": _weighted_mean(value_each.detach(), standard),
             "margin": _weighted_mean(margin_each, has_result),
             "ownership": _weighted_mean(ownership_each, has_result),
             "policy_target_entropy": _weighted_mean(_entropy(batch["policy"]), searched)}
    total = (config.policy_weight * parts["policy"] + config.value_weight * parts["value"]
             + config.margin_weight * parts["margin"]
             + config.ownership_weight * parts["ownership"])
    if "teacher" in batch:
        parts["distillation"] = distillation_loss(steps, arrows, *batch["teacher"], codes).mean()
        total = total + config.distillation_weight * parts["distillation"]
    return {"loss": total, **parts}
