// A walk along the best play: the moves from where it begins to the end of the game, and where on it somebody is.

import type { Endgame } from "../api/types";
import { replay, writeFen, type Position } from "../rules";

export interface Walk {
  /** The explanation that it comes from. */
  readonly endgame: Endgame;
  /** The positions on the way, the first and the last included. */
  readonly fens: readonly string[];
}

export function walkFrom(endgame: Endgame, position: Position): Walk {
  const positions = replay(
    position,
    endgame.play.map(({ move }) => move),
  );
  return { endgame, fens: positions.map((one) => writeFen(one)) };
}

/** After how many of its moves a position comes; −1 if it is none of the walk's. */
export function placeOn(walk: Walk, fen: string): number {
  return walk.fens.indexOf(fen);
}

/** From which move on both only fill what is theirs: those are of no interest one by one. */
export function beginningOfFilling({ play }: Endgame): number {
  return play.reduce((from, { reason }, index) => (reason === "fills" ? from : index + 1), 0);
}
