// What a book or people's games say of the position on the board, fetched once for each.

import { call } from "../api/client";
import type { Explored, Source } from "../api/types";
import { fail } from "../shell/toasts.svelte";

const MOST_REMEMBERED = 300;

export class Explorer {
  /** Of the position that was asked for last; of the one before it until it is there. */
  data = $state.raw<Explored | null>(null);
  /** What `data` is about: a position and a source. */
  about = $state<string | null>(null);

  readonly #known = new Map<string, Explored>();
  #wanted: string | null = null;

  static name(fen: string, source: Source): string {
    return `${source} ${fen}`;
  }

  async show(fen: string, source: Source): Promise<void> {
    const name = Explorer.name(fen, source);
    if (this.#wanted === name) return;
    this.#wanted = name;
    try {
      const data =
        this.#known.get(name) ?? (await call("post", "/api/v1/book/explore", { body: { fen, source } }));
      if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
      this.#known.set(name, data);
      this.#put(name, data);
    } catch (error) {
      if (this.#wanted !== name) return;
      this.#wanted = null;
      fail(error);
    }
  }

  /** Asks again: something has changed. What is shown stays until the answer is there. */
  async renew(fen: string, source: Source): Promise<void> {
    this.#known.clear();
    this.#wanted = null;
    await this.show(fen, source);
  }

  /** Adds the games after those that are listed. */
  async more(fen: string): Promise<void> {
    const [name, shown] = [this.about, this.data];
    if (name === null || shown === null || shown.next === null) return;
    try {
      const body = { fen, source: "people" as const, before: shown.next };
      const { games, next } = await call("post", "/api/v1/book/explore", { body });
      this.#put(name, { ...shown, games: [...shown.games, ...games], next });
    } catch (error) {
      fail(error);
    }
  }

  /** Who steps through a game quickly wants the last position's, in whatever order the answers come. */
  #put(name: string, data: Explored): void {
    if (this.#wanted !== name) return;
    this.data = data;
    this.about = name;
  }
}
