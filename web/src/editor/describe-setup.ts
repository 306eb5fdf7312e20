// Describes whether a position is playable.

import { t } from "../i18n";
import { legalMoves, opponent, type Position } from "../rules";

export function describeSetup(position: Position): string {
  const mover = t(`side.${position.toMove}`);
  const other = t(`side.${opponent(position.toMove)}`);
  if (position.squaresWith(position.toMove).length === 0)
    return t("editor.no_amazons", { side: mover, winner: other });
  const count = legalMoves(position).length;
  if (count === 0) return t("editor.no_moves", { side: mover, winner: other });
  if (position.squaresWith(opponent(position.toMove)).length === 0)
    return t("editor.no_opponent", { side: other });
  return t(count === 1 ? "editor.one_move" : "editor.playable", { side: mover, count });
}
