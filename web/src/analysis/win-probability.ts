// Formatting of win probabilities, losses and counts.

import type { Score, WinProbability } from "../api/types";
import { opponent, type Side } from "../rules";

/** A probability as a percentage. Only certainty is shown as 0 % or 100 %. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return "<1%";
  if (share < 1 && share > 0.99) return ">99%";
  return `${Math.round(share * 100)}%`;
}

/** A loss, with a decimal below 10 %. */
export function formatLoss(loss: number): string {
  const points = loss * 100;
  if (points < 0.05) return "0%";
  return points < 9.95 ? `${points.toFixed(1)}%` : `${Math.round(points)}%`;
}

/** The winner of a proven score and the plies to the end; null for an estimate. */
export function provenWin(
  score: Score | null | undefined,
  toMove: Side,
): { winner: Side; plies: number } | null {
  if (!score || score.kind === "estimate") return null;
  return { winner: score.kind === "win" ? toMove : opponent(toMove), plies: score.plies };
}

/** Both sides' win probabilities from one side's. */
export function winProbabilities(side: Side, chance: number): WinProbability {
  return side === "black" ? { black: chance, white: 1 - chance } : { black: 1 - chance, white: chance };
}

/** `940`, `12.3k`, `4.56M`. */
export function formatShortCount(count: number): string {
  if (count < 1000) return `${Math.round(count)}`;
  if (count < 999_950) return `${trimmed(count / 1000)}k`;
  return `${trimmed(count / 1_000_000)}M`;
}

function trimmed(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return value.toFixed(digits);
}
