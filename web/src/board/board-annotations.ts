// Annotations that the board draws over a position.

import type { Move, Square } from "../rules";

/** A move drawn as an arrow. Rank 1 is the best. */
export interface Arrow {
  readonly move: Move;
  readonly rank: number;
  readonly opacity: number;
  /** Replaces the rank. */
  readonly label?: string;
}

/** Colors and labels of squares. */
export interface Overlay {
  readonly fill: (square: Square) => string | null;
  readonly labels?: ReadonlyMap<Square, string>;
}

/** Outline of a region. */
export interface Outline {
  readonly name: string;
  readonly squares: readonly Square[];
  /** Whether it is highlighted. */
  readonly isMarked: boolean;
}

/** Annotations of a panel. */
export interface BoardAnnotations {
  readonly arrows?: readonly Arrow[];
  readonly overlay?: Overlay;
  readonly outlines?: readonly Outline[];
}
