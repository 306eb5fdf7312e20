// Move input: select an amazon, its destination, then the arrow's square. All input devices use
// `select` and `undoSelection`.

import { arrows, steps, type Move, type Position, type Side, type Square } from "../rules";

/** The part of a move entered so far. */
export interface PartialMove {
  readonly from?: Square;
  readonly to?: Square;
}

/** The side that the user may move; null for neither. */
export type MovableSide = Side | "both" | null;

type InputResult =
  | { readonly kind: "advanced"; readonly partial: PartialMove }
  | { readonly kind: "complete"; readonly move: Move }
  /** The last selected square was selected again. */
  | { readonly kind: "reselected" }
  | { readonly kind: "ignored"; readonly partial: PartialMove };

export function canMoveNow(position: Position, movableSide: MovableSide): boolean {
  return movableSide === "both" || movableSide === position.toMove;
}

/** Valid squares for the destination, then for the arrow; none before an amazon is selected. */
export function moveTargets(position: Position, { from, to }: PartialMove): Square[] {
  if (from === undefined) return [];
  return to === undefined ? steps(position, from) : arrows(position, from, to);
}

export function select(position: Position, partial: PartialMove, square: Square): InputResult {
  const { from, to } = partial;
  if (from !== undefined && moveTargets(position, partial).includes(square)) {
    if (to === undefined) return { kind: "advanced", partial: { from, to: square } };
    return { kind: "complete", move: { from, to, arrow: square } };
  }
  if (square === (to ?? from)) return { kind: "reselected" };
  if (position.at(square) === position.toMove && steps(position, square).length > 0) {
    return { kind: "advanced", partial: { from: square } };
  }
  // An invalid arrow square keeps the destination; an invalid destination deselects the amazon.
  return { kind: "ignored", partial: to === undefined ? {} : partial };
}

export function undoSelection({ from, to }: PartialMove): PartialMove {
  return to === undefined ? {} : { from };
}
