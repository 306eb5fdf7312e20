// Reviews unreviewed games one after the other.

import { request } from "../api/client";
import { poll } from "../api/poll";

const SECONDS_PER_MOVE = 0.3;

export class ReviewQueue {
  isRunning = $state(false);
  /** 0 to 1. */
  progress = $state(0);

  #running = new AbortController();

  /** Reviews games. The server stores each review with its game as soon as it is finished. */
  async run(games: readonly number[]): Promise<void> {
    this.isRunning = true;
    this.#running = new AbortController();
    this.progress = 0;
    try {
      for (const [index, id] of games.entries()) {
        await this.#review(id, (share) => (this.progress = (index + share) / games.length));
        if (this.#running.signal.aborted) return;
      }
    } finally {
      this.isRunning = false;
    }
  }

  /** Stops after the current request; finished reviews are kept. */
  cancel(): void {
    this.#running.abort();
  }

  async #review(game: number, onProgress: (share: number) => void): Promise<void> {
    const { start, moves } = await request("get", "/api/v1/games/{id}", { path: { id: game } });
    const { id } = await request("post", "/api/v1/reviews", {
      body: { start, moves, game, seconds_per_move: SECONDS_PER_MOVE },
    });
    const fetchState = () => request("get", "/api/v1/reviews/{id}", { path: { id } });
    const review = await poll(fetchState, ({ finished }) => finished, {
      signal: this.#running.signal,
      onState: ({ done, total }) => onProgress(done / total),
      shouldRetry: () => false,
    });
    if (review === null) await request("delete", "/api/v1/reviews/{id}", { path: { id } });
  }
}
