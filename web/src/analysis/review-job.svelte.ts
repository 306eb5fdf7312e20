// The review of a whole game: a job on the server whose progress is polled.

import { request, ServerError } from "../api/client";
import { poll } from "../api/poll";
import type { NewReview, ReviewState } from "../api/types";
import { toastError } from "../shell/toasts.svelte";

export class ReviewJob {
  /** The review so far; null if there is none. */
  state = $state.raw<ReviewState | null>(null);
  isRunning = $state(false);

  #id: number | null = null;
  #polling = new AbortController();

  /** Starts a review in place of the previous one. Returns its id, or null if it was rejected. */
  async start(game: NewReview): Promise<number | null> {
    await this.cancel();
    this.isRunning = true;
    this.state = null;
    try {
      const { id } = await request("post", "/api/v1/reviews", { body: game });
      this.attach(id);
      return id;
    } catch (error) {
      this.isRunning = false;
      toastError(error);
      return null;
    }
  }

  /** Follows a review that was started earlier, perhaps before the page was loaded. */
  attach(id: number): void {
    this.detach();
    this.#id = id;
    this.isRunning = true;
    this.#polling = new AbortController();
    const { signal } = this.#polling;
    const fetchState = () => request("get", "/api/v1/reviews/{id}", { path: { id } });
    const detach = () => {
      if (!signal.aborted) this.detach();
    };
    poll(fetchState, ({ finished }) => finished, {
      signal,
      onState: (state) => (this.state = state),
      // A review that the server does not know will not come back; an unreachable server may.
      shouldRetry: (error) => !(error instanceof ServerError && error.isRejection),
    }).then(detach, detach);
  }

  /** Shows a review that was stored with its game. */
  show(state: ReviewState): void {
    this.state = state;
    if (!state.finished) this.attach(state.id);
  }

  /** Stops the job; its results so far stay visible. */
  async cancel(): Promise<void> {
    const id = this.#id;
    this.detach();
    if (id === null) return;
    try {
      await request("delete", "/api/v1/reviews/{id}", { path: { id } });
    } catch {
      // It has finished already, or the server is unreachable.
    }
  }

  /** Stops polling. */
  detach(): void {
    this.#polling.abort();
    this.#id = null;
    this.isRunning = false;
  }
}
