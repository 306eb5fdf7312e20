"""Tests need PyTorch; where it is missing they are skipped and say so."""

import sys
from pathlib import Path

import pytest

TRAINING = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TRAINING))

try:
    import torch

    torch.set_num_threads(1)
except ImportError:
    torch = None
    collect_ignore_glob = ["test_*.py"]


def pytest_sessionstart(session):
    if torch is None:
        print("training tests skipped: PyTorch is not installed (see requirements.txt)")


def pytest_sessionfinish(session, exitstatus):
    # Without PyTorch nothing is collected, which pytest would call an error.
    if torch is None and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK
