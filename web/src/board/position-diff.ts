// The move between two positions, for animation.

import { illegalReason, type Move, type Position, type Square } from "../rules";

export interface MoveDiff {
  readonly move: Move;
  /** Whether the move was taken back. */
  readonly undone: boolean;
}

/**
 * The move that leads from one position to the other, in either direction; null if there is none.
 */
export function diffPositions(before: Position, after: Position): MoveDiff | null {
  const played = moveBetween(before, after);
  if (played) return { move: played, undone: false };
  const undone = moveBetween(after, before);
  return undone && { move: undone, undone: true };
}

function moveBetween(before: Position, after: Position): Move | null {
  if (before.contents.length !== after.contents.length || before.toMove === after.toMove) return null;
  const mover = before.toMove;
  const from = onlyIn(before.squaresWith(mover), after.squaresWith(mover));
  const to = onlyIn(after.squaresWith(mover), before.squaresWith(mover));
  const arrow = onlyIn(after.squaresWith("burned"), before.squaresWith("burned"));
  if (!from || !to || !arrow) return null;
  const move = { from, to, arrow };
  return illegalReason(before, move) === null && before.play(move).equals(after) ? move : null;
}

/** The single square of the first list that is not in the second. */
function onlyIn(first: Square[], second: Square[]): Square | null {
  const rest = first.filter((square) => !second.includes(square));
  return rest.length === 1 ? rest[0] : null;
}
