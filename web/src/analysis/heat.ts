// Candidate moves as heat, in two layers: where an amazon may go, and, for one such destination, where it
// may shoot from there. Warm is what costs little against the best move.

import type { Side, Square } from "../rules";
import type { Line, Study } from "../api/types";

/**
 * A line whose first move was looked at less than this share of the best one's says more about the search
 * than about the move: one that was hardly tried has the value of its first glance, and one that was never
 * tried that of its parent, and both would be painted as if they were known. The share is small, since the
 * search puts nearly all of its visits into two or three moves and leaves the others soon after it has seen
 * why: of 1,400 visits at the start, two moves got 1,300, and six others between 3 and 12.
 */
const SHARE_OF_BEST = 0.003;

/** And never fewer visits than this: a first glance and two answers to it. */
const FEWEST_VISITS = 3;

/** A loss of so much win probability, or more, is cold. */
export const COLD = 0.2;

/** A candidate that was searched well enough to be shown. */
export interface Candidate {
  readonly move: string;
  readonly from: Square;
  readonly to: Square;
  readonly shot: Square;
  /** The win probability that it gives away against the best move, 0 to 1. */
  readonly loss: number;
}

/**
 * The moves of a study that were searched well, with what each gives away against the move that the engine would
 * play, which is the first: another may look better for a while, as long as fewer looks were taken at it.
 */
export function candidates(study: Study): Candidate[] {
  const chances = study.lines.map((line) => chance(line, study.to_move));
  const best = chances[0] ?? 0;
  const mostVisits = Math.max(0, ...study.lines.map((line) => line.visits ?? 0));
  const enough = Math.max(FEWEST_VISITS, mostVisits * SHARE_OF_BEST);
  return study.lines.flatMap((line, index) => {
    const value = chances[index] ?? null;
    const move = line.moves[0];
    // Searchers that do not count visits search every line that they give.
    const isWellSearched = (line.visits ?? null) === null || (line.visits ?? 0) >= enough;
    if (value === null || move === undefined || !isWellSearched) return [];
    // The server writes moves in one form alone, and none that is not legal.
    const [from, to, shot] = move.split(/[-/]/);
    return [{ move, from, to, shot, loss: Math.max(0, best - value) }];
  });
}

function chance(line: Line, side: Side): number | null {
  return line.win_probability?.[side] ?? null;
}

/**
 * The best moves of which no two take the same step: an amazon often has several good shots from one square, and
 * drawn over each other they tell nothing.
 */
export function distinctSteps(moves: readonly Candidate[]): Candidate[] {
  const steps = new Set<string>();
  return moves.filter(({ from, to }) => !steps.has(from + to) && steps.add(from + to));
}

/**
 * The first layer: every destination with the least loss over the moves that end there. If an amazon is
 * chosen already, only its moves count.
 */
export function destinations(moves: readonly Candidate[], from: Square | null): Map<Square, number> {
  return least(
    moves.filter((move) => from === null || move.from === from),
    (move) => move.to,
  );
}

/** The second layer: the shots from one destination, likewise. */
export function shots(moves: readonly Candidate[], from: Square | null, to: Square): Map<Square, number> {
  return least(
    moves.filter((move) => move.to === to && (from === null || move.from === from)),
    (move) => move.shot,
  );
}

function least(moves: readonly Candidate[], key: (move: Candidate) => Square): Map<Square, number> {
  const losses = new Map<Square, number>();
  for (const move of moves) {
    const square = key(move);
    losses.set(square, Math.min(move.loss, losses.get(square) ?? Infinity));
  }
  return losses;
}

/**
 * How warm a loss is: 1 for the best move, 0 for a cold one. The square root spreads the small losses,
 * which are the ones to choose among.
 */
export function warmth(loss: number): number {
  return 1 - Math.sqrt(Math.min(1, Math.max(0, loss) / COLD));
}

/** Losses as the board draws them. */
export function asHeat(losses: ReadonlyMap<Square, number>): Map<Square, number> {
  return new Map([...losses].map(([square, loss]) => [square, warmth(loss)]));
}
