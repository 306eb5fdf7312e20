// The tree of a game: a start position, a main line, variations, comments and glyphs. Everything that the
// page shows of a game is a node of such a tree.
//
// A tree never changes: every edit gives a new one that shares what stayed the same. To undo is to look at an
// older tree again, and two views of one game cannot get in each other's way.

import type { Glyph, GameInfo, Tree as TreeData, TreeNode as NodeData } from "../api/types";
import { moveText, parseFen, parseMove, whyIllegal, writeFen, type Move, type Position } from "../rules";

/** What a record says of a node that the page does not show, and hands back unchanged. */
type Unshown = Pick<NodeData, "evaluation" | "seconds" | "properties">;

/** A node of one tree; it stays the same through all edits of that tree. */
export type NodeId = number;

/** The node of the start position. */
export const ROOT: NodeId = 0;

/** One position of a game, the move that led to it, and what is said about it. */
export interface TreeNode {
  readonly id: NodeId;
  /** null at the root alone. */
  readonly parent: NodeId | null;
  /** The first child continues the line; the others are variations. */
  readonly children: readonly NodeId[];
  /** null at the root alone. */
  readonly move: Move | null;
  readonly position: Position;
  /** The number of moves since the start. */
  readonly ply: number;
  readonly comment: string;
  readonly glyph: Glyph | null;
  readonly unshown: Unshown;
}

/** A tree and the node to look at in it, as most edits give them. */
export interface Place {
  readonly tree: GameTree;
  readonly node: NodeId;
}

export class GameTree {
  private constructor(
    private readonly nodes: ReadonlyMap<NodeId, TreeNode>,
    private readonly nextId: NodeId,
    readonly info: GameInfo,
  ) {}

  /** A game in which nothing has been played yet. */
  static from(start: Position, info: GameInfo = {}): GameTree {
    const root: TreeNode = {
      id: ROOT,
      parent: null,
      children: [],
      move: null,
      position: start,
      ply: 0,
      comment: "",
      glyph: null,
      unshown: {},
    };
    return new GameTree(new Map([[ROOT, root]]), ROOT + 1, info);
  }

  /** A game of one line. Throws what is wrong if a move is not legal. */
  static fromMoves(start: Position, moves: readonly string[], info: GameInfo = {}): GameTree {
    return GameTree.from(start, info).playLine(ROOT, moves).tree;
  }

  /**
   * Reads a tree. Throws what is wrong with it if it is none.
   *
   * A record may hold remarks between two moves, as nodes without one; their comments go to the node before,
   * for that is the position they speak of.
   */
  static fromData(data: TreeData): GameTree {
    let tree = GameTree.from(parseFen(data.start), data.info ?? {});
    const places = new Map<number, NodeId>();
    for (const node of data.nodes) {
      const parent = node.parent === null || node.parent === undefined ? ROOT : places.get(node.parent);
      if (parent === undefined) throw new Error(`Node ${node.id} of the game comes before its parent.`);
      let id = parent;
      if (node.move) {
        const place = tree.append(parent, parseMove(tree.node(parent).position, node.move));
        tree = place.tree;
        id = place.node;
      }
      places.set(node.id, id);
      const said = tree.node(id).comment;
      const comment = [said, node.comment ?? ""].filter((text) => text !== "").join("\n\n");
      if (comment !== said) tree = tree.withComment(id, comment);
      if (node.glyph) tree = tree.withGlyph(id, node.glyph);
      tree = tree.withUnshown(id, node);
    }
    return tree;
  }

  /** Writes the tree: parents before children, main lines first. */
  toData(): TreeData {
    const nodes: TreeData["nodes"] = [];
    const waiting: NodeId[] = [ROOT];
    while (waiting.length > 0) {
      const node = this.node(waiting.pop() as NodeId);
      nodes.push({
        id: node.id,
        parent: node.parent,
        move: node.move === null ? null : moveText(node.move),
        comment: node.comment,
        glyph: node.glyph,
        ...node.unshown,
      });
      waiting.push(...[...node.children].reverse());
    }
    return { start: writeFen(this.start), info: this.info, nodes };
  }

  /** The position from which the game starts. */
  get start(): Position {
    return this.node(ROOT).position;
  }

  /** How many nodes there are, the root among them. */
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

