// A game on the server: receives updates over a WebSocket and sends the user's actions. Own moves
// are shown at once and sent as soon as the server is reachable.

import { request, ServerError } from "../api/client";
import { ReconnectingSocket } from "../api/socket";
import type { Analysis, Game } from "../api/types";
import { moveText, parseFen, parseMove, replay, type Move, type Position, type Side } from "../rules";
import { toastError } from "../shell/toasts.svelte";
import { outgoingMove, reportMove, sendMove, type OutgoingMove } from "./move-outbox";
import { playMoveSound } from "./sounds";

const MAX_ATTEMPTS = 6;
const RETRY_MS = 700;

export class GameSession {
  game = $state.raw<Game | null>(null);
  /** Why the game could not be loaded. */
  problem = $state<unknown>(null);
  isConnected = $state(true);
  /** The user's move until the server confirms it. */
  pending = $state.raw<Move | null>(null);
  /** The viewed ply; null follows the game. */
  viewedPly = $state<number | null>(null);
  hint = $state.raw<Analysis | null>(null);
  isHintLoading = $state(false);
  /** Time of the last update, from which the clocks run. */
  receivedAt = $state(performance.now());

  readonly #socket: ReconnectingSocket;
  #isClosed = false;

  readonly #played = $derived(this.game ? replay(parseFen(this.game.start), this.game.moves) : []);

  readonly moves = $derived<readonly Move[]>(
    this.game?.moves.map((text, ply) => parseMove(this.#played[ply], text)) ?? [],
  );

  /** All positions, including the pending move. */
  readonly positions = $derived.by((): readonly Position[] => {
    const last = this.#played.at(-1);
    return last && this.pending ? [...this.#played, last.play(this.pending)] : this.#played;
  });

  readonly ply = $derived(Math.min(this.viewedPly ?? Infinity, Math.max(0, this.positions.length - 1)));
  readonly isAtEnd = $derived(this.ply === this.positions.length - 1);
  readonly position = $derived<Position | undefined>(this.positions[this.ply]);
  readonly lastMove = $derived(this.ply === 0 ? null : (this.moves[this.ply - 1] ?? this.pending));

  /** The side to move if a human plays it. */
  readonly turn = $derived.by((): Side | null => {
    const game = this.game;
    if (!game || game.result || this.pending || !this.isAtEnd) return null;
    return game[game.to_move].kind === "person" ? game.to_move : null;
  });

  /** Ply to take back to: before the last human move; null if there is none. */
  readonly takeBackPly = $derived.by((): number | null => {
    const game = this.game;
    if (!game || this.pending) return null;
    for (let ply = game.moves.length - 1; ply >= 0; ply--) {
      if (game[this.positions[ply].toMove].kind === "person") return ply;
    }
    return null;
  });

  constructor(readonly id: number) {
    this.#socket = new ReconnectingSocket(`/api/v1/games/${id}/live`, {
      onmessage: (message) => this.#accept(message as Game),
      onopen: () => (this.isConnected = true),
      onlost: () => (this.isConnected = false),
    });
    // The socket delivers it as well, but no reason for a failure.
    request("get", "/api/v1/games/{id}", { path: { id } }).then(
      (game) => this.#accept(game),
      (error: unknown) => {
        this.problem = error;
        if (error instanceof ServerError && error.status !== 0) this.#socket.close();
      },
    );
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.close();
    const outgoing = outgoingMove(this.id);
    if (outgoing && this.pending) reportMove(this.id, outgoing, sendMove(this.id, outgoing));
  }

  async play(move: Move): Promise<void> {
    const ply = this.game?.moves.length;
    if (ply === undefined || !this.turn) return;
    playMoveSound();
    await this.#sendMove(move, { ply, move: moveText(move) });
  }

  async #sendMove(move: Move, outgoing: OutgoingMove): Promise<void> {
    this.pending = move;
    this.hint = null;
    try {
      this.#accept(await sendMove(this.id, outgoing));
    } catch (error) {
      if (!this.#isClosed) toastError(error);
    }
    this.pending = null;
  }

  /** Shows and sends a move of an earlier visit that the server has not answered. */
  #resumeMove(game: Game): void {
    const outgoing = outgoingMove(this.id);
    if (outgoing === null || this.pending) return;
    try {
      const position = replay(parseFen(game.start), game.moves).at(-1) as Position;
      if (outgoing.ply === game.moves.length)
        void this.#sendMove(parseMove(position, outgoing.move), outgoing);
      // The game has gone on: only the answer counts.
      else sendMove(this.id, outgoing).catch(toastError);
    } catch (error) {
      toastError(error);
    }
  }

  async takeBack(): Promise<void> {
    const to_ply = this.takeBackPly;
    if (to_ply === null) return;
    this.viewedPly = null;
    await this.#send(() =>
      request("post", "/api/v1/games/{id}/take-back", { path: { id: this.id }, body: { to_ply } }),
    );
  }

  async resign(side: Side): Promise<void> {
    await this.#send(() =>
      request("post", "/api/v1/games/{id}/resign", { path: { id: this.id }, body: { side } }),
    );
  }

  async requestHint(): Promise<void> {
    if (this.isHintLoading || !this.turn) return;
    this.isHintLoading = true;
    const ply = this.game?.moves.length;
    try {
      const hint = await request("post", "/api/v1/games/{id}/hint", { path: { id: this.id } });
      if (this.game?.moves.length === ply) this.hint = hint;
    } catch (error) {
      toastError(error);
    }
    this.isHintLoading = false;
  }

  viewPly(ply: number): void {
    const last = this.positions.length - 1;
    const target = Math.max(0, Math.min(ply, last));
    this.viewedPly = target === last ? null : target;
  }

  /** Sends an action. Retries while the server is unreachable; rejections are shown. */
  async #send(action: () => Promise<Game>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        this.#accept(await action());
        return;
      } catch (error) {
        const isUnreachable = error instanceof ServerError && error.status === 0;
        if (!isUnreachable || attempt === MAX_ATTEMPTS) {
          toastError(error);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  #accept(game: Game): void {
    if (this.game && game.revision < this.game.revision) return;
    const isFirst = this.game === null;
    const before = this.game?.moves.length ?? game.moves.length;
    const isOpponentMove = game.moves.length === before + 1 && !this.pending;
    if (game.moves.length !== before) this.hint = null;
    this.game = game;
    this.problem = null;
    this.receivedAt = performance.now();
    // Together with the game, so that the move is never shown twice or not at all.
    if (game.moves.length > before) this.pending = null;
    if (isOpponentMove) playMoveSound();
    if (isFirst) this.#resumeMove(game);
  }
}
