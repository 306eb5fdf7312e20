import { describe, expect, it } from "vitest";
import { legalMoves, NotationError, parseFen, standardStartOf, winner, writeFen, type Move } from "../rules";
import { decodeLink, encodeLink, type SharedGame } from "./share";

function roundTrip(shared: SharedGame): SharedGame {
  const text = encodeLink(shared);
  expect(encodeURI(text)).toBe(text);
  return decodeLink(text);
}

describe("share links", () => {
  it("encode a whole game", () => {
    const start = standardStartOf({ width: 10, height: 10 })!;
    const moves: Move[] = [];
    let position = start;
    while (winner(position) === null) {
      const list = legalMoves(position);
      const move = list[(moves.length * 7919) % list.length];
      moves.push(move);
      position = position.play(move);
    }
    expect(moves.length).toBeGreaterThan(40);
    const back = roundTrip({ start, moves });
    expect(back.moves).toEqual(moves);
    expect(encodeLink(back).length).toBe("10x10~".length + 4 * moves.length);
  });

  it("encode any position", () => {
    for (const fen of [
      "Q*1/3/2q b - - 1 1",
      "1 w - - 0 1",
      "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b - - 0 1",
    ]) {
      expect(writeFen(roundTrip({ start: parseFen(fen), moves: [] }).start)).toBe(fen);
    }
  });

  it("are rejected when malformed", () => {
    for (const text of ["", "11x11", "3x3", "10x10~A", "10x10~AAAA", "10x10~____", "10x10~é", "Z.w", "3.q"]) {
      expect(() => decodeLink(text), text).toThrow(NotationError);
    }
  });
});
