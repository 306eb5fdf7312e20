// A game that is being played: the server keeps it and tells every change; here a person's own move is
// shown at once, and asked for again if the way to the server was broken for a moment.

import { call, ServerError } from "../api/client";
import { ReconnectingSocket } from "../api/socket";
import type { Game, Study } from "../api/types";
import { moveText, parseFen, parseMove, replay, type Move, type Position, type Side } from "../rules";
import { fail } from "../shell/toasts.svelte";
import { playMoveSound } from "./sounds";

const TRIES = 6;
const RETRY_MS = 700;

export class GameSession {
  game = $state.raw<Game | null>(null);
  /** Why there is no game to show. */
  problem = $state<unknown>(null);
  isConnected = $state(true);
  /** A move of ours that the server has not confirmed yet. */
  pending = $state.raw<Move | null>(null);
  /** The number of moves after which the game is looked at; null follows the game. */
  chosenPly = $state<number | null>(null);
  hint = $state.raw<Study | null>(null);
  isHintComing = $state(false);
  /** When the game last came, to let the clocks run from there. */
  receivedAt = $state(performance.now());

  readonly #socket: ReconnectingSocket;

  readonly #played = $derived(this.game ? replay(parseFen(this.game.start), this.game.moves) : []);

  readonly moves = $derived<readonly Move[]>(
    this.game?.moves.map((text, ply) => parseMove(this.#played[ply], text)) ?? [],
  );

  /** Every position of the game, with the pending move if there is one. */
  readonly positions = $derived.by((): readonly Position[] => {
    const last = this.#played.at(-1);
    return last && this.pending ? [...this.#played, last.play(this.pending)] : this.#played;
  });

  readonly ply = $derived(Math.min(this.chosenPly ?? Infinity, Math.max(0, this.positions.length - 1)));
  readonly isAtEnd = $derived(this.ply === this.positions.length - 1);
  readonly position = $derived<Position | undefined>(this.positions[this.ply]);
  readonly lastMove = $derived(this.ply === 0 ? null : (this.moves[this.ply - 1] ?? this.pending));

  /** The side that moves by hand now. */
  readonly turn = $derived.by((): Side | null => {
    const game = this.game;
    if (!game || game.result || this.pending || !this.isAtEnd) return null;
    return game[game.to_move].kind === "person" ? game.to_move : null;
  });

  /** How many moves would be left if the last one of a person were taken back; null if there is none. */
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
    // The socket would tell it as well, but not why it does not open.
    call("get", "/api/v1/games/{id}", { path: { id } }).then(
      (game) => this.#accept(game),
      (error: unknown) => {
        this.problem = error;
        if (error instanceof ServerError && error.status !== 0) this.#socket.close();
      },
    );
  }

  close(): void {
    this.#socket.close();
  }

  async play(move: Move): Promise<void> {
    const ply = this.game?.moves.length;
    if (ply === undefined || !this.turn) return;
    this.pending = move;
    this.hint = null;
    playMoveSound();
    await this.#ask(() =>
      call("post", "/api/v1/games/{id}/moves", {
        path: { id: this.id },
        body: { ply, move: moveText(move) },
      }),
    );
    this.pending = null;
  }

  async takeBack(): Promise<void> {
    const to_ply = this.takeBackPly;
    if (to_ply === null) return;
    this.chosenPly = null;
    await this.#ask(() =>
      call("post", "/api/v1/games/{id}/take-back", { path: { id: this.id }, body: { to_ply } }),
    );
  }

  async resign(side: Side): Promise<void> {
    await this.#ask(() =>
      call("post", "/api/v1/games/{id}/resign", { path: { id: this.id }, body: { side } }),
    );
  }

  async askHint(): Promise<void> {
    if (this.isHintComing || !this.turn) return;
    this.isHintComing = true;
    const ply = this.game?.moves.length;
    try {
      const hint = await call("post", "/api/v1/games/{id}/hint", { path: { id: this.id } });
      if (this.game?.moves.length === ply) this.hint = hint;
    } catch (error) {
      fail(error);
    }
    this.isHintComing = false;
  }

  look(ply: number): void {
    const last = this.positions.length - 1;
    const wanted = Math.max(0, Math.min(ply, last));
    this.chosenPly = wanted === last ? null : wanted;
  }

  /** Asks for a change. What could not be sent is sent again; what was refused is said. */
  async #ask(request: () => Promise<Game>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        this.#accept(await request());
        return;
      } catch (error) {
        const isUnsent = error instanceof ServerError && error.status === 0;
        if (!isUnsent || tries === TRIES) {
          fail(error);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  #accept(game: Game): void {
    if (this.game && game.revision < this.game.revision) return;
    const before = this.game?.moves.length ?? game.moves.length;
    const isOthersMove = game.moves.length === before + 1 && !this.pending;
    if (game.moves.length !== before) this.hint = null;
    this.game = game;
    this.problem = null;
    this.receivedAt = performance.now();
    // In one step with the game, so that our move is never shown twice or not at all.
    if (game.moves.length > before) this.pending = null;
    if (isOthersMove) playMoveSound();
  }
}
