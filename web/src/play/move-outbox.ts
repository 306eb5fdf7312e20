// Moves on their way to the server. A move is stored in the browser until the server has answered, so
// that it survives an outage, leaving the page and a reload. Requests can be repeated: they name the ply.

import { request, ServerError } from "../api/client";
import { whenReachable } from "../api/server-status.svelte";
import type { Game } from "../api/types";
import { errorMessage, t } from "../i18n";
import { finishBeforeReload } from "../shell/load-module";
import { asObject, readStoredObject, writeStorage } from "../shell/storage";
import { toast, toastError } from "../shell/toasts.svelte";

const KEY = "thermodon.outbox";

export interface OutgoingMove {
  /** Number of moves before it. */
  readonly ply: number;
  readonly move: string;
}

/** The requests that are being sent, by game. */
const sending = new Map<number, Promise<Game>>();

function read(): Record<string, OutgoingMove> {
  const valid = Object.entries(readStoredObject(KEY)).filter(([id, stored]) => {
    const { ply, move } = asObject(stored);
    return /^\d+$/.test(id) && typeof ply === "number" && typeof move === "string";
  });
  return Object.fromEntries(valid) as Record<string, OutgoingMove>;
}

/** The move of a game that the server has not answered yet; null if there is none. */
export function outgoingMove(game: number): OutgoingMove | null {
  return read()[game] ?? null;
}

/** Sends a move, as soon as the server is reachable. Rejects if the server rejects it. */
export function sendMove(game: number, move: OutgoingMove): Promise<Game> {
  writeStorage(KEY, { ...read(), [game]: move });
  const answer = sending.get(game) ?? finishBeforeReload(send(game, move).finally(() => finish(game)));
  sending.set(game, answer);
  return answer;
}

async function send(id: number, body: OutgoingMove): Promise<Game> {
  for (;;) {
    try {
      return await request("post", "/api/v1/games/{id}/moves", { path: { id }, body });
    } catch (error) {
      if (!(error instanceof ServerError) || error.status !== 0) throw error;
      await whenReachable();
    }
  }
}

function finish(game: number): void {
  sending.delete(game);
  const { [game]: _, ...others } = read();
  writeStorage(KEY, others);
}

/** Sends the moves of an earlier visit, except those of `open`, and reports what became of them. */
export function resumeMoves(open: number | null): void {
  for (const [id, outgoing] of Object.entries(read())) {
    const game = Number(id);
    if (game !== open && !sending.has(game)) reportMove(game, outgoing, sendMove(game, outgoing));
  }
}

/** Tells what became of a move whose game is not open any more. */
export function reportMove(game: number, { move }: OutgoingMove, answer: Promise<Game>): void {
  answer.then(
    () => toast(t("play.sent", { move, game })),
    (error: unknown) =>
      toastError(new Error(t("play.not_sent", { move, game, reason: errorMessage(error) }))),
  );
}
