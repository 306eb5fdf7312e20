// Game tree: start position, main line, variations, comments and glyphs. Immutable: an edit returns
// a new tree that shares unchanged nodes, so undo is keeping the old one.

import type { GameInfo, GameTreeData, Glyph, TreeNodeData } from "../api/types";
import { illegalReason, moveText, parseFen, parseMove, writeFen, type Move, type Position } from "../rules";

/** Data of a game record that the page does not show but preserves. */
type PreservedData = Pick<TreeNodeData, "evaluation" | "seconds" | "properties">;

/** Id of a node; stable through all edits of a tree. */
export type NodeId = number;

/** Id of the start position. */
export const ROOT: NodeId = 0;

/** A position with the move that led to it and annotations. */
export interface TreeNode {
  readonly id: NodeId;
  /** Null at the root. */
  readonly parent: NodeId | null;
  /** The first child continues the line; the others are variations. */
  readonly children: readonly NodeId[];
  /** null at the root alone. */
  readonly move: Move | null;
  readonly position: Position;
  /** Moves since the start. */
  readonly ply: number;
  readonly comment: string;
  readonly glyph: Glyph | null;
  readonly preserved: PreservedData;
}

/** A node without children and annotations. */
const NEW_NODE = { children: [], comment: "", glyph: null, preserved: {} } as const;

/** A tree and a node of it, the result of most edits. */
export interface TreeCursor {
  readonly tree: GameTree;
  readonly node: NodeId;
}

export class GameTree {
  private constructor(
    private readonly nodes: ReadonlyMap<NodeId, TreeNode>,
    private readonly nextId: NodeId,
    readonly info: GameInfo,
  ) {}

  /** A game without moves. */
  static from(start: Position, info: GameInfo = {}): GameTree {
    const root: TreeNode = { ...NEW_NODE, id: ROOT, parent: null, move: null, position: start, ply: 0 };
    return new GameTree(new Map([[ROOT, root]]), ROOT + 1, info);
  }

  /** A game without variations. Throws if a move is illegal. */
  static fromMoves(start: Position, moves: readonly string[], info: GameInfo = {}): GameTree {
    return GameTree.from(start, info).playLine(ROOT, moves).tree;
  }

  /**
   * Reads a tree; throws if it is malformed or a move is illegal. Nodes without a move are remarks:
   * their comments are appended to the parent.
   */
  static fromData(data: GameTreeData): GameTree {
    let tree = GameTree.from(parseFen(data.start), data.info ?? {});
    const ids = new Map<number, NodeId>();
    for (const node of data.nodes) {
      const parent = node.parent === null || node.parent === undefined ? ROOT : ids.get(node.parent);
      if (parent === undefined) throw new Error(`Node ${node.id} of the game comes before its parent.`);
      let id = parent;
      if (node.move) {
        const cursor = tree.append(parent, parseMove(tree.node(parent).position, node.move));
        tree = cursor.tree;
        id = cursor.node;
      }
      ids.set(node.id, id);
      const before = tree.node(id).comment;
      const comment = [before, node.comment ?? ""].filter((text) => text !== "").join("\n\n");
      if (comment !== before) tree = tree.withComment(id, comment);
      if (node.glyph) tree = tree.withGlyph(id, node.glyph);
      tree = tree.withPreserved(id, node);
    }
    return tree;
  }

  /** Nodes in depth-first order, parents first. */
  toData(): GameTreeData {
    const nodes: GameTreeData["nodes"] = [];
    const stack: NodeId[] = [ROOT];
    while (stack.length > 0) {
      const node = this.node(stack.pop() as NodeId);
      nodes.push({
        id: node.id,
        parent: node.parent,
        move: node.move === null ? null : moveText(node.move),
        comment: node.comment,
        glyph: node.glyph,
        ...node.preserved,
      });
      stack.push(...[...node.children].reverse());
    }
    return { start: writeFen(this.start), info: this.info, nodes };
  }

  get start(): Position {
    return this.node(ROOT).position;
  }

  /** Number of nodes, including the root. */
  get size(): number {
    return this.nodes.size;
  }

  has(id: NodeId): boolean {
    return this.nodes.has(id);
  }

  node(id: NodeId): TreeNode {
    const node = this.nodes.get(id);
    if (node === undefined) throw new Error(`The game has no node ${id}.`);
    return node;
  }

  /** The nodes from the root to this one, inclusive. */
  path(id: NodeId): TreeNode[] {
    const path: TreeNode[] = [];
    for (let at: NodeId | null = id; at !== null; at = this.node(at).parent) path.push(this.node(at));
    return path.reverse();
  }

  movesTo(id: NodeId): Move[] {
    return this.path(id).flatMap((node) => (node.move === null ? [] : [node.move]));
  }

