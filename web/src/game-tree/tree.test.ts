import { describe, expect, it } from "vitest";
import { parseMove, writeFen } from "../rules/notation";
import { standardStart } from "../rules/start";
import { GameTree, ROOT, type NodeId } from "./tree";

const GAME = ["d1-d7/g7", "a7-b7/b2", "g1-g6/d9"];

function play(tree: GameTree, at: NodeId, move: string) {
  return tree.play(at, parseMove(tree.node(at).position, move));
}

/** The game above with a variation at the second move and a nested one. */
function branched() {
  const main = GameTree.fromMoves(standardStart(), GAME);
  const [, first, second, third] = main.mainLine().map(({ id }) => id);
  const variation = main.playLine(first, ["j7-j8/a8", "g1-g2/a2", "a7-a6/b6"]);
  const [, , , inner] = variation.tree.path(variation.node).map(({ id }) => id);
  const within = play(variation.tree, variation.tree.node(inner).parent as NodeId, "d7-d8/a5");
  return { tree: within.tree, first, second, third, inner, last: variation.node, within: within.node };
}

describe("a game tree", () => {
  it("knows position, ply and path of each node", () => {
    const tree = GameTree.fromMoves(standardStart(), GAME);
    const line = tree.mainLine();
    expect(line.map(({ ply }) => ply)).toEqual([0, 1, 2, 3]);
    expect(writeFen(line[1].position)).toBe("3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b - - 1 1");
    expect(tree.path(line[2].id)).toEqual(line.slice(0, 3));
    expect(tree.movesTo(line[1].id)).toEqual([{ from: "d1", to: "d7", arrow: "g7" }]);
  });

  it("goes to known moves and branches at new ones", () => {
    const tree = GameTree.fromMoves(standardStart(), GAME);
    const known = play(tree, ROOT, "d1-d7/g7");
    expect(known.tree).toBe(tree);
    const fresh = play(tree, ROOT, "g1-g6/d9");
    expect(tree.size).toBe(4);
    expect(fresh.tree.size).toBe(5);
    expect(fresh.tree.node(ROOT).children).toHaveLength(2);
    expect(fresh.tree.isOnMainLine(fresh.node)).toBe(false);
    expect(fresh.tree.lineThrough(fresh.node).map(({ ply }) => ply)).toEqual([0, 1]);
  });

  it("rejects illegal moves", () => {
    const tree = GameTree.fromMoves(standardStart(), GAME);
    expect(() => play(tree, ROOT, "d1-d10/d9")).toThrow("move.step");
    expect(() => tree.play(ROOT, { from: "a1", to: "a2", arrow: "a1" })).toThrow("move.amazon");
    expect(() => tree.node(99)).toThrow("no node 99");
    expect(tree.size).toBe(4);
  });

  it("promotes a variation by one level", () => {
    const { tree, first, second, inner, within } = branched();
    const once = tree.promote(within);
    expect(once.isOnMainLine(within)).toBe(false);
    expect(once.node(once.node(within).parent as NodeId).children[0]).toBe(within);
    const top = once.promote(within);
    expect(top.isOnMainLine(within)).toBe(true);
    expect(top.node(first).children[1]).toBe(second);
    expect(top.size).toBe(tree.size);
    expect(tree.isOnMainLine(inner)).toBe(false);
    expect(top.promote(within)).toBe(top);
  });

  it("removes a node with its descendants", () => {
    const { tree, second, third, first } = branched();
    const { tree: smaller, node } = tree.remove(second);
    expect(node).toBe(first);
    expect([second, third].map((id) => smaller.has(id))).toEqual([false, false]);
    expect(smaller.mainLine()).toHaveLength(5);
    expect(tree.has(third)).toBe(true);
    expect(tree.remove(ROOT).tree.size).toBe(1);
    // Ids are not reused, so that stale references stay invalid.
    const again = play(smaller, first, GAME[1]);
    expect(tree.has(again.node)).toBe(false);
  });

  it("survives a round trip through data", () => {
    const { tree, second, within } = branched();
    const said = tree
      .withComment(second, "A arrow\nacross.")
      .withGlyph(within, "!?")
      .withComment(ROOT, "The start.")
      .withInfo({ black: "Hippolyta" });
    const data = said.toData();
    const seen = new Set<number>();
    for (const { id, parent } of data.nodes) {
      expect(parent === null || parent === undefined || seen.has(parent)).toBe(true);
      seen.add(id);
    }
    const read = GameTree.fromData(JSON.parse(JSON.stringify(data)));
    const shape = (of: GameTree) =>
      of.toData().nodes.map(({ move, comment, glyph }) => [move, comment, glyph]);
    expect(shape(read)).toEqual(shape(said));
    expect(read.info).toEqual({ black: "Hippolyta" });
    expect(writeFen(read.mainLine()[3].position)).toBe(writeFen(said.mainLine()[3].position));
  });

  it("appends remarks without a move to the parent's comment", () => {
    const tree = GameTree.fromData({
      start: writeFen(standardStart()),
      info: {},
      nodes: [
        { id: 0, parent: null, move: null, comment: "Hello.", glyph: null },
        { id: 1, parent: 0, move: GAME[0], comment: "One.", glyph: "!!" },
        { id: 2, parent: 1, move: null, comment: "Two.", glyph: null },
        {
          id: 3,
          parent: 2,
          move: GAME[1],
          comment: "",
          glyph: null,
          seconds: 3,
          properties: [{ name: "TR", values: ["aa"] }],
        },
      ],
    });
    expect(tree.mainLine().map(({ comment, glyph }) => [comment, glyph])).toEqual([
      ["Hello.", null],
      ["One.\n\nTwo.", "!!"],
      ["", null],
    ]);
    // Data that the page does not show is preserved.
    expect(tree.toData().nodes[2]).toMatchObject({
      seconds: 3,
      properties: [{ name: "TR", values: ["aa"] }],
    });
  });

  it("rejects malformed data", () => {
    const start = writeFen(standardStart());
    const node = { id: 5, parent: 9, move: GAME[0], comment: "", glyph: null };
    expect(() => GameTree.fromData({ start, info: {}, nodes: [node] })).toThrow("before its parent");
    expect(() =>
      GameTree.fromData({ start, info: {}, nodes: [{ ...node, parent: null, move: "a1-a2/a3" }] }),
    ).toThrow("move.amazon");
    expect(() => GameTree.fromData({ start: "nonsense", info: {}, nodes: [] })).toThrow("fen.character");
  });
});
