import { expect, it } from "vitest";
import { parseFen, writeFen } from "../rules";
import { describeSetup as sentence, resize } from "./setup";

it("resizing keeps the squares that still exist", () => {
  const position = parseFen("q2/1*1/Q2 b");
  expect(writeFen(resize(position, { width: 2, height: 2 }))).toBe("1*/Q1 b - - 1 1");
  expect(writeFen(resize(position, { width: 4, height: 4 }))).toBe("4/q3/1*2/Q3 b - - 1 1");
  expect(resize(resize(position, { width: 10, height: 10 }), position.size).equals(position)).toBe(true);
});

it("describes whether a position is playable", () => {
  expect(sentence(parseFen("Q2/3/2q w"))).toBe("White to move, 29 legal moves.");
  expect(sentence(parseFen("Q1*/***/2q w"))).toBe("White to move, 1 legal move.");
  expect(sentence(parseFen("Q*1/**1/2q w"))).toBe("Game over: White cannot move, Black wins.");
  expect(sentence(parseFen("3/3/2q w"))).toBe("White is to move but has no amazons: Black wins.");
  expect(sentence(parseFen("3/3/2Q w"))).toBe(
    "Playable, but Black has no amazons and loses on the next turn.",
  );
});
