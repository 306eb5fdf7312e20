import { expect, it } from "vitest";
import type { Game } from "../api/types";
import { clockText, timeLeft } from "./clock";

it("formats times", () => {
  expect(clockText(3_723_000)).toBe("1:02:03");
  expect(clockText(123_000)).toBe("2:03");
  expect(clockText(122_001)).toBe("2:03");
  expect(clockText(10_000)).toBe("0:10");
  expect(clockText(9_400)).toBe("0:09.4");
  expect(clockText(9_999)).toBe("0:10.0");
  expect(clockText(1)).toBe("0:00.1");
  expect(clockText(0)).toBe("0:00.0");
});

it("runs only the clock of the side to move", () => {
  const game = { remaining: { black: 5000, white: 3000 }, running: true, to_move: "white" } as Game;
  expect(timeLeft(game, "white", 1000)).toBe(2000);
  expect(timeLeft(game, "white", 9000)).toBe(0);
  expect(timeLeft(game, "black", 1000)).toBe(5000);
  expect(timeLeft({ ...game, running: false }, "white", 1000)).toBe(3000);
  expect(timeLeft({ ...game, remaining: null }, "white", 1000)).toBeNull();
});
