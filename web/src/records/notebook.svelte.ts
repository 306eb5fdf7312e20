// A game on the desk: its tree, the node that is looked at, and the way back from every edit.

import type { Glyph } from "../api/types";
import type { Move } from "../rules";
import { type GameTree, type NodeId, type Place, ROOT, type TreeNode } from "./tree";

/** Edits of one kind at one node that follow each other, such as the letters of a comment, are one edit. */
type Kind = { readonly name: "comment"; readonly node: NodeId } | null;

/** More edits than anybody takes back by hand. */
const MOST_UNDO = 200;

export class Notebook {
  #tree = $state.raw<GameTree>() as GameTree;
  #current = $state<NodeId>(ROOT);
  #past = $state.raw<readonly Place[]>([]);
  #future = $state.raw<readonly Place[]>([]);
  #lastEdit: Kind = null;

  /** The node that is looked at. */
  readonly node: TreeNode = $derived(this.#tree.node(this.#current));
  /** The line on which it lies. */
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

  /** Looks at a node; one that is gone is passed over. */
  go(id: NodeId): void {
    if (!this.#tree.has(id)) return;
    this.#current = id;
    this.#lastEdit = null;
  }

  /** Looks along the line by so many moves, as far as it goes. */
  step(by: number): void {
    const place = Math.min(this.line.length - 1, Math.max(0, this.node.ply + by));
    this.go(this.line[place].id);
  }

  toStart(): void {
    this.go(ROOT);
  }

  toEnd(): void {
    this.go(this.line[this.line.length - 1].id);
  }

  /** Looks at the next (1) or last (−1) move that was considered in place of this one. */
  sidestep(by: 1 | -1): void {
    const { parent, id } = this.node;
    if (parent === null) return;
    const siblings = this.#tree.node(parent).children;
    const next = siblings[siblings.indexOf(id) + by];
    if (next !== undefined) this.go(next);
  }

  /** Puts another game on the desk. */
  open(tree: GameTree, current: NodeId = ROOT): void {
    this.edit({ tree, node: current });
  }

  play(move: Move): void {
    this.edit(this.#tree.play(this.#current, move));
  }

  /** Plays moves from the node that is looked at, as many as are given. */
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

  makeMain(id: NodeId): void {
    this.edit({ tree: this.#tree.makeMain(id), node: this.#current });
  }

  comment(id: NodeId, comment: string): void {
    if (this.#tree.node(id).comment === comment) return;
    this.edit(
      { tree: this.#tree.withComment(id, comment), node: this.#current },
      { name: "comment", node: id },
    );
  }

  /** Puts a glyph behind a move, or takes it away if it is there. */
  toggleGlyph(id: NodeId, glyph: Glyph): void {
    const now = this.#tree.node(id).glyph === glyph ? null : glyph;
    this.edit({ tree: this.#tree.withGlyph(id, now), node: this.#current });
  }

  undo(): void {
    const before = this.#past[this.#past.length - 1];
    if (before === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.#place()];
    this.#show(before);
  }

  redo(): void {
    const after = this.#future[this.#future.length - 1];
    if (after === undefined) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.#place()];
    this.#show(after);
  }

  private edit(place: Place, kind: Kind = null): void {
    if (place.tree !== this.#tree) {
      const goesOn = kind !== null && this.#lastEdit?.name === kind.name && this.#lastEdit.node === kind.node;
      if (!goesOn) this.#past = [...this.#past, this.#place()].slice(-MOST_UNDO);
      this.#future = [];
    }
    this.#show(place);
    this.#lastEdit = kind;
  }

  #place(): Place {
    return { tree: this.#tree, node: this.#current };
  }

  #show({ tree, node }: Place): void {
    this.#tree = tree;
    this.#current = node;
    this.#lastEdit = null;
  }
}
