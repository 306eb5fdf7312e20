import { describe, expect, it } from "vitest";
import { parseMove, writeFen } from "../rules/notation";
import { standardStart } from "../rules/start";
import { GameTree, ROOT, type NodeId } from "./tree";

const GAME = ["d1-d7/g7", "a7-b7/b2", "g1-g6/d9"];

function play(tree: GameTree, at: NodeId, move: string) {
  return tree.play(at, parseMove(tree.node(at).position, move));
}

/**
 * `GAME` with a variation at the second move and, in it, a nested variation.
 *
 * `variationMove` is the second move of the variation and `nested` its alternative.
 */
function branchedTree() {
  const main = GameTree.fromMoves(standardStart(), GAME);
  const [, first, second, third] = main.mainLine().map(({ id }) => id);
  const variation = main.playLine(first, ["j7-j8/a8", "g1-g2/a2", "a7-a6/b6"]);
  const [, , , variationMove] = variation.tree.path(variation.node).map(({ id }) => id);
  const nested = play(variation.tree, variation.tree.node(variationMove).parent as NodeId, "d7-d8/a5");
  return { tree: nested.tree, first, second, third, variationMove, nested: nested.node };
}

describe("a game tree", () => {
  it("has the position, ply and path of each node", () => {
    const tree = GameTree.fromMoves(standardStart(), GAME);
    const line = tree.mainLine();
    expect(line.map(({ ply }) => ply)).toEqual([0, 1, 2, 3]);
    expect(writeFen(line[1].position)).toBe("3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b - - 1 1");
    expect(tree.path(line[2].id)).toEqual(line.slice(0, 3));
    expect(tree.movesTo(line[1].id)).toEqual([{ from: "d1", to: "d7", arrow: "g7" }]);
  });

  it("goes to existing moves and adds new ones as variations", () => {
    const tree = GameTree.fromMoves(standardStart(), GAME);
    const existing = play(tree, ROOT, "d1-d7/g7");
    expect(existing.tree).toBe(tree);
    const added = play(tree, ROOT, "g1-g6/d9");
    expect(tree.size).toBe(4);
    expect(added.tree.size).toBe(5);
    expect(added.tree.node(ROOT).children).toHaveLength(2);
    expect(added.tree.isOnMainLine(added.node)).toBe(false);
    expect(added.tree.lineThrough(added.node).map(({ ply }) => ply)).toEqual([0, 1]);
  });

  it("rejects illegal moves", () => {
    const tree = GameTree.fromMoves(standardStart(), GAME);
    expect(() => play(tree, ROOT, "d1-d10/d9")).toThrow("move.step");
    expect(() => tree.play(ROOT, { from: "a1", to: "a2", arrow: "a1" })).toThrow("move.amazon");
    expect(() => tree.node(99)).toThrow("no node 99");
    expect(tree.size).toBe(4);
  });

  it("promotes a variation by one level", () => {
    const { tree, first, second, variationMove, nested } = branchedTree();
    const once = tree.promote(nested);
    expect(once.isOnMainLine(nested)).toBe(false);
    expect(once.node(once.node(nested).parent as NodeId).children[0]).toBe(nested);
    const top = once.promote(nested);
    expect(top.isOnMainLine(nested)).toBe(true);
    expect(top.node(first).children[1]).toBe(second);
    expect(top.size).toBe(tree.size);
    expect(tree.isOnMainLine(variationMove)).toBe(false);
    expect(top.promote(nested)).toBe(top);
  });

  it("removes a node with its descendants", () => {
    const { tree, second, third, first } = branchedTree();
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
    const { tree, second, nested } = branchedTree();
    const annotated = tree
      .withComment(second, "An arrow\nacross.")
      .withGlyph(nested, "!?")
      .withComment(ROOT, "The start.")
      .withInfo({ black: "Hippolyta" });
    const data = annotated.toData();
    const seen = new Set<number>();
    for (const { id, parent } of data.nodes) {
      expect(parent === null || parent === undefined || seen.has(parent)).toBe(true);
      seen.add(id);
    }
    const read = GameTree.fromData(JSON.parse(JSON.stringify(data)));
    const annotations = (source: GameTree) =>
      source.toData().nodes.map(({ move, comment, glyph }) => [move, comment, glyph]);
    expect(annotations(read)).toEqual(annotations(annotated));
    expect(read.info).toEqual({ black: "Hippolyta" });
    expect(writeFen(read.mainLine()[3].position)).toBe(writeFen(annotated.mainLine()[3].position));
  });

  it("appends comments of nodes without a move to the parent's comment", () => {
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
