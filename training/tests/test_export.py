"""The weights file: round trip, damage, and the test vectors."""

import pytest
import torch

from configuration import NetworkShape
from export import read_weights, write_weights
from export import test_vectors as make_vectors
from export_pairs import vectors, write_pairs
from network import Network
from pairs import PairNetwork, PairShape

SMALL = NetworkShape(blocks=1, channels=16, embedding=8, value_channels=8, value_hidden=16)


def test_round_trip(tmp_path):
    network = Network(SMALL).eval()
    write_weights(tmp_path / "n.weights", network, {"minutes": 1.0})
    again = read_weights(tmp_path / "n.weights")
    planes = torch.rand(2, 16, 10, 10)
    for before, after in zip(network(planes), again(planes)):
        assert torch.equal(before, after)
    assert make_vectors(network) == make_vectors(again)


def test_damage_is_refused(tmp_path):
    path = tmp_path / "n.weights"
    write_weights(path, Network(SMALL), {})
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(ValueError, match="damaged"):
        read_weights(path)
    path.write_bytes(b"something else")
    with pytest.raises(ValueError, match="not a weights file"):
        read_weights(path)


def test_the_pair_network_in_whole_numbers(tmp_path):
    torch.manual_seed(4)
    network = PairNetwork(PairShape())
    with torch.no_grad():
        network.combined.normal_(0, 0.02)
        network.out.weight.mul_(5)
    write_pairs(tmp_path / "p.weights", network, "a test")
    data = (tmp_path / "p.weights").read_bytes()
    assert data[:8] == b"THMDPAIR"
    assert len(data) == 36 + 6 + 2 * 64 * (2322 + 1) + 32 * 128 + 4 * 32 + 32 * 32 + 4 * 32 + 4 * 33
    found = vectors(network)
    assert len({entry["thousandths"] for entry in found}) > 3  # or this would show nothing
    for entry in found:
        assert abs(entry["thousandths"] / 1000 - entry["logit"]) < 0.1
