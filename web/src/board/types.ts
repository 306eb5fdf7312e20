// What a board can be asked to draw beside the position.

import type { Move, Square } from "../rules";

/** A move drawn as a line: the step solid, the shot dashed. Rank 1 is the best. */
export interface Arrow {
  readonly move: Move;
  readonly rank: number;
  readonly opacity: number;
}

/** A colour for every square that has one, blurred into each other, and words on squares. */
export interface Overlay {
  readonly fill: (square: Square) => string | null;
  readonly labels?: ReadonlyMap<Square, string>;
}
