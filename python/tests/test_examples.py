"""Runs the notebooks of ``examples`` and the examples of ``docs/python-adapters.md``."""

import pathlib
import re
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import thermodon

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook(path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(thermodon.__file__).parents[1]))
    notebook: Any = nbformat.reads(path.read_text(), as_version=4)  # type: ignore[no-untyped-call]
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in cells), "strip the outputs before you commit"
    resources = {"metadata": {"path": str(EXAMPLES)}}
    NotebookClient(notebook, resources=resources, startup_timeout=600).execute()
    outputs = [output.get("data", {}) for cell in cells for output in cell.outputs]
    assert any("image/png" in data for data in outputs), "the notebook has no plot"


def test_page_of_the_adapters() -> None:
    page = EXAMPLES.parents[1] / "docs" / "python-adapters.md"
    examples = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        exec(example, {})
