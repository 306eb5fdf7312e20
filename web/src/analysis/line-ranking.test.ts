import { describe, expect, it } from "vitest";
import type { AnalysisLine } from "../api/types";
import { winProbabilities } from "./win-probability";
import { rankLines } from "./line-ranking";

/** A line of White's. */
function line(name: string, probability: number, visits: number | null): AnalysisLine {
  const score = { kind: "estimate", logit: 0 } as const;
  return { moves: [name], score, win_probability: winProbabilities("white", probability), visits };
}

const names = (lines: readonly AnalysisLine[]) => lines.map(({ moves }) => moves[0]);

describe("the order of lines", () => {
  it("is by value, with first guesses last", () => {
    const lines = [line("a", 0.58, 1000), line("b", 0.71, 3), line("c", 0.68, 2), line("d", 0.6, 400)];
    const ranked = rankLines(lines, "white");
    expect(names(ranked)).toEqual(["d", "a", "b", "c"]);
    expect(ranked.map(({ isGuess }) => isGuess)).toEqual([false, false, true, true]);
    expect(names(rankLines(lines.slice(0, 1).concat(lines[3]), "black"))).toEqual(["a", "d"]);
  });

  it("takes values of one or two visits for first guesses, unless no line has more", () => {
    const lines = [line("a", 0.5, 20), line("b", 0.9, 2), line("c", 0.4, 3)];
    expect(names(rankLines(lines, "white"))).toEqual(["a", "c", "b"]);
    expect(rankLines([line("a", 0.5, 2), line("b", 0.6, 2)], "white").map((l) => l.isGuess)).toEqual([
      false,
      false,
    ]);
  });

  it("omits lines without visits, and trusts proofs and searchers without counts", () => {
    const proven: AnalysisLine = { ...line("p", 1, 1), score: { kind: "win", plies: 3 } };
    expect(names(rankLines([line("a", 0.9, 500), line("n", 0.9, 0), proven], "white"))).toEqual(["p", "a"]);
    expect(rankLines([line("a", 0.2, null), line("b", 0.3, null)], "white").map((l) => l.isGuess)).toEqual([
      false,
      false,
    ]);
  });
});
