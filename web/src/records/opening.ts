// Which game comes onto the desk, and where it is kept: a stored game with the server, all else in the browser.

import { call } from "../api/client";
import type { Game, ReviewState } from "../api/types";
import { playerName } from "../play/players";
import { parseFen, standardStart, type Side } from "../rules";
import { encodeShare, type Shared } from "../shell/share";
import { fail } from "../shell/toasts.svelte";
import { findDesk, keepDesk } from "./desk";
import { GameTree, type NodeId, ROOT } from "./tree";

/** A link that hands over nothing but the standard start. */
const NOTHING = encodeShare({ start: standardStart(), moves: [] });

/** A game to look at. */
export interface Opened {
  readonly tree: GameTree;
  readonly current: NodeId;
  /** The stored game that it is; null if it is kept in the browser alone. */
  readonly game: Game | null;
  /** A review that was made of it, or the number of one. */
  readonly review: ReviewState | number | null;
  /** Keeps it as it is now. */
  readonly keep: (tree: GameTree, current: NodeId, review: number | null) => void;
}

/** A stored game with what was written about it. Throws what is wrong if there is none. */
export async function openGame(id: number): Promise<Opened> {
  const game = await call("get", "/api/v1/games/{id}", { path: { id } });
  const tree = treeOf(game);
  const keep = keeperOf(id, tree);
  return { tree, current: tree.mainLine().at(-1)?.id ?? ROOT, game, review: game.review ?? null, keep };
}

/** The game as it is now, also where it has gone on since something was written about it. */
export function treeOf(game: Game): GameTree {
  const names = { black: nameOf(game, "black"), white: nameOf(game, "white") };
  const tree = game.tree ? GameTree.fromData(game.tree) : GameTree.from(parseFen(game.start));
  return tree.withInfo({ ...names, ...tree.info }).playLine(ROOT, game.moves).tree;
}

/** What a record says of a player; nothing of a person without a name. */
function nameOf(game: Game, side: Side): string | undefined {
  const player = game[side];
  return player.kind === "person" ? (player.name ?? undefined) : playerName(game, side);
}

/** Sends a tree to the server whenever it has changed, one after the other and the last one always. */
function keeperOf(id: number, kept: GameTree): Opened["keep"] {
  let [sent, wanted, isSending] = [kept, kept, false];
  const send = async () => {
    isSending = true;
    while (sent !== wanted) {
      const tree = wanted;
      try {
        await call("put", "/api/v1/games/{id}/tree", { path: { id }, body: { tree: tree.toData() } });
      } catch (error) {
        fail(error);
      }
      // What was refused once would be refused again; the next edit tries anew.
      sent = tree;
    }
    isSending = false;
  };
  return (tree) => {
    wanted = tree;
    if (!isSending) void send();
  };
}

/** What a link hands over, or, where it hands over nothing, what lay on the desk. */
export function openLoose(from: Shared): Opened {
  const source = encodeShare(from);
  const desk = findDesk();
  // A reloaded link has been worked on since; a new one has not.
  if (desk !== null && (source === NOTHING || desk.source === source)) return loose(desk.source, desk);
  const { tree, node } = from.moves.reduce((place, move) => place.tree.play(place.node, move), {
    tree: GameTree.from(from.start),
    node: ROOT,
  });
  return loose(source, { tree, current: node, review: null });
}

/** Lays a game on the desk, to be found there by a bare address. */
export function putOnDesk(tree: GameTree, current: NodeId = ROOT): void {
  keepDesk({ source: NOTHING, tree, current, review: null });
}

function loose(
  source: string,
  { tree, current, review }: Pick<Opened, "tree" | "current"> & { review: number | null },
): Opened {
  const keep: Opened["keep"] = (now, at, made) => keepDesk({ source, tree: now, current: at, review: made });
  return { tree, current, review, game: null, keep };
}
