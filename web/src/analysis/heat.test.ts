import { describe, expect, it } from "vitest";
import type { Study } from "../api/types";
import { asHeat, candidates, COLD, destinations, distinctSteps, shots, warmth } from "./heat";

function study(lines: readonly (readonly [move: string, chance: number, visits: number | null])[]): Study {
  return {
    fen: "",
    to_move: "white",
    winner: null,
    score: null,
    win_probability: null,
    margin: null,
    exact: null,
    best_move: lines[0]?.[0] ?? null,
    depth: 1,
    nodes: 1,
    seconds: 1,
    lines: lines.map(([move, chance, visits]) => ({
      moves: [move],
      score: null,
      win_probability: { black: 1 - chance, white: chance },
      visits,
    })),
  };
}

const STUDY = study([
  ["d1-d7/g7", 0.6, 1000],
  ["d1-d7/b7", 0.58, 300],
  ["g1-d7/a7", 0.55, 200],
  ["g1-g6/d9", 0.5, 100],
  ["d1-d6/d1", 0.9, 2],
]);

describe("heat", () => {
  it("is warmest on the engine's choice, also while another move looks better for fewer visits", () => {
    const moves = candidates(
      study([
        ["d1-d7/g7", 0.5, 40],
        ["g1-g6/d9", 0.6, 5],
        ["d1-d6/d1", 0.9, 0],
      ]),
    );
    expect(moves.map(({ move, loss }) => [move, loss])).toEqual([
      ["d1-d7/g7", 0],
      ["g1-g6/d9", 0],
    ]);
  });

  it("leaves out what was hardly searched, however good it looks", () => {
    expect(candidates(STUDY).map(({ move }) => move)).toEqual([
      "d1-d7/g7",
      "d1-d7/b7",
      "g1-d7/a7",
      "g1-g6/d9",
    ]);
    expect(candidates(study([["d1-d7/g7", 0.6, 2]]))).toEqual([]);
    expect(
      candidates(
        study([
          ["d1-d7/g7", 0.6, 10_000],
          ["g1-g6/d9", 0.5, 29],
        ]),
      ),
    ).toHaveLength(1);
    expect(
      candidates(
        study([
          ["d1-d7/g7", 0.6, null],
          ["g1-g6/d9", 0.5, null],
        ]),
      ),
    ).toHaveLength(2);
    expect(candidates(study([]))).toEqual([]);
  });

  it("measures loss against the engine's choice, for the side to move", () => {
    const losses = candidates(
      study([
        ["d1-d7/g7", 0.6, 1000],
        ["g1-g6/d9", 0.45, 500],
      ]),
    ).map(({ loss }) => loss);
    expect(losses[0]).toBe(0);
    expect(losses[1]).toBeCloseTo(0.15);
  });

  it("gives every destination its best move, and every shot from there", () => {
    const moves = candidates(STUDY);
    const layer = destinations(moves, null);
    expect([...layer.keys()]).toEqual(["d7", "g6"]);
    expect(layer.get("d7")! < layer.get("g6")!).toBe(true);
    expect([...shots(moves, null, "d7").keys()]).toEqual(["g7", "b7", "a7"]);
    expect([...shots(moves, "g1", "d7").keys()]).toEqual(["a7"]);
    expect([...destinations(moves, "g1").keys()]).toEqual(["d7", "g6"]);
    expect(shots(moves, null, "a1").size).toBe(0);
  });

  it("shows each step once, by its best shot", () => {
    expect(distinctSteps(candidates(STUDY)).map(({ move }) => move)).toEqual([
      "d1-d7/g7",
      "g1-d7/a7",
      "g1-g6/d9",
    ]);
  });

  it("is warmest for no loss and cold from a limit on", () => {
    expect(warmth(0)).toBe(1);
    expect(warmth(COLD)).toBe(0);
    expect(warmth(1)).toBe(0);
    expect(warmth(0.05)).toBeCloseTo(0.5);
    expect(
      asHeat(
        new Map([
          ["a1", 0],
          ["b2", 0.05],
        ]),
      ),
    ).toEqual(
      new Map([
        ["a1", 1],
        ["b2", 0.5],
      ]),
    );
  });
});
