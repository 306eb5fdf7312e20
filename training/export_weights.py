"""Exports the EMA network as a weights file, with test vectors for readers.

    python3 export_weights.py checkpoint/current.pt network.weights [--vectors vectors.json]

The file, all little-endian:

    8 bytes   magic "THMDNET1", or "THMDNET2" for networks with attention, which older readers
              must refuse
    4 bytes   length of the header, unsigned
    header    JSON (UTF-8): "shape" (size of the network), "planes", "provenance"
              (GPU minutes, games, positions, steps), "sha256" (of all that
              follows) and "tensors", a list of {"name", "shape", "offset"}, offsets
              in bytes from the end of the header
    tensors   32-bit floats, row-major, in the order of the list

Convolution weights are [out][in][rank step][file step], steps from -1 to +1;
matrices are [out][in]. `network.py` shows how they are used and `rules.input_planes` what
goes in. Squares are numbered a1, b1, ..., j10.
"""

import argparse
import hashlib
import json
import struct
import sys
from dataclasses import asdict
from pathlib import Path

import torch

import rules
from checkpoint import load_ema
from config import NetworkConfig
from network import MARGIN_UNIT, Network, move_tables
from notation import format_move, parse_position

MAGIC, MAGIC_ATTENTION = b"THMDNET1", b"THMDNET2"

VECTOR_POSITIONS = [
    "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3",
    "3q2q3/10/10/q8q/6*3/3Q6/7Q2/2*7/Q9/6Q3",
    "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2",
    "1q2q1/q4q/6/2**2/Q4Q/1Q2Q1",
    "1q1q1/q3q/5/Q3Q/1Q1Q1",
    "q3*/1**2/2Q2/**1*1/4Q/5",
]


def write_weights(path, network: Network, provenance: dict) -> None:
    tensors, payload = [], b""
    for name, tensor in network.state_dict().items():
        tensors.append({"name": name, "shape": list(tensor.shape), "offset": len(payload)})
        payload += tensor.detach().cpu().float().contiguous().numpy().astype("<f4").tobytes()
    shape = asdict(network.config)
    if not network.config.attention_every:
        del shape["attention_every"]
    header = json.dumps({
        "shape": shape,
        "planes": rules.PLANES,
        "margin_unit": MARGIN_UNIT,
        "provenance": provenance,
        "sha256": hashlib.sha256(payload).hexdigest(),
        "tensors": tensors,
    }).encode()
    magic = MAGIC_ATTENTION if network.config.attention_every else MAGIC
    Path(path).write_bytes(magic + struct.pack("<I", len(header)) + header + payload)


def read_weights(path) -> Network:
    """Inverse of `write_weights`."""
    data = Path(path).read_bytes()
    if len(data) < 12 or data[:8] not in (MAGIC, MAGIC_ATTENTION):
        raise ValueError(f"'{path}' is not a weights file")
    (length,) = struct.unpack("<I", data[8:12])
    header, payload = json.loads(data[12 : 12 + length]), data[12 + length :]
    if hashlib.sha256(payload).hexdigest() != header["sha256"]:
        raise ValueError(f"'{path}' is corrupt (bad checksum)")
    network = Network(NetworkConfig(**header["shape"]))
    state = {}
    for entry in header["tensors"]:
        count = 1
        for size in entry["shape"]:
            count *= size
        piece = bytearray(payload[entry["offset"] : entry["offset"] + 4 * count])
        state[entry["name"]] = torch.frombuffer(piece, dtype=torch.float32).view(entry["shape"])
    network.load_state_dict(state)
    return network.eval()


@torch.no_grad()
def test_vectors(network: Network, positions=VECTOR_POSITIONS) -> list[dict]:
    """Sums of the planes, value, margin, ownership and likeliest moves of some positions."""
    vectors = []
    for text in positions:
        cells = torch.tensor([parse_position(text)], dtype=torch.uint8)
        planes = rules.input_planes(cells)
        value, margin, ownership, embeddings = network(planes)
        codes, log_policy = rules.policy_moves(cells, *move_tables(embeddings))
        best, index = log_policy[0].topk(8)
        vectors.append({
            "position": text,
            "plane_sums": [round(x, 5) for x in planes.sum((0, 2, 3)).tolist()],
            "value_logit": float(value),
            "margin": float(margin) * MARGIN_UNIT,
            "ownership": [round(x, 5) for x in ownership[0].tolist()],
            "moves": [{"move": format_move(int(codes[0, i])), "log_probability": float(p)}
                      for p, i in zip(best, index) if p > -torch.inf],
        })
    return vectors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint")
    parser.add_argument("weights", help="file to write")
    parser.add_argument("--vectors", help="also write test vectors to this JSON file")
    parser.add_argument("--onnx", help="also write the network as ONNX (needs onnxscript)")
    arguments = parser.parse_args()
    try:
        network, provenance = load_ema(arguments.checkpoint)
        write_weights(arguments.weights, network, provenance)
    except (OSError, ValueError) as error:
        print(f"export_weights.py: {error}", file=sys.stderr)
        sys.exit(2)
    if arguments.vectors:
        Path(arguments.vectors).write_text(json.dumps(test_vectors(network), indent=1) + "\n")
    if arguments.onnx:
        example = torch.zeros(8, rules.PLANES, 10, 10)
        batch = torch.export.Dim("batch")
        torch.onnx.export(network, (example,), arguments.onnx, dynamo=True,
                          dynamic_shapes=({0: batch},), input_names=["planes"],
                          output_names=["value", "margin", "ownership", "embeddings"])


if __name__ == "__main__":
    main()
