// Endgames as the server explains them, each asked for once.

import { call } from "../api/client";
import type { Endgame } from "../api/types";
import { say } from "../i18n";

const MOST_REMEMBERED = 200;

/** What somebody who asks for more is prepared to wait for. */
const LONG_SEARCH_SECONDS = 8;

export class EndgameSource {
  /** The explanation of the position that was asked for last, and its FEN; those of the one before it until they are there. */
  shown = $state.raw<{ readonly fen: string; readonly endgame: Endgame } | null>(null);
  isWorking = $state(false);
  /** Why there is no explanation, as a sentence. */
  problem = $state<string | null>(null);

  readonly #known = new Map<string, Endgame>();
  #wanted: string | null = null;

  /** Explains a position. */
  async show(fen: string): Promise<void> {
    if (this.#wanted === fen) return;
    await this.#ask(fen, undefined);
  }

  /** Searches longer for who wins the position that is shown. */
  async searchLonger(): Promise<void> {
    if (this.#wanted === null) return;
    this.#known.delete(this.#wanted);
    await this.#ask(this.#wanted, LONG_SEARCH_SECONDS);
  }

  async #ask(fen: string, seconds: number | undefined): Promise<void> {
    this.#wanted = fen;
    this.problem = null;
    this.isWorking = true;
    try {
      const endgame =
        this.#known.get(fen) ?? (await call("post", "/api/v1/positions/endgame", { body: { fen, seconds } }));
      if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
      this.#known.set(fen, endgame);
      // Who steps through a game quickly wants the last position's, in whatever order the answers come.
      if (this.#wanted === fen) this.shown = { fen, endgame };
    } catch (error) {
      if (this.#wanted !== fen) return;
      this.#wanted = null;
      this.problem = say(error);
    } finally {
      if (this.#wanted === fen || this.#wanted === null) this.isWorking = false;
    }
  }
}
