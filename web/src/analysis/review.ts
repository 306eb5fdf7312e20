// Mistakes, counts and progress of a game review.

import type { Judgement, ReviewedMove, ReviewState } from "../api/types";
import type { GameTree, NodeId } from "../game-tree/tree";
import { moveText, opponent, type Side } from "../rules";

/** Annotation glyph of each judgement; empty if the move is not annotated. */
export const GLYPHS: Readonly<Record<Judgement, string>> = {
  best: "",
  good: "",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};

/** Whether a move is an inaccuracy, a mistake or a blunder. */
export function isBad(judgement: Judgement): boolean {
  return GLYPHS[judgement] !== "";
}

/** The side that made the move at `ply`, counted from 1; `first` moved first. */
export function moverOf(ply: number, first: Side): Side {
  return ply % 2 === 1 ? first : opponent(first);
}

/** The review of the move at `ply`, counted from 1; null if there is none yet. */
export function reviewedMoveAt(review: ReviewState | null, ply: number): ReviewedMove | null {
  if (review === null || ply < 1) return null;
  return review.moves[ply - 1] ?? null;
}

/** All reviewed moves that are inaccuracies, mistakes or blunders. */
export function mistakes(review: ReviewState): ReviewedMove[] {
  return review.moves.filter((move): move is ReviewedMove => move !== null && isBad(move.judgement));
}

/**
 * The ply of the next (1) or previous (−1) inaccuracy, mistake or blunder; wraps around at the ends
 * of the game. Null if there is none.
 */
export function nextMistake(review: ReviewState, ply: number, direction: 1 | -1): number | null {
  const plies = mistakes(review).map((move) => move.ply);
  if (plies.length === 0) return null;
  if (direction === 1) return plies.find((candidate) => candidate > ply) ?? plies[0];
  return [...plies].reverse().find((candidate) => candidate < ply) ?? plies[plies.length - 1];
}

/** Share of positions analyzed, 0 to 1. */
export function progress(review: ReviewState): number {
  return review.total === 0 ? 1 : review.done / review.total;
}

/** Number of moves by side and judgement. */
export function countJudgements(review: ReviewState, first: Side): Record<Side, Record<Judgement, number>> {
  const zeroCounts = () => ({ best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 });
  const counts = { black: zeroCounts(), white: zeroCounts() };
  for (const move of review.moves) {
    if (move !== null) counts[moverOf(move.ply, first)][move.judgement] += 1;
  }
  return counts;
}

/**
 * Maps main-line nodes to their reviewed moves, up to the first move that differs from the reviewed
 * game.
 */
export function reviewedNodes(review: ReviewState | null, tree: GameTree): Map<NodeId, ReviewedMove> {
  const reviewed = new Map<NodeId, ReviewedMove>();
  for (const node of tree.mainLine().slice(1)) {
    const move = reviewedMoveAt(review, node.ply);
    if (move === null) continue;
    if (node.move === null || moveText(node.move) !== move.move) break;
    reviewed.set(node.id, move);
  }
  return reviewed;
}
