// Rows of the move list: main line in pairs, variations indented below the pair they branch off
// from, nested variations in parentheses.

import type { GameTree, NodeId, TreeNode } from "./tree";

/** Move of one player in a pair; null if there is none. */
type HalfMove = NodeId | "interrupted" | null;

export type Row =
  /** A pair of main-line moves, numbered from 1; "interrupted" stands for a move on another row. */
  | { readonly kind: "pair"; readonly number: number; readonly first: HalfMove; readonly second: HalfMove }
  /** Comment of a main-line node. */
  | { readonly kind: "comment"; readonly node: NodeId }
  /** A variation of the main line with nested variations. */
  | { readonly kind: "variation"; readonly tokens: readonly Token[] };

type Token =
  | { readonly kind: "move"; readonly node: NodeId; readonly number: string | null }
  | { readonly kind: "comment"; readonly node: NodeId }
  | { readonly kind: "open" }
  | { readonly kind: "close" };

/** A glyph from the review; `kind` is its CSS class. */
export interface MoveGlyph {
  readonly text: string;
  readonly kind: string;
}

/** Move number of a ply. */
function pairNumber(ply: number): number {
  return Math.ceil(ply / 2);
}

export function moveListRows(tree: GameTree): Row[] {
  const list: Row[] = [];
  const line = tree.mainLine();
  if (line[0].comment !== "") list.push({ kind: "comment", node: line[0].id });
  let first: HalfMove = null;
  for (const node of line.slice(1)) {
    const isFirst = node.ply % 2 === 1;
    const interruption = interruptions(tree, node);
    const number = pairNumber(node.ply);
    if (isFirst && interruption.length === 0 && node.children.length > 0) {
      first = node.id;
      continue;
    }
    if (isFirst) {
      const second = node.children.length > 0 ? "interrupted" : null;
      list.push({ kind: "pair", number, first: node.id, second });
      first = "interrupted";
    } else {
      list.push({ kind: "pair", number, first, second: node.id });
    }
    list.push(...interruption);
  }
  return list;
}

/** Comment and variations of a main-line move. */
function interruptions(tree: GameTree, node: TreeNode): Row[] {
  const list: Row[] = node.comment === "" ? [] : [{ kind: "comment", node: node.id }];
  for (const sibling of tree.node(node.parent as NodeId).children.slice(1)) {
    list.push({ kind: "variation", tokens: variation(tree, tree.node(sibling)) });
  }
  return list;
}

function variation(tree: GameTree, start: TreeNode): Token[] {
  // Explicit stack: variations may nest deeper than the call stack allows.
  type Task = { readonly write: readonly Token[] } | { readonly after: TreeNode; readonly numbered: boolean };
  const tokens: Token[] = [...move(start, true)];
  const tasks: Task[] = [{ after: start, numbered: start.comment !== "" }];
  while (tasks.length > 0) {
    const task = tasks.pop() as Task;
    if ("write" in task) {
      tokens.push(...task.write);
      continue;
    }
    const [next, ...others] = task.after.children.map((child) => tree.node(child));
    if (next === undefined) continue;
    // Continuation first, then its alternatives in parentheses. Move numbers are repeated after
    // comments and parentheses.
    tokens.push(...move(next, task.numbered));
    tasks.push({ after: next, numbered: next.comment !== "" || others.length > 0 });
    for (const other of [...others].reverse()) {
      tasks.push({ write: [{ kind: "close" }] });
      tasks.push({ after: other, numbered: other.comment !== "" });
      tasks.push({ write: [{ kind: "open" }, ...move(other, true)] });
    }
  }
  return tokens;
}

/** A move and its comment. */
function move(node: TreeNode, numbered: boolean): Token[] {
  const tokens: Token[] = [{ kind: "move", node: node.id, number: moveNumber(node.ply, numbered) }];
  if (node.comment !== "") tokens.push({ kind: "comment", node: node.id });
  return tokens;
}

/** `3.` before White's move, `3…` before Black's where needed. */
export function moveNumber(ply: number, numbered: boolean): string | null {
  if (ply % 2 === 1) return `${pairNumber(ply)}.`;
  return numbered ? `${pairNumber(ply)}…` : null;
}
