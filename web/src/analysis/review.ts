// Derived data of a review: mistakes, counts and navigation.

import type { Judgement, ReviewedMove, ReviewState } from "../api/types";
import type { GameTree, NodeId } from "../game-tree/tree";
import { moveText, opponent, type Side } from "../rules";

/** Glyph of each judgement. */
export const GLYPHS: Readonly<Record<Judgement, string>> = {
  best: "",
  good: "",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};

export function isBad(judgement: Judgement): boolean {
  return GLYPHS[judgement] !== "";
}

/** The side that played `ply`, counted from 1. */
export function moverOf(ply: number, first: Side): Side {
  return ply % 2 === 1 ? first : opponent(first);
}

/** The reviewed move of a ply, counted from 1; null if not reviewed yet. */
export function reviewedMoveAt(review: ReviewState | null, ply: number): ReviewedMove | null {
  if (review === null || ply < 1) return null;
  return review.moves[ply - 1] ?? null;
}

export function mistakes(review: ReviewState): ReviewedMove[] {
  return review.moves.filter((move): move is ReviewedMove => move !== null && isBad(move.judgement));
}

/** The ply of the next (1) or previous (−1) mistake; wraps around at the ends of the game. */
export function nextMistake(review: ReviewState, ply: number, direction: 1 | -1): number | null {
  const plies = mistakes(review).map((move) => move.ply);
  if (plies.length === 0) return null;
  if (direction === 1) return plies.find((candidate) => candidate > ply) ?? plies[0];
  return [...plies].reverse().find((candidate) => candidate < ply) ?? plies[plies.length - 1];
}

/** Progress, 0 to 1. */
export function progress(review: ReviewState): number {
  return review.total === 0 ? 1 : review.done / review.total;
}

export function countJudgements(review: ReviewState, first: Side): Record<Side, Record<Judgement, number>> {
  const none = () => ({ best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 });
  const counts = { black: none(), white: none() };
  for (const move of review.moves) {
    if (move !== null) counts[moverOf(move.ply, first)][move.judgement] += 1;
  }
  return counts;
}

/**
 * The reviewed moves by main-line node, up to the first move that differs from the reviewed game.
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
