"""Writes a small random network with attention, `attention.weights`, and its outputs, `attention.json`.

    python3 attention.py        (needs PyTorch)
"""

import json
import sys
from pathlib import Path

import torch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[3] / "training"))

from config import NetworkConfig
from export_weights import VECTOR_POSITIONS, test_vectors, write_weights
from network import Network

FEW_AMAZONS = ["5/1*3/5/3Q1/5", "6/2*3/6/6/6/6"]

torch.manual_seed(1)
network = Network(NetworkConfig(blocks=2, channels=32, embedding=4, value_channels=8,
                                value_hidden=8, attention_every=1)).eval()
with torch.no_grad():  # sharp attention with large effect, so that errors show
    for layer in network.attention:
        layer.qkv.weight.mul_(6)
        layer.out.weight.mul_(6)
write_weights(HERE / "attention.weights", network,
              {"minutes": 0.0, "games": 0, "positions": 0, "step": 0})
vectors = test_vectors(network, VECTOR_POSITIONS + FEW_AMAZONS)
(HERE / "attention.json").write_text(json.dumps(vectors, indent=1) + "\n")
