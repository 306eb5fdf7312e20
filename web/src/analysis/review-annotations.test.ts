import { expect, it } from "vitest";
import type { ReviewedMove } from "../api/types";
import { GameTree } from "../game-tree/tree";
import { standardStart } from "../rules";
import { annotateTree } from "./review-annotations";

it("a review becomes evaluations, glyphs and comments", () => {
  const moves = ["d1-d7/g7", "a7-b7/b2", "g1-g2/h2"];
  const game = GameTree.fromMoves(standardStart(), moves);
  const [, first, second, third] = game.mainLine().map(({ id }) => id);
  const own = game.withComment(second, "Mine.").withGlyph(third, "!");
  const reviewed = (ply: number, judgement: ReviewedMove["judgement"], white: number): ReviewedMove => {
    const chances = { black: 1 - white, white };
    return { ply, move: moves[ply - 1], chances, loss: 0.25, judgement, best_move: "a7-a8/a9", line: [] };
  };
  const annotated = annotateTree(
    own,
    new Map([
      [first, reviewed(1, "best", 0.5)],
      [second, reviewed(2, "blunder", 0.9)],
      [third, reviewed(3, "mistake", 1)],
    ]),
  );
  const node = (id: number) => annotated.node(id);
  // Evaluations are the mover's.
  expect([first, second, third].map((id) => node(id).preserved.evaluation)).toEqual([0, -80, 100]);
  expect([first, second, third].map((id) => node(id).glyph)).toEqual([null, "??", "!"]);
  expect(node(first).comment).toBe("");
  expect(node(second).comment).toBe("Mine.\n\nBlunder: win probability −25%. Best: a7-a8/a9.");
  expect(own.node(second).comment).toBe("Mine.");
});
