// What lies on the desk when no stored game does: kept in the browser, so that it is there after a reload.

import type { Tree } from "../api/types";
import { GameTree, type NodeId, ROOT } from "./tree";

const KEY = "thermodon.analysis.desk";

/** A game, the node that is looked at, and the review that was made of it. */
export interface Desk {
  /** The link that it came from, so that a reload of that link finds what became of it. */
  readonly source: string;
  readonly tree: GameTree;
  readonly current: NodeId;
  readonly review: number | null;
}

/** As it is written: nodes have other numbers after every reading, so the place is told by children taken. */
interface Written {
  readonly source: string;
  readonly tree: Tree;
  readonly way: readonly number[];
  readonly review: number | null;
}

export function keepDesk({ source, tree, current, review }: Desk): void {
  const written: Written = { source, tree: tree.toData(), way: wayTo(tree, current), review };
  try {
    localStorage.setItem(KEY, JSON.stringify(written));
  } catch {
    // No room, or no storage at all: the page works on without a memory.
  }
}

/** What was kept; null if there is nothing, or nothing that can be read any more. */
export function findDesk(): Desk | null {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept === null) return null;
    const { source, tree: data, way, review } = JSON.parse(kept) as Written;
    const tree = GameTree.fromData(data);
    return {
      source: String(source),
      tree,
      current: follow(tree, way),
      review: typeof review === "number" ? review : null,
    };
  } catch {
    return null;
  }
}

/** Which child is taken at each node from the root. */
function wayTo(tree: GameTree, id: NodeId): number[] {
  return tree
    .path(id)
    .flatMap((node) => (node.parent === null ? [] : [tree.node(node.parent).children.indexOf(node.id)]));
}

/** The node at the end of a way, or as far as it leads. */
function follow(tree: GameTree, way: readonly number[]): NodeId {
  let id = ROOT;
  for (const step of way) {
    const next = tree.node(id).children[step];
    if (next === undefined) break;
    id = next;
  }
  return id;
}
