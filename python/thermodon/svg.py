"""Boards as SVG, for notebooks.

>>> from thermodon import Board, svg
>>> svg.board(Board("6x6"), size=240)[:38]
'<svg xmlns="http://www.w3.org/2000/svg'
"""

from __future__ import annotations

from collections.abc import Mapping

from ._thermodon import Board, Move, square
from ._types import Color, Square

__all__ = ["board"]

_LIGHT, _DARK = "#bf9668", "#9e7046"
_LAST_LIGHT, _LAST_DARK = "#a3a04a", "#8c8634"
_BURNED, _BURNED_MARK, _LAST_ARROW = "#302b28", "#6e6660", "#ff6450"
# A crown of five points, on squares of 40 units.
_AMAZON = "M9 30 6 13 13 20 20 9 27 20 34 13 31 30Z"


def board(
    board: Board,
    *,
    size: int = 360,
    last_move: Move | None = None,
    fill: Mapping[Square, str] | None = None,
    coordinates: bool = True,
) -> str:
    """Draws a board, ``size`` pixels wide. ``last_move`` is highlighted, by default the last of the
    board's moves; ``fill`` maps squares to colors."""
    if last_move is None and board.move_stack:
        last_move = board.peek()
    fill = fill or {}
    margin = 16 if coordinates else 0
    width, height = 40 * board.columns + margin, 40 * board.rows + margin
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}"'
        f' height="{round(size * height / width)}" viewBox="{-margin} 0 {width} {height}"'
        f' role="img"><title>{board.fen()}</title>'
    ]
    for row in range(board.rows):
        y = 40 * (board.rows - 1 - row)
        for column in range(board.columns):
            here = square(column, row)
            x = 40 * column
            is_dark = (row + column) % 2 == 0
            color = _DARK if is_dark else _LIGHT
            if last_move is not None and here in (last_move.from_square, last_move.to_square):
                color = _LAST_DARK if is_dark else _LAST_LIGHT
            if board.is_burned(here):
                color = _BURNED
            color = fill.get(here, color)
            parts.append(f'<rect x="{x}" y="{y}" width="40" height="40" fill="{color}"/>')
            if board.is_burned(here):
                is_last = last_move is not None and here == last_move.arrow
                mark = _LAST_ARROW if is_last else _BURNED_MARK
                parts.append(
                    f'<path transform="translate({x} {y})" d="M12 12 28 28M28 12 12 28"'
                    f' stroke="{mark}" stroke-width="4"/>'
                )
            owner = board.color_at(here)
            if owner is not None:
                inside, line = ("#fff", "#000") if owner is Color.WHITE else ("#000", "#fff")
                parts.append(
                    f'<path transform="translate({x} {y})" d="{_AMAZON}" fill="{inside}"'
                    f' stroke="{line}" stroke-width="1.5" stroke-linejoin="round"/>'
                )
    if coordinates:
        text = 'font-family="sans-serif" font-size="11" fill="#8c8c8c" text-anchor="middle"'
        for column in range(board.columns):
            x, letter = 40 * column + 20, chr(ord("a") + column)
            parts.append(f'<text x="{x}" y="{height - 4}" {text}>{letter}</text>')
        for row in range(board.rows):
            y = 40 * (board.rows - 1 - row) + 24
            parts.append(f'<text x="-8" y="{y}" {text}>{row + 1}</text>')
    parts.append("</svg>")
    return "".join(parts)
