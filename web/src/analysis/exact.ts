// What exact values of all regions say, in words.

import type { Study } from "../api/types";
import { t } from "../i18n";

type Exact = NonNullable<Study["exact"]>;

/** Who is ahead and by how many moves: so often the other could pass and would still lose. */
export function aheadText({ winner, least, most }: Exact): string {
  const side = t(`side.${winner}`);
  if (most === 0) return t("engine.ahead_none", { side });
  return t(least === most ? "engine.ahead" : "engine.ahead_least", { side, moves: least });
}

/** Which moves keep the win, and where the first move is worth most. */
export function exactDetails({ hottest, winning_moves }: Exact): string {
  const details: string[] = [];
  if (winning_moves) details.push(t("engine.keeping", { count: winning_moves.length }));
  if (hottest) details.push(t("engine.hottest", { squares: hottest.squares.join(" ") }));
  return details.join("; ");
}
