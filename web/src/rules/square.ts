// Squares and boards. A square is written as people write it, `d1`: a letter for the column, from the
// left, and a number for the row, from below. So a square means the same on every board.

export type Square = string;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Boards run from 1×1 to 10×10. */
export const LARGEST = 10;

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

/** The square that a text names, in small letters, or null if the board has none of that name. */
export function readSquare(size: Size, text: string): Square | null {
  const square = text.toLowerCase();
  if (!/^[a-j]([1-9]|10)$/.test(square)) return null;
  return isOnBoard(size, columnOf(square), rowOf(square)) ? square : null;
}

/** Its place in a list of all squares, row by row from a1. */
export function indexOf(size: Size, square: Square): number {
  return rowOf(square) * size.width + columnOf(square);
}

/** All squares, row by row from a1. */
export function squaresOf(size: Size): Square[] {
  return Array.from({ length: size.width * size.height }, (_, index) =>
    squareName(index % size.width, Math.floor(index / size.width)),
  );
}
