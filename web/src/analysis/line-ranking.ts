// Order of the lines of an analysis. The server lists them by visits.

import type { AnalysisLine } from "../api/types";
import type { Side } from "../rules";

/** Share of the most visits from which a line's value is more than a first guess. */
const MIN_VISIT_SHARE = 0.05;

/** Visits from which a line's value is more than a first guess. */
export const MIN_VISITS = 3;

export interface RankedLine extends AnalysisLine {
  /** Whether few visits back its value. */
  readonly isGuess: boolean;
}

/**
 * Lines by the win probability of the side to move, the best first. First guesses follow the others:
 * a line with few visits often promises too much. Lines without visits have no value and are omitted.
 */
export function rankLines(lines: readonly AnalysisLine[], toMove: Side): RankedLine[] {
  const mostVisits = Math.max(0, ...lines.map(({ visits }) => visits ?? 0));
  const value = ({ win_probability }: AnalysisLine) => win_probability?.[toMove] ?? -1;
  return lines
    .filter(({ visits }) => visits !== 0)
    .map((line) => {
      // Searchers without visit counts search every line fully.
      const visits = line.visits ?? mostVisits;
      const enough = Math.min(mostVisits, Math.max(MIN_VISITS, mostVisits * MIN_VISIT_SHARE));
      return { ...line, isGuess: !isProven(line) && visits < enough };
    })
    .sort((one, other) => Number(one.isGuess) - Number(other.isGuess) || value(other) - value(one));
}

export function isProven({ score }: AnalysisLine): boolean {
  return score?.kind === "win" || score?.kind === "loss";
}
