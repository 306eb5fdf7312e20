// Results of games as shares of a bar.

import type { ResultCounts } from "../api/types";

interface ResultShares {
  /** Sum to 1. */
  readonly white: number;
  readonly open: number;
  readonly black: number;
}

/** Null without games. */
export function resultShares({ games, white, black }: ResultCounts): ResultShares | null {
  if (games === 0) return null;
  return { white: white / games, open: (games - white - black) / games, black: black / games };
}

/** A count in the notation of the language. */
export function formatCount(count: number, language: string): string {
  return new Intl.NumberFormat(language).format(count);
}
