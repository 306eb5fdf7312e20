// Resizes a board, keeping the content of squares that still exist.

import {
  columnOf,
  isOnBoard,
  Position,
  rowOf,
  squaresOf,
  type Content,
  type Size,
  type Square,
} from "../rules";

export function resize(position: Position, size: Size): Position {
  const kept = squaresOf(position.size)
    .filter((square) => isOnBoard(size, columnOf(square), rowOf(square)))
    .map((square): [Square, Content] => [square, position.at(square)]);
  return Position.empty(size, position.toMove).with(kept);
}
