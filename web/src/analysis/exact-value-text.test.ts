import { describe, expect, it } from "vitest";
import { exactDetails, leadText } from "./exact-value-text";

const known = { winner: "white" as const, hottest: null, winning_moves: null };

describe("exact result texts", () => {
  it("show the lead as far as it is known", () => {
    expect(leadText({ ...known, least: 3, most: 3 })).toBe("White ahead by 3 (proven)");
    expect(leadText({ ...known, least: 2, most: 5 })).toBe("White ahead by 2 or more (proven)");
    expect(leadText({ ...known, least: 0, most: 0 })).toBe("White wins by one tempo (proven)");
  });

  it("show winning moves and the hottest region", () => {
    expect(exactDetails({ ...known, least: 1, most: 1 })).toBe("");
    const hottest = { squares: ["a1", "b1"], value: "*", temperature: "0" };
    expect(exactDetails({ ...known, least: 1, most: 1, hottest, winning_moves: ["a1-b1/a1"] })).toBe(
      "winning moves: 1; hottest region: a1 b1",
    );
  });
});
