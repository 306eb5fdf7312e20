// A review of a whole game as the page shows it: which moves were mistakes, how well each side played,
// and where to go for the next one. The judging itself is the server's.

import type { Judgement, ReviewedMove, ReviewState } from "../api/types";
import type { GameTree, NodeId } from "../records/tree";
import { moveText, opponent, type Side } from "../rules";

/** The sign that annotators put behind such a move. */
export const SIGNS: Readonly<Record<Judgement, string>> = {
  best: "",
  good: "",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};

/** Whether a better move should be shown. */
export function isBad(judgement: Judgement): boolean {
  return SIGNS[judgement] !== "";
}

/** Which side made a move, given who moved first. Ply 1 is the first move. */
export function moverOf(ply: number, first: Side): Side {
  return ply % 2 === 1 ? first : opponent(first);
}

/** The judged move of a ply, counted from 1, if it is there yet. */
export function judgedAt(review: ReviewState | null, ply: number): ReviewedMove | null {
  if (review === null || ply < 1) return null;
  return review.moves[ply - 1] ?? null;
}

/** The moves that were bad, of one side or of both. */
export function mistakes(review: ReviewState, side: Side | null, first: Side): ReviewedMove[] {
  return review.moves.filter(
    (move): move is ReviewedMove =>
      move !== null && isBad(move.judgement) && (side === null || moverOf(move.ply, first) === side),
  );
}

/**
 * The ply of the next mistake after `ply` (direction 1) or the last one before it (−1), round the ends of
 * the game: who asks for the next one after the last wants to see the first again.
 */
export function nextMistake(
  review: ReviewState,
  ply: number,
  direction: 1 | -1,
  side: Side | null,
  first: Side,
): number | null {
  const plies = mistakes(review, side, first).map((move) => move.ply);
  if (plies.length === 0) return null;
  if (direction === 1) return plies.find((candidate) => candidate > ply) ?? plies[0];
  return [...plies].reverse().find((candidate) => candidate < ply) ?? plies[plies.length - 1];
}

/** The share of the work that is done, 0 to 1. */
export function progress(review: ReviewState): number {
  return review.total === 0 ? 1 : review.done / review.total;
}

/** How many moves of each side were of each judgement. */
export function countJudgements(review: ReviewState, first: Side): Record<Side, Record<Judgement, number>> {
  const none = () => ({ best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 });
  const counts = { black: none(), white: none() };
  for (const move of review.moves) {
    if (move !== null) counts[moverOf(move.ply, first)][move.judgement] += 1;
  }
  return counts;
}

/**
 * The judged moves by the nodes of the game's main line. Where the main line has been changed since, what comes
 * after the change was never judged.
 */
export function judgedNodes(review: ReviewState | null, tree: GameTree): Map<NodeId, ReviewedMove> {
  const judged = new Map<NodeId, ReviewedMove>();
  for (const node of tree.mainLine().slice(1)) {
    const move = judgedAt(review, node.ply);
    if (move === null) continue;
    if (node.move === null || moveText(node.move) !== move.move) break;
    judged.set(node.id, move);
  }
  return judged;
}
