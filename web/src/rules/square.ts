// Squares as text, `d1`: column letter from the left, row number from the bottom.

export type Square = string;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Maximum width and height of a board. */
export const MAX_SIDE = 10;

const FIRST_COLUMN = "a".charCodeAt(0);

export function squareName(column: number, row: number): Square {
  return String.fromCharCode(FIRST_COLUMN + column) + (row + 1);
}

/** From 0 at the left. */
export function columnOf(square: Square): number {
  return square.charCodeAt(0) - FIRST_COLUMN;
}

/** From 0 at the bottom. */
export function rowOf(square: Square): number {
  return Number(square.slice(1)) - 1;
}

export function isOnBoard(size: Size, column: number, row: number): boolean {
  return column >= 0 && column < size.width && row >= 0 && row < size.height;
}

/** Parses a square name; null if it is not on the board. */
export function parseSquare(size: Size, text: string): Square | null {
  const square = text.toLowerCase();
  if (!/^[a-j]([1-9]|10)$/.test(square)) return null;
  return isOnBoard(size, columnOf(square), rowOf(square)) ? square : null;
}

/** Index in `squaresOf`. */
export function indexOf(size: Size, square: Square): number {
  return rowOf(square) * size.width + columnOf(square);
}

/** All squares, row by row from a1. */
export function squaresOf(size: Size): Square[] {
  return Array.from({ length: size.width * size.height }, (_, index) =>
    squareName(index % size.width, Math.floor(index / size.width)),
  );
}
