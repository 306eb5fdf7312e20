// What an endgame's numbers say, in words.

import type { Endgame, ExactWorth, PlayedMove, Standing } from "../api/types";
import { t } from "../i18n";

/** Characters up to which a value is written out. */
const LONGEST_VALUE = 26;

/** Who is ahead by how much. */
export function standingText({ certainty, winner, least, most, chances }: Standing): string {
  const side = t(`side.${winner}`);
  if (certainty === "estimate") {
    return t("endgame.favoured", { side, chance: `${Math.round(chances[winner] * 100)} %` });
  }
  if (least === null || most === null) return t("endgame.wins", { side });
  if (most === 0) return t("endgame.ahead_none", { side });
  if (least !== most) return t("endgame.ahead_least", { side, least, most });
  return least === 1 ? t("endgame.ahead_one", { side }) : t("endgame.ahead", { side, moves: least });
}

/** How many moves keep the win; nothing where that is not known. */
export function keepingText(endgame: Endgame): string | null {
  const { standing, to_move, winning_moves, winning_moves_complete, moves } = endgame;
  if (standing.certainty === "estimate" || moves === 0) return null;
  if (standing.winner !== to_move) return t("endgame.losing");
  if (winning_moves === null) return null;
  const key = winning_moves_complete ? "endgame.keeping" : "endgame.keeping_some";
  return t(key, { count: winning_moves.length, moves });
}

/** Whether a value can be read in a line. */
export function isShort(form: string | null): form is string {
  return form !== null && form.length <= LONGEST_VALUE;
}

/** A true minus sign, as people write numbers. */
export function number(text: string): string {
  return text.replaceAll("-", "−");
}

/** A value, or its mean where it would be too long to read. */
export function valueText(form: string | null, mean?: string): string {
  if (isShort(form)) return number(form);
  return mean === undefined ? t("endgame.long") : `≈ ${number(mean)}`;
}

export function isCold({ temperature }: ExactWorth): boolean {
  return temperature.startsWith("-");
}

/** Why a move of the best play is made. */
export function reasonText({ reason, temperature, hottest }: PlayedMove): string {
  return t(`endgame.reason.${reason}`, {
    temperature: number(temperature ?? ""),
    hottest: number(hottest ?? ""),
  });
}

/** What a move makes of its region; nothing where that is too long to read. */
export function becomesText({ before, after }: PlayedMove): string | null {
  if (!isShort(before) || !isShort(after)) return null;
  return t("endgame.becomes", { before: number(before), after: number(after) });
}
