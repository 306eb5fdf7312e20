// Immutable positions.

import { indexOf, squaresOf, type Size, type Square } from "./square";

export type Side = "black" | "white";
export type Content = Side | "burned" | "empty";

/** A step `from`–`to` and the square burned by the arrow. */
export interface Move {
  readonly from: Square;
  readonly to: Square;
  readonly arrow: Square;
}

export function opponent(side: Side): Side {
  return side === "black" ? "white" : "black";
}

export class Position {
  constructor(
    readonly size: Size,
    /** Row by row from a1. */
    readonly contents: readonly Content[],
    readonly toMove: Side,
  ) {}

  static empty(size: Size, toMove: Side = "white"): Position {
    return new Position(size, new Array<Content>(size.width * size.height).fill("empty"), toMove);
  }

  at(square: Square): Content {
    return this.contents[indexOf(this.size, square)];
  }

  /** Squares with this content, row by row from a1. */
  squaresWith(content: Content): Square[] {
    return squaresOf(this.size).filter((_, index) => this.contents[index] === content);
  }

  with(changes: Iterable<readonly [Square, Content]>, toMove: Side = this.toMove): Position {
    const contents = [...this.contents];
    for (const [square, content] of changes) contents[indexOf(this.size, square)] = content;
    return new Position(this.size, contents, toMove);
  }

  /** The position after a legal move. */
  play({ from, to, arrow }: Move): Position {
    const changes = [
      [from, "empty"],
      [to, this.toMove],
      [arrow, "burned"],
    ] as const;
    return this.with(changes, opponent(this.toMove));
  }

  equals(other: Position): boolean {
    return (
      this.toMove === other.toMove &&
      this.size.width === other.size.width &&
      this.size.height === other.size.height &&
      this.contents.every((content, index) => content === other.contents[index])
    );
  }
}
