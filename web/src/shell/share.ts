// A position or a game as a short text for links: the start, and three squares a move.
//
//   10x10~AwYJ…                   a standard start and the moves played
//   3q2q3_10_10_q8q….b            any other start, with who moves
//
// A move is three bytes, the squares' places row by row from a1, in the alphabet that links take.

import {
  indexOf,
  LARGEST,
  NotationError,
  parseFen,
  parseMove,
  Position,
  squaresOf,
  startOf,
  writeFen,
  type Move,
} from "../rules";

export interface Shared {
  readonly start: Position;
  readonly moves: readonly Move[];
}

export function encodeShare({ start, moves }: Shared): string {
  return moves.length === 0 ? encodeStart(start) : `${encodeStart(start)}~${encodeMoves(start, moves)}`;
}

/** Throws a `NotationError` if the text is no such link, or a move in it cannot be played. */
export function decodeShare(text: string): Shared {
  const [startText, movesText = ""] = text.split("~");
  const start = decodeStart(startText);
  const squares = squaresOf(start.size);
  const bytes = fromBase64(movesText);
  if (bytes === null) throw new NotationError("share.broken");
  const moves: Move[] = [];
  let position = start;
  for (let index = 0; index < bytes.length; index += 3) {
    const [from, to, shot] = [...bytes.slice(index, index + 3)].map((byte) => squares[byte]);
    if (!from || !to || !shot) throw new NotationError("share.broken");
    const move = parseMove(position, `${from}${to}${shot}`);
    moves.push(move);
    position = position.play(move);
  }
  return { start, moves };
}

function encodeStart(start: Position): string {
  const { width, height } = start.size;
  if (startOf(start.size)?.equals(start)) return `${width}x${height}`;
  const [board, side] = writeFen(start).split(" ");
  return `${board.replaceAll("/", "_")}.${side}`;
}

function decodeStart(text: string): Position {
  const size = /^(\d{1,2})x(\d{1,2})$/.exec(text);
  if (!size) return parseFen(text.replaceAll("_", "/").replace(".", " "));
  const [width, height] = [Number(size[1]), Number(size[2])];
  const start = width <= LARGEST && height <= LARGEST ? startOf({ width, height }) : null;
  if (!start) throw new NotationError("share.broken");
  return start;
}

function encodeMoves(start: Position, moves: readonly Move[]): string {
  const bytes = moves.flatMap(({ from, to, shot }) =>
    [from, to, shot].map((square) => indexOf(start.size, square)),
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
