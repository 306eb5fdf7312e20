// A position in words, for those who hear it.

import { t } from "../i18n";
import { opponent, winner, type Move, type Position, type Side, type Square } from "../rules";

/** Sentences, the most wanted first: whose turn, what was played, where everybody stands. */
export function describePosition(position: Position, lastMove: Move | null): string[] {
  const list = (squares: readonly Square[]) => (squares.length === 0 ? t("words.none") : squares.join(", "));
  const amazons = (side: Side) =>
    t("words.amazons", { side: t(`side.${side}`), squares: list(position.squaresWith(side)) });
  const won = winner(position);
  const mover = position.toMove;
  return [
    won ? t("words.over", { side: t(`side.${won}`) }) : t("words.to_move", { side: t(`side.${mover}`) }),
    ...(lastMove ? [t("words.last", { ...lastMove })] : []),
    amazons(mover),
    amazons(opponent(mover)),
    t("words.burned", { squares: list(position.squaresWith("burned")) }),
  ];
}
