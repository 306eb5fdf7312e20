// FEN and move notation.

import { arrows, steps } from "./legal";
import { Position, type Content, type Move, type Side } from "./position";
import { MAX_SIDE, parseSquare, type Square } from "./square";

/** Message keys of notation errors. */
type NotationProblem =
  | "fen.nothing"
  | "fen.character"
  | "fen.ragged"
  | "fen.size"
  | "fen.side"
  | "fen.trailing"
  | "share.broken"
  | "move.form"
  | "move.square"
  | "move.elsewhere"
  | `move.amazon.${Side}`
  | "move.step"
  | "move.arrow";

export class NotationError extends Error {
  constructor(
    readonly problem: NotationProblem,
    readonly values: Record<string, string | number> = {},
  ) {
    super(problem);
  }
}

const LETTERS: Record<string, Content> = { "Q": "white", "q": "black", "*": "burned" };

/** Parses a FEN. Fields after the board are optional; White moves by default. */
export function parseFen(text: string): Position {
  const [board, side, ...rest] = text.trim().split(/\s+/);
  if (board === "") throw new NotationError("fen.nothing");
  const rows = board.split("/").map(parseRow);
  const width = rows[0].length;
  const height = rows.length;
  const ragged = rows.findIndex((row) => row.length !== width);
  if (ragged > 0) {
    const values = { row: ragged + 1, squares: rows[ragged].length, expected: width };
    throw new NotationError("fen.ragged", values);
  }
  if (width < 1 || width > MAX_SIDE || height > MAX_SIDE) {
    throw new NotationError("fen.size", { width, height });
  }
  if (side !== undefined && side !== "w" && side !== "b") throw new NotationError("fen.side", { side });
  const extra = rest.find((field) => !/^(-|\d+)$/.test(field)) ?? rest[4];
  if (extra !== undefined) throw new NotationError("fen.trailing", { text: extra });
  return new Position({ width, height }, rows.reverse().flat(), side === "b" ? "black" : "white");
}

function parseRow(text: string, index: number): Content[] {
  return [...text.matchAll(/\d+|\D/g)].flatMap(([part]) => {
    // Long enough to be rejected as too wide.
    if (/^\d/.test(part)) return new Array<Content>(Math.min(Number(part), 1000)).fill("empty");
    const content = LETTERS[part];
    if (!content) throw new NotationError("fen.character", { character: part, row: index + 1 });
    return [content];
  });
}

/** Writes a FEN. The move counters follow from the number of burned squares. */
export function writeFen(position: Position): string {
  const { width, height } = position.size;
  const letter: Record<Content, string> = { white: "Q", black: "q", burned: "*", empty: "." };
  const rows = Array.from({ length: height }, (_, index) => {
    const start = (height - 1 - index) * width;
    const row = position.contents.slice(start, start + width).map((content) => letter[content]);
    return row.join("").replace(/\.+/g, (empty) => String(empty.length));
  });
  const moves = position.contents.filter((content) => content === "burned").length;
  const side = position.toMove === "white" ? "w" : "b";
  return `${rows.join("/")} ${side} - - ${moves} ${Math.floor(moves / 2) + 1}`;
}

export function moveText({ from, to, arrow }: Move): string {
  return `${from}-${to}/${arrow}`;
}

/**
 * Parses `d1-d7/g7`, `d1 d7 g7`, `d1d7g7`, `D1-D7xG7`, `d1-d7(g7)` and `d1d7,d7g7`. Throws if the
 * move is illegal.
 */
export function parseMove(position: Position, text: string): Move {
  const squares = splitSquares(text).map((name) => {
    const square = parseSquare(position.size, name);
    if (!square) throw new NotationError("move.square", { square: name });
    return square;
  });
  if (squares.length === 4 && squares[1] !== squares[2]) throw new NotationError("move.elsewhere");
  const move = { from: squares[0], to: squares[1], arrow: squares[squares.length - 1] };
  const problem = illegalReason(position, move);
  if (problem) throw problem;
  return move;
}

function splitSquares(text: string): Square[] {
  const separator = "[-–—‐−/,xX:() ]*";
  const form = new RegExp(`^([a-wy-z]\\d+${separator}){3,4}$`, "i");
  if (!form.test(text.trim())) throw new NotationError("move.form", { text: text.trim() });
  return text.match(/[a-z]\d+/gi) ?? [];
}

/** Why a move is illegal; null if it is legal. */
export function illegalReason(position: Position, { from, to, arrow }: Move): NotationError | null {
  if (position.at(from) !== position.toMove) {
    return new NotationError(`move.amazon.${position.toMove}`, { square: from });
  }
  if (!steps(position, from).includes(to)) return new NotationError("move.step", { from, to });
  if (!arrows(position, from, to).includes(arrow)) return new NotationError("move.arrow", { to, arrow });
  return null;
}

/** All positions of a game, starting with `start`. Throws if a move is illegal. */
export function replay(start: Position, moves: readonly string[]): Position[] {
  const positions = [start];
  for (const text of moves) {
    const position = positions[positions.length - 1];
    positions.push(position.play(parseMove(position, text)));
  }
  return positions;
}
