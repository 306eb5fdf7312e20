// Texts of the endgame panel.

import { formatPercent } from "../analysis/win-probability";
import type { BestPlayMove, EndgameAnalysis, EndgameOutcome, ExactValue } from "../api/types";
import { t } from "../i18n";

/** Maximum length of a canonical form that fits in one line, in characters. */
const MAX_FORM_LENGTH = 26;

/** The winner and their lead in moves; for an estimate, the favorite and their win probability. */
export function outcomeText({ certainty, winner, least, most, chances }: EndgameOutcome): string {
  const side = t(`side.${winner}`);
  if (certainty === "estimate")
    return t("endgame.favored", { side, probability: formatPercent(chances[winner]) });
  if (least === null || most === null) return t("endgame.wins", { side });
  if (most === 0) return t("endgame.ahead_none", { side });
  if (least !== most) return t("endgame.ahead_least", { side, least, most });
  return least === 1 ? t("endgame.ahead_one", { side }) : t("endgame.ahead", { side, moves: least });
}

/** Number of winning moves, or that every move loses; null if that is not proven. */
export function winningMovesText(endgame: EndgameAnalysis): string | null {
  const { standing, to_move, winning_moves, winning_moves_complete, moves } = endgame;
  if (standing.certainty === "estimate" || moves === 0) return null;
  if (standing.winner !== to_move) return t("endgame.losing");
  if (winning_moves === null) return null;
  const key = winning_moves_complete ? "endgame.winning_moves" : "endgame.winning_moves_least";
  return t(key, { count: winning_moves.length, moves });
}

/** Whether a canonical form is known and short enough for one line. */
export function fitsInLine(form: string | null): form is string {
  return form !== null && form.length <= MAX_FORM_LENGTH;
}

/** Replaces hyphens by minus signs. */
export function withMinusSign(text: string): string {
  return text.replaceAll("-", "−");
}

/** The canonical form. If it is too long or unknown: the mean, or "long" without a mean. */
export function valueText(form: string | null, mean?: string): string {
  if (fitsInLine(form)) return withMinusSign(form);
  return mean === undefined ? t("endgame.long") : `≈ ${withMinusSign(mean)}`;
}

/** Whether the value is a number: exactly the numbers have negative temperatures. */
export function isNumber({ temperature }: ExactValue): boolean {
  return temperature.startsWith("-");
}

/** Why best play chooses the move. */
export function reasonText({ reason, temperature, hottest }: BestPlayMove): string {
  return t(`endgame.reason.${reason}`, {
    temperature: withMinusSign(temperature ?? ""),
    hottest: withMinusSign(hottest ?? ""),
  });
}

/** Value of the region before and after the move; null if one is too long or unknown. */
export function valueChangeText({ before, after }: BestPlayMove): string | null {
  if (!fitsInLine(before) || !fitsInLine(after)) return null;
  return `${withMinusSign(before)} → ${withMinusSign(after)}`;
}
