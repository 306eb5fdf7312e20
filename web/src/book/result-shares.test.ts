import { expect, it } from "vitest";
import { formatCount, resultShares } from "./result-shares";

it("computes the shares of results", () => {
  expect(resultShares({ games: 0, white: 0, black: 0 })).toBeNull();
  expect(resultShares({ games: 4, white: 1, black: 2 })).toEqual({ white: 0.25, open: 0.25, black: 0.5 });
  expect(resultShares({ games: 3, white: 3, black: 0 })).toEqual({ white: 1, open: 0, black: 0 });
});

it("formats counts by language", () => {
  expect(formatCount(4589, "en")).toBe("4,589");
});
