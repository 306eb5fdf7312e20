import { describe, expect, it } from "vitest";
import type { Judgement, ReviewState } from "../api/types";
import { GameTree, ROOT } from "../game-tree/tree";
import { moveText, parseFen } from "../rules";
import {
  countJudgements,
  mistakes,
  moverOf,
  nextMistake,
  progress,
  reviewedMoveAt,
  reviewedNodes,
} from "./review";

/** A review with these judgements; null for moves not reviewed yet. */
function review(judgements: readonly (Judgement | null)[]): ReviewState {
  const moves = judgements.map((judgement, index) =>
    judgement === null
      ? null
      : {
          ply: index + 1,
          move: "a1-a2/a1",
          chances: { black: 0.5 + index / 100, white: 0.5 - index / 100 },
          loss: 0.1,
          judgement,
          best_move: "a1-a2/a1",
          line: [],
        },
  );
  const done = moves.filter((move) => move !== null).length;
  return {
    id: 1,
    total: moves.length,
    done,
    finished: done === moves.length,
    start_chances: { black: 0.4, white: 0.6 },
    moves,
    performance: null,
    turning_point: null,
  };
}

const REVIEW = review(["good", "blunder", "inaccuracy", "best", null, "mistake"]);

describe("a review", () => {
  it("knows the mover of each ply", () => {
    expect([1, 2, 3].map((ply) => moverOf(ply, "white"))).toEqual(["white", "black", "white"]);
    expect([1, 2, 3].map((ply) => moverOf(ply, "black"))).toEqual(["black", "white", "black"]);
  });

  it("lists the mistakes", () => {
    expect(mistakes(REVIEW).map(({ ply }) => ply)).toEqual([2, 3, 6]);
  });

  it("finds the next mistake and wraps around", () => {
    const next = (ply: number) => nextMistake(REVIEW, ply, 1);
    const previous = (ply: number) => nextMistake(REVIEW, ply, -1);
    expect([0, 2, 3, 6].map(next)).toEqual([2, 3, 6, 2]);
    expect([0, 2, 3, 6].map(previous)).toEqual([6, 6, 2, 3]);
    expect(nextMistake(review(["good", "best"]), 0, 1)).toBeNull();
  });

  it("has no judgement for moves not reviewed yet", () => {
    expect(reviewedMoveAt(REVIEW, 5)).toBeNull();
    expect(reviewedMoveAt(REVIEW, 0)).toBeNull();
    expect(reviewedMoveAt(REVIEW, 99)).toBeNull();
  });

  it("counts judgements of each side", () => {
    const counts = countJudgements(REVIEW, "white");
    expect(counts.white).toEqual({ best: 0, good: 1, inaccuracy: 1, mistake: 0, blunder: 0 });
    expect(counts.black).toEqual({ best: 1, good: 0, inaccuracy: 0, mistake: 1, blunder: 1 });
  });

  it("applies to the main line up to the first changed move", () => {
    const game = GameTree.fromMoves(parseFen("Q5/6/6/6/6/5q w"), ["a6-a5/a6", "f1-f2/f1", "a5-a4/a5"]);
    const state = review(["good", null, "blunder"]);
    const moves = game.movesTo(game.mainLine()[3].id).map(moveText);
    state.moves.forEach((move, index) => move && (move.move = moves[index]));
    expect([...reviewedNodes(state, game).values()].map(({ ply }) => ply)).toEqual([1, 3]);
    const changed = game.playLine(ROOT, ["a6-b6/a6"]);
    expect(reviewedNodes(state, changed.tree.promote(changed.node)).size).toBe(0);
    expect(reviewedNodes(null, game).size).toBe(0);
  });

  it("reports its progress", () => {
    expect(progress(REVIEW)).toBeCloseTo(5 / 6);
    expect(progress(review([]))).toBe(1);
  });
});
