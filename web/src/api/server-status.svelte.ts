// Whether the server is reachable, as known from the last request. While it is not, it is polled.

const RETRY_MS = 2000;

export const serverStatus = $state({ isReachable: true });

/** Called when the server is reachable again. */
let waiting: (() => void)[] = [];

/** Resolves once the server is reachable; after a failed request, once it has answered again. */
export function whenReachable(): Promise<void> {
  if (serverStatus.isReachable) return Promise.resolve();
  return new Promise((resolve) => waiting.push(resolve));
}

let timer: ReturnType<typeof setTimeout> | undefined;

export function markReachable(): void {
  clearTimeout(timer);
  timer = undefined;
  serverStatus.isReachable = true;
  const resolved = waiting;
  waiting = [];
  for (const resolve of resolved) resolve();
}

export function markUnreachable(): void {
  serverStatus.isReachable = false;
  timer ??= setTimeout(checkServer, RETRY_MS);
}

/** Asks the server for a sign of life and returns whether it came. */
export async function checkServer(): Promise<boolean> {
  clearTimeout(timer);
  timer = undefined;
  try {
    await fetch("/api/v1/about");
    markReachable();
  } catch {
    markUnreachable();
  }
  return serverStatus.isReachable;
}
