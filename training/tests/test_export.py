"""The weights file: round trip, damage, and the test vectors."""

import pytest
import torch

from configuration import NetworkShape
from export import read_weights, write_weights
from export import test_vectors as make_vectors
from network import Network

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