  /** The nodes from the root to this one, both among them. */
  path(id: NodeId): TreeNode[] {
    const path: TreeNode[] = [];
    for (let at: NodeId | null = id; at !== null; at = this.node(at).parent) path.push(this.node(at));
    return path.reverse();
  }

  /** The moves from the start to a node. */
  movesTo(id: NodeId): Move[] {
    return this.path(id).flatMap((node) => (node.move === null ? [] : [node.move]));
  }

  /** A node and what follows it by first children, to the end. */
  continuation(id: NodeId): TreeNode[] {
    const line: TreeNode[] = [];
    for (let at: NodeId | undefined = id; at !== undefined; at = this.node(at).children[0])
      line.push(this.node(at));
    return line;
  }

  /** The game as it was played, from the root to the end. */
  mainLine(): TreeNode[] {
    return this.continuation(ROOT);
  }

  /** The line on which a node lies: the way to it, and how it goes on. */
  lineThrough(id: NodeId): TreeNode[] {
    return [...this.path(id), ...this.continuation(id).slice(1)];
  }

  isOnMainLine(id: NodeId): boolean {
    return this.path(id).every(
      (node) => node.parent === null || this.node(node.parent).children[0] === node.id,
    );
  }

  /** The child that a move leads to, if it was played here before. */
  child(id: NodeId, move: Move): NodeId | null {
    const text = moveText(move);
    const found = this.node(id).children.find((child) => moveText(this.node(child).move as Move) === text);
    return found ?? null;
  }

  /**
   * Plays a move: a known one is gone to, a new one becomes the continuation or, where there is one, the last
   * variation. Throws what is wrong with it if it is not legal.
   */
  play(at: NodeId, move: Move): Place {
    const known = this.child(at, move);
    return known === null ? this.append(at, move) : { tree: this, node: known };
  }

  /** Plays several moves, given as text; the place is that of the last. */
  playLine(at: NodeId, moves: readonly string[]): Place {
    let place: Place = { tree: this, node: at };
    for (const move of moves) {
      const { tree, node } = place;
      place = tree.play(node, parseMove(tree.node(node).position, move));
    }
    return place;
  }

  private append(at: NodeId, move: Move): Place {
    const parent = this.node(at);
    const problem = whyIllegal(parent.position, move);
    if (problem !== null) throw problem;
    const id = this.nextId;
    const node: TreeNode = {
      id,
      parent: at,
      children: [],
      move,
      position: parent.position.play(move),
      ply: parent.ply + 1,
      comment: "",
      glyph: null,
      unshown: {},
    };
    const changed = [node, { ...parent, children: [...parent.children, id] }];
    return { tree: this.with(changed, id + 1), node: id };
  }

  /** Takes a node out, with all that follows it; the place is its parent. The root stays, without its children. */
  remove(id: NodeId): Place {
    const node = this.node(id);
    if (node.parent === null) return { tree: GameTree.from(this.start, this.info), node: ROOT };
    const parent = this.node(node.parent);
    const nodes = new Map(this.nodes);
    const waiting = [id];
    while (waiting.length > 0) {
      const gone = waiting.pop() as NodeId;
      waiting.push(...this.node(gone).children);
      nodes.delete(gone);
    }
    nodes.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
    return { tree: new GameTree(nodes, this.nextId, this.info), node: parent.id };
  }

  /**
   * Lets the variation on which a node lies change places with the line from which it branches off. On the main
   * line there is nothing to do.
   */
  promote(id: NodeId): GameTree {
    const branch = this.path(id)
      .reverse()
      .find((node) => this.rank(node) > 0);
    return branch === undefined ? this : this.moveToFront(branch);
  }

  /** Makes the line to a node the main line. */
  makeMain(id: NodeId): GameTree {
    return this.path(id)
      .filter((node) => this.rank(node) > 0)
      .reduce<GameTree>((tree, node) => tree.moveToFront(tree.node(node.id)), this);
  }

  /** A node's place among its siblings; 0 for the root and for what continues a line. */
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

  /** Several nodes of a record may speak of one position, so what they say is added up. */
  private withUnshown(id: NodeId, { evaluation, seconds, properties = [] }: Unshown): GameTree {
    const node = this.node(id);
    const unshown: Unshown = {
      evaluation: evaluation ?? node.unshown.evaluation,
      seconds: seconds ?? node.unshown.seconds,
      properties: [...(node.unshown.properties ?? []), ...properties],
    };
    return this.with([{ ...node, unshown }]);
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
