"""Larger networks that begin as a smaller one: the same results, with room to learn more.

New blocks begin by adding nothing, and no old channel listens to a new one, so that the first
step of learning starts from what is known (Chen, Goodfellow and Shlens 2016, "Net2Net").
"""

import dataclasses

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


def shape_of_weights(weights: dict, like: NetworkShape) -> NetworkShape:
    """The shape of a network by its weights; its heads are as in `like`."""
    blocks = {name.split(".")[1] for name in weights if name.startswith("blocks.")}
    return dataclasses.replace(like, blocks=len(blocks), channels=weights["stem.weight"].shape[0])


@torch.no_grad()
def grow_into(large: Network, weights: dict) -> None:
    """Lets `large` say what a network with these weights says, nowhere larger than it. Its own
    numbers stay where the other has none."""
    old, shape = shape_of_weights(weights, large.shape), large.shape
    wanted = large.state_dict()
    heads = [name for name in weights if not name.startswith(("stem.", "blocks."))]
    same_heads = all(weights[name].shape[0] == wanted[name].shape[0] for name in heads)
    if shape.blocks < old.blocks or shape.channels < old.channels or not same_heads:
        raise ValueError(f"a network of {old.blocks}x{old.channels} cannot grow into {shape}")
    for name, tensor in weights.items():
        _fill(wanted[name], tensor.to(wanted[name].device), inputs=tensor.dim() > 1)
    for block in large.blocks[old.blocks :]:
        block.second.weight.zero_()
        block.second.bias.zero_()


def grown(network: Network, shape: NetworkShape) -> Network:
    """A network of `shape`, nowhere smaller than `network`, that says the same."""
    large = Network(shape)
    grow_into(large, network.state_dict())
    return large
