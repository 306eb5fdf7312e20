// Whether the server is reachable, as known from the last request. While it is not, it is polled.

const RETRY_MS = 2000;

export const serverStatus = $state({ isReachable: true });

let timer: ReturnType<typeof setTimeout> | undefined;

export function markReachable(): void {
  clearTimeout(timer);
  timer = undefined;
  serverStatus.isReachable = true;
}

export function markUnreachable(): void {
  serverStatus.isReachable = false;
  timer ??= setTimeout(checkServer, RETRY_MS);
}

export async function checkServer(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  try {
    await fetch("/api/v1/about");
    markReachable();
  } catch {
    markUnreachable();
  }
}
