import { expect, it } from "vitest";
import { parseFen, writeFen } from "../rules";
import { describe as sentence } from "./describe";
import { resize } from "./resize";

it("keeps what fits on another board", () => {
  const position = parseFen("q2/1*1/Q2 b");
  expect(writeFen(resize(position, { width: 2, height: 2 }))).toBe("1*/Q1 b - - 1 1");
  expect(writeFen(resize(position, { width: 4, height: 4 }))).toBe("4/q3/1*2/Q3 b - - 1 1");
  expect(resize(resize(position, { width: 10, height: 10 }), position.size).equals(position)).toBe(true);
});

it("says whether a position can be played", () => {
  expect(sentence(parseFen("Q2/3/2q w"))).toBe("White to move has 29 legal moves.");
  expect(sentence(parseFen("Q1*/***/2q w"))).toBe("White to move has one legal move.");
  expect(sentence(parseFen("Q*1/**1/2q w"))).toBe("The game is over: White cannot move, Black wins.");
  expect(sentence(parseFen("3/3/2q w"))).toBe("White is to move and has no amazons: Black wins.");
  expect(sentence(parseFen("3/3/2Q w"))).toBe(
    "This can be played, but Black has no amazons and loses on the next turn.",
  );
});
