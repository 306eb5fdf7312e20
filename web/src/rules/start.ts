// Standard starts: four amazons for each side, a third of the way in from the corners.

import { Position, type Content } from "./position";
import { squareName, type Size, type Square } from "./square";

const STANDARD_SIZE: Size = { width: 10, height: 10 };

/** Minimum width and height of a standard start. */
export const MIN_START_SIDE = 4;

/** The standard start of a board size; null if it is too small. White moves first. */
export function standardStartOf(size: Size): Position | null {
  const { width, height } = size;
  if (width < MIN_START_SIDE || height < MIN_START_SIDE) return null;
  const inset = Math.floor((width - 1) / 3);
  const level = Math.floor((height - 1) / 3);
  const white = [
    [inset, 0],
    [width - 1 - inset, 0],
    [0, level],
    [width - 1, level],
  ];
  const amazons = white.flatMap(([column, row]): [Square, Content][] => [
    [squareName(column, row), "white"],
    [squareName(column, height - 1 - row), "black"],
  ]);
  return Position.empty(size).with(amazons);
}

export function standardStart(): Position {
  return standardStartOf(STANDARD_SIZE) as Position;
}
