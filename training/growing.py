"""Larger networks that begin as a smaller one: the same results, with room to learn more.

New blocks begin by adding nothing, and no old channel listens to a new one, so that the first
step of learning starts from what is known (Chen, Goodfellow and Shlens 2016, "Net2Net").
"""

import torch

from configuration import NetworkShape
from network import Network


def _fill(target: torch.Tensor, source: torch.Tensor, inputs: bool = True) -> None:
    """Puts the old numbers in front; what an old output takes from a new input becomes 0."""
    outputs = source.shape[0]
    if inputs:
        target[:outputs, source.shape[1] :] = 0
        target[:outputs, : source.shape[1]] = source
    else:
        target[:outputs] = source


@torch.no_grad()
def grown(network: Network, shape: NetworkShape) -> Network:
    """A network of `shape`, nowhere smaller than `network`, that says the same."""
    old = network.shape
    same_heads = (old.embedding, old.value_channels, old.value_hidden) == (
        shape.embedding, shape.value_channels, shape.value_hidden)
    if shape.blocks < old.blocks or shape.channels < old.channels or not same_heads:
        raise ValueError(f"{old} cannot grow into {shape}")
    large = Network(shape)
    wanted = large.state_dict()
    for name, tensor in network.state_dict().items():
        _fill(wanted[name], tensor.to(wanted[name].device), inputs=tensor.dim() > 1)
    for block in large.blocks[old.blocks :]:
        block.second.weight.zero_()
        block.second.bias.zero_()
    return large
