"""A network in training: optimizer steps and the exponential moving average (EMA) of its weights."""

import copy

import torch

from config import OptimizerConfig
from losses import losses
from network import Network


class Learner:
    """Owns a network, its optimizer and its EMA. The EMA plays and is exported."""

    def __init__(self, network: Network, config: OptimizerConfig, device):
        self.config, self.device = config, torch.device(device)
        self.network = network.to(self.device, memory_format=torch.channels_last)
        self.ema = copy.deepcopy(self.network).requires_grad_(False)
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=config.learning_rate,
            weight_decay=config.weight_decay, betas=(0.9, 0.99),
            fused=self.device.type == "cuda")
        # Compilation takes 20 to 30 s and makes a step a quarter faster.
        compiled = config.compile and self.device.type == "cuda"
        self.forward = torch.compile(self.network) if compiled else self.network
        self.step_count = 0
        self.sums, self.summed = {}, 0

    def learning_rate(self, factor: float) -> float:
        """Rate of the next step: the configured one after warm-up, times `factor`."""
        warmup = min(1.0, (self.step_count + 1) / max(1, self.config.warmup_steps))
        return self.config.learning_rate * warmup * factor

    def step(self, batch: dict, lr_factor: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = self.learning_rate(lr_factor)
        parts = losses(self.forward, batch, self.config)
        self.optimizer.zero_grad(set_to_none=True)
        parts["loss"].backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.config.grad_clip)
        self.optimizer.step()
        self.step_count += 1
        # Smaller EMA decay during the first steps.
        decay = min(self.config.ema_decay, (1 + self.step_count) / (10 + self.step_count))
        torch._foreach_lerp_(list(self.ema.parameters()), list(self.network.parameters()),
                             1.0 - decay)
        for name, part in parts.items():
            self.sums[name] = self.sums.get(name, 0.0) + part.detach()
        self.summed += 1

    def metrics(self) -> dict:
        """Mean losses since the last call."""
        means = {name: round(float(total) / self.summed, 4) for name, total in self.sums.items()}
        self.sums, self.summed = {}, 0
        return means
