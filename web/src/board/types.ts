// What a board can be asked to draw beside the position.

import type { Move, Square } from "../rules";

/** A move drawn as a line: the step solid, the shot dashed. Rank 1 is the best. */
export interface Arrow {
  readonly move: Move;
  readonly rank: number;
  readonly opacity: number;
  /** What stands beside its destination in place of the rank. */
  readonly label?: string;
}

/** A colour for every square that has one, blurred into each other, and words on squares. */
export interface Overlay {
  readonly fill: (square: Square) => string | null;
  readonly labels?: ReadonlyMap<Square, string>;
}

/** A line around squares that belong together, with a name in their middle. */
export interface Outline {
  readonly name: string;
  readonly squares: readonly Square[];
  /** Whether it stands out among the others. */
  readonly isMarked: boolean;
}

/** What is drawn over a position for as long as somebody explains something. */
export interface Drawing {
  readonly arrows?: readonly Arrow[];
  readonly overlay?: Overlay;
  readonly outlines?: readonly Outline[];
}
