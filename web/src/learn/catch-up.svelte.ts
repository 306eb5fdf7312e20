// Reviews of games that have none yet, one after the other.

import { call } from "../api/client";

/** How long each position is thought about. */
const SECONDS = 0.3;

const PATIENCE_MS = 500;

export class CatchUp {
  isRunning = $state(false);
  /** How much is done, from 0 to 1. */
  done = $state(0);

  #isEnded = false;

  /** Reviews games; each is kept with its game as soon as it is finished. */
  async run(games: readonly number[]): Promise<void> {
    this.isRunning = true;
    this.#isEnded = false;
    this.done = 0;
    try {
      for (const [index, id] of games.entries()) {
        await this.#review(id, (share) => (this.done = (index + share) / games.length));
        if (this.#isEnded) return;
      }
    } finally {
      this.isRunning = false;
    }
  }

  /** Ends it; what is finished stays. */
  end(): void {
    this.#isEnded = true;
  }

  async #review(game: number, tell: (share: number) => void): Promise<void> {
    const { start, moves } = await call("get", "/api/v1/games/{id}", { path: { id: game } });
    const { id } = await call("post", "/api/v1/reviews", {
      body: { start, moves, game, seconds_per_move: SECONDS },
    });
    for (;;) {
      const state = await call("get", "/api/v1/reviews/{id}", { path: { id } });
      tell(state.done / state.total);
      if (state.finished) return;
      if (this.#isEnded) {
        await call("delete", "/api/v1/reviews/{id}", { path: { id } });
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    }
  }
}
