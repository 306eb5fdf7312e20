"""Larger networks that start as a smaller one: the same outputs, with capacity added.

New blocks and attention layers start by adding nothing, and no old channel reads a new one
(Chen, Goodfellow and Shlens 2016, "Net2Net").
"""

import dataclasses

import torch

from config import NetworkConfig
from network import Network


def _fill(target: torch.Tensor, source: torch.Tensor) -> None:
    """Copies the old weights to the front; weights from new inputs to old outputs become 0."""
    outputs = source.shape[0]
    if source.dim() == 1:
        target[:outputs] = source
    else:
        target[:outputs, source.shape[1] :] = 0
        target[:outputs, : source.shape[1]] = source


def infer_config(weights: dict, like: NetworkConfig) -> NetworkConfig:
    """Configuration of a network from its weights; heads and attention spacing as in `like`."""
    blocks = {name.split(".")[1] for name in weights if name.startswith("blocks.")}
    attention = any(name.startswith("attention.") for name in weights)
    return dataclasses.replace(like, blocks=len(blocks), channels=weights["stem.weight"].shape[0],
                               attention_every=like.attention_every if attention else 0)


@torch.no_grad()
def load_widened(large: Network, weights: dict) -> None:
    """Initializes `large` so that it computes the same function as the smaller network (Net2Net)."""
    old, new = infer_config(weights, large.config), large.config
    state = large.state_dict()
    heads = [name for name in weights if not name.startswith(("stem.", "blocks.", "attention."))]
    same_heads = all(weights[name].shape[0] == state[name].shape[0] for name in heads)
    layers = len({name.split(".")[1] for name in weights if name.startswith("attention.")})
    same_attention = not layers or (new.channels == old.channels and new.attention_every
                                    and layers == old.blocks // new.attention_every)
    if (new.blocks < old.blocks or new.channels < old.channels or not same_heads
            or not same_attention):
        raise ValueError(f"cannot widen {old.blocks}x{old.channels} to {new}")
    for name, tensor in weights.items():
        _fill(state[name], tensor.to(state[name].device))
    for block in large.blocks[old.blocks :]:
        block.second.weight.zero_()
        block.second.bias.zero_()
    for layer in large.attention[layers:] if new.attention_every else []:
        layer.out.weight.zero_()
        layer.out.bias.zero_()


def widen(network: Network, config: NetworkConfig) -> Network:
    """A network of `config`, nowhere smaller than `network`, that computes the same function."""
    large = Network(config)
    load_widened(large, network.state_dict())
    return large
