import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Game } from "../api/types";
import { moveText, parseFen, parseMove, standardStart, writeFen } from "../rules";
import { openLoose, treeOf } from "./opening";
import { GameTree, ROOT } from "./tree";

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

const START = standardStart();
const NOTHING = { start: START, moves: [] };
const LINK = { start: START, moves: [parseMove(START, "d1-d7/g7")] };

describe("what comes onto the desk", () => {
  beforeEach(() => vi.stubGlobal("localStorage", memory()));

  it("is what a link hands over", () => {
    const opened = openLoose(LINK);
    expect(opened.tree.mainLine()).toHaveLength(2);
    expect(opened.tree.node(opened.current).ply).toBe(1);
  });

  it("is what became of a link when that is loaded again", () => {
    const opened = openLoose(LINK);
    opened.keep(opened.tree.withComment(opened.current, "Mine."), ROOT, 3);
    const again = openLoose(LINK);
    expect(again.tree.mainLine()[1].comment).toBe("Mine.");
    expect([again.current, again.review]).toEqual([ROOT, 3]);
  });

  it("is what lay there when a bare address is opened, and not when another link is", () => {
    const opened = openLoose(LINK);
    opened.keep(opened.tree.withComment(ROOT, "Mine."), ROOT, null);
    expect(openLoose(NOTHING).tree.node(ROOT).comment).toBe("Mine.");
    const other = openLoose({ start: parseFen("Q2/3/2q w"), moves: [] });
    expect(other.tree.node(ROOT).comment).toBe("");
    expect(writeFen(other.tree.start)).toBe("Q2/3/2q w - - 0 1");
  });

  it("has the moves that a stored game was played on by, beside what was written about it", () => {
    const written = GameTree.fromMoves(START, ["d1-d7/g7"]).withComment(ROOT, "Before.");
    const game = {
      start: writeFen(START),
      moves: ["d1-d7/g7", "a7-b7/b2"],
      tree: written.toData(),
      black: { kind: "person", name: "Hippolyta" },
      white: { kind: "person" },
    } as Game;
    const tree = treeOf(game);
    expect(tree.node(ROOT).comment).toBe("Before.");
    expect(tree.mainLine().flatMap(({ move }) => (move ? [moveText(move)] : []))).toEqual(game.moves);
    expect(tree.info.black).toBe("Hippolyta");
  });
});
