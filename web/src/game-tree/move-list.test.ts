import { describe, expect, it } from "vitest";
import { moveText } from "../rules/notation";
import { standardStart } from "../rules/start";
import { moveListRows, type Row } from "./move-list";
import { GameTree, ROOT, type NodeId } from "./tree";

/** The rows of the move list as text. */
function rowTexts(tree: GameTree): string[] {
  const moveLabel = (id: NodeId | "interrupted" | null) => {
    if (id === null) return "";
    if (id === "interrupted") return "…";
    const { move } = tree.node(id);
    return move === null ? "start" : moveText(move);
  };
  const rowText = (row: Row): string => {
    if (row.kind === "pair") return `${row.number}. ${moveLabel(row.first)} ${moveLabel(row.second)}`.trim();
    if (row.kind === "comment") return `{${tree.node(row.node).comment}}`;
    return row.tokens
      .map((token) => {
        if (token.kind === "open") return "(";
        if (token.kind === "close") return ")";
        if (token.kind === "comment") return `{${tree.node(token.node).comment}}`;
        return `${token.number ?? ""}${moveLabel(token.node)}`;
      })
      .join(" ");
  };
  return moveListRows(tree).map(rowText);
}

const MAIN = GameTree.fromMoves(standardStart(), ["d1-d7/g7", "a7-b7/b2", "g1-g6/d9"]);
const [, FIRST, SECOND] = MAIN.mainLine().map(({ id }) => id);

describe("the move list", () => {
  it("shows a plain game in pairs", () => {
    expect(rowTexts(GameTree.from(standardStart()))).toEqual([]);
    expect(rowTexts(MAIN)).toEqual(["1. d1-d7/g7 a7-b7/b2", "2. g1-g6/d9"]);
  });

  it("interrupts a pair for a comment", () => {
    expect(rowTexts(MAIN.withComment(FIRST, "Bold."))).toEqual([
      "1. d1-d7/g7 …",
      "{Bold.}",
      "1. … a7-b7/b2",
      "2. g1-g6/d9",
    ]);
    expect(rowTexts(MAIN.withComment(ROOT, "Here.").withComment(SECOND, "Calm."))).toEqual([
      "{Here.}",
      "1. d1-d7/g7 a7-b7/b2",
      "{Calm.}",
      "2. g1-g6/d9",
    ]);
  });

  it("shows numbered variations below the move they replace", () => {
    const first = MAIN.playLine(ROOT, ["g1-g6/d9", "a7-b7/b2", "d1-d7/c7"]).tree;
    expect(rowTexts(first)).toEqual([
      "1. d1-d7/g7 …",
      "1.g1-g6/d9 a7-b7/b2 2.d1-d7/c7",
      "1. … a7-b7/b2",
      "2. g1-g6/d9",
    ]);
    const second = MAIN.playLine(FIRST, ["j7-j8/a8", "g1-g2/a2"]).tree;
    expect(rowTexts(second)).toEqual(["1. d1-d7/g7 a7-b7/b2", "1…j7-j8/a8 2.g1-g2/a2", "2. g1-g6/d9"]);
  });

  it("shows nested variations in parentheses", () => {
    const variation = MAIN.playLine(FIRST, ["j7-j8/a8", "g1-g2/a2", "a7-a6/b6"]);
    const [, , branch, reply] = variation.tree.path(variation.node).map(({ id }) => id);
    let { tree } = variation.tree.playLine(branch, ["g1-g3/g1", "d10-d8/d9"]);
    tree = tree.playLine(branch, ["g1-g4/g1"]).tree;
    tree = tree.playLine(reply, ["d10-d8/d9"]).tree.withComment(reply, "So.");
    expect(rowTexts(tree)[1]).toBe(
      "1…j7-j8/a8 2.g1-g2/a2 {So.} ( 2.g1-g3/g1 d10-d8/d9 ) ( 2.g1-g4/g1 ) 2…a7-a6/b6 ( 2…d10-d8/d9 )",
    );
  });

  it("contains every node once", () => {
    const tree = MAIN.playLine(FIRST, ["j7-j8/a8", "g1-g2/a2"]).tree.playLine(ROOT, ["g1-g6/d9"]).tree;
    const nodes = moveListRows(tree).flatMap((row): (NodeId | string | null)[] => {
      if (row.kind === "pair") return [row.first, row.second];
      if (row.kind === "comment") return [];
      return row.tokens.flatMap((token) => (token.kind === "move" ? [token.node] : []));
    });
    const moves = nodes.filter((node) => typeof node === "number");
    expect(moves).toHaveLength(tree.size - 1);
    expect(new Set(moves).size).toBe(tree.size - 1);
  });
});
