import { expect, it } from "vitest";
import { parseFen, standardStart, writeFen } from "../rules";
import { addresses, readRoute } from "./router.svelte";

it("parses every generated address", () => {
  const shared = { start: parseFen("Q*1/3/2q b"), moves: [] };
  expect(readRoute(addresses.new())).toEqual({ view: "new", from: null });
  expect(readRoute("")).toEqual({ view: "new", from: null });
  expect(readRoute(addresses.new(shared))).toEqual({ view: "new", from: shared });
  expect(readRoute(addresses.game(12))).toEqual({ view: "game", id: 12 });
  expect(readRoute(addresses.review(12))).toMatchObject({ view: "analysis", game: 12 });
  expect(readRoute(addresses.analysis(shared))).toEqual({ view: "analysis", game: null, from: shared });
  expect(readRoute(addresses.editor())).toEqual({ view: "editor", from: null });
  expect(readRoute(addresses.editor(shared))).toEqual({ view: "editor", from: shared });
  expect(readRoute(addresses.games())).toEqual({ view: "games" });
  expect(readRoute(addresses.learn())).toEqual({ view: "learn", part: null });
  expect(readRoute(addresses.learn("puzzles"))).toEqual({ view: "learn", part: "puzzles" });
  const analysis = readRoute(addresses.analysis());
  expect(analysis.view === "analysis" && writeFen(analysis.from.start)).toBe(writeFen(standardStart()));
});

it("rejects unknown addresses", () => {
  for (const hash of [
    "#/x",
    "#/learn/x",
    "#/game/",
    "#/game/x",
    "#/a=",
    "#/new/3x3",
    "#/%",
    "#/editor/Z.w",
    "#/analysis/game/-1",
  ]) {
    expect(readRoute(hash).view, hash).toBe("not-found");
  }
});
