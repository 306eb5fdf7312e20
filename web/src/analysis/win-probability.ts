// Win probabilities and proven scores; formatting of probabilities, losses and counts.

import type { Score, WinProbability } from "../api/types";
import { opponent, type Side } from "../rules";

/** Only certainty is shown as 0% or 100%. */
export function formatPercent(probability: number): string {
  if (probability > 0 && probability < 0.01) return "<1%";
  if (probability < 1 && probability > 0.99) return ">99%";
  return `${Math.round(probability * 100)}%`;
}

/** Loss of win probability, with one decimal place below 10%. */
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
export function winProbabilities(side: Side, probability: number): WinProbability {
  const other = 1 - probability;
  return side === "black" ? { black: probability, white: other } : { black: other, white: probability };
}

/** `940`, `12.3k`, `4.56M`. */
export function formatShortCount(count: number): string {
  if (count < 1000) return `${Math.round(count)}`;
  if (count < 999_950) return `${threeDigits(count / 1000)}k`;
  return `${threeDigits(count / 1_000_000)}M`;
}

function threeDigits(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return value.toFixed(digits);
}
