"""Writes the pair network as whole numbers, with positions to test a reader.

    python3 export_pairs.py student-pairs.pt pairs.weights [--vectors vectors.json]

The file, all little-endian:

    8 bytes   magic "THMDPAIR"
    4 bytes   version of the format, 1
    8 bytes   checksum of all that follows: FNV-1a, 64 bits
    12 bytes  the number of features, the width of a row, the width of the hidden layers; 4 bytes each
    4 bytes   length of the provenance
    ...       provenance: UTF-8, how these weights were made
    numbers   rows [feature][width] and their bias [width], 16 bits, in 200ths;
              first layer [out][in], own sums before the opponent's, 8 bits, in 64ths, and its bias, 32 bits, in 12,800ths;
              second layer the same; output [in] and its bias, 32 bits

A sum of rows is cut to 0..200 and is then a byte. A layer's sum is divided by 64, rounded and cut
in the same way. The output's sum, divided by 1,024 and rounded, is the win logit in thousandths. All divisions
round to the nearest, halves up, so that every reader gets the same numbers.
"""

import argparse
import json
import struct
import sys
from pathlib import Path

import torch

import rules
from checkpoint import load_average
from export import VECTOR_POSITIONS
from notation import parse_position
from pairs import FEATURES, LARGEST_WEIGHT, PairNetwork, features

MAGIC, VERSION = b"THMDPAIR", 1
ROW_UNIT, WEIGHT_UNIT, OUT_UNIT = 200, 64, 5120  # 1,024 * 1,000 / ROW_UNIT


class WholePairs:
    """The pair network in whole numbers, computed as plainly as can be."""

    def __init__(self, network: PairNetwork):
        def whole(tensor, unit):
            return (tensor.detach().double() * unit).round().long()

        self.exchanged = network.exchanged.cpu()
        self.rows = whole(network.table(), ROW_UNIT)
        self.bias = whole(network.bias, ROW_UNIT)
        self.layers = [(whole(layer.weight.clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT), WEIGHT_UNIT),
                        whole(layer.bias, ROW_UNIT * WEIGHT_UNIT))
                       for layer in (network.first, network.second)]
        self.out = whole(network.out.weight[0], OUT_UNIT)
        self.out_bias = whole(network.out.bias[0], OUT_UNIT * ROW_UNIT)

    def thousandths(self, feature: torch.Tensor) -> int:
        """The logit of one board, from the features of its squares (100)."""
        known = feature[feature >= 0]
        sides = [self.rows[known], self.rows[self.exchanged[known]]]
        x = torch.cat([rows.sum(0) + self.bias for rows in sides]).clamp(0, ROW_UNIT)
        for weight, bias in self.layers:
            x = ((weight @ x + bias + WEIGHT_UNIT // 2) // WEIGHT_UNIT).clamp(0, ROW_UNIT)
        return int((self.out @ x + self.out_bias + 512) // 1024)

    def payload(self) -> bytes:
        def written(tensor, kind):
            return tensor.contiguous().numpy().astype(kind).tobytes()

        parts = [written(self.rows, "<i2"), written(self.bias, "<i2")]
        for weight, bias in self.layers:
            parts += [written(weight, "<i1"), written(bias, "<i4")]
        return b"".join(parts) + written(self.out, "<i4") + written(self.out_bias, "<i4")


def checksum(data: bytes) -> int:
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return value


def write_pairs(path, network: PairNetwork, provenance: str) -> None:
    text = provenance.encode()
    shape = network.shape
    body = struct.pack("<4I", FEATURES, shape.rows, shape.hidden, len(text)) + text
    body += WholePairs(network).payload()
    Path(path).write_bytes(MAGIC + struct.pack("<IQ", VERSION, checksum(body)) + body)


@torch.no_grad()
def vectors(network: PairNetwork) -> list[dict]:
    """For some positions: the sum of all features, and the logit, exact and in whole numbers."""
    whole, found = WholePairs(network), []
    for text in VECTOR_POSITIONS:
        planes = rules.planes(torch.tensor([parse_position(text)], dtype=torch.uint8))
        feature = features(planes)[0]
        found.append({"position": text, "features": feature.tolist(),
                      "logit": round(float(network(planes)[0]), 4),
                      "thousandths": whole.thousandths(feature)})
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint")
    parser.add_argument("weights", help="file to write")
    parser.add_argument("--vectors", help="also write test vectors to this JSON file")
    arguments = parser.parse_args()
    try:
        network, facts = load_average(arguments.checkpoint)
        if not isinstance(network, PairNetwork):
            raise ValueError(f"'{arguments.checkpoint}' holds no pair network")
        provenance = (f"{facts['step']} steps beside the main network, "
                      f"which had {facts['minutes']:.1f} minutes")
        write_pairs(arguments.weights, network, provenance)
    except (OSError, ValueError) as error:
        print(f"export_pairs.py: {error}", file=sys.stderr)
        sys.exit(2)
    if arguments.vectors:
        Path(arguments.vectors).write_text(json.dumps(vectors(network), indent=1) + "\n")


if __name__ == "__main__":
    main()
