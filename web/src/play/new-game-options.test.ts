import { expect, it } from "vitest";
import { decodeLink } from "../shell/share";
import { toNewGame, validate } from "./new-game-options";

it("replaces invalid stored options by defaults", () => {
  const defaults = validate(null);
  for (const junk of [
    undefined,
    7,
    "x",
    [],
    { level: 21, width: 3, clock: "99", side: "red", minutes: -1 },
  ]) {
    expect(validate(junk)).toEqual(defaults);
  }
  expect(validate({ level: 7, side: "black", clock: "own", minutes: 3 })).toEqual({
    ...defaults,
    level: 7,
    side: "black",
    clock: "own",
    minutes: 3,
  });
});

it("builds the request for a new game", () => {
  const options = { ...validate(null), level: 4, width: 6, height: 5 };
  const game = toNewGame(options, null, false);
  expect(game).toMatchObject({
    start: "1q2q1/q4q/6/Q4Q/1Q2Q1 w - - 0 1",
    white: { kind: "person" },
    black: { kind: "engine", level: 4 },
    clock: null,
    moves: [],
  });
  expect(toNewGame({ ...options, side: "either" }, null, false).white).toEqual({ kind: "engine", level: 4 });
  expect(toNewGame({ ...options, side: "either" }, null, true).black).toEqual({ kind: "engine", level: 4 });
  expect(toNewGame({ ...options, clock: "5+5" }, null, true).clock).toEqual({ seconds: 300, increment: 5 });
  const two = toNewGame({ ...options, opponent: "person", clock: "own" }, null, true);
  expect([two.white.kind, two.black.kind, two.clock]).toEqual([
    "person",
    "person",
    { seconds: 900, increment: 10 },
  ]);
});

it("sends the thinking time at full strength without a clock only", () => {
  const options = { ...validate(null), level: 20, seconds: 10 };
  expect(toNewGame(options, null, true).black).toEqual({ kind: "engine", level: 20, seconds: 10 });
  expect(toNewGame({ ...options, clock: "5+5" }, null, true).black).toEqual({ kind: "engine", level: 20 });
});

it("starts from a shared game", () => {
  const from = decodeLink("2q_3_Q2.w~AAEA");
  expect(toNewGame(validate(null), from, true)).toMatchObject({
    start: "2q/3/Q2 w - - 0 1",
    moves: ["a1-b1/a1"],
  });
});
