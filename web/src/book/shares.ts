// How games ended, as parts of a bar.

import type { Played } from "../api/types";

export interface Shares {
  /** Each from 0 to 1; together they are 1. */
  readonly white: number;
  readonly open: number;
  readonly black: number;
}

/** White's part, that of games without a known end, and Black's; null without games. */
export function shares({ games, white, black }: Played): Shares | null {
  if (games === 0) return null;
  return { white: white / games, open: (games - white - black) / games, black: black / games };
}

/** A count as people of that language write it. */
export function counted(count: number, language: string): string {
  return new Intl.NumberFormat(language).format(count);
}
