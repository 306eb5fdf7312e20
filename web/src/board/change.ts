// What happened between two positions, so that the board can show it happening.

import { whyIllegal, type Move, type Position, type Square } from "../rules";

export interface Change {
  readonly move: Move;
  /** Whether the move was taken back rather than played. */
  readonly undone: boolean;
}

/** The one move that leads from one position to the other, or null if there is none. */
export function changeBetween(before: Position, after: Position): Change | null {
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
  const shot = onlyIn(after.squaresWith("burned"), before.squaresWith("burned"));
  if (!from || !to || !shot) return null;
  const move = { from, to, shot };
  return whyIllegal(before, move) === null && before.play(move).equals(after) ? move : null;
}

/** The one square that is in the first list and not in the second. */
function onlyIn(first: Square[], second: Square[]): Square | null {
  const rest = first.filter((square) => !second.includes(square));
  return rest.length === 1 ? rest[0] : null;
}
