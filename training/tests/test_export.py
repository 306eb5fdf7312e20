"""The weights file: round trip, damage, and the test vectors."""

import pytest
import torch

from config import NetworkConfig
from export_weights import read_weights, write_weights
from export_weights import test_vectors as make_vectors
from network import Network

SMALL = NetworkConfig(blocks=1, channels=16, embedding=8, value_channels=8, value_hidden=16)


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
    with pytest.raises(ValueError, match="corrupt"):
        read_weights(path)
    path.write_bytes(b"something else")
    with pytest.raises(ValueError, match="not a weights file"):
        read_weights(path)


def test_networks_with_attention_have_their_own_magic(tmp_path):
    config = NetworkConfig(**{**vars(SMALL), "attention_every": 1})
    network = Network(config).eval()
    write_weights(tmp_path / "n.weights", network, {})
    assert (tmp_path / "n.weights").read_bytes()[:8] == b"THMDNET2"
    assert make_vectors(network) == make_vectors(read_weights(tmp_path / "n.weights"))
