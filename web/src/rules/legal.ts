// The rules: an amazon slides like a queen of chess, then shoots from where it arrived; the arrow flies
// like a queen too and burns the square it lands on. Who cannot move has lost.

import { opponent, type Move, type Position, type Side } from "./position";
import { columnOf, isOnBoard, rowOf, squareName, type Square } from "./square";

const DIRECTIONS = [
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
];

/** The empty squares a queen on `origin` reaches; `vacated` counts as empty. */
function slides(position: Position, origin: Square, vacated?: Square): Square[] {
  const reached: Square[] = [];
  for (const [right, up] of DIRECTIONS) {
    let column = columnOf(origin) + right;
    let row = rowOf(origin) + up;
    while (isOnBoard(position.size, column, row)) {
      const square = squareName(column, row);
      if (position.at(square) !== "empty" && square !== vacated) break;
      reached.push(square);
      column += right;
      row += up;
    }
  }
  return reached;
}

/** Where the amazon on `from` can go. */
export function steps(position: Position, from: Square): Square[] {
  return slides(position, from);
}

/** What an amazon that went `from` – `to` can shoot at: the square it left among them. */
export function shots(position: Position, from: Square, to: Square): Square[] {
  return slides(position, to, from);
}

/** The amazons of the side to move that can go somewhere. */
export function movableAmazons(position: Position): Square[] {
  return position.squaresWith(position.toMove).filter((from) => steps(position, from).length > 0);
}

export function legalMoves(position: Position): Move[] {
  return position
    .squaresWith(position.toMove)
    .flatMap((from) =>
      steps(position, from).flatMap((to) => shots(position, from, to).map((shot) => ({ from, to, shot }))),
    );
}

/** Who has won, once the side to move cannot move. */
export function winner(position: Position): Side | null {
  return movableAmazons(position).length > 0 ? null : opponent(position.toMove);
}
