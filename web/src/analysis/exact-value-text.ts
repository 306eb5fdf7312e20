// Texts of exact results in the engine panel.

import type { Analysis } from "../api/types";
import { t } from "../i18n";

type Exact = NonNullable<Analysis["exact"]>;

/** The winner's lead: how often the loser could pass and still lose. */
export function leadText({ winner, least, most }: Exact): string {
  const side = t(`side.${winner}`);
  if (most === 0) return t("engine.ahead_none", { side });
  return t(least === most ? "engine.ahead" : "engine.ahead_least", { side, moves: least });
}

/** Number of winning moves and the hottest region. */
export function exactDetails({ hottest, winning_moves }: Exact): string {
  const details: string[] = [];
  if (winning_moves) details.push(t("engine.winning_moves", { count: winning_moves.length }));
  if (hottest) details.push(t("engine.hottest", { squares: hottest.squares.join(" ") }));
  return details.join("; ");
}
