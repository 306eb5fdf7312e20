import { beforeEach, describe, expect, it, vi } from "vitest";
import { moveText, standardStart } from "../rules";
import { memoryStorage } from "../shell/test-storage";
import { loadDraft, storeDraft } from "./draft";
import { GameTree, ROOT } from "./tree";

describe("the draft", () => {
  beforeEach(() => vi.stubGlobal("localStorage", memoryStorage()));

  it("is restored with its current node", () => {
    expect(loadDraft()).toBeNull();
    const main = GameTree.fromMoves(standardStart(), ["d1-d7/g7", "a7-b7/b2"]);
    const first = main.mainLine()[1].id;
    const { tree, node } = main.playLine(first, ["j7-j8/a8", "g1-g2/a2"]);
    // Leaves gaps in the node ids.
    const edited = tree.remove(main.mainLine()[2].id).tree.withComment(node, "Here.");
    storeDraft({ source: "10x10", tree: edited, current: node, review: 7 });
    const found = loadDraft();
    expect([found?.review, found?.source]).toEqual([7, "10x10"]);
    const seen = found?.tree.node(found.current);
    expect(seen?.comment).toBe("Here.");
    expect(seen?.move && moveText(seen.move)).toBe("g1-g2/a2");
    expect(found?.tree.size).toBe(4);
  });

  it("is null if the stored value is invalid", () => {
    for (const kept of ["", "{", "null", '{"tree":{"start":"x","nodes":[]},"way":[]}']) {
      localStorage.setItem("thermodon.analysis.desk", kept);
      expect(loadDraft(), kept).toBeNull();
    }
  });

  it("works without storage", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("no");
      },
      setItem: () => {
        throw new Error("full");
      },
    });
    storeDraft({ source: "10x10", tree: GameTree.from(standardStart()), current: ROOT, review: null });
    expect(loadDraft()).toBeNull();
  });
});
