"""Errors have the sentences of the command line."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import thermodon
from thermodon import Board, Book, Evaluation, Network, lab

PROGRAM = os.environ.get("THERMODON")

# What fails, and the arguments and input of the program that fail in the same way. FILE is a file
# with the bytes below.
CASES: dict[str, tuple[Callable[[str], object], list[str], str]] = {
    "position": (lambda _: Board("3x3/x"), ["uci"], "position fen 3x3/x\n"),
    "size": (lambda _: Board("11x3"), ["uci"], "position fen 11x3\n"),
    "small size": (lambda _: Board("2x2"), ["uci"], "position fen 2x2\n"),
    "row": (lambda _: Board("x..|o."), ["uci"], "position fen x..|o.\n"),
    "side": (lambda _: Board("x.|.o z"), ["uci"], "position fen x.|.o z\n"),
    "weights": (lambda file: Evaluation(file), ["eval", "--weights", "FILE"], ""),
    "missing weights": (lambda _: Evaluation("/missing"), ["eval", "--weights", "/missing"], ""),
    "book": (lambda file: Book(file), ["book", "show", "--book", "FILE"], ""),
    "missing book": (lambda _: Book("/missing"), ["book", "show", "--book", "/missing"], ""),
    "network": (lambda file: Network(file), ["uci"], "setoption name NetworkFile value FILE\n"),
    "experiment": (lambda _: lab.run("nonsense"), ["lab", "run", "nonsense"], ""),
}


@pytest.mark.skipif(PROGRAM is None, reason="THERMODON, the path of the program, is not set")
@pytest.mark.parametrize("name", CASES)
def test_sentences(name: str, tmp_path: Path) -> None:
    call, arguments, text = CASES[name]
    file = tmp_path / "file"
    file.write_bytes(b"\x80\x00nonsense" * 10)
    with pytest.raises(thermodon.ThermodonError) as raised:
        call(str(file))
    command = [str(PROGRAM), *(argument.replace("FILE", str(file)) for argument in arguments)]
    answer = subprocess.run(
        command, input=text.replace("FILE", str(file)), capture_output=True, text=True, check=False
    )
    lines = (answer.stdout + answer.stderr).splitlines()
    assert any(line.endswith(str(raised.value)) for line in lines), lines
