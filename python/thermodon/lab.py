"""The experiments of the papers on Amazons.

>>> from thermodon import lab
>>> [experiment.id for experiment in lab.experiments()][:2]
['game/first-mover', 'evaluation/prediction']
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ._thermodon import experiments as _experiments
from ._thermodon import read_run as _read_run
from ._thermodon import run_experiment as _run_experiment

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Experiment", "ExperimentRun", "ResultTable", "experiments", "read", "run"]


class Experiment(NamedTuple):
    """Description of an experiment."""

    id: str
    title: str
    reference: str
    """The paper and its numbers that ours are compared with."""
    description: str
    settings: dict[str, dict[str, Any]]
    """Default settings of the scales ``small`` and ``paper``."""


class ResultTable(NamedTuple):
    """A table of results."""

    title: str
    columns: tuple[str, ...]
    from_paper: tuple[bool, ...]
    """Whether the numbers of each column are the paper's."""
    rows: tuple[tuple[Any, ...], ...]
    """Cells: text, an integer, ``(estimate, low, high)`` with a 95 % interval, or ``None``."""
    note: str

    def to_frame(self) -> pd.DataFrame:
        """The table as a pandas frame. An estimate becomes three columns, ``NAME``, ``NAME low`` and
        ``NAME high``."""
        import pandas as pd

        data: dict[str, list[Any]] = {}
        for index, name in enumerate(self.columns):
            cells = [row[index] for row in self.rows]
            if any(isinstance(cell, tuple) for cell in cells):
                parts = [cell if isinstance(cell, tuple) else (cell, None, None) for cell in cells]
                for suffix, part in zip(("", " low", " high"), zip(*parts, strict=True), strict=True):
                    data[name + suffix] = list(part)
            else:
                data[name] = cells
        return pd.DataFrame(data)


class ExperimentRun(NamedTuple):
    """Results of an experiment."""

    experiment: str
    scale: str
    """``small`` or ``paper``."""
    settings: dict[str, Any]
    seed: int
    finished: int
    """Number of finished units of work."""
    total: int
    """Number of all units of work."""
    tables: tuple[ResultTable, ...]
    figures: dict[str, str]
    """Figures as SVG by name."""

    def frames(self) -> dict[str, pd.DataFrame]:
        """The tables as pandas frames by title."""
        return {table.title: table.to_frame() for table in self.tables}


def experiments() -> list[Experiment]:
    """All experiments."""
    return [
        Experiment(
            fields["id"],
            fields["title"],
            fields["reference"],
            fields["description"],
            json.loads(fields["settings"]),
        )
        for fields in _experiments()
    ]


def run(
    experiment: str,
    *,
    scale: Literal["small", "paper"] = "small",
    seed: int = 1,
    settings: Mapping[str, object] | None = None,
    threads: int | None = None,
    directory: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> ExperimentRun:
    """Runs an experiment. In a ``directory``, an interrupted run is resumed. ``progress`` receives
    the numbers of finished and of all units of work. Ctrl-C stops the run."""
    overrides = [
        (name, value if isinstance(value, str) else json.dumps(value))
        for name, value in (settings or {}).items()
    ]
    threads = threads or os.cpu_count() or 1
    arguments = (scale, seed, overrides, threads, progress)
    if directory is None:
        with tempfile.TemporaryDirectory() as temporary:
            result = _run_experiment(experiment, temporary, *arguments)
    else:
        result = _run_experiment(experiment, directory, *arguments)
    return _experiment_run(result)


def read(experiment: str, directory: str | os.PathLike[str]) -> ExperimentRun:
    """The run in a ``directory``, finished or not, as ``run`` and the command line store it. The
    directory of ``thermodon lab run ID --dir DIR`` is ``DIR/ID``."""
    return _experiment_run(_read_run(experiment, directory))


def _experiment_run(result: dict[str, Any]) -> ExperimentRun:
    tables = tuple(
        ResultTable(
            table["title"],
            tuple(table["columns"]),
            tuple(table["from_paper"]),
            tuple(map(tuple, table["rows"])),
            table["note"],
        )
        for table in result["tables"]
    )
    return ExperimentRun(
        experiment=result["experiment"],
        scale=result["scale"],
        settings=json.loads(result["settings"]),
        seed=result["seed"],
        finished=result["finished"],
        total=result["total"],
        tables=tables,
        figures=dict(result["figures"]),
    )
