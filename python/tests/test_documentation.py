"""Examples in the documentation run; the stubs are complete and pass type checkers."""

import doctest
import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import thermodon

ROOT = Path(__file__).parents[1]
MODULES = ["_types", "exact", "lab", "match", "svg"]


def documented() -> Iterator[tuple[str, str]]:
    """Names and texts with examples: modules, native functions, classes and their methods."""
    yield "thermodon", thermodon.__doc__ or ""
    for name in MODULES:
        yield name, getattr(thermodon, name).__doc__ or ""
    for name in thermodon.__all__:
        item = getattr(thermodon, name)
        if inspect.isclass(item) or inspect.isbuiltin(item):
            yield name, item.__doc__ or ""
        if inspect.isclass(item):
            for method, function in vars(item).items():
                yield f"{name}.{method}", getattr(function, "__doc__", None) or ""
    yield "exact.value", thermodon.exact.value.__doc__ or ""
    yield "README.md", (ROOT / "README.md").read_text()


EXAMPLES = {name: text for name, text in documented() if ">>>" in text}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    names: dict[str, Any] = {item: getattr(thermodon, item) for item in thermodon.__all__}
    names["exact_value"] = thermodon.exact.value
    examples = doctest.DocTestParser().get_doctest(EXAMPLES[name], names, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    with np.printoptions():
        runner.run(examples)
    assert runner.failures == 0


def test_everything_native_is_documented() -> None:
    for name in thermodon.__all__:
        item = getattr(thermodon, name)
        if getattr(item, "__module__", "").startswith("thermodon"):
            assert item.__doc__, name


@pytest.mark.parametrize(
    "command",
    [
        ["mypy", "--strict", "thermodon", "tests", "benchmarks"],
        ["mypy.stubtest", "thermodon._thermodon"],
        ["pyright", "--pythonpath", sys.executable, "thermodon", "tests", "benchmarks"],
    ],
    ids=lambda command: command[0],
)
def test_types(command: list[str]) -> None:
    process = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True
    )
    assert process.returncode == 0, process.stdout + process.stderr
