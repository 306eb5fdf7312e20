import { expect, it } from "vitest";
import { parseFen } from "../rules";
import { addresses, readRoute, type AnalysisTarget } from "./router.svelte";

it("parses every generated address", () => {
  const shared = { start: parseFen("Q*1/3/2q b"), moves: [] };
  expect(readRoute(addresses.new())).toEqual({ view: "new", from: null });
  expect(readRoute("")).toEqual({ view: "new", from: null });
  expect(readRoute(addresses.new(shared))).toEqual({ view: "new", from: shared });
  expect(readRoute(addresses.game(12))).toEqual({ view: "game", id: 12 });
  const analysis = (target: AnalysisTarget) => ({ view: "analysis", target });
  const game = { kind: "game", id: 12 } as const;
  expect(readRoute(addresses.gameAnalysis(12))).toEqual(analysis({ ...game, startsReview: false }));
  expect(readRoute(addresses.gameReview(12))).toEqual(analysis({ ...game, startsReview: true }));
  expect(readRoute(addresses.analysis(shared))).toEqual(analysis({ kind: "link", link: shared }));
  expect(readRoute(addresses.draft("a1-b2"))).toEqual(analysis({ kind: "draft", id: "a1-b2" }));
  expect(readRoute(addresses.analysis())).toEqual(analysis({ kind: "last" }));
  expect(readRoute(addresses.editor())).toEqual({ view: "editor", from: null });
  expect(readRoute(addresses.editor(shared))).toEqual({ view: "editor", from: shared });
  expect(readRoute(addresses.games())).toEqual({ view: "games" });
  expect(readRoute(addresses.learn())).toEqual({ view: "learn", part: null });
  expect(readRoute(addresses.learn("puzzles"))).toEqual({ view: "learn", part: "puzzles" });
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
    "#/analysis/draft/",
  ]) {
    expect(readRoute(hash).view, hash).toBe("not-found");
  }
});
