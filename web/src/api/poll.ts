// Polling of work that runs on the server.

const POLL_INTERVAL_MS = 400;

interface PollOptions<T> {
  readonly onState?: (state: T) => void;
  readonly signal?: AbortSignal;
  /** Whether to go on after a failed request; by default always. */
  readonly shouldRetry?: (error: unknown) => boolean;
}

/** Fetches a state until it is finished and returns it; null if the signal is aborted first. */
export async function poll<T>(
  fetchState: () => Promise<T>,
  isFinished: (state: T) => boolean,
  { onState, signal, shouldRetry = () => true }: PollOptions<T> = {},
): Promise<T | null> {
  while (!signal?.aborted) {
    try {
      const state = await fetchState();
      if (signal?.aborted) break;
      onState?.(state);
      if (isFinished(state)) return state;
    } catch (error) {
      if (signal?.aborted) break;
      if (!shouldRetry(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  return null;
}
