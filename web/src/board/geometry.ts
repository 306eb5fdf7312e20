// Coordinates of squares in the board's SVG; a square is 100 units wide.

import { columnOf, isOnBoard, rowOf, squareName, type Size, type Square } from "../rules";

export const CELL = 100;

/** Width of the frame without and with coordinates. */
const FRAME = 12;
const COORDINATES = 38;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export class Geometry {
  /** Upper left corner of the squares, inside the frame. */
  readonly left: number;
  readonly top = FRAME;
  /** The y of column letters and the x of row numbers. */
  readonly letters: number;
  readonly numbers = COORDINATES / 2;
  readonly width: number;
  readonly height: number;

  constructor(
    readonly size: Size,
    readonly flipped: boolean,
    coordinates: boolean,
  ) {
    this.left = coordinates ? COORDINATES : FRAME;
    this.width = this.left + size.width * CELL + FRAME;
    this.height = this.top + size.height * CELL + this.left;
    this.letters = this.height - COORDINATES / 2;
  }

  corner(square: Square): Point {
    const column = columnOf(square);
    const row = rowOf(square);
    const across = this.flipped ? this.size.width - 1 - column : column;
    const down = this.flipped ? row : this.size.height - 1 - row;
    return { x: this.left + across * CELL, y: this.top + down * CELL };
  }

  center(square: Square): Point {
    const { x, y } = this.corner(square);
    return { x: x + CELL / 2, y: y + CELL / 2 };
  }

  squareAt({ x, y }: Point): Square | null {
    const across = Math.floor((x - this.left) / CELL);
    const down = Math.floor((y - this.top) / CELL);
    const column = this.flipped ? this.size.width - 1 - across : across;
    const row = this.flipped ? down : this.size.height - 1 - down;
    return isOnBoard(this.size, column, row) ? squareName(column, row) : null;
  }

  /**
   * The adjacent square in a screen direction (right and down are positive); at the edge, the
   * square itself.
   */
  neighbor(square: Square, right: number, down: number): Square {
    const { x, y } = this.center(square);
    return this.squareAt({ x: x + right * CELL, y: y + down * CELL }) ?? square;
  }
}

/** a1 is dark. */
export function isDark(square: Square): boolean {
  return (columnOf(square) + rowOf(square)) % 2 === 0;
}
