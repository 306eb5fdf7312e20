// Whether the server is there. Every request says it; while it is away, one asks again and again.

const ASK_MS = 2000;

export const presence = $state({ isAway: false });

let timer: ReturnType<typeof setTimeout> | undefined;

export function isThere(): void {
  clearTimeout(timer);
  timer = undefined;
  presence.isAway = false;
}

export function isGone(): void {
  presence.isAway = true;
  timer ??= setTimeout(ask, ASK_MS);
}

/** Asks whether it is back. */
export async function ask(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  try {
    await fetch("/api/v1/about");
    isThere();
  } catch {
    isGone();
  }
}
