// A position: what stands where, and who moves. Positions do not change; playing a move gives another.

import { indexOf, squaresOf, type Size, type Square } from "./square";

export type Side = "black" | "white";
export type Content = Side | "burned" | "empty";

/** An amazon goes `from` – `to` and its arrow burns `shot`. */
export interface Move {
  readonly from: Square;
  readonly to: Square;
  readonly shot: Square;
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

  /** The squares that hold this, row by row from a1. */
  squaresWith(content: Content): Square[] {
    return squaresOf(this.size).filter((_, index) => this.contents[index] === content);
  }

  with(changes: Iterable<readonly [Square, Content]>, toMove: Side = this.toMove): Position {
    const contents = [...this.contents];
    for (const [square, content] of changes) contents[indexOf(this.size, square)] = content;
    return new Position(this.size, contents, toMove);
  }

  /** After a move that must be legal here. */
  play({ from, to, shot }: Move): Position {
    const changes = [
      [from, "empty"],
      [to, this.toMove],
      [shot, "burned"],
    ] as const;
    return this.with(changes, opponent(this.toMove));
  }

  /** Before a move that must have led here. */
  unplay({ from, to, shot }: Move): Position {
    const mover = opponent(this.toMove);
    return this.with(
      [
        [shot, "empty"],
        [to, "empty"],
        [from, mover],
      ],
      mover,
    );
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
