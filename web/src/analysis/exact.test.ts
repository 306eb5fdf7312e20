import { describe, expect, it } from "vitest";
import { aheadText, exactDetails } from "./exact";

const known = { winner: "white" as const, hottest: null, winning_moves: null };

describe("what exact values say", () => {
  it("tells who is ahead as far as it is known", () => {
    expect(aheadText({ ...known, least: 3, most: 3 })).toBe("White ahead by 3: proved");
    expect(aheadText({ ...known, least: 2, most: 5 })).toBe("White ahead by 2 or more: proved");
    expect(aheadText({ ...known, least: 0, most: 0 })).toBe("White ahead, no move to spare: proved");
  });

  it("tells what else is known", () => {
    expect(exactDetails({ ...known, least: 1, most: 1 })).toBe("");
    const hottest = { squares: ["a1", "b1"], value: "*", temperature: "0" };
    expect(exactDetails({ ...known, least: 1, most: 1, hottest, winning_moves: ["a1-b1/a1"] })).toBe(
      "moves that keep the win: 1; hottest region: a1 b1",
    );
  });
});
