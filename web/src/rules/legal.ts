// Legal moves: an amazon moves like a chess queen, then shoots an arrow that flies like a queen and
// burns a square. The side that cannot move loses.

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

/** Squares reached by queen moves from `origin`; `vacated` counts as empty. */
function queenMoves(position: Position, origin: Square, vacated?: Square): Square[] {
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

/** Destinations of the amazon on `from`. */
export function steps(position: Position, from: Square): Square[] {
  return queenMoves(position, from);
}

/** Arrow squares after a step `from`–`to`, including the vacated square. */
export function arrows(position: Position, from: Square, to: Square): Square[] {
  return queenMoves(position, to, from);
}

/** Amazons of the side to move that can move. */
export function movableAmazons(position: Position): Square[] {
  return position.squaresWith(position.toMove).filter((from) => steps(position, from).length > 0);
}

export function legalMoves(position: Position): Move[] {
  return position
    .squaresWith(position.toMove)
    .flatMap((from) =>
      steps(position, from).flatMap((to) => arrows(position, from, to).map((arrow) => ({ from, to, arrow }))),
    );
}

/** The winner; null while the side to move can move. */
export function winner(position: Position): Side | null {
  return movableAmazons(position).length > 0 ? null : opponent(position.toMove);
}
