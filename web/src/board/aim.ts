// How a move comes about: an amazon is chosen, then where she goes, then what she shoots at. Every input,
// by mouse, finger or key, is a press of a square or a step back.

import { shots, steps, type Move, type Position, type Side, type Square } from "../rules";

/** What has been chosen of a move so far. */
export interface Aim {
  readonly from?: Square;
  readonly to?: Square;
}

/** Who may move by hand on a board. */
export type Interactive = Side | "both" | null;

export type Pressed =
  /** The move is one step further. */
  | { readonly kind: "forward"; readonly aim: Aim }
  | { readonly kind: "complete"; readonly move: Move }
  /** What was chosen last was pressed again. */
  | { readonly kind: "again" }
  | { readonly kind: "nothing"; readonly aim: Aim };

export function mayMove(position: Position, interactive: Interactive): boolean {
  return interactive === "both" || interactive === position.toMove;
}

/** The squares that would take the move a step further. */
export function targets(position: Position, { from, to }: Aim): Square[] {
  if (from === undefined) return [];
  return to === undefined ? steps(position, from) : shots(position, from, to);
}

export function press(position: Position, aim: Aim, square: Square): Pressed {
  const { from, to } = aim;
  if (from !== undefined && targets(position, aim).includes(square)) {
    if (to === undefined) return { kind: "forward", aim: { from, to: square } };
    return { kind: "complete", move: { from, to, shot: square } };
  }
  if (square === (to ?? from)) return { kind: "again" };
  if (position.at(square) === position.toMove && steps(position, square).length > 0) {
    return { kind: "forward", aim: { from: square } };
  }
  // A slip beside a shot does not undo the step before it.
  return { kind: "nothing", aim: to === undefined ? {} : aim };
}

export function stepBack({ from, to }: Aim): Aim {
  return to === undefined ? {} : { from };
}
