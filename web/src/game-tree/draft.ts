// The analysis draft: a game that is not stored on the server, saved in the browser.

import type { GameTreeData } from "../api/types";
import { readStorage, writeStorage } from "../shell/storage";
import { GameTree, ROOT, type NodeId } from "./tree";

const KEY = "thermodon.analysis.desk";

export interface AnalysisDraft {
  /** The link that it was opened from, so that reloading the link finds the edited game. */
  readonly source: string;
  readonly tree: GameTree;
  readonly current: NodeId;
  /** Id of its review. */
  readonly review: number | null;
}

interface StoredDraft {
  readonly source: string;
  readonly tree: GameTreeData;
  /** Child indices from the root to the current node: node ids change when a tree is read. */
  readonly way: readonly number[];
  readonly review: number | null;
}

export function storeDraft({ source, tree, current, review }: AnalysisDraft): void {
  const stored: StoredDraft = { source, tree: tree.toData(), way: pathTo(tree, current), review };
  writeStorage(KEY, stored);
}

/** The stored draft; null if there is none or it is unreadable. */
export function loadDraft(): AnalysisDraft | null {
  try {
    const { source, tree: data, way, review } = readStorage(KEY) as StoredDraft;
    const tree = GameTree.fromData(data);
    return {
      source: String(source),
      tree,
      current: nodeAtPath(tree, way),
      review: typeof review === "number" ? review : null,
    };
  } catch {
    return null;
  }
}

/** Child indices from the root to a node. */
function pathTo(tree: GameTree, id: NodeId): number[] {
  return tree
    .path(id)
    .flatMap((node) => (node.parent === null ? [] : [tree.node(node.parent).children.indexOf(node.id)]));
}

/** The node at the end of a path, or the last node that exists. */
function nodeAtPath(tree: GameTree, path: readonly number[]): NodeId {
  let id = ROOT;
  for (const index of path) {
    const next = tree.node(id).children[index];
    if (next === undefined) break;
    id = next;
  }
  return id;
}
