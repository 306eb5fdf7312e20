"""Exact analysis of endgames by combinatorial game theory. Black is Left.

>>> from thermodon import Board, exact
>>> report = exact.analyze(Board("x.....|######|o..###"))
>>> [str(region.value) for region in report.regions]
['-2', '5']
>>> report.winner, report.lead
(<Color.BLACK: 'black'>, (2, 2))
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING

from ._thermodon import Board, exact_report
from ._thermodon import exact_value as value
from ._types import Color, ExactMove, ExactRegion, ExactReport, ExactValue, Thermograph

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "ExactMove",
    "ExactRegion",
    "ExactReport",
    "ExactValue",
    "Thermograph",
    "analyze",
    "plot_thermograph",
    "value",
]


def analyze(
    boards: Board | Sequence[Board],
    *,
    turn: Color | None = None,
    table: str | PathLike[str] | None = None,
    time: float = 10.0,
    memory_mib: int = 256,
) -> ExactReport:
    """Analyzes a board, or a sum of boards of which a player moves on one.

    ``turn`` is the player to move, by default that of the first board; ``table`` is a directory with
    a value table. Where values do not decide, the board solver searches for up to ``time`` seconds.
    """
    if isinstance(boards, Board):
        boards = [boards]
    boards = list(boards)
    if turn is None:
        turn = boards[0].turn if boards else Color.BLACK
    return exact_report(boards, turn, table, time, memory_mib)


def plot_thermograph(thermograph: Thermograph, ax: Axes | None = None) -> Axes:
    """Plots a thermograph with matplotlib in the usual orientation: Left's values at the left."""
    if ax is None:
        import matplotlib.pyplot as plt

        ax = plt.subplots()[1]
    top = max(thermograph.temperature, 0.0)
    mast = top + max(1.0, 0.25 * top)
    for wall, label, style in (
        (thermograph.left_wall, "Left wall", "-"),
        (thermograph.right_wall, "Right wall", "--"),
    ):
        temperatures = [temperature for temperature, _ in wall] + [mast]
        values = [value for _, value in wall] + [thermograph.mean]
        ax.plot(values, temperatures, style, label=label)
    if not ax.xaxis_inverted():
        ax.invert_xaxis()
    ax.set_xlabel("value")
    ax.set_ylabel("temperature")
    ax.legend()
    return ax
