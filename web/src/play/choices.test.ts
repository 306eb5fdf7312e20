import { expect, it } from "vitest";
import { decodeShare } from "../shell/share";
import { gameChosen, sensible } from "./choices";

it("takes only what makes sense from storage", () => {
  const defaults = sensible(null);
  for (const junk of [
    undefined,
    7,
    "x",
    [],
    { level: 21, width: 3, clock: "99", side: "red", minutes: -1 },
  ]) {
    expect(sensible(junk)).toEqual(defaults);
  }
  expect(sensible({ level: 7, side: "black", clock: "own", minutes: 3 })).toEqual({
    ...defaults,
    level: 7,
    side: "black",
    clock: "own",
    minutes: 3,
  });
});

it("asks for the game that was chosen", () => {
  const choices = { ...sensible(null), level: 4, width: 6, height: 5 };
  const game = gameChosen(choices, null, false);
  expect(game).toMatchObject({
    start: "1q2q1/q4q/6/Q4Q/1Q2Q1 w - - 0 1",
    white: { kind: "person" },
    black: { kind: "engine", level: 4 },
    clock: null,
    moves: [],
  });
  expect(gameChosen({ ...choices, side: "either" }, null, false).white).toEqual({ kind: "engine", level: 4 });
  expect(gameChosen({ ...choices, side: "either" }, null, true).black).toEqual({ kind: "engine", level: 4 });
  expect(gameChosen({ ...choices, clock: "5+5" }, null, true).clock).toEqual({ seconds: 300, increment: 5 });
  const two = gameChosen({ ...choices, opponent: "person", clock: "own" }, null, true);
  expect([two.white.kind, two.black.kind, two.clock]).toEqual([
    "person",
    "person",
    { seconds: 900, increment: 10 },
  ]);
});

it("lets full strength think as long as was chosen, unless a clock says so", () => {
  const choices = { ...sensible(null), level: 20, seconds: 10 };
  expect(gameChosen(choices, null, true).black).toEqual({ kind: "engine", level: 20, seconds: 10 });
  expect(gameChosen({ ...choices, clock: "5+5" }, null, true).black).toEqual({ kind: "engine", level: 20 });
});

it("goes on from a game", () => {
  const from = decodeShare("2q_3_Q2.w~AAEA");
  expect(gameChosen(sensible(null), from, true)).toMatchObject({
    start: "2q/3/Q2 w - - 0 1",
    moves: ["a1-b1/a1"],
  });
});
