"""The CUDA kernels give the same as the reference, on many random positions.

The reference runs on the GPU too: it is plain PyTorch there, and far faster than on one core.
"""

import pytest
import torch

import rules_reference
from conftest import TRAINING
from random_positions import random_positions

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")


@pytest.fixture(scope="module")
def cells():
    return random_positions(700, 11, 90, "cuda")


def test_input_planes(cells):
    import kernels

    fast = kernels.input_planes(cells)
    assert fast.is_contiguous(memory_format=torch.channels_last)
    assert torch.equal(fast.float(), rules_reference.input_planes(cells))


def test_terminal_result(cells):
    import kernels

    finished, margin, ownership = kernels.terminal_result(cells)
    wanted = rules_reference.terminal_result(cells)
    assert torch.equal(finished, wanted[0])
    assert torch.equal(margin[finished], wanted[1][finished])
    assert torch.equal(ownership[finished], wanted[2][finished])


def in_order(codes, log_policy):
    """The legal moves by rising code, and their log probabilities."""
    legal = log_policy > -torch.inf
    codes, order = codes[legal].sort()
    return codes, log_policy[legal][order]


def test_policy_moves(cells):
    import kernels

    part = cells[:150]
    tables = [torch.randn(len(part), 100, 100, device="cuda") for _ in range(3)]
    fast, slow = (rules.policy_moves(part, *tables) for rules in (kernels, rules_reference))
    for row in range(len(part)):
        got, wanted = (in_order(codes[row], policy[row]) for codes, policy in (fast, slow))
        assert torch.equal(got[0], wanted[0])
        assert torch.allclose(got[1], wanted[1], atol=1e-3)


def test_legal_masks(cells):
    import kernels

    part = cells[:150]
    zeros = torch.zeros(len(part), 100, 100, device="cuda")
    codes, log_policy = rules_reference.policy_moves(part, zeros, zeros, zeros)
    best, index = (log_policy + torch.rand_like(log_policy)).topk(24)
    codes = torch.where(best > -torch.inf, codes.gather(1, index), -1)
    fast = kernels.legal_masks(part, codes)
    for got, wanted in zip(fast, rules_reference.legal_masks(part, codes)):
        assert torch.equal(got, wanted)


@pytest.mark.parametrize("attention_every", [0, 1, 2, 3])
@pytest.mark.parametrize("count", [1, 5, 700])
def test_tower(cells, count, attention_every):
    from config import NetworkConfig
    from inference import InferenceNetwork
    from network import Network
    
    torch.manual_seed(1)
    network = Network(NetworkConfig(blocks=3, attention_every=attention_every)).cuda()
    with torch.no_grad():  # let every part of a block matter
        for block in network.blocks:
            block.second.weight.mul_(3.0)
            block.first.bias.normal_(0, 0.1)
            block.second.bias.normal_(0, 0.1)
    planes = rules_reference.input_planes(cells[:count])
    wanted = network.trunk(planes)
    fast = InferenceNetwork(network, "cuda").trunk(cells[:count]).float()
    error = (fast - wanted).norm() / wanted.norm()
    assert error < 0.02, float(error)


def test_search(cells):
    """The search by kernels plays like the exact one; half precision may sway a close choice."""
    from checkpoint import load_ema
    from config import SearchConfig
    from inference import InferenceNetwork
    from search import search

    part = cells[~rules_reference.terminal_result(cells)[0]][:32]
    network, _ = load_ema(TRAINING / "checkpoint" / "current.pt")
    settings = SearchConfig(16, 50.0, plies=[[4, 4]])
    exact = search(InferenceNetwork(network, "cpu"), part.cpu(), settings, noise=0.0)
    fast = search(InferenceNetwork(network, "cuda"), part, settings, noise=0.0)
    assert (fast.value.cpu() - exact.value).abs().mean() < 0.02
    assert (fast.chosen.cpu() == exact.chosen).float().mean() > 0.7
