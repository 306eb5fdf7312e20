// The numbers behind the overlays, fetched once for each position.

import { call } from "../api/client";
import type { Overlays } from "../api/types";
import { fail } from "../shell/toasts.svelte";

const MOST_REMEMBERED = 200;

export class OverlaySource {
  /** Those of the position that was asked for last; those of the one before it until they are there. */
  data = $state.raw<Overlays | null>(null);
  /** The position that they are of. */
  fen = $state<string | null>(null);

  readonly #known = new Map<string, Overlays>();
  #wanted: string | null = null;

  async show(fen: string): Promise<void> {
    if (this.#wanted === fen) return;
    this.#wanted = fen;
    try {
      const data =
        this.#known.get(fen) ?? (await call("post", "/api/v1/positions/overlays", { body: { fen } }));
      if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
      this.#known.set(fen, data);
      // Who steps through a game quickly wants the last position's, in whatever order the answers come.
      if (this.#wanted !== fen) return;
      this.data = data;
      this.fen = fen;
    } catch (error) {
      if (this.#wanted !== fen) return;
      this.#wanted = null;
      fail(error);
    }
  }
}
