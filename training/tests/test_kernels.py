"""The CUDA kernels give the same as the reference, on many random positions."""

import pytest
import torch

import reference
from conftest import TRAINING
from positions import random_positions

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")


@pytest.fixture(scope="module")
def cells():
    return random_positions(700, 11, 90, "cuda").cpu()


def test_planes(cells):
    import kernels

    fast = kernels.planes(cells.cuda())
    assert fast.is_contiguous(memory_format=torch.channels_last)
    assert torch.equal(fast.float().cpu(), reference.planes(cells))


def test_judge(cells):
    import kernels

    finished, margin, ownership = (part.cpu() for part in kernels.judge(cells.cuda()))
    wanted = reference.judge(cells)
    assert torch.equal(finished, wanted[0])
    assert torch.equal(margin[finished], wanted[1][finished])
    assert torch.equal(ownership[finished], wanted[2][finished])


def as_dictionary(codes, log_policy):
    pairs = zip(codes.tolist(), log_policy.tolist())
    return {code: p for code, p in pairs if p > -torch.inf}


def test_policy_moves(cells):
    import kernels

    part = cells[:150]
    tables = [torch.randn(len(part), 100, 100) for _ in range(3)]
    fast = kernels.policy_moves(part.cuda(), *(table.cuda() for table in tables))
    slow = reference.policy_moves(part, *tables)
    for row in range(len(part)):
        got = as_dictionary(fast[0][row].cpu(), fast[1][row].cpu())
        wanted = as_dictionary(slow[0][row], slow[1][row])
        assert got.keys() == wanted.keys()
        assert all(abs(got[code] - wanted[code]) < 1e-3 for code in wanted)


def test_policy_masks(cells):
    import kernels

    part = cells[:150]
    zeros = torch.zeros(len(part), 100, 100)
    codes, log_policy = reference.policy_moves(part, zeros, zeros, zeros)
    best, index = (log_policy + torch.rand_like(log_policy)).topk(24)
    codes = torch.where(best > -torch.inf, codes.gather(1, index), -1)
    fast = kernels.policy_masks(part.cuda(), codes.cuda())
    for got, wanted in zip(fast, reference.policy_masks(part, codes)):
        assert torch.equal(got.cpu(), wanted)


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
    planes = reference.planes(cells[:count]).cuda()
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

    part = cells[~reference.judge(cells)[0]][:48]
    network, _ = load_average(TRAINING / "checkpoint" / "current.pt")
    settings = SearchSettings(16, 50.0, second_ply_children=4, second_ply_replies=4)
    exact = search(PlayNetwork(network, "cpu"), part, settings, noise=0.0)
    fast = search(PlayNetwork(network, "cuda"), part.cuda(), settings, noise=0.0)
    assert (fast.value.cpu() - exact.value).abs().mean() < 0.02
    assert (fast.chosen.cpu() == exact.chosen).float().mean() > 0.7
