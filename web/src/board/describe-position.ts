// Text descriptions of positions for screen readers.

import { t } from "../i18n";
import { opponent, winner, type Move, type Position, type Side, type Square } from "../rules";

/** Sentences, most important first: side to move, last move, pieces. */
export function describePosition(position: Position, lastMove: Move | null): string[] {
  const list = (squares: readonly Square[]) =>
    squares.length === 0 ? t("description.none") : squares.join(", ");
  const amazons = (side: Side) =>
    t("description.amazons", { side: t(`side.${side}`), squares: list(position.squaresWith(side)) });
  const won = winner(position);
  const mover = position.toMove;
  return [
    won ? t("game_over", { side: t(`side.${won}`) }) : t("description.to_move", { side: t(`side.${mover}`) }),
    ...(lastMove ? [t("description.last_move", { ...lastMove })] : []),
    amazons(mover),
    amazons(opponent(mover)),
    t("description.burned", { squares: list(position.squaresWith("burned")) }),
  ];
}
