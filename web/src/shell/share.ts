// Games as short text for links: the start and three squares per move. `10x10~AwYJ…` is a standard
// start with moves, `3q2q3_10_10_q8q….b` any other start with the side to move. A move is three
// bytes, the square indices from a1, in URL-safe base64.

import {
  indexOf,
  MAX_SIDE,
  NotationError,
  parseFen,
  parseMove,
  Position,
  squaresOf,
  standardStartOf,
  writeFen,
  type Move,
} from "../rules";

export interface SharedGame {
  readonly start: Position;
  readonly moves: readonly Move[];
}

export function encodeLink({ start, moves }: SharedGame): string {
  return moves.length === 0 ? encodeStart(start) : `${encodeStart(start)}~${encodeMoves(start, moves)}`;
}

/** Throws a `NotationError` if the text is malformed or a move is illegal. */
export function decodeLink(text: string): SharedGame {
  const [startText, movesText = ""] = text.split("~");
  const start = decodeStart(startText);
  const squares = squaresOf(start.size);
  const bytes = fromBase64(movesText);
  if (bytes === null) throw new NotationError("share.broken");
  const moves: Move[] = [];
  let position = start;
  for (let index = 0; index < bytes.length; index += 3) {
    const [from, to, arrow] = [...bytes.slice(index, index + 3)].map((byte) => squares[byte]);
    if (!from || !to || !arrow) throw new NotationError("share.broken");
    const move = parseMove(position, `${from}${to}${arrow}`);
    moves.push(move);
    position = position.play(move);
  }
  return { start, moves };
}

function encodeStart(start: Position): string {
  const { width, height } = start.size;
  if (standardStartOf(start.size)?.equals(start)) return `${width}x${height}`;
  const [board, side] = writeFen(start).split(" ");
  return `${board.replaceAll("/", "_")}.${side}`;
}

function decodeStart(text: string): Position {
  const size = /^(\d{1,2})x(\d{1,2})$/.exec(text);
  if (!size) return parseFen(text.replaceAll("_", "/").replace(".", " "));
  const [width, height] = [Number(size[1]), Number(size[2])];
  const start = width <= MAX_SIDE && height <= MAX_SIDE ? standardStartOf({ width, height }) : null;
  if (!start) throw new NotationError("share.broken");
  return start;
}

function encodeMoves(start: Position, moves: readonly Move[]): string {
  const bytes = moves.flatMap(({ from, to, arrow }) =>
    [from, to, arrow].map((square) => indexOf(start.size, square)),
  );
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64(text: string): Uint8Array | null {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
