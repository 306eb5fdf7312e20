import { describe, expect, it } from "vitest";
import {
  arrowLosses,
  candidates,
  distinctSteps,
  intensity,
  MAX_SHOWN_LOSS,
  stepLosses,
  toHeatmap,
} from "./candidate-heatmap";
import { rankLines } from "./line-ranking";
import { analysisOf } from "./test-data";

const ANALYSIS = analysisOf([
  "d1-d7/g7 0.6 1000",
  "d1-d7/b7 0.58 300",
  "g1-d7/a7 0.55 200",
  "g1-g6/d9 0.5 100",
  "d1-d6/d1 0.9 2",
]);

const movesOf = (...lines: string[]) => candidates(analysisOf(lines)).map(({ move }) => move);

describe("the heatmap", () => {
  it("is hottest on the engine's choice, even if a move with fewer visits has a higher value", () => {
    const moves = candidates(analysisOf(["d1-d7/g7 0.5 40", "g1-g6/d9 0.6 5", "d1-d6/d1 0.9 0"]));
    expect(moves.map(({ move, loss }) => [move, loss])).toEqual([
      ["d1-d7/g7", 0],
      ["g1-g6/d9", 0],
    ]);
  });

  it("hides moves with few visits", () => {
    const all = ["d1-d7/g7", "d1-d7/b7", "g1-d7/a7", "g1-g6/d9"];
    expect(candidates(ANALYSIS).map(({ move }) => move)).toEqual(all);
    expect(movesOf("d1-d7/g7 0.6 0")).toEqual([]);
    expect(movesOf("d1-d7/g7 0.6 30", "g1-g6/d9 0.5 2")).toHaveLength(1);
    expect(movesOf("d1-d7/g7 0.6 10000", "g1-g6/d9 0.5 29")).toHaveLength(1);
    expect(movesOf("d1-d7/g7 0.6", "g1-g6/d9 0.5")).toHaveLength(2);
    expect(movesOf()).toEqual([]);
  });

  it("shows proven moves and the first line of the list, however few visits they have", () => {
    const analysis = analysisOf(["d1-d7/g7 0.5 20", "g1-g6/d9 0.9 2", "d1-d6/d1 0.6 3"]);
    const [first] = rankLines(analysis.lines, analysis.to_move);
    const shown = candidates(analysis);
    expect(shown.find(({ move }) => move === first.moves[0])?.loss).toBe(0);
    expect(shown.map(({ move }) => move)).not.toContain("g1-g6/d9");
    analysis.lines[1].score = { kind: "win", plies: 3 };
    expect(candidates(analysis).map(({ move }) => move)).toContain("g1-g6/d9");
  });

  it("shows the first of the list when a search starts", () => {
    expect(movesOf("d1-d7/g7 0.5 2", "g1-g6/d9 0.6 1")).toEqual(["d1-d7/g7"]);
  });

  it("measures loss relative to the engine's choice", () => {
    const moves = candidates(analysisOf(["d1-d7/g7 0.6 1000", "g1-g6/d9 0.45 500"]));
    const losses = moves.map(({ loss }) => loss);
    expect(losses[0]).toBe(0);
    expect(losses[1]).toBeCloseTo(0.15);
  });

  it("finds the minimum loss by destination and by arrow", () => {
    const moves = candidates(ANALYSIS);
    const layer = stepLosses(moves, null);
    expect([...layer.keys()]).toEqual(["d7", "g6"]);
    expect(layer.get("d7")! < layer.get("g6")!).toBe(true);
    expect([...arrowLosses(moves, null, "d7").keys()]).toEqual(["g7", "b7", "a7"]);
    expect([...arrowLosses(moves, "g1", "d7").keys()]).toEqual(["a7"]);
    expect([...stepLosses(moves, "g1").keys()]).toEqual(["d7", "g6"]);
    expect(arrowLosses(moves, null, "a1").size).toBe(0);
  });

  it("keeps the best arrow of each step", () => {
    expect(distinctSteps(candidates(ANALYSIS)).map(({ move }) => move)).toEqual([
      "d1-d7/g7",
      "g1-d7/a7",
      "g1-g6/d9",
    ]);
  });

  it("fades from no loss to the maximum shown loss", () => {
    expect(intensity(0)).toBe(1);
    expect(intensity(MAX_SHOWN_LOSS)).toBe(0);
    expect(intensity(1)).toBe(0);
    expect(intensity(0.05)).toBeCloseTo(0.5);
    const map = (values: Record<string, number>) => new Map(Object.entries(values));
    expect(toHeatmap(map({ a1: 0, b2: 0.05 }))).toEqual(map({ a1: 1, b2: 0.5 }));
  });
});
