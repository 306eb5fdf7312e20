// Analysis drafts: games that are not stored on the server, saved in the browser, one key per draft.

import type { GameTreeData } from "../api/types";
import { standardStart } from "../rules";
import { listStorage, readStorage, removeStorage, writeStorage } from "../shell/storage";
import { GameTree, ROOT, type NodeId } from "./tree";

const PREFIX = "thermodon.draft.";

/** Key of the only draft of earlier versions. */
const SINGLE_DRAFT_KEY = "thermodon.analysis.desk";

/** Maximum number of drafts: a hundred long games with comments fit into the browser's storage. */
export const MAX_DRAFTS = 100;

export interface AnalysisDraft {
  readonly id: string;
  /** The link that it was opened from, so that reloading the link finds the edited game. */
  readonly source: string;
  readonly tree: GameTree;
  readonly current: NodeId;
  /** Id of its review. */
  readonly review: number | null;
  /** Time of the last change in milliseconds since 1970. */
  readonly updated: number;
}

interface StoredDraft {
  readonly source: string;
  readonly tree: GameTreeData;
  /** Child indices from the root to the current node: node ids change when a tree is read. */
  readonly way: readonly number[];
  readonly review: number | null;
  readonly updated: number;
}

/** Why a draft cannot be stored. */
export type DraftProblem = "draft.too_many" | "draft.storage_full";

/** A new, unused id. */
export function newDraftId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

/** Whether a draft has nothing to lose: the standard start without moves, comment and review. */
function isEmpty({ tree, review }: AnalysisDraft): boolean {
  return (
    tree.size === 1 && review === null && tree.node(ROOT).comment === "" && tree.start.equals(standardStart())
  );
}

/** Ids of all stored drafts. */
function draftIds(): string[] {
  // The only draft of earlier versions becomes one of many.
  const single = readStorage(SINGLE_DRAFT_KEY);
  if (single !== null && writeStorage(`${PREFIX}first`, single)) removeStorage(SINGLE_DRAFT_KEY);
  return listStorage(PREFIX).map((key) => key.slice(PREFIX.length));
}

/** Stores a draft; an empty one is removed instead. Returns the problem if it cannot be stored. */
export function storeDraft(draft: AnalysisDraft): DraftProblem | null {
  if (isEmpty(draft)) {
    removeDraft(draft.id);
    return null;
  }
  const ids = draftIds();
  if (!ids.includes(draft.id) && ids.length >= MAX_DRAFTS) return "draft.too_many";
  const { source, tree, current, review, updated } = draft;
  const stored: StoredDraft = { source, tree: tree.toData(), way: pathTo(tree, current), review, updated };
  return writeStorage(PREFIX + draft.id, stored) ? null : "draft.storage_full";
}

export function removeDraft(id: string): void {
  removeStorage(PREFIX + id);
}

/** All readable drafts, the last changed first. */
export function listDrafts(): AnalysisDraft[] {
  return draftIds()
    .flatMap((id) => loadDraft(id) ?? [])
    .sort((one, other) => other.updated - one.updated);
}

/** A stored draft; null if there is none or it is unreadable. */
export function loadDraft(id: string): AnalysisDraft | null {
  try {
    const { source, tree: data, way, review, updated } = readStorage(PREFIX + id) as StoredDraft;
    const tree = GameTree.fromData(data);
    return {
      id,
      source: String(source),
      tree,
      current: nodeAtPath(tree, way),
      review: typeof review === "number" ? review : null,
      updated: typeof updated === "number" ? updated : 0,
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
