import { beforeEach, describe, expect, it, vi } from "vitest";
import { moveText, standardStart } from "../rules";
import { findDesk, keepDesk } from "./desk";
import { GameTree, ROOT } from "./tree";

/** A browser's memory. */
function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

describe("the desk", () => {
  beforeEach(() => vi.stubGlobal("localStorage", memory()));

  it("is found as it was left, at the same move", () => {
    expect(findDesk()).toBeNull();
    const main = GameTree.fromMoves(standardStart(), ["d1-d7/g7", "a7-b7/b2"]);
    const first = main.mainLine()[1].id;
    const { tree, node } = main.playLine(first, ["j7-j8/a8", "g1-g2/a2"]);
    // Numbers with holes, as after an edit.
    const edited = tree.remove(main.mainLine()[2].id).tree.withComment(node, "Here.");
    keepDesk({ source: "10x10", tree: edited, current: node, review: 7 });
    const found = findDesk();
    expect([found?.review, found?.source]).toEqual([7, "10x10"]);
    const seen = found?.tree.node(found.current);
    expect(seen?.comment).toBe("Here.");
    expect(seen?.move && moveText(seen.move)).toBe("g1-g2/a2");
    expect(found?.tree.size).toBe(4);
  });

  it("is empty if what was kept makes no sense", () => {
    for (const kept of ["", "{", "null", '{"tree":{"start":"x","nodes":[]},"way":[]}']) {
      localStorage.setItem("thermodon.analysis.desk", kept);
      expect(findDesk(), kept).toBeNull();
    }
  });

  it("does without a memory that refuses", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("no");
      },
      setItem: () => {
        throw new Error("full");
      },
    });
    keepDesk({ source: "10x10", tree: GameTree.from(standardStart()), current: ROOT, review: null });
    expect(findDesk()).toBeNull();
  });
});
