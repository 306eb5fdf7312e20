"""A move as three actions: select an amazon, move it, shoot.

An action is a square: ``columns * row + column``, with row 0 at the top of the board. These are the
actions of OpenSpiel's game ``amazons``.

>>> state = ActionState("6x6")
>>> state.legal_actions()
[24, 29, 31, 34]
>>> for action in state.actions_of(Move.from_text("b1-b4/e4")):
...     state.apply(action)
>>> state.board.peek()
Move.from_text('b1-b4/e4')
"""

from __future__ import annotations

import enum

import numpy as np
from numpy.typing import NDArray

from .._thermodon import Board, Move, square, square_column, square_row
from .._types import Color, Square
from ..errors import IllegalMoveError

__all__ = ["PLANES", "ActionState", "Phase"]

PLANES = 5
"""Number of planes of ``ActionState.planes``."""


class Phase(enum.IntEnum):
    """The part of a move that comes next."""

    SELECT = 0
    MOVE = 1
    SHOOT = 2


_VERBS = {
    Phase.SELECT: "select an amazon",
    Phase.MOVE: "move the selected amazon",
    Phase.SHOOT: "shoot",
}


class ActionState:
    """A game whose moves are made in three actions."""

    def __init__(self, start: Board | str = "startpos") -> None:
        self._board = Board(start) if isinstance(start, str) else start.copy(stack=False)
        self._begin_move()

    def _begin_move(self) -> None:
        self._chosen: tuple[int, ...] = ()
        squares = self._board.legal_moves.to_array().astype(np.intp)
        # Legal moves that begin with the chosen actions, as actions of shape (n, 3). Never changed
        # in place, so that copies share it.
        self._moves = self.columns * (self.rows - 1 - squares // 10) + squares % 10

    def __deepcopy__(self, memo: object) -> ActionState:
        copy = ActionState.__new__(ActionState)
        copy._board, copy._chosen, copy._moves = self._board.copy(), self._chosen, self._moves
        return copy

    @property
    def board(self) -> Board:
        """The position before the move that is being made. It must not be changed."""
        return self._board

    @property
    def columns(self) -> int:
        return self._board.columns

    @property
    def rows(self) -> int:
        return self._board.rows

    @property
    def turn(self) -> Color:
        """The player to act."""
        return self._board.turn

    @property
    def phase(self) -> Phase:
        return Phase(len(self._chosen))

    @property
    def winner(self) -> Color | None:
        """The winner if the game is over: the player to act has no legal action."""
        return None if len(self._moves) else ~self.turn

    def status(self) -> str:
        """What comes next, in words."""
        if self.winner is not None:
            return f"the game is over, {self.winner.value.capitalize()} has won"
        return f"{self.turn.value.capitalize()} is to {_VERBS[self.phase]}"

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending."""
        actions: list[int] = np.unique(self._moves[:, self.phase]).tolist()
        return actions

    def legal_moves(self) -> list[Move]:
        """The legal moves that begin with the actions made so far."""
        return [self._move(actions) for actions in self._moves.tolist()]

    def mask(self, player: Color | None = None) -> NDArray[np.int8]:
        """1 for each legal action of a player, by default the one to act, and otherwise 0."""
        mask = np.zeros(self.rows * self.columns, np.int8)
        if player is None or player is self.turn:
            mask[self._moves[:, self.phase]] = 1
        return mask

    def apply(self, action: int) -> None:
        """Makes a legal action."""
        moves = self._moves[self._moves[:, self.phase] == action]
        if not len(moves):
            legal = ", ".join(map(str, self.legal_actions()))
            raise IllegalMoveError(
                f"action {action} is illegal: {self.status()}"
                + (f", one of {legal}" if legal else "")
            )
        if self.phase is Phase.SHOOT:
            self._board.push(self._move([*self._chosen, action]))
            self._begin_move()
        else:
            self._chosen, self._moves = (*self._chosen, action), moves

    def actions_of(self, move: Move) -> tuple[int, int, int]:
        """The three actions of a move."""
        return (
            self.action_at(move.from_square),
            self.action_at(move.to_square),
            self.action_at(move.arrow),
        )

    def action_at(self, square: Square) -> int:
        """The action that chooses a square."""
        return self.columns * (self.rows - 1 - square_row(square)) + square_column(square)

    def square_at(self, action: int) -> Square:
        """The square that an action chooses."""
        row, column = divmod(action, self.columns)
        return square(column, self.rows - 1 - row)

    def cells(self) -> NDArray[np.uint8]:
        """Contents of the squares, shape ``(rows, columns)`` with the top row first: 0 empty, 1
        Black, 2 White, 3 burned. A selected amazon is off the board until it has moved."""
        cells = self._board.to_array()[::-1].copy()
        if self._chosen:
            flat = cells.reshape(-1)
            amazon = flat[self._chosen[0]]
            flat[self._chosen[0]] = 0
            for target in self._chosen[1:]:
                flat[target] = amazon
        return cells

    def planes(self, player: Color) -> NDArray[np.int8]:
        """What a network of ``player`` needs to know, shape ``(PLANES, rows, columns)``: own
        amazons, the opponent's, burned squares, the square that the selected amazon left, and the
        amazon that shoots next. The last two planes are empty where they do not apply."""
        cells = self.cells()
        own, other = (2, 1) if player is Color.WHITE else (1, 2)
        planes = np.zeros((PLANES, self.rows, self.columns), np.int8)
        planes[:3] = [cells == own, cells == other, cells == 3]
        if self._chosen:
            planes[2 + len(self._chosen)].reshape(-1)[self._chosen[-1]] = 1
        return planes

    def _move(self, actions: list[int]) -> Move:
        origin, target, arrow = (self.square_at(action) for action in actions)
        return Move(origin, target, arrow)
