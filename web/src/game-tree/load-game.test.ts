import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Game } from "../api/types";
import { moveText, parseFen, parseMove, standardStart, writeFen } from "../rules";
import { memoryStorage } from "../shell/test-storage";
import { listDrafts } from "./draft";
import { createDraft, loadDraftById, loadLastDraft, loadLink, treeOf } from "./load-game";
import { GameTree, ROOT } from "./tree";

const START = standardStart();
const LINK = { start: START, moves: [parseMove(START, "d1-d7/g7")] };

describe("loading a game", () => {
  beforeEach(() => vi.stubGlobal("localStorage", memoryStorage()));

  it("loads the game of a link", () => {
    const opened = loadLink(LINK);
    expect(opened.tree.mainLine()).toHaveLength(2);
    expect(opened.tree.node(opened.current).ply).toBe(1);
    // Only an edited game becomes a draft.
    opened.save(opened.tree, ROOT, null);
    expect(listDrafts()).toEqual([]);
  });

  it("loads the edited draft when its link is reloaded", () => {
    const opened = loadLink(LINK);
    opened.save(opened.tree.withComment(opened.current, "Mine."), ROOT, 3);
    const again = loadLink(LINK);
    expect(again.tree.mainLine()[1].comment).toBe("Mine.");
    expect([again.current, again.review]).toEqual([ROOT, 3]);
  });

  it("keeps every draft when another game is opened", () => {
    const opened = loadLink(LINK);
    opened.save(opened.tree.withComment(ROOT, "Mine."), ROOT, null);
    expect(loadLastDraft().tree.node(ROOT).comment).toBe("Mine.");
    const other = loadLink({ start: parseFen("Q2/3/2q w"), moves: [] });
    expect(writeFen(other.tree.start)).toBe("Q2/3/2q w - - 0 1");
    other.save(other.tree.withComment(ROOT, "Other."), ROOT, null);
    const pasted = createDraft(GameTree.fromMoves(START, ["d1-d7/g7"]));
    expect(loadDraftById(pasted).tree.size).toBe(2);
    expect(loadDraftById("unknown").tree.size).toBe(1);
    expect(loadLink(LINK).tree.node(ROOT).comment).toBe("Mine.");
    expect(listDrafts()).toHaveLength(3);
  });

  it("extends the stored tree by the moves played since", () => {
    const written = GameTree.fromMoves(START, ["d1-d7/g7"]).withComment(ROOT, "Before.");
    const game = {
      start: writeFen(START),
      moves: ["d1-d7/g7", "a7-b7/b2"],
      tree: written.toData(),
      black: { kind: "person", name: "Hippolyta" },
      white: { kind: "person" },
      name: "",
      created: new Date(2026, 2, 1, 23).getTime(),
    } as Game;
    const tree = treeOf(game);
    expect(tree.node(ROOT).comment).toBe("Before.");
    expect(tree.mainLine().flatMap(({ move }) => (move ? [moveText(move)] : []))).toEqual(game.moves);
    expect(tree.info).toEqual({ black: "Hippolyta", white: "Human", date: "2026-03-01", result: "" });
    const result = { winner: "black", reason: "resignation" } as const;
    expect(treeOf({ ...game, result }).info.result).toBe("B+R");
    const counted = { ...written.toData(), info: { result: "B+4" } };
    expect(treeOf({ ...game, result, tree: counted }).info.result).toBe("B+4");
    expect(treeOf({ ...game, tree: counted }).info.result).toBe("");
  });
});
