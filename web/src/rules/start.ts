// The standard starts: four amazons for each side, a third of the way in from the corners.

import { Position, type Content } from "./position";
import { squareName, type Size, type Square } from "./square";

export const STANDARD: Size = { width: 10, height: 10 };

/** The least width and height that a standard start takes. */
export const SMALLEST_START = 4;

/** White moves first. Null on boards too small for a standard start. */
export function startOf(size: Size): Position | null {
  const { width, height } = size;
  if (width < SMALLEST_START || height < SMALLEST_START) return null;
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
  return startOf(STANDARD) as Position;
}
