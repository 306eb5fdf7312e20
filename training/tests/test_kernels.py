"""The CUDA kernels give the same as the reference, on many random positions.

The reference runs on the GPU too: it is plain PyTorch there, and far faster than on one core.
"""

import pytest
import torch

import reference
from conftest import TRAINING
from positions import random_positions

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")


@pytest.fixture(scope="module")
def cells():
    return random_positions(700, 11, 90, "cuda")


def test_planes(cells):
    import kernels

    fast = kernels.planes(cells)
    assert fast.is_contiguous(memory_format=torch.channels_last)
    assert torch.equal(fast.float(), reference.planes(cells))


def test_judge(cells):
    import kernels

    finished, margin, ownership = kernels.judge(cells)
    wanted = reference.judge(cells)
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
    fast, slow = (rules.policy_moves(part, *tables) for rules in (kernels, reference))
    for row in range(len(part)):
        got, wanted = (in_order(codes[row], policy[row]) for codes, policy in (fast, slow))
        assert torch.equal(got[0], wanted[0])
        assert torch.allclose(got[1], wanted[1], atol=1e-3)


def test_policy_masks(cells):
    import kernels

    part = cells[:150]
    zeros = torch.zeros(len(part), 100, 100, device="cuda")
    codes, log_policy = reference.policy_moves(part, zeros, zeros, zeros)
    best, index = (log_policy + torch.rand_like(log_policy)).topk(24)
    codes = torch.where(best > -torch.inf, codes.gather(1, index), -1)
    fast = kernels.policy_masks(part, codes)
    for got, wanted in zip(fast, reference.policy_masks(part, codes)):
        assert torch.equal(got, wanted)


@pytest.mark.parametrize("count", [1, 5, 700])
def test_tower(cells, count):
    from configuration import NetworkShape
    from network import Network
    from tower import Tower

    torch.manual_seed(1)
    network = Network(NetworkShape(blocks=3)).cuda()
    with torch.no_grad():  # let every part of a block matter
        for block in network.blocks:
            block.second.weight.mul_(3.0)
            block.first.bias.normal_(0, 0.1)
            block.second.bias.normal_(0, 0.1)
    planes = reference.planes(cells[:count])
    wanted = network.trunk(planes)
    fast = Tower(network, "cuda")(
        planes.bfloat16().contiguous(memory_format=torch.channels_last)).float()
    error = (fast - wanted).norm() / wanted.norm()
    assert error < 0.02, float(error)


def test_search(cells):
    """The search by kernels plays like the exact one; half precision may sway a close choice."""
    from checkpoint import load_average
    from configuration import SearchSettings
    from play import PlayNetwork
    from search import search

    part = cells[~reference.judge(cells)[0]][:32]
    network, _ = load_average(TRAINING / "checkpoint" / "current.pt")
    settings = SearchSettings(16, 50.0, second_ply_children=4, second_ply_replies=4)
    exact = search(PlayNetwork(network, "cpu"), part.cpu(), settings, noise=0.0)
    fast = search(PlayNetwork(network, "cuda"), part, settings, noise=0.0)
    assert (fast.value.cpu() - exact.value).abs().mean() < 0.02
    assert (fast.chosen.cpu() == exact.chosen).float().mean() > 0.7
