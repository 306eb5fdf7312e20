// The review of a whole game, which the server makes in the background while the page shows how far it is.

import { call, ServerError } from "../api/client";
import type { NewReview, ReviewState } from "../api/types";
import { fail } from "../shell/toasts.svelte";

/** How long to wait before asking again how far it is. */
const PATIENCE_MS = 400;

export class Reviewer {
  /** What has been found so far; null if there is no review. */
  state = $state.raw<ReviewState | null>(null);
  /** Whether the server is at work. */
  isRunning = $state(false);

  /** Which review is listened to, so that a late answer about another is not taken for it. */
  #watched: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins a review of a game, in place of the one before. Gives its number, or null if it was refused. */
  async start(game: NewReview): Promise<number | null> {
    await this.cancel();
    this.isRunning = true;
    this.state = null;
    try {
      const { id } = await call("post", "/api/v1/reviews", { body: game });
      this.watch(id);
      return id;
    } catch (error) {
      this.isRunning = false;
      fail(error);
      return null;
    }
  }

  /** Listens to a review that was begun before, perhaps before the page was loaded. */
  watch(id: number): void {
    this.#watched = id;
    this.isRunning = true;
    void this.#look(id);
  }

  /** Shows a review that is known already. */
  show(state: ReviewState): void {
    this.state = state;
    if (!state.finished) this.watch(state.id);
  }

  /** Ends the work; what was found stays in view. */
  async cancel(): Promise<void> {
    const id = this.#watched;
    const isUnfinished = this.isRunning;
    this.leave();
    if (id === null || !isUnfinished) return;
    try {
      await call("delete", "/api/v1/reviews/{id}", { path: { id } });
    } catch {
      // It was over already, or the server is away: either way nobody waits for it here.
    }
  }

  /** Forgets the review, as when another game comes onto the desk. The server goes on with it. */
  forget(): void {
    this.leave();
    this.state = null;
  }

  /** Listens no longer. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#watched = null;
    this.isRunning = false;
  }

  async #look(id: number): Promise<void> {
    try {
      const state = await call("get", "/api/v1/reviews/{id}", { path: { id } });
      if (this.#watched !== id) return;
      this.state = state;
      this.isRunning = !state.finished;
    } catch (error) {
      if (this.#watched !== id) return;
      // A review that the server does not know will not come back; a server that is away may.
      if (error instanceof ServerError && error.status !== 0 && error.status < 500) {
        this.leave();
        return;
      }
    }
    if (this.isRunning) this.#timer = setTimeout(() => void this.#look(id), PATIENCE_MS);
  }
}
