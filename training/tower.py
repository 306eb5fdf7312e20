"""Fused residual tower for inference on a GPU: packs weights for `tower.cu` and calls it.

Computes `Network.trunk` in bfloat16, twice as fast as layer by layer. Only networks of 64 channels
are supported. Attention layers run in PyTorch between launches.
"""

import torch

from network import Network, find_amazons
from rules import PLANES

SUPPORTED_CHANNELS = 64


class Tower:
    """`network` must be on the device, in bfloat16, and stay alive: its attention layers are used."""

    def __init__(self, network: Network, device):
        self.network, self.blocks = network, network.config.blocks
        channels, convolutions = SUPPORTED_CHANNELS, 1 + 2 * self.blocks
        self.weights = torch.zeros(convolutions, 9, channels, channels, dtype=torch.bfloat16,
                                   device=device)
        self.biases = torch.zeros(convolutions, channels, device=device)
        self.context = torch.zeros(self.blocks, channels, channels, device=device)
        self.load(network)

    @staticmethod
    def supports(network: Network) -> bool:
        return network.config.channels == SUPPORTED_CHANNELS

    @torch.no_grad()
    def load(self, network: Network) -> None:
        """Copies the convolutions: taps outermost, then outputs, inputs innermost."""
        layers = [network.stem]
        for block in network.blocks:
            layers += [block.first, block.second]
        for index, layer in enumerate(layers):
            taps = layer.weight.permute(2, 3, 0, 1).flatten(0, 1)
            self.weights[index, :, :, : taps.shape[2]] = taps
            self.biases[index] = layer.bias
        for index, block in enumerate(network.blocks):
            self.context[index] = block.context.weight.t()

    def __call__(self, planes: torch.Tensor) -> torch.Tensor:
        """Planes (N, 16, 10, 10) bfloat16, channels last, to the trunk (N, 64, 10, 10)."""
        x = planes.permute(0, 2, 3, 1).contiguous()
        assert x.shape[3] == PLANES and x.dtype == torch.bfloat16
        every = self.network.config.attention_every
        if not every:
            return self._run(x, 0, self.blocks).permute(0, 3, 1, 2)
        amazons, done = find_amazons(planes), 0
        for layer in self.network.attention:
            x = self._run(x, done, done + every)
            done += every
            flat = x.view(len(x), -1, SUPPORTED_CHANNELS)
            index, _, after = layer.attend(flat, *amazons)
            flat.scatter_(1, index, after)  # unused slots write the first amazon's values again
        if done < self.blocks:
            x = self._run(x, done, self.blocks)
        return x.permute(0, 3, 1, 2)

    def _run(self, x: torch.Tensor, done: int, blocks: int) -> torch.Tensor:
        """Runs the blocks from `done` to before `blocks`, and the stem if none is done."""
        import kernels

        out = x.new_empty(*x.shape[:3], SUPPORTED_CHANNELS)
        kernels.call("tower.cu", "launch_tower", x, self.weights, self.biases, self.context, out,
                     1 + 2 * done if done else 0, 1 + 2 * blocks, len(x))
        return out
