// Texts of the endgame panel.

import { formatPercent } from "../analysis/win-probability";
import type { BestPlayMove, EndgameAnalysis, EndgameOutcome, ExactValue } from "../api/types";
import { t } from "../i18n";

/** Maximum length of a value that is shown in full. */
const MAX_VALUE_CHARS = 26;

/** The winner and lead. */
export function outcomeText({ certainty, winner, least, most, chances }: EndgameOutcome): string {
  const side = t(`side.${winner}`);
  if (certainty === "estimate")
    return t("endgame.favored", { side, probability: formatPercent(chances[winner]) });
  if (least === null || most === null) return t("endgame.wins", { side });
  if (most === 0) return t("endgame.ahead_none", { side });
  if (least !== most) return t("endgame.ahead_least", { side, least, most });
  return least === 1 ? t("endgame.ahead_one", { side }) : t("endgame.ahead", { side, moves: least });
}

/** Number of winning moves; null if unknown. */
export function winningMovesText(endgame: EndgameAnalysis): string | null {
  const { standing, to_move, winning_moves, winning_moves_complete, moves } = endgame;
  if (standing.certainty === "estimate" || moves === 0) return null;
  if (standing.winner !== to_move) return t("endgame.losing");
  if (winning_moves === null) return null;
  const key = winning_moves_complete ? "endgame.winning_moves" : "endgame.winning_moves_least";
  return t(key, { count: winning_moves.length, moves });
}

export function fitsInLine(form: string | null): form is string {
  return form !== null && form.length <= MAX_VALUE_CHARS;
}

/** Replaces hyphens by minus signs. */
export function withMinusSign(text: string): string {
  return text.replaceAll("-", "−");
}

/** The canonical form, or the mean if the form is too long. */
export function valueText(form: string | null, mean?: string): string {
  if (fitsInLine(form)) return withMinusSign(form);
  return mean === undefined ? t("endgame.long") : `≈ ${withMinusSign(mean)}`;
}

export function isNumber({ temperature }: ExactValue): boolean {
  return temperature.startsWith("-");
}

export function reasonText({ reason, temperature, hottest }: BestPlayMove): string {
  return t(`endgame.reason.${reason}`, {
    temperature: withMinusSign(temperature ?? ""),
    hottest: withMinusSign(hottest ?? ""),
  });
}

/** Value of the region before and after the move; null if too long. */
export function valueChangeText({ before, after }: BestPlayMove): string | null {
  if (!fitsInLine(before) || !fitsInLine(after)) return null;
  return `${withMinusSign(before)} → ${withMinusSign(after)}`;
}