  /** A node and its first descendants to the end of the line. */
  continuation(id: NodeId): TreeNode[] {
    const line: TreeNode[] = [];
    for (let at: NodeId | undefined = id; at !== undefined; at = this.node(at).children[0])
      line.push(this.node(at));
    return line;
  }

  mainLine(): TreeNode[] {
    return this.continuation(ROOT);
  }

  /** The path to a node and its continuation. */
  lineThrough(id: NodeId): TreeNode[] {
    return [...this.path(id), ...this.continuation(id).slice(1)];
  }

  isOnMainLine(id: NodeId): boolean {
    return this.path(id).every(
      (node) => node.parent === null || this.node(node.parent).children[0] === node.id,
    );
  }

  /** The child reached by a move; null if there is none. */
  child(id: NodeId, move: Move): NodeId | null {
    const text = moveText(move);
    const found = this.node(id).children.find((child) => moveText(this.node(child).move as Move) === text);
    return found ?? null;
  }

  /**
   * Goes to the child of a known move, or appends a new one: as continuation, else as last
   * variation. Throws if the move is illegal.
   */
  play(at: NodeId, move: Move): TreeCursor {
    const known = this.child(at, move);
    return known === null ? this.append(at, move) : { tree: this, node: known };
  }

  /** Plays moves given as text and returns the last node. */
  playLine(at: NodeId, moves: readonly string[]): TreeCursor {
    let cursor: TreeCursor = { tree: this, node: at };
    for (const move of moves) {
      const { tree, node } = cursor;
      cursor = tree.play(node, parseMove(tree.node(node).position, move));
    }
    return cursor;
  }

  private append(at: NodeId, move: Move): TreeCursor {
    const parent = this.node(at);
    const problem = illegalReason(parent.position, move);
    if (problem !== null) throw problem;
    const id = this.nextId;
    const position = parent.position.play(move);
    const node: TreeNode = { ...NEW_NODE, id, parent: at, move, position, ply: parent.ply + 1 };
    const changed = [node, { ...parent, children: [...parent.children, id] }];
    return { tree: this.with(changed, id + 1), node: id };
  }

  /** Removes a node with its descendants and returns its parent. At the root, removes all moves. */
  remove(id: NodeId): TreeCursor {
    const node = this.node(id);
    if (node.parent === null) return { tree: GameTree.from(this.start, this.info), node: ROOT };
    const parent = this.node(node.parent);
    const nodes = new Map(this.nodes);
    const stack = [id];
    while (stack.length > 0) {
      const gone = stack.pop() as NodeId;
      stack.push(...this.node(gone).children);
      nodes.delete(gone);
    }
    nodes.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
    return { tree: new GameTree(nodes, this.nextId, this.info), node: parent.id };
  }

  /**
   * Swaps the variation of a node with the line it branches off from. No change on the main line.
   */
  promote(id: NodeId): GameTree {
    const branch = this.path(id)
      .reverse()
      .find((node) => this.rank(node) > 0);
    return branch === undefined ? this : this.moveToFront(branch);
  }

  /** Index among the siblings; 0 for the root. */
  private rank(node: TreeNode): number {
    return node.parent === null ? 0 : this.node(node.parent).children.indexOf(node.id);
  }

  private moveToFront(node: TreeNode): GameTree {
    const parent = this.node(node.parent as NodeId);
    const others = parent.children.filter((child) => child !== node.id);
    return this.with([{ ...parent, children: [node.id, ...others] }]);
  }

  withComment(id: NodeId, comment: string): GameTree {
    return this.with([{ ...this.node(id), comment }]);
  }

  withGlyph(id: NodeId, glyph: Glyph | null): GameTree {
    return this.with([{ ...this.node(id), glyph }]);
  }

  /** Sets the mover's evaluation of a position. */
  withEvaluation(id: NodeId, evaluation: number): GameTree {
    return this.withPreserved(id, { evaluation });
  }

  /** Merges: several nodes of a record may describe one position. */
  private withPreserved(id: NodeId, { evaluation, seconds, properties = [] }: PreservedData): GameTree {
    const node = this.node(id);
    const preserved: PreservedData = {
      evaluation: evaluation ?? node.preserved.evaluation,
      seconds: seconds ?? node.preserved.seconds,
      properties: [...(node.preserved.properties ?? []), ...properties],
    };
    return this.with([{ ...node, preserved }]);
  }

  withInfo(info: GameInfo): GameTree {
    return new GameTree(this.nodes, this.nextId, info);
  }

  private with(changed: readonly TreeNode[], nextId = this.nextId): GameTree {
    const nodes = new Map(this.nodes);
    for (const node of changed) nodes.set(node.id, node);
    return new GameTree(nodes, nextId, this.info);
  }
}
