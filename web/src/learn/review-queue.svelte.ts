// Has the server review games one after the other.

import { request } from "../api/client";
import { poll } from "../api/poll";

const SECONDS_PER_MOVE = 0.3;

export class ReviewQueue {
  isRunning = $state(false);
  /** Finished share of all games, 0 to 1. */
  progress = $state(0);

  #abortController = new AbortController();

  /** Reviews games by id. The server stores each finished review with its game. */
  async run(gameIds: readonly number[]): Promise<void> {
    this.isRunning = true;
    this.#abortController = new AbortController();
    this.progress = 0;
    try {
      for (const [index, gameId] of gameIds.entries()) {
        await this.#review(gameId, (share) => (this.progress = (index + share) / gameIds.length));
        if (this.#abortController.signal.aborted) return;
      }
    } finally {
      this.isRunning = false;
    }
  }

  /** Stops after the current request; finished reviews are kept. */
  cancel(): void {
    this.#abortController.abort();
  }

  async #review(gameId: number, onProgress: (share: number) => void): Promise<void> {
    const { start, moves } = await request("get", "/api/v1/games/{id}", { path: { id: gameId } });
    const { id } = await request("post", "/api/v1/reviews", {
      body: { start, moves, game: gameId, seconds_per_move: SECONDS_PER_MOVE },
    });
    const fetchState = () => request("get", "/api/v1/reviews/{id}", { path: { id } });
    const review = await poll(fetchState, ({ finished }) => finished, {
      signal: this.#abortController.signal,
      onState: ({ done, total }) => onProgress(done / total),
      shouldRetry: () => false,
    });
    // Null: canceled.
    if (review === null) await request("delete", "/api/v1/reviews/{id}", { path: { id } });
  }
}
