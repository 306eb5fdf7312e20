import { beforeEach, describe, expect, it, vi } from "vitest";
import { moveText, standardStart } from "../rules";
import { memoryStorage } from "../shell/test-storage";
import { listDrafts, loadDraft, MAX_DRAFTS, removeDraft, storeDraft, type AnalysisDraft } from "./draft";
import { GameTree, ROOT } from "./tree";

const GAME = GameTree.fromMoves(standardStart(), ["d1-d7/g7", "a7-b7/b2"]);
const DRAFT: AnalysisDraft = { id: "a", source: "", tree: GAME, current: ROOT, review: null, updated: 1 };

describe("drafts", () => {
  beforeEach(() => vi.stubGlobal("localStorage", memoryStorage()));

  it("are restored with their current node", () => {
    expect(loadDraft("a")).toBeNull();
    const first = GAME.mainLine()[1].id;
    const { tree, node } = GAME.playLine(first, ["j7-j8/a8", "g1-g2/a2"]);
    // Leaves gaps in the node ids.
    const edited = tree.remove(GAME.mainLine()[2].id).tree.withComment(node, "Here.");
    expect(storeDraft({ ...DRAFT, source: "10x10", tree: edited, current: node, review: 7 })).toBeNull();
    const found = loadDraft("a");
    expect([found?.review, found?.source]).toEqual([7, "10x10"]);
    const seen = found?.tree.node(found.current);
    expect(seen?.comment).toBe("Here.");
    expect(seen?.move && moveText(seen.move)).toBe("g1-g2/a2");
    expect(found?.tree.size).toBe(4);
  });

  it("are listed from the last changed on, until they are removed", () => {
    for (const [id, updated] of [
      ["a", 2],
      ["b", 3],
      ["c", 1],
    ] as const)
      storeDraft({ ...DRAFT, id, updated });
    const ids = () => listDrafts().map(({ id }) => id);
    expect(ids()).toEqual(["b", "a", "c"]);
    removeDraft("b");
    expect(ids()).toEqual(["a", "c"]);
  });

  it("are not stored while they are empty", () => {
    storeDraft(DRAFT);
    storeDraft({ ...DRAFT, tree: GameTree.from(standardStart()) });
    expect(listDrafts()).toEqual([]);
    storeDraft({ ...DRAFT, tree: GameTree.from(standardStart()).withComment(ROOT, "Mine.") });
    expect(listDrafts()).toHaveLength(1);
  });

  it("are bounded, and none is dropped for another", () => {
    for (let index = 0; index < MAX_DRAFTS; index++) storeDraft({ ...DRAFT, id: `${index}` });
    expect(storeDraft({ ...DRAFT, id: "more" })).toBe("draft.too_many");
    expect(listDrafts()).toHaveLength(MAX_DRAFTS);
    expect(storeDraft({ ...DRAFT, id: "0", updated: 5 })).toBeNull();
  });

  it("include the only draft of earlier versions", () => {
    const stored = { source: "10x10", tree: GAME.toData(), way: [0], review: null };
    localStorage.setItem("thermodon.analysis.desk", JSON.stringify(stored));
    const [found] = listDrafts();
    expect(found.tree.node(found.current).ply).toBe(1);
    expect(listDrafts()).toHaveLength(1);
  });

  it("are null if the stored value is invalid", () => {
    for (const stored of ["", "{", "null", '{"tree":{"start":"x","nodes":[]},"way":[]}']) {
      localStorage.setItem("thermodon.draft.a", stored);
      expect(loadDraft("a"), stored).toBeNull();
    }
  });

  it("report storage that is full", () => {
    const storage = memoryStorage();
    const setItem = () => {
      throw new Error("full");
    };
    vi.stubGlobal("localStorage", { ...storage, setItem });
    expect(storeDraft(DRAFT)).toBe("draft.storage_full");
    expect(listDrafts()).toEqual([]);
  });
});
