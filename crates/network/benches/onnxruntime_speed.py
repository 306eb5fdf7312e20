"""Compares the speed of this crate with onnxruntime: same network and machine, one thread each.

    pip install onnx onnxruntime numpy
    cargo build --release -p thermodon-network --example speed
    python3 onnxruntime_speed.py EXPORTED target/release/examples/speed [--rounds 6]

EXPORTED is a float file written by `training/export_weights.py`. onnxruntime runs it in 32-bit floats on
precomputed input planes; this crate computes the planes and also the steps of the policy. The two
alternate in short rounds. Printed are the best round of each and the median ratio within a round.
"""

import argparse
import json
import os
import statistics
import struct
import subprocess
import time

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

KERNELS = ["avx512", "avx-vnni", "avx2", "neon-dotprod", "neon", "portable"]
PLANES, SIDE = 16, 10


def read_exported(path):
    """Header and tensors of a float file."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"THMDNET1":
        raise SystemExit(f"'{path}' is not a float network file")
    (length,) = struct.unpack("<I", data[8:12])
    header, payload = json.loads(data[12 : 12 + length]), data[12 + length :]
    tensors = {}
    for entry in header["tensors"]:
        count = int(np.prod(entry["shape"]))
        flat = np.frombuffer(payload, "<f4", count, entry["offset"])
        tensors[entry["name"]] = flat.reshape(entry["shape"])
    return header, tensors


class Graph:
    """Builder of an ONNX graph; methods return the name of their result."""

    def __init__(self, tensors):
        self.nodes, self.initializers, self.tensors = [], {}, tensors

    def add(self, kind, inputs, **attributes):
        name = f"result{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    def tensor(self, name, shape=None):
        values = self.tensors[name]
        self.initializers[name] = numpy_helper.from_array(
            np.ascontiguousarray(values if shape is None else values.reshape(shape)), name)
        return name

    def convolution(self, name, x):
        side = self.tensors[f"{name}.weight"].shape[-1]
        return self.add("Conv", [x, self.tensor(f"{name}.weight"), self.tensor(f"{name}.bias")],
                        kernel_shape=[side, side], pads=[side // 2] * 4)

    def linear(self, name, x):
        return self.add("Gemm", [x, self.tensor(f"{name}.weight"), self.tensor(f"{name}.bias")],
                        transB=1)

    def relu(self, x):
        return self.add("Relu", [x])

    def mean(self, x):
        return self.add("GlobalAveragePool", [x])


def build(header, tensors):
    """The network of `training/network.py` as an ONNX model."""
    graph = Graph(tensors)
    x = graph.relu(graph.convolution("stem", "planes"))
    for block in range(header["shape"]["blocks"]):
        name = f"blocks.{block}"
        channels = header["shape"]["channels"]
        context = graph.tensor(f"{name}.context.weight", (channels, channels, 1, 1))
        context = graph.add("Conv", [graph.mean(x), context], kernel_shape=[1, 1])
        hidden = graph.add("Add", [graph.convolution(f"{name}.first", x), context])
        second = graph.convolution(f"{name}.second", graph.relu(hidden))
        x = graph.relu(graph.add("Add", [x, second]))
    pooled = graph.add("Flatten", [graph.mean(graph.relu(graph.convolution("value_squares", x)))])
    value = graph.linear("value_out", graph.relu(graph.linear("value_hidden", pooled)))
    ownership = graph.add("Tanh", [graph.convolution("ownership", x)])
    embeddings = graph.convolution("policy", x)
    board = ["batch", None, SIDE, SIDE]
    planes = helper.make_tensor_value_info("planes", TensorProto.FLOAT,
                                           ["batch", PLANES, SIDE, SIDE])
    results = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
               for name, shape in [(value, ["batch", 2]), (ownership, board), (embeddings, board)]]
    model = helper.make_model(
        helper.make_graph(graph.nodes, "network", [planes], results,
                          list(graph.initializers.values())),
        opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    return model


def theirs(session, planes, seconds):
    """Evaluations per second of onnxruntime: the best of ten measurements."""
    best = 0.0
    for _ in range(10):
        start, done = time.perf_counter(), 0
        while time.perf_counter() - start < seconds / 10:
            session.run(None, {"planes": planes})
            done += len(planes)
        best = max(best, done / (time.perf_counter() - start))
    return best


def ours(program, kernel, seconds):
    """Evaluations per second of this crate, with policy; None if the CPU lacks the kernel."""
    run = subprocess.run([program, kernel, str(seconds), "policy"], capture_output=True, text=True)
    return float(run.stdout) if run.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("exported")
    parser.add_argument("program", help="the built example 'speed'")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement")
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # both sides on the same core
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        build(*read_exported(arguments.exported)).SerializeToString(), options,
        providers=["CPUExecutionProvider"])
    random = np.random.default_rng(1)
    batches = {size: random.random((size, PLANES, SIDE, SIDE), np.float32) for size in (1, 8, 32)}
    rounds = []
    for _ in range(arguments.rounds):
        measured = {f"onnxruntime, batch {size}": theirs(session, planes, arguments.seconds)
                    for size, planes in batches.items()}
        fastest = max(measured.values())
        measured |= {kernel: ours(arguments.program, kernel, arguments.seconds) for kernel in KERNELS}
        rounds.append({name: (speed, speed / fastest)
                       for name, speed in measured.items() if speed is not None})
    print(f"onnxruntime {onnxruntime.__version__}, evaluations per second on one thread, best of "
          f"{len(rounds)} rounds, and median ratio to onnxruntime's fastest batch:")
    for name in rounds[0]:
        best = max(measured[name][0] for measured in rounds)
        ratio = statistics.median(measured[name][1] for measured in rounds)
        print(f"  {name:24}{best:8.0f}   {ratio:6.2f}")


if __name__ == "__main__":
    main()
