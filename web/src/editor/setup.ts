// Positions in the board editor: resizing and describing them.

import { t } from "../i18n";
import {
  columnOf,
  isOnBoard,
  legalMoves,
  opponent,
  Position,
  rowOf,
  squaresOf,
  type Content,
  type Size,
  type Square,
} from "../rules";

/** Keeps the content of squares that still exist. */
export function resize(position: Position, size: Size): Position {
  const kept = squaresOf(position.size)
    .filter((square) => isOnBoard(size, columnOf(square), rowOf(square)))
    .map((square): [Square, Content] => [square, position.at(square)]);
  return Position.empty(size, position.toMove).with(kept);
}

/** Says whether a position is playable. */
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
