// The moves of a game in reading order: the main line in pairs, variations set in below the pair that they
// branch off from, and variations of variations in brackets, as players know it from chess pages.

import type { GameTree, NodeId, TreeNode } from "./tree";

/** A stretch of the list; what is drawn on its own line. */
export type Row = PairRow | CommentRow | VariationRow;

/** A move of each side on the main line. A dash stands where the pair was interrupted. */
export interface PairRow {
  readonly kind: "pair";
  /** From 1. */
  readonly number: number;
  readonly first: NodeId | "interrupted" | null;
  readonly second: NodeId | "interrupted" | null;
}

/** What is said about the node of the main line before it. */
export interface CommentRow {
  readonly kind: "comment";
  readonly node: NodeId;
}

/** A variation from the main line, with those within it. */
export interface VariationRow {
  readonly kind: "variation";
  readonly tokens: readonly Token[];
}

/** A piece of a variation. */
export type Token =
  | { readonly kind: "move"; readonly node: NodeId; readonly number: string | null }
  | { readonly kind: "comment"; readonly node: NodeId }
  | { readonly kind: "open" }
  | { readonly kind: "close" };

/** A sign behind a move that nobody wrote: how it was judged, and the name for that. */
export interface Sign {
  readonly text: string;
  readonly kind: string;
}

/** The number of the pair to which a ply belongs. */
export function pairNumber(ply: number): number {
  return Math.ceil(ply / 2);
}

/** All rows of a game. */
export function rows(tree: GameTree): Row[] {
  const list: Row[] = [];
  const line = tree.mainLine();
  if (line[0].comment !== "") list.push({ kind: "comment", node: line[0].id });
  let first: PairRow["first"] = null;
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

/** What is said about a move of the main line, and what else could have been played instead. */
function interruptions(tree: GameTree, node: TreeNode): Row[] {
  const list: Row[] = node.comment === "" ? [] : [{ kind: "comment", node: node.id }];
  for (const sibling of tree.node(node.parent as NodeId).children.slice(1)) {
    list.push({ kind: "variation", tokens: variation(tree, tree.node(sibling)) });
  }
  return list;
}

/** A variation from its first move on. */
function variation(tree: GameTree, start: TreeNode): Token[] {
  // A stack of what is still to be written, for a record may nest deeper than calls can.
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
    // The continuation first, then in brackets what else could have been played, then on. A number is repeated
    // where words or brackets stand between a move and the one before it.
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

/** A move and what is said about it. */
function move(node: TreeNode, numbered: boolean): Token[] {
  const tokens: Token[] = [{ kind: "move", node: node.id, number: moveNumber(node.ply, numbered) }];
  if (node.comment !== "") tokens.push({ kind: "comment", node: node.id });
  return tokens;
}

/** "3." before a first move, "3…" before a second one that needs it. */
export function moveNumber(ply: number, numbered: boolean): string | null {
  if (ply % 2 === 1) return `${pairNumber(ply)}.`;
  return numbered ? `${pairNumber(ply)}…` : null;
}
