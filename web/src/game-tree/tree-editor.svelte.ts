// A game tree with current node and undo history.

import type { Glyph } from "../api/types";
import type { Move } from "../rules";
import { ROOT, type GameTree, type NodeId, type TreeCursor, type TreeNode } from "./tree";

/** Consecutive edits of the same kind and node, e.g. typing a comment, are undone together. */
type EditKind = { readonly name: "comment"; readonly node: NodeId } | null;

/** Maximum number of undo steps. */
const MAX_UNDO = 200;

export class TreeEditor {
  #tree = $state.raw<GameTree>() as GameTree;
  #current = $state<NodeId>(ROOT);
  #past = $state.raw<readonly TreeCursor[]>([]);
  #future = $state.raw<readonly TreeCursor[]>([]);
  #lastEdit: EditKind = null;

  /** The current node. */
  readonly node: TreeNode = $derived(this.#tree.node(this.#current));
  /** The line through the current node. */
  readonly line: readonly TreeNode[] = $derived(this.#tree.lineThrough(this.#current));
  readonly canUndo: boolean = $derived(this.#past.length > 0);
  readonly canRedo: boolean = $derived(this.#future.length > 0);

  constructor(tree: GameTree, current: NodeId = ROOT) {
    this.#tree = tree;
    this.#current = current;
  }

  get tree(): GameTree {
    return this.#tree;
  }

  get current(): NodeId {
    return this.#current;
  }

  /** Goes to a node; ignored if it does not exist. */
  go(id: NodeId): void {
    if (!this.#tree.has(id)) return;
    this.#current = id;
    this.#lastEdit = null;
  }

  /** Goes `by` plies along the line, at most to its ends. */
  step(by: number): void {
    const ply = Math.min(this.line.length - 1, Math.max(0, this.node.ply + by));
    this.go(this.line[ply].id);
  }

  goToStart(): void {
    this.go(ROOT);
  }

  goToEnd(): void {
    this.go(this.line[this.line.length - 1].id);
  }

  /** Goes to the next (1) or previous (−1) sibling. */
  goToSibling(by: 1 | -1): void {
    const { parent, id } = this.node;
    if (parent === null) return;
    const siblings = this.#tree.node(parent).children;
    const next = siblings[siblings.indexOf(id) + by];
    if (next !== undefined) this.go(next);
  }

  play(move: Move): void {
    this.edit(this.#tree.play(this.#current, move));
  }

  /** Plays moves from the current node. */
  playLine(moves: readonly string[]): void {
    this.edit(this.#tree.playLine(this.#current, moves));
  }

  remove(id: NodeId): void {
    const { tree, node } = this.#tree.remove(id);
    this.edit({ tree, node: tree.has(this.#current) ? this.#current : node });
  }

  promote(id: NodeId): void {
    this.edit({ tree: this.#tree.promote(id), node: this.#current });
  }

  comment(id: NodeId, comment: string): void {
    if (this.#tree.node(id).comment === comment) return;
    this.edit(
      { tree: this.#tree.withComment(id, comment), node: this.#current },
      { name: "comment", node: id },
    );
  }

  /** Sets a glyph, or removes it if it is set. */
  toggleGlyph(id: NodeId, glyph: Glyph): void {
    const newGlyph = this.#tree.node(id).glyph === glyph ? null : glyph;
    this.edit({ tree: this.#tree.withGlyph(id, newGlyph), node: this.#current });
  }

  undo(): void {
    const before = this.#past[this.#past.length - 1];
    if (before === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.#cursor()];
    this.#show(before);
  }

  redo(): void {
    const after = this.#future[this.#future.length - 1];
    if (after === undefined) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.#cursor()];
    this.#show(after);
  }

  /** Shows a cursor, and records an undo step if its tree differs. */
  private edit(cursor: TreeCursor, kind: EditKind = null): void {
    if (cursor.tree !== this.#tree) {
      const continuesLastEdit =
        kind !== null && this.#lastEdit?.name === kind.name && this.#lastEdit.node === kind.node;
      if (!continuesLastEdit) this.#past = [...this.#past, this.#cursor()].slice(-MAX_UNDO);
      this.#future = [];
    }
    this.#show(cursor);
    this.#lastEdit = kind;
  }

  #cursor(): TreeCursor {
    return { tree: this.#tree, node: this.#current };
  }

  #show({ tree, node }: TreeCursor): void {
    this.#tree = tree;
    this.#current = node;
    this.#lastEdit = null;
  }
}
