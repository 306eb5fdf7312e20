"""Pictures of an environment's board, as text and as an image."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..errors import OptionError
from .actions import ActionState

__all__ = ["RENDER_MODES", "SQUARE_PIXELS", "as_image", "as_text", "checked_mode", "render"]

RENDER_MODES = ("ansi", "rgb_array")
"""Render modes of the environments."""

SQUARE_PIXELS = 40
"""Width of a square of the image."""

_LIGHT, _DARK = (191, 150, 104), (158, 112, 70)
_BURNED = (48, 43, 40)
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)


def checked_mode(mode: str | None) -> str | None:
    """The mode, if it is one of ``RENDER_MODES`` or ``None``."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(f"unknown render mode {mode!r}: choose one of {', '.join(RENDER_MODES)}")
    return mode


def render(state: ActionState, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The picture in a mode; ``None`` without one."""
    if mode is None:
        return None
    return as_text(state) if mode == "ansi" else as_image(state)


def as_text(state: ActionState) -> str:
    """The board from the top row, ``x`` for Black, ``o`` for White, ``#`` for burned squares, and
    who is to do what."""
    rows = ["".join(".xo#"[cell] for cell in row) for row in state.cells()]
    return "\n".join([*rows, state.status()])


def as_image(state: ActionState) -> NDArray[np.uint8]:
    """An RGB image of the board, shape ``(height, width, 3)``. An amazon is a disk."""
    cells = state.cells()
    rows, columns = np.indices(cells.shape)
    # Row 0 is the top one; the lower left square is dark.
    is_dark = (state.rows - 1 - rows + columns) % 2 == 0
    squares = np.where(is_dark[..., np.newaxis], _DARK, _LIGHT)
    squares[cells == 3] = _BURNED
    image = squares.repeat(SQUARE_PIXELS, axis=0).repeat(SQUARE_PIXELS, axis=1).astype(np.uint8)
    offsets = np.arange(SQUARE_PIXELS) - (SQUARE_PIXELS - 1) / 2
    distance = np.hypot(offsets, offsets[:, np.newaxis]) / SQUARE_PIXELS
    for row, column in np.argwhere((cells == 1) | (cells == 2)):
        top, left = row * SQUARE_PIXELS, column * SQUARE_PIXELS
        square = image[top : top + SQUARE_PIXELS, left : left + SQUARE_PIXELS]
        inside, line = (_BLACK, _WHITE) if cells[row, column] == 1 else (_WHITE, _BLACK)
        square[distance < 0.36] = line
        square[distance < 0.33] = inside
    return image
