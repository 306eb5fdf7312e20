"""CUDA implementation of the rules; builds kernels with nvcc and calls them.

Kernels take raw pointers through ctypes, so a build takes seconds. Libraries are cached in the
user's cache directory under a hash of the source.
"""

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import torch

from notation import FRAME, SQUARES
from rules_reference import MAX_AMAZONS, PLANES

# More moves than any position of four amazons is known to have (2,176 at the start).
MAX_MOVES = 4096

_libraries = {}


def build_library(source: Path) -> Path:
    """Compiles one .cu file for the GPU at hand; returns the shared library."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    major, minor = torch.cuda.get_device_capability()
    target = f"{major}{minor}a" if major == 9 else f"{major}{minor}"
    flags = ["-O3", "-std=c++17", "-shared", "-Xcompiler", "-fPIC",
             f"-gencode=arch=compute_{target},code=sm_{target}"]
    text = source.read_bytes() + " ".join(flags).encode()
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "thermodon-training"
    cache.mkdir(parents=True, exist_ok=True)
    library = cache / f"{source.stem}-{hashlib.sha256(text).hexdigest()[:16]}.so"
    if not library.exists():
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            built = Path(folder) / "built.so"
            subprocess.run([nvcc, *flags, "-o", str(built), str(source)], check=True)
            built.replace(library)
    return library


def call(source: str, name: str, *arguments) -> None:
    """Launches a function of `source` on the current stream.

    Tensors become pointers, integers C ints; the stream comes last.
    """
    if source not in _libraries:
        path = build_library(Path(__file__).with_name(source))
        _libraries[source] = ctypes.CDLL(str(path))
    converted = []
    for argument in arguments:
        if isinstance(argument, torch.Tensor):
            assert argument.is_cuda and argument.is_contiguous()
            converted.append(ctypes.c_void_p(argument.data_ptr()))
        else:
            converted.append(ctypes.c_int(argument))
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
    error = getattr(_libraries[source], name)(*converted, stream)
    if error:
        raise RuntimeError(f"{name} failed with CUDA error {error}")


def input_planes(cells: torch.Tensor) -> torch.Tensor:
    count = len(cells)
    out = torch.empty(count, FRAME, FRAME, PLANES, dtype=torch.bfloat16, device=cells.device)
    call("kernels.cu", "launch_input_planes", cells, out, count)
    return out.permute(0, 3, 1, 2)


def terminal_result(cells: torch.Tensor):
    count, device = len(cells), cells.device
    finished = torch.empty(count, dtype=torch.bool, device=device)
    margin = torch.empty(count, dtype=torch.float32, device=device)
    ownership = torch.empty(count, SQUARES, dtype=torch.int8, device=device)
    call("kernels.cu", "launch_terminal_result", cells, finished, margin, ownership, count)
    return finished, margin, ownership


def policy_moves(cells, step_score, target_arrow, origin_arrow):
    count, device = len(cells), cells.device
    codes = torch.empty(count, MAX_MOVES, dtype=torch.int32, device=device)
    log_policy = torch.empty(count, MAX_MOVES, dtype=torch.float32, device=device)
    tables = [table.float().contiguous() for table in (step_score, target_arrow, origin_arrow)]
    call("kernels.cu", "launch_policy_moves", cells, *tables, codes, log_policy, MAX_MOVES, count)
    return codes, log_policy


def legal_masks(cells, codes):
    count, kept = codes.shape
    device = cells.device
    amazons = torch.empty(count, MAX_AMAZONS, dtype=torch.int64, device=device)
    steps = torch.zeros(count, MAX_AMAZONS, SQUARES, dtype=torch.bool, device=device)
    arrows = torch.zeros(count, kept, SQUARES, dtype=torch.bool, device=device)
    call("kernels.cu", "launch_legal_masks", cells, codes.int().contiguous(), amazons, steps, arrows,
         kept, count)
    return amazons, steps, arrows
