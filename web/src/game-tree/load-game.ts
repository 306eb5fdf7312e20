// Loads the game to analyze and saves edits: stored games on the server, drafts in the browser.

import { request } from "../api/client";
import type { Game, ReviewState } from "../api/types";
import { playerName } from "../play/player-text";
import { parseFen, standardStart, type Side } from "../rules";
import { encodeLink, type SharedGame } from "../shell/share";
import { toastError } from "../shell/toasts.svelte";
import { loadDraft, storeDraft, type AnalysisDraft } from "./draft";
import { GameTree, ROOT, type NodeId } from "./tree";

/** The link to the standard start without moves. */
const EMPTY_LINK = encodeLink({ start: standardStart(), moves: [] });

export interface LoadedGame {
  readonly tree: GameTree;
  readonly current: NodeId;
  /** The stored game; null for a draft. */
  readonly game: Game | null;
  /** Its review, or the id of one. */
  readonly review: ReviewState | number | null;
  readonly save: (tree: GameTree, current: NodeId, review: number | null) => void;
}

/** Loads a stored game with its annotations. Rejects if there is none. */
export async function loadGame(id: number): Promise<LoadedGame> {
  const game = await request("get", "/api/v1/games/{id}", { path: { id } });
  const tree = treeOf(game);
  const save = autosave(id, tree);
  return { tree, current: tree.mainLine().at(-1)?.id ?? ROOT, game, review: game.review ?? null, save };
}

/** The stored tree of a game, extended by moves that were played since. */
export function treeOf(game: Game): GameTree {
  const names = { black: nameOf(game, "black"), white: nameOf(game, "white") };
  const tree = game.tree ? GameTree.fromData(game.tree) : GameTree.from(parseFen(game.start));
  return tree.withInfo({ ...names, ...tree.info }).playLine(ROOT, game.moves).tree;
}

/** A player's name for the game record; undefined for a human without one. */
function nameOf(game: Game, side: Side): string | undefined {
  const player = game[side];
  return player.kind === "person" ? (player.name ?? undefined) : playerName(game, side);
}

/** Sends changed trees to the server, one request at a time; the last one is always sent. */
function autosave(id: number, stored: GameTree): LoadedGame["save"] {
  let [sent, latest, isSending] = [stored, stored, false];
  const send = async () => {
    isSending = true;
    while (sent !== latest) {
      const tree = latest;
      try {
        await request("put", "/api/v1/games/{id}/tree", { path: { id }, body: { tree: tree.toData() } });
      } catch (error) {
        toastError(error);
      }
      // A rejected tree is not repeated; the next edit tries again.
      sent = tree;
    }
    isSending = false;
  };
  return (tree) => {
    latest = tree;
    if (!isSending) void send();
  };
}

/** Loads the game of a link; for an empty link or a reloaded one, the draft. */
export function loadDraftOrLink(from: SharedGame): LoadedGame {
  const source = encodeLink(from);
  const draft = loadDraft();
  if (draft !== null && (source === EMPTY_LINK || draft.source === source)) return toLoadedGame(draft);
  const { tree, node } = from.moves.reduce((cursor, move) => cursor.tree.play(cursor.node, move), {
    tree: GameTree.from(from.start),
    node: ROOT,
  });
  return toLoadedGame({ source, tree, current: node, review: null });
}

/** Replaces the draft. */
export function saveDraft(tree: GameTree, current: NodeId = ROOT): void {
  storeDraft({ source: EMPTY_LINK, tree, current, review: null });
}

function toLoadedGame({ source, ...draft }: AnalysisDraft): LoadedGame {
  const save: LoadedGame["save"] = (tree, current, review) => storeDraft({ source, tree, current, review });
  return { ...draft, game: null, save };
}
