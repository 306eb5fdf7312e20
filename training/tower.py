"""The fused tower for play on a GPU: packs weights for `tower.cu` and calls it.

It gives what `Network.trunk` gives, in bfloat16, several times as fast as layer
by layer. Only networks of 64 channels are covered; others go layer by layer.
"""

import torch

from network import Network
from rules import PLANES

CHANNELS = 64


class Tower:
    def __init__(self, network: Network, device):
        self.blocks = network.shape.blocks
        convolutions = 1 + 2 * self.blocks
        self.weights = torch.zeros(convolutions, 9, CHANNELS, CHANNELS, dtype=torch.bfloat16,
                                   device=device)
        self.biases = torch.zeros(convolutions, CHANNELS, device=device)
        self.context = torch.zeros(self.blocks, CHANNELS, CHANNELS, device=device)
        self.load(network)

    @staticmethod
    def covers(network: Network) -> bool:
        return network.shape.channels == CHANNELS

    @torch.no_grad()
    def load(self, network: Network) -> None:
        """Takes the weights: taps outermost, then outputs, inputs innermost."""
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
        import kernels

        squares = planes.permute(0, 2, 3, 1)
        assert squares.shape[3] == PLANES and squares.dtype == torch.bfloat16
        out = squares.new_empty(*squares.shape[:3], CHANNELS)
        kernels.call("tower.cu", "launch_tower", squares.contiguous(), self.weights, self.biases,
                     self.context, out, self.blocks, len(squares))
        return out.permute(0, 3, 1, 2)
