// What the engine says of a position, in words and numbers that a person reads at a glance.

import { opponent, type Side } from "../rules";
import type { Chances, Score } from "../api/types";

/**
 * A share as a whole percentage. What is neither certain nor impossible is never called so: only a
 * proof may say 0 % or 100 %.
 */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return "<1%";
  if (share < 1 && share > 0.99) return ">99%";
  return `${Math.round(share * 100)}%`;
}

/** What a move gave away, to a tenth of a percent where it is small. */
export function lossPercent(loss: number): string {
  const points = loss * 100;
  if (points < 0.05) return "0%";
  return points < 9.95 ? `${points.toFixed(1)}%` : `${Math.round(points)}%`;
}

/** The side for which a result is proved, seen from the player to move, and the plies until then. */
export function proved(
  score: Score | null | undefined,
  toMove: Side,
): { winner: Side; plies: number } | null {
  if (!score || score.kind === "estimate") return null;
  return { winner: score.kind === "win" ? toMove : opponent(toMove), plies: score.plies };
}

/** Both sides' chances from that of one. */
export function chancesFor(side: Side, chance: number): Chances {
  return side === "black" ? { black: chance, white: 1 - chance } : { black: 1 - chance, white: chance };
}

/** A count short enough for a corner: 940, 12.3k, 4.56M. */
export function shortCount(count: number): string {
  if (count < 1000) return `${Math.round(count)}`;
  if (count < 999_950) return `${trimmed(count / 1000)}k`;
  return `${trimmed(count / 1_000_000)}M`;
}

function trimmed(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return value.toFixed(digits);
}
