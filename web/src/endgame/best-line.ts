// A line of best play and the positions on it.

import type { EndgameAnalysis } from "../api/types";
import { replay, writeFen, type Position } from "../rules";

export interface BestLine {
  /** The analysis that contains the line. */
  readonly endgame: EndgameAnalysis;
  /** FENs of all positions, start and end included. */
  readonly fens: readonly string[];
}

export function bestLineFrom(endgame: EndgameAnalysis, position: Position): BestLine {
  const positions = replay(
    position,
    endgame.play.map(({ move }) => move),
  );
  return { endgame, fens: positions.map((one) => writeFen(one)) };
}

/** Number of moves before a position; −1 if it is not on the line. */
export function indexOnLine(line: BestLine, fen: string): number {
  return line.fens.indexOf(fen);
}

/** Index from which both sides only fill their own territory. */
export function fillingStart({ play }: EndgameAnalysis): number {
  return play.reduce((from, { reason }, index) => (reason === "fills" ? from : index + 1), 0);
}
