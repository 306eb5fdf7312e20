// Loads the game to analyze and saves edits: stored games on the server, drafts in the browser.

import { request, ServerError } from "../api/client";
import { whenReachable } from "../api/server-status.svelte";
import type { Game, GameInfo, ReviewState } from "../api/types";
import { t } from "../i18n";
import { playerName } from "../play/player-text";
import { moveText, opponent, parseFen, standardStart, writeFen, type Side } from "../rules";
import { finishBeforeReload } from "../shell/load-module";
import { encodeLink, type SharedGame } from "../shell/share";
import { toastError } from "../shell/toasts.svelte";
import {
  listDrafts,
  loadDraft,
  MAX_DRAFTS,
  newDraftId,
  removeDraft,
  storeDraft,
  type AnalysisDraft,
  type DraftProblem,
} from "./draft";
import { GameTree, ROOT, type NodeId } from "./tree";

/** Maximum length of a player's name on the server. */
const MAX_NAME_LENGTH = 100;

export interface LoadedGame {
  readonly tree: GameTree;
  readonly current: NodeId;
  /** The stored game; null for a draft. */
  readonly game: Game | null;
  /** Its review, or the id of one. */
  readonly review: ReviewState | number | null;
  /** Id of the draft; null for a stored game. */
  readonly draft: string | null;
  /** Saves an edit. Returns why a draft cannot be saved. */
  readonly save: (tree: GameTree, current: NodeId, review: number | null) => DraftProblem | null;
}

/** Loads a stored game with its annotations. Rejects if there is none. */
export async function loadGame(id: number): Promise<LoadedGame> {
  const game = await request("get", "/api/v1/games/{id}", { path: { id } });
  const tree = treeOf(game);
  const save = autosave(id, tree);
  const current = tree.mainLine().at(-1)?.id ?? ROOT;
  return { tree, current, game, draft: null, review: game.review ?? null, save };
}

/** The stored tree of a game, extended by moves that were played since, with players, result and date. */
export function treeOf(game: Game): GameTree {
  const tree = game.tree ? GameTree.fromData(game.tree) : GameTree.from(parseFen(game.start));
  const info: GameInfo = {
    black: recordName(game, "black"),
    white: recordName(game, "white"),
    date: isoDate(game.created),
    ...(game.name === "" ? {} : { event: game.name }),
    ...tree.info,
    result: resultOf(game, tree.info.result ?? ""),
  };
  return tree.withInfo(info).playLine(ROOT, game.moves).tree;
}

/** A player's name for the game record, where “You” would be wrong for other readers. */
function recordName(game: Game, side: Side): string {
  const player = game[side];
  return player.kind === "person" ? (player.name ?? t("player.human")) : playerName(game, side);
}

/** The result in the notation of SGF. A record may know more of it, such as the number of squares. */
function resultOf({ result }: Game, recorded: string): string {
  if (!result) return "";
  const winner = result.winner === "black" ? "B" : "W";
  if (recorded.startsWith(winner)) return recorded;
  return `${winner}+${{ "no-moves": "", "resignation": "R", "time": "T", "fault": "F" }[result.reason]}`;
}

/** The local date of a time in milliseconds since 1970, such as `2026-03-01`. */
function isoDate(time: number): string {
  const date = new Date(time);
  const digits = (part: number) => String(part).padStart(2, "0");
  return [date.getFullYear(), digits(date.getMonth() + 1), digits(date.getDate())].join("-");
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
        if (error instanceof ServerError && error.status === 0) {
          await whenReachable();
          continue;
        }
        toastError(error);
      }
      // A rejected tree is not repeated; the next edit tries again.
      sent = tree;
    }
    isSending = false;
  };
  return (tree) => {
    latest = tree;
    if (!isSending) void finishBeforeReload(send());
    return null;
  };
}

/** Loads a draft; a new one if there is none with this id. */
export function loadDraftById(id: string): LoadedGame {
  return toLoadedGame(loadDraft(id) ?? newDraft({ id }));
}

/** Loads the last draft; a new one if there is none. */
export function loadLastDraft(): LoadedGame {
  return toLoadedGame(listDrafts()[0] ?? newDraft({}));
}

/** Loads the game of a link, or the draft in which it was edited before. */
export function loadLink(link: SharedGame): LoadedGame {
  const source = encodeLink(link);
  const edited = listDrafts().find((draft) => draft.source === source);
  if (edited !== undefined) return toLoadedGame(edited);
  const { tree, node } = link.moves.reduce((cursor, move) => cursor.tree.play(cursor.node, move), {
    tree: GameTree.from(link.start),
    node: ROOT,
  });
  return toLoadedGame(newDraft({ source, tree, current: node }), false);
}

/** Stores a game as a new draft and returns its id. Throws if there is no space for it. */
export function createDraft(tree: GameTree, current: NodeId = ROOT): string {
  const draft = newDraft({ tree, current });
  const problem = storeDraft(draft);
  if (problem !== null) throw new Error(t(problem, { max: MAX_DRAFTS }));
  return draft.id;
}

function newDraft(fields: Partial<AnalysisDraft>): AnalysisDraft {
  return {
    id: newDraftId(),
    source: "",
    tree: GameTree.from(standardStart()),
    current: ROOT,
    review: null,
    updated: Date.now(),
    ...fields,
  };
}

/** A game that was opened from a link is stored at the first edit. */
function toLoadedGame(draft: AnalysisDraft, isStored = true): LoadedGame {
  const { id, source, ...opened } = draft;
  let isEdited = isStored;
  const save: LoadedGame["save"] = (tree, current, review) => {
    isEdited ||= tree !== opened.tree || review !== opened.review;
    return isEdited ? storeDraft({ id, source, tree, current, review, updated: Date.now() }) : null;
  };
  return { ...opened, draft: id, game: null, save };
}

/**
 * Saves a draft as a game of two people on the server and removes the draft. A winner that the moves
 * do not show is stored as the other side's resignation; the record keeps its own result.
 */
export async function saveToLibrary(tree: GameTree, draft: string): Promise<Game> {
  const { black, white, event, result } = tree.info;
  const moves = tree.mainLine().flatMap(({ move }) => (move ? [moveText(move)] : []));
  // A name marks the player as somebody else than the user of the page.
  const player = (name: string | undefined, side: Side) =>
    ({ kind: "person", name: (name || t(`side.${side}`)).slice(0, MAX_NAME_LENGTH) }) as const;
  const game = await request("post", "/api/v1/games", {
    body: {
      start: writeFen(tree.start),
      moves,
      black: player(black, "black"),
      white: player(white, "white"),
      name: event ?? "",
    },
  });
  const path = { id: game.id };
  await request("put", "/api/v1/games/{id}/tree", { path, body: { tree: tree.toData() } });
  const winner = { B: "black", W: "white" }[result?.[0] ?? ""] as Side | undefined;
  if (winner !== undefined && !game.result)
    await request("post", "/api/v1/games/{id}/resign", { path, body: { side: opponent(winner) } });
  removeDraft(draft);
  return game;
}
