"""Frozen copy of the network for play: bfloat16 on a GPU, exact on a CPU."""

import copy

import torch

import rules
from network import Network
from tower import Tower


class InferenceNetwork:
    """Evaluates boards: the trunk once, then heads. `load` copies new weights in place."""

    def __init__(self, network: Network, device, fused: bool = True):
        self.device = torch.device(device)
        self.network = copy.deepcopy(network).to(self.device).eval().requires_grad_(False)
        self.tower = None
        if self.device.type == "cuda":
            self.network = self.network.to(torch.bfloat16, memory_format=torch.channels_last)
            if fused and Tower.supports(network):
                self.tower = Tower(self.network, self.device)

    @torch.no_grad()
    def load(self, network: Network) -> None:
        self.network.load_state_dict(network.state_dict())
        if self.tower:
            self.tower.load(network)

    @torch.no_grad()
    def trunk(self, cells: torch.Tensor) -> torch.Tensor:
        """Input of the heads below."""
        planes = rules.input_planes(cells)
        return self.tower(planes) if self.tower else self.network.trunk(planes)

    @torch.no_grad()
    def value(self, trunk: torch.Tensor) -> torch.Tensor:
        """Logit of the win probability of the side to move."""
        return self.network.value_head(trunk)[0]

    @torch.no_grad()
    def embeddings(self, trunk: torch.Tensor) -> torch.Tensor:
        """Move embeddings, see `network.move_tables`."""
        return self.network.policy_head(trunk)
