import { expect, it } from "vitest";
import { counted, shares } from "./shares";

it("divides a bar by how games ended", () => {
  expect(shares({ games: 0, white: 0, black: 0 })).toBeNull();
  expect(shares({ games: 4, white: 1, black: 2 })).toEqual({ white: 0.25, open: 0.25, black: 0.5 });
  expect(shares({ games: 3, white: 3, black: 0 })).toEqual({ white: 1, open: 0, black: 0 });
});

it("writes counts so that they can be read", () => {
  expect(counted(4589, "en")).toBe("4,589");
});
