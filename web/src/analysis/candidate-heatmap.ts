// Candidate moves as a heatmap in two layers: destinations, then the arrows from one of them. Hot
// squares lose little compared with the best move.

import type { Analysis, AnalysisLine } from "../api/types";
import type { Side, Square } from "../rules";
import { isProven, MIN_VISITS, rankLines } from "./line-ranking";

/**
 * Moves with fewer than this share of the best move's visits are hidden: their value is a first
 * guess.
 */
const MIN_VISIT_SHARE = 0.003;

/** Loss of win probability at which the heatmap fades out. */
export const MAX_SHOWN_LOSS = 0.2;

/** A shown move. */
export interface Candidate {
  readonly move: string;
  readonly from: Square;
  readonly to: Square;
  readonly arrow: Square;
  /** Win probability lost compared with the best move, 0 to 1. */
  readonly loss: number;
}

/**
 * The well-searched moves of an analysis and the first of its list. Losses are relative to the first line, the engine's
 * choice: another line may have a higher value for a while, from fewer visits.
 */
export function candidates(analysis: Analysis): Candidate[] {
  const probabilities = analysis.lines.map((line) => winProbability(line, analysis.to_move));
  const best = probabilities[0] ?? 0;
  const maxVisits = Math.max(0, ...analysis.lines.map((line) => line.visits ?? 0));
  const enough = Math.max(MIN_VISITS, maxVisits * MIN_VISIT_SHARE);
  // The first of the list is always shown: when a search starts, no line has many visits.
  const listedFirst = rankLines(analysis.lines, analysis.to_move)[0]?.moves[0];
  return analysis.lines.flatMap((line, index) => {
    const value = probabilities[index] ?? null;
    const move = line.moves[0];
    // Searchers without visit counts search every line fully.
    const isShown = move === listedFirst || isProven(line) || (line.visits ?? enough) >= enough;
    if (value === null || move === undefined || !isShown) return [];
    // The server's move format, always legal.
    const [from, to, arrow] = move.split(/[-/]/);
    return [{ move, from, to, arrow, loss: Math.max(0, best - value) }];
  });
}

function winProbability(line: AnalysisLine, side: Side): number | null {
  return line.win_probability?.[side] ?? null;
}

/** The best move of every step: several arrows from one square would hide each other. */
export function distinctSteps(moves: readonly Candidate[]): Candidate[] {
  const steps = new Set<string>();
  return moves.filter(({ from, to }) => !steps.has(from + to) && steps.add(from + to));
}

/** Minimum loss by destination; `from` restricts it to one amazon. */
export function stepLosses(moves: readonly Candidate[], from: Square | null): Map<Square, number> {
  return minLossBy(
    moves.filter((move) => from === null || move.from === from),
    (move) => move.to,
  );
}

/** Minimum loss by arrow from one destination. */
export function arrowLosses(
  moves: readonly Candidate[],
  from: Square | null,
  to: Square,
): Map<Square, number> {
  return minLossBy(
    moves.filter((move) => move.to === to && (from === null || move.from === from)),
    (move) => move.arrow,
  );
}

function minLossBy(moves: readonly Candidate[], key: (move: Candidate) => Square): Map<Square, number> {
  const losses = new Map<Square, number>();
  for (const move of moves) {
    const square = key(move);
    losses.set(square, Math.min(move.loss, losses.get(square) ?? Infinity));
  }
  return losses;
}

/**
 * Intensity of a loss: 1 for none, 0 from `MAX_SHOWN_LOSS` on. The square root spreads small
 * losses.
 */
export function intensity(loss: number): number {
  return 1 - Math.sqrt(Math.min(1, Math.max(0, loss) / MAX_SHOWN_LOSS));
}

export function toHeatmap(losses: ReadonlyMap<Square, number>): Map<Square, number> {
  return new Map([...losses].map(([square, loss]) => [square, intensity(loss)]));
}
